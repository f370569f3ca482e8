"""The laws where the registry's own test does not try them: the large board, turns, small armies, filters."""

from __future__ import annotations

import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.games.skirmish.enums import Reason
from boardwright.testing.agent_laws import judge_agent
from boardwright.testing.cases import Cases
from boardwright.testing.laws import LAWS, judge, people, rules

from .battles import settings
from .scenarios import filtered, load, only, overlapping, without


def pinched() -> Game:
    """Two hexes for three units, of which one has to be placed first: some deployments end in a dead end."""
    return load("small", "sequential", only("1-02", (6, 9)), only("1-03", (6, 9), (6, 10)))


GAMES = {
    "alternated": lambda: load("small", "alternated"),
    "small army, filter, choice": lambda: load(
        "small", "alternated", without("2-03"), only("1-01", (6, 9), (6, 10)), settings(activation_choice="chosen")
    ),
    "overlapping": overlapping,
    "pinched": pinched,
}
DEAD_ENDS = ("overlapping", "pinched")
"""Where few games or none get as far as the battle, so that its Reasons are seldom given."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "small army, filter, choice" else pytest.mark.slow) for name in GAMES],
)
def test_every_law_holds(name: str) -> None:
    if INTERPRETED and name != "small army, filter, choice":
        pytest.skip("one of them is enough as plain Python")
    game = GAMES[name]()
    laws = [law for law in LAWS if name not in DEAD_ENDS or law.name != "every_reason_occurs"]
    results = judge(laws, game, Cases(game, games=20, most=30, seed=1))
    assert [str(result.error) for result in results if not result.passed] == []


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes a minute as plain Python")
def test_laws_about_rules_and_people_hold_on_the_large_board() -> None:
    """The others, for which more has to be compiled, are part of `make proof-skirmish`."""
    game = load("large")
    laws = [law for law in LAWS if law.test.__module__ in {rules.__name__, people.__name__}]
    results = judge(laws, game, Cases(game, games=20, most=30, seed=0))
    assert [str(result.error) for result in results if not result.passed] == []


def test_reasons_that_a_scenario_cannot_give_are_declared() -> None:
    ordered = {Reason.ALREADY_ACTIVE, Reason.NOT_READY}
    assert set(load("small").layout.unused) == {Reason.EMPTY_SLOT, Reason.UNIT_NOT_ALLOWED} | ordered
    assert set(load("large").layout.unused) == {Reason.UNIT_NOT_ALLOWED} | ordered
    assert set(filtered().layout.unused) == {Reason.EMPTY_SLOT} | ordered
    assert set(load("small_chosen").layout.unused) == {Reason.EMPTY_SLOT, Reason.UNIT_NOT_ALLOWED}


@pytest.mark.parametrize("style", ["sorted", "front", "objective", "safe"])
def test_deployers_hold_to_the_laws_of_agents(style: str) -> None:
    from boardwright.agents.spec import from_text

    game = load("small", "alternated")
    action = judge_agent(lambda: from_text(f"random:deploy={style}", game), game, games=3, seed=1)
    assert {law: problem for law, problem in action.items() if problem} == {}
