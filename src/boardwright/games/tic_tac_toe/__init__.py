"""Tic-tac-toe. The model that other games copy: see README.md in this folder."""

from boardwright.core.config import SHIPPED
from boardwright.core.definition import Definition, Files, People, Search
from boardwright.games.tic_tac_toe import rules
from boardwright.games.tic_tac_toe.actions import actions
from boardwright.games.tic_tac_toe.config import Configuration, layout
from boardwright.games.tic_tac_toe.description import describe
from boardwright.games.tic_tac_toe.symmetry import symmetries
from boardwright.games.tic_tac_toe.view import label, scene, text_key

DEFINITION = Definition(
    name="tic_tac_toe",
    version=1,
    players=2,
    rules=rules,
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    symmetries=symmetries,
    peers={"pgx": "tic_tac_toe", "pettingzoo": "tictactoe_v3", "open_spiel": "tic_tac_toe"},
    files=Files(configs=SHIPPED / "tic_tac_toe"),
    search=Search(levels=("standard",)),
    people=People(
        text_key=text_key,
        label=label,
        minutes=1,
        picture=("4", "0", "2", "6", "3"),
        adviser="perfect",
        describe=describe,
    ),
)
