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
from .scenarios import compiled, filtered, load, only, overlapping, without


def pinched() -> Game:
    """Two hexes for three units, of which one has to be placed first: some deployments end in a dead end."""
    return compiled("small", "sequential", only("1-02", (6, 9)), only("1-03", (6, 9), (6, 10)))


ODD = (without("2-03"), only("1-01", (6, 9), (6, 10)), settings(activation_choice="chosen"))
"""An army that is too small, a filter, and the choice of who acts."""

GAMES = {
    "alternated": lambda: compiled("small", "alternated"),
    "small army, filter, choice": lambda: compiled("small", "alternated", *ODD),
    "overlapping": lambda: overlapping(run=compiled),
    "pinched": pinched,
}
DEAD_ENDS = ("overlapping", "pinched")
"""Where few games or none get as far as the battle, so that its Reasons are seldom given."""


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes minutes as plain Python")
@pytest.mark.parametrize("name", GAMES)
def test_every_law_holds(name: str) -> None:
    game = GAMES[name]()
    laws = [law for law in LAWS if name not in DEAD_ENDS or law.name != "every_reason_occurs"]
    results = judge(laws, game, Cases(game, games=20, most=30, seed=1))
    assert [str(result.error) for result in results if not result.passed] == []


def test_laws_hold_as_plain_python_with_a_small_army_a_filter_and_a_choice() -> None:
    """What compares two ways to run a game has nothing to compare here, and rare refusals want more games."""
    game = load("small", "alternated", *ODD, settings(rounds=2))
    left = {"interpreted_agrees", "threads_agree", "every_reason_occurs"}
    laws = [law for law in LAWS if law.name not in left and not law.static]
    results = judge(laws, game, Cases(game, games=2, most=4, seed=1))
    assert [result.error for result in results if not result.passed] == []


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes a minute as plain Python")
def test_laws_about_rules_and_people_hold_on_the_large_board() -> None:
    """The others, for which more has to be compiled, are part of `make proof-skirmish`."""
    game = compiled("large")
    laws = [law for law in LAWS if law.test.__module__ in {rules.__name__, people.__name__}]
    results = judge(laws, game, Cases(game, games=20, most=30, seed=0))
    assert [str(result.error) for result in results if not result.passed] == []


def test_reasons_that_a_scenario_cannot_give_are_declared() -> None:
    ordered = {Reason.ALREADY_ACTIVE, Reason.NOT_READY}
    assert set(compiled("small").layout.unused) == {Reason.EMPTY_SLOT, Reason.UNIT_NOT_ALLOWED} | ordered
    assert set(compiled("large").layout.unused) == {Reason.UNIT_NOT_ALLOWED} | ordered
    assert set(filtered().layout.unused) == {Reason.EMPTY_SLOT} | ordered
    assert set(compiled("small_chosen").layout.unused) == {Reason.EMPTY_SLOT, Reason.UNIT_NOT_ALLOWED}


@pytest.mark.parametrize("style", ["sorted", "front", "objective", "safe"])
def test_deployers_hold_to_the_laws_of_agents(style: str) -> None:
    from boardwright.agents.spec import from_text

    game = compiled("small", "alternated")
    action = judge_agent(lambda: from_text(f"random:deploy={style}", game), game, games=3, seed=1)
    assert {law: problem for law, problem in action.items() if problem} == {}
