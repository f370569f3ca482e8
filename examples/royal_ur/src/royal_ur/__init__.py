"""The Royal Game of Ur."""

from boardwright import Definition, People, Search
from royal_ur import rules, search
from royal_ur.actions import actions
from royal_ur.config import Configuration, layout
from royal_ur.rules import EVENTS
from royal_ur.symmetry import symmetries
from royal_ur.view import prompt, scene

DEFINITION = Definition(
    name="royal_ur",
    version=1,
    players=2,
    rules=rules,
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    symmetries=symmetries,
    phases=("opening", "race"),
    events=EVENTS,
    people=People(prompt=prompt, minutes=10),
    search=Search(module=search, weights=("step", "shelter", "danger"), levels=("standard",)),
)
