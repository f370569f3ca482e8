"""Quoridor: reach the other side first, with walls in the way. See README.md in this folder."""

from pathlib import Path

from boardwright.core.config import SHIPPED
from boardwright.core.definition import Definition
from boardwright.games.quoridor import rules
from boardwright.games.quoridor.actions import actions
from boardwright.games.quoridor.analysis import analysis, describe
from boardwright.games.quoridor.config import PRESET, Configuration, layout
from boardwright.games.quoridor.evaluation import WEIGHTS
from boardwright.games.quoridor.notation import FORMATS
from boardwright.games.quoridor.protocol import protocol
from boardwright.games.quoridor.race import endgame
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
    preset=PRESET,
    layout=layout,
    actions=actions,
    scene=scene,
    words=Path(__file__).with_name("words.yaml"),
    symmetries=symmetries,
    text_key=text_key,
    weights=WEIGHTS,
    levels=("tuned", "seed"),
    endgame=endgame,
    adviser="alphabeta:depth=4",
    analysis=analysis,
    describe=describe,
    formats=FORMATS,
    dialects={"flip": "Swap"},  # the first player starts at e9, as in OpenSpiel
    protocol=protocol,
    peers={"open_spiel": "quoridor"},
)
