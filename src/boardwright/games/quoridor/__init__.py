"""Quoridor: reach the other side first, with walls in the way. See README.md in this folder."""

from boardwright.core.config import SHIPPED
from boardwright.core.definition import Definition, Files, People, Search
from boardwright.games.quoridor import rules, search
from boardwright.games.quoridor.actions import actions
from boardwright.games.quoridor.analysis import analysis, describe
from boardwright.games.quoridor.config import PRESET, Configuration, layout
from boardwright.games.quoridor.evaluation import FACTORS, WEIGHTS
from boardwright.games.quoridor.features import FEATURES
from boardwright.games.quoridor.notation import FORMATS
from boardwright.games.quoridor.qtp import Engine
from boardwright.games.quoridor.race import endgame
from boardwright.games.quoridor.symmetry import symmetries
from boardwright.games.quoridor.view import label, prompt, scene, text_key

DEFINITION = Definition(
    name="quoridor",
    version=1,
    players=2,
    rules=rules,
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    symmetries=symmetries,
    protocol=Engine,
    peers={"open_spiel": "quoridor"},
    files=Files(
        configs=SHIPPED / "quoridor",
        preset=PRESET,
        formats=FORMATS,
        dialects={"flip": "Swap"},  # the first player starts at e9, as in OpenSpiel
    ),
    search=Search(
        module=search, weights=WEIGHTS, factors=FACTORS, features=FEATURES, levels=("tuned", "seed"), endgame=endgame
    ),
    people=People(
        text_key=text_key,
        label=label,
        prompt=prompt,
        minutes=10,
        picture=("e2", "e8", "e3", "e7", "e4", "e6", "d6h", "c3v", "f4h", "g6v", "b7h", "f6"),
        describe=describe,
        adviser="alphabeta:depth=4",
        analysis=analysis,
    ),
)
