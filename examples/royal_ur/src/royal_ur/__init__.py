"""The Royal Game of Ur."""

from pathlib import Path

from boardwright import Definition
from royal_ur import rules
from royal_ur.actions import actions
from royal_ur.config import Configuration, layout
from royal_ur.rules import EVENTS
from royal_ur.symmetry import symmetries
from royal_ur.view import event_value, scene

HERE = Path(__file__).parent

DEFINITION = Definition(
    name="royal_ur",
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
    phases=("opening", "race"),
    events=EVENTS,
    event_value=event_value,
    weights=("step", "shelter", "danger"),
)
