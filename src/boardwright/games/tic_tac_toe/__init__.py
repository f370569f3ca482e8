"""Tic-tac-toe. The model that other games copy: see README.md in this folder."""

from pathlib import Path

from boardwright.core.config import SHIPPED
from boardwright.core.definition import Definition
from boardwright.games.tic_tac_toe import rules
from boardwright.games.tic_tac_toe.actions import actions
from boardwright.games.tic_tac_toe.config import Configuration, layout
from boardwright.games.tic_tac_toe.symmetry import symmetries
from boardwright.games.tic_tac_toe.view import scene, text_key

DEFINITION = Definition(
    name="tic_tac_toe",
    version=1,
    players=2,
    rules=rules,
    reasons=rules.Reason,
    configuration=Configuration,
    configs=SHIPPED / "tic_tac_toe",
    preset="standard",
    layout=layout,
    actions=actions,
    scene=scene,
    words=Path(__file__).with_name("words.yaml"),
    symmetries=symmetries,
    text_key=text_key,
    peers={"pgx": "tic_tac_toe", "pettingzoo": "tictactoe_v3", "open_spiel": "tic_tac_toe"},
)
