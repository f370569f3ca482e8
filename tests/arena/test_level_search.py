"""The search for levels: each is proved stronger than the one below, within a budget, whatever ends it."""

from __future__ import annotations

from itertools import count, pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright.agents import levels
from boardwright.agents.spec import named
from boardwright.arena import level_search
from boardwright.arena.ladder import Rung, pair_of_games
from boardwright.arena.level_candidates import candidates, opening_plies, settings
from boardwright.arena.level_search import Contest, LevelSearch, find_levels
from boardwright.arena.ratings import bradley_terry, climbing, defaults
from boardwright.core import config
from boardwright.core.errors import AgentError
from saying import refused

QUICK = {"least": 10, "tries": 60, "games": 100}


def test_candidates_are_those_that_can_play() -> None:
    texts = settings().candidates
    listed = {name: candidates(boardwright.load(name), texts) for name in ("tic_tac_toe", "royal_ur", "skirmish")}
    assert listed["tic_tac_toe"][0] == "random"
    assert listed["tic_tac_toe"][-1] == "perfect"
    assert not any(text.startswith("expectimax") for text in listed["tic_tac_toe"])  # a slow alphabeta there
    assert not any(text.startswith("alphabeta") for text in listed["royal_ur"])  # dice
    assert "expectimax:depth=2" in listed["royal_ur"]
    assert {"greedy", "rush"} <= set(listed["skirmish"])


def test_openings_leave_most_of_a_game_and_dice_need_none() -> None:
    plies = {name: opening_plies(boardwright.load(name), 6) for name in ("tic_tac_toe", "connect_four", "royal_ur")}
    assert plies == {"tic_tac_toe": 2, "connect_four": 6, "royal_ur": 0}


def test_levels_of_tic_tac_toe_are_in_order_and_the_same_again() -> None:
    game = boardwright.load("tic_tac_toe")
    texts = ["random", "alphabeta:depth=1", "mcts:iterations=40", "random", "perfect"]
    chosen = settings(candidates=texts, step=0, **QUICK)
    found, again = (find_levels(game, chosen, seed=3) for _ in range(2))
    assert found.levels() == again.levels()
    assert found.profile() == again.profile()
    assert (found.complete, found.interrupted) == (True, False)
    assert found.levels()[0] == "random"
    assert len(found.levels()) >= 3
    for low, high in pairwise(found.levels()):
        assert found.proved(high, low)
        assert found.contests[high, low].rung.tally.games >= QUICK["least"]
    # A candidate that is no stronger is dropped.
    assert [trial.verdict for trial in found.trials[3:4]] == ["not_stronger"]
    data = found.to_dict()
    assert [rung["sprt"]["accepted"] for rung in data["rungs"]] == ["elo1"] * len(data["rungs"])
    profile = config.validate(levels.Profile, found.profile())
    ratings = [level.rating for level in profile.levels.values()]
    assert list(profile.levels)[:3] == ["easy", "normal", "hard"]
    assert all(rating is not None for rating in ratings)
    assert [rating.elo for rating in ratings if rating] == sorted(rating.elo for rating in ratings if rating)


def test_levels_are_some_way_apart_and_neighbours_have_met() -> None:
    texts = ["random", "mcts:iterations=5", "mcts:iterations=20", "mcts:iterations=80"]
    chosen = settings(candidates=texts, step=300, **QUICK)
    found = find_levels(boardwright.load("tic_tac_toe"), chosen, seed=0)
    assert len(found.chain) > len(found.levels()) == len(found.selected)
    assert (found.levels()[0], found.levels()[-1]) == ("random", found.chain[-1])
    assert all(found.proved(high, low) for low, high in pairwise(found.levels()))


def test_an_agent_between_two_that_are_far_apart_is_inserted() -> None:
    texts = ["random", "perfect", "mcts:iterations=20", "random"]
    found = find_levels(boardwright.load("tic_tac_toe"), settings(candidates=texts, step=100, **QUICK), seed=3)
    assert [trial.verdict for trial in found.trials] == ["stronger", "stronger", "between", "not_stronger"]
    assert found.chain == found.levels() == ["random", "mcts:iterations=20", "perfect"]
    lost, won = (found.contests[pair].rung for pair in ((texts[2], texts[1]), (texts[1], texts[2])))
    assert won.tally.games >= lost.tally.games
    assert won.tally.wins >= lost.tally.losses
    near = find_levels(boardwright.load("tic_tac_toe"), settings(candidates=texts, step=1000, **QUICK), seed=3)
    assert near.chain == ["random", "perfect"]


def searched(**proved: bool) -> LevelSearch:
    """A search with a chain of four, and the contests of it, by text `high_low`."""
    game = boardwright.load("tic_tac_toe")
    found = LevelSearch(game, settings(), 0, 2, defaults().ladder)
    found.chain = list("abcd")
    for pair, won in {"b_a": True, "c_b": True, "d_c": True, **proved}.items():
        high, low = pair.split("_")
        rung = Rung(high, low, verdict="elo1" if won else "elo0")
        rung.tally.wins, rung.tally.losses = 50, 10
        found.contests[high, low] = Contest(rung, 0)
    return found


