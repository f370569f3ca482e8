"""Skirmish: two small armies on hexes, which their players deploy themselves. See README.md in this folder."""

from boardwright.core.config import SHIPPED
from boardwright.core.definition import Definition, Files, Learning, People, Search
from boardwright.games.skirmish import rules, search
from boardwright.games.skirmish.action_values import WEIGHTS
from boardwright.games.skirmish.actions import actions
from boardwright.games.skirmish.agents import AGENT, AGENTS, STYLES, WRAPPERS
from boardwright.games.skirmish.config import Configuration
from boardwright.games.skirmish.enums import DEADLOCK, EVENTS, PHASES
from boardwright.games.skirmish.factions import FACTIONS
from boardwright.games.skirmish.layout import layout
from boardwright.games.skirmish.names import label, meant, param_value, prompt
from boardwright.games.skirmish.narration import describe, narrate
from boardwright.games.skirmish.planes import EXPANSIONS, chart
from boardwright.games.skirmish.telemetry import Deployments
from boardwright.games.skirmish.threats import overlays
from boardwright.games.skirmish.view import deadlock_of, event_value, scene

DEFINITION = Definition(
    name="skirmish",
    version=3,
    players=2,
    rules=rules,
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    phases=PHASES,
    events=EVENTS,
    faults={DEADLOCK: deadlock_of},
    wrappers=WRAPPERS,
    agents=AGENTS,
    factions=FACTIONS,
    files=Files(configs=SHIPPED / "skirmish", preset="small"),
    search=Search(module=search, weights=WEIGHTS, levels=("standard",)),
    people=People(
        event_value=event_value,
        narrate=narrate,
        param_value=param_value,
        meant=meant,
        label=label,
        prompt=prompt,
        agent_options={"deploy": (AGENT, *STYLES)},
        minutes=20,
        picture=(
            *("deploy 1-01 6 8", "deploy 1-02 4 8", "deploy 1-03 8 8", "deploy 2-01 6 2", "deploy 2-02 4 2"),
            *("deploy 2-03 8 2", "move 6 6", "move 3 6", "move 9 6", "hold"),
        ),
        describe=describe,
        overlays=overlays,
        opponent="hard",  # greedy. The second level searches, which takes half a minute to compile for this game
        adviser="greedy",
    ),
    learning=Learning(expansions=EXPANSIONS, chart=chart, telemetry=Deployments),
)
