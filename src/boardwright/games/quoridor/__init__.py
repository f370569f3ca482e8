"""Quoridor: reach the other side first, with walls in the way. See README.md in this folder."""

from pathlib import Path

from boardwright.core.config import SHIPPED
from boardwright.core.definition import Definition
from boardwright.games.quoridor import rules
from boardwright.games.quoridor.actions import actions
from boardwright.games.quoridor.config import Configuration, layout
from boardwright.games.quoridor.dialect import dialect
from boardwright.games.quoridor.evaluation import WEIGHTS
from boardwright.games.quoridor.symmetry import symmetries
from boardwright.games.quoridor.view import scene, text_key

DEFINITION = Definition(
    name="quoridor",
    version=1,
    players=2,
    rules=rules,
    reasons=rules.Reason,
    configuration=Configuration,
    configs=SHIPPED / "quoridor",
    preset="standard",
    layout=layout,
    actions=actions,
    scene=scene,
    words=Path(__file__).with_name("words.yaml"),
    symmetries=symmetries,
    text_key=text_key,
    weights=WEIGHTS,
    levels=("seed",),
    dialect=dialect,
    peers={"open_spiel": "quoridor"},
)