def test_between_levels_that_have_not_met_the_chain_stays() -> None:
    found = searched()
    assert found.levels() == ["a", "b", "c", "d"]
    found.settings = settings(step=700)
    assert found.select() == ["a", "d"]
    assert found.levels() == ["a", "b", "c", "d"]  # d has not met a
    found.settings = settings(step=450)
    assert found.select() == ["a", "b", "d"]  # 270 points apart; half a step is enough above the weakest
    assert searched(d_a=False).levels() == ["a", "b", "c", "d"]
    found = searched(d_a=True)
    found.settings = settings(step=700)
    found.select()
    assert found.levels() == ["a", "d"]
    assert round(found.ratings(["a", "d"])[1].elo) == round(found.ratings(["a", "b"])[1].elo)
    found.settings = settings(names=["easy", "normal"], step=0)
    assert found.select() == ["a", "d"]


@pytest.mark.parametrize("stage", ["candidates", "levels"])
def test_an_interrupt_keeps_what_is_proved(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    game = boardwright.load("tic_tac_toe")
    texts = ["random", "mcts:iterations=20", "perfect", "mcts:iterations=5"]
    played = level_search._play

    def play(search: Any, high: str, low: str, *others: Any) -> None:
        if (stage == "levels" and search.selected) or (stage == "candidates" and high == "perfect"):
            raise KeyboardInterrupt
        played(search, high, low, *others)

    monkeypatch.setattr(level_search, "_play", play)
    found = find_levels(game, settings(candidates=texts, step=0, **QUICK), seed=3)
    assert found.interrupted
    assert not found.complete
    assert found.levels()[:2] == ["random", "mcts:iterations=20"]
    assert ("perfect" in found.levels()) == (stage == "levels")
    assert len(found.to_dict()["rungs"]) == len(found.levels()) - 1


@pytest.mark.parametrize(
    ("minutes", "verdicts", "levels"),
    [
        (0.5, ["stronger", "late", "late"], 1),
        (1.6, ["stronger", "stronger", "late"], 2),
        (2.0, ["stronger", "stronger", "stronger"], 3),  # in the time that is kept for levels that have not met
    ],
)
def test_the_budget_ends_it_and_says_who_came_too_late(
    monkeypatch: pytest.MonkeyPatch, minutes: float, verdicts: list[str], levels: int
) -> None:
    # A second passes with every game.
    monkeypatch.setattr(level_search, "time", SimpleNamespace(process_time=count().__next__))
    texts = ["random", "mcts:iterations=40", "perfect"]
    chosen = settings(minutes=minutes, candidates=texts, least=40, tries=200, games=400, step=0)
    found = find_levels(boardwright.load("tic_tac_toe"), chosen, seed=3)
    assert [trial.verdict for trial in found.trials] == verdicts
    assert found.complete == ("late" not in verdicts)
    assert found.levels() == texts[:levels]
    assert len(found.to_dict()["rungs"]) == levels - 1


def test_slow_agents_are_dropped_and_so_are_slower_ones() -> None:
    texts = ["random", "mcts:iterations=20480", "mcts:iterations=20481", "mcts:iterations=20482"]
    found = find_levels(boardwright.load("tic_tac_toe"), settings(seconds=0.001, candidates=texts), seed=3)
    assert [trial.verdict for trial in found.trials] == ["stronger", "slow", "slow", "slow"]
    assert [trial.seconds > 0 for trial in found.trials] == [True, True, False, False]


def test_games_that_were_played_before_are_no_evidence() -> None:
    game = boardwright.load("tic_tac_toe")
    high, low = named("alphabeta:depth=2", game), named("alphabeta:depth=1", game)
    contest = Contest(Rung("high", "low"), 0)
    records = list(pair_of_games(game, high, low, 2, 0, 0))
    for _ in range(3):
        contest.add(records, defaults().ladder)
    assert contest.rung.tally.games == 2
    contest.add(list(pair_of_games(game, high, low, 2, 0, 1)), defaults().ladder)
    assert contest.rung.tally.games == 4


def test_a_game_for_one_has_no_levels_and_draws_are_no_opening() -> None:
    with refused(AgentError, "levels_for_two", game="minesweeper", players=1):
        find_levels(boardwright.load("minesweeper"), settings(), seed=0)
    with refused(AgentError, "levels_opening", game="royal_ur"):
        find_levels(boardwright.load("royal_ur"), settings(), seed=0, opening=3)


def test_differences_of_a_chain_add_up() -> None:
    one, two, three = climbing([(75, 100), (60, 100)], prior=1.0, confidence=0.95)
    assert one == (0.0, 0.0, 0.0)
    _, alone = bradley_terry(np.array([[0.0, 25.0], [75.0, 0.0]]), prior=1.0, confidence=0.95)
    assert two.elo == pytest.approx(2 * alone.elo)
    assert two.high - two.low == pytest.approx(2 * (alone.high - alone.low))
    assert two.elo == pytest.approx(190, abs=5)
    assert three.elo - two.elo == pytest.approx(70, abs=3)
    assert three.high - three.low > two.high - two.low
