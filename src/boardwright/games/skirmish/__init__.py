"""Skirmish: two small armies on hexes, which their players deploy themselves. See README.md in this folder."""

from pathlib import Path

from boardwright.core.config import SHIPPED
from boardwright.core.definition import Definition
from boardwright.games.skirmish import rules
from boardwright.games.skirmish.action_values import WEIGHTS
from boardwright.games.skirmish.actions import actions
from boardwright.games.skirmish.agents import AGENTS, WRAPPERS
from boardwright.games.skirmish.config import Configuration
from boardwright.games.skirmish.enums import DEADLOCK, EVENTS, PHASES, Reason
from boardwright.games.skirmish.layout import layout
from boardwright.games.skirmish.narration import describe, narrate
from boardwright.games.skirmish.planes import EXPANSIONS, chart
from boardwright.games.skirmish.telemetry import Deployments
from boardwright.games.skirmish.view import deadlock_of, event_value, scene

DEFINITION = Definition(
    name="skirmish",
    version=2,
    players=2,
    rules=rules,
    reasons=Reason,
    configuration=Configuration,
    configs=SHIPPED / "skirmish",
    preset="small",
    layout=layout,
    actions=actions,
    scene=scene,
    words=Path(__file__).with_name("words.yaml"),
    phases=PHASES,
    events=EVENTS,
    event_value=event_value,
    narrate=narrate,
    describe=describe,
    faults={DEADLOCK: deadlock_of},
    expansions=EXPANSIONS,
    wrappers=WRAPPERS,
    agents=AGENTS,
    weights=WEIGHTS,
    adviser="greedy",
    chart=chart,
    watch=Deployments,
)
