"""Connect four."""

from pathlib import Path

from boardwright import Definition
from connect_four import rules
from connect_four.actions import actions
from connect_four.config import Configuration, layout
from connect_four.symmetry import symmetries
from connect_four.view import scene

HERE = Path(__file__).parent

DEFINITION = Definition(
    name="connect_four",
    version=1,
    players=2,
    rules=rules,
    reasons=rules.Reason,
    configuration=Configuration,
    configs=HERE / "configs",
    preset="standard",
    layout=layout,
    actions=actions,
    scene=scene,
    words=HERE / "words.yaml",
    symmetries=symmetries,
    weights=("line",),
    peers={"pgx": "connect_four", "pettingzoo": "connect_four_v3", "open_spiel": "connect_four"},
)
