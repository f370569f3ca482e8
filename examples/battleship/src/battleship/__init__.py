"""Battleship."""

from battleship import rules, search
from battleship.actions import actions
from battleship.config import Configuration, layout
from battleship.rules import EVENTS
from battleship.view import event_value, label, scene
from boardwright import Definition, People, Search

DEFINITION = Definition(
    name="battleship",
    version=1,
    players=2,
    rules=rules,
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    phases=("placing", "shooting"),
    events=EVENTS,
    perfect_information=False,
    search=Search(module=search, weights=("hit", "sunk")),
    people=People(event_value=event_value, label=label, minutes=5),
)
