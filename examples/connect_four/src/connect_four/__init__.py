"""Connect four."""

from boardwright import Definition, People, Search
from connect_four import rules, search
from connect_four.actions import actions
from connect_four.config import Configuration, layout
from connect_four.features import FEATURES
from connect_four.solver import solve
from connect_four.symmetry import symmetries
from connect_four.view import scene

DEFINITION = Definition(
    name="connect_four",
    version=1,
    players=2,
    rules=rules,
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    symmetries=symmetries,
    peers={"pgx": "connect_four", "pettingzoo": "connect_four_v3", "open_spiel": "connect_four"},
    people=People(minutes=5, picture=("3", "3", "2", "4", "4", "2", "3", "1", "2")),
    search=Search(module=search, weights=("line",), features=FEATURES, levels=("standard", "network"), solve=solve),
)
