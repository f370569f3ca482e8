"""Evaluations and tournaments: fair seats, determinism by seed, and the games that an interrupted run keeps."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

import boardwright
from boardwright.arena.evaluation import evaluate
from boardwright.arena.match_records import replay
from boardwright.arena.ratings import Sprt, defaults
from boardwright.arena.tally import Tally, points
from boardwright.arena.tournament import tournament
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from saying import refused
from toys.peek import DEFINITION


@pytest.fixture
def game() -> Game:
    return boardwright.load("tic_tac_toe")


def as_text(result) -> str:
    return json.dumps(result.to_dict())


def test_the_same_seed_gives_the_same_bytes(game):
    records: list[list[str]] = []
    texts = []
    for seed in (3, 3, 4):
        records.append([])
        keep = records[-1]
        result = evaluate(
            game, "random", "alphabeta:depth=2", 20, seed, keep=lambda r, k=keep: k.append(r.model_dump_json())
        )
        texts.append(as_text(result))
    assert texts[0] == texts[1] != texts[2]
    assert records[0] == records[1] != records[2]


def test_each_seed_is_played_from_both_seats(game):
    records = []
    result = evaluate(game, "random", "alphabeta", 40, 0, keep=records.append)
    assert [record.number for record in records] == [n // 2 for n in range(40)]
    assert [record.agents.index("random") for record in records] == [0, 1] * 20
    assert [seat.games for seat in result.seats] == [20, 20]
    assert result.total.games == 40
    assert result.complete
    # The tallies are the agent's own, whichever its seat.
    taken = Counter(points(record, record.agents.index("random")) for record in records)
    assert (result.total.wins, result.total.draws, result.total.losses) == (taken[1.0], taken[0.5], taken[0.0])
    assert result.to_dict()["mean_return"] == (result.total.wins - result.total.losses) / 40
    for record in records:
        replay(record)


def test_the_stronger_wins_from_either_side(game):
    one = evaluate(game, "alphabeta", "random", 60, 0).total
    other = evaluate(game, "random", "alphabeta", 60, 0).total
    assert one.losses == other.wins == 0
    assert one.wins > 40
    assert other.losses > 40


def test_agents_that_repeat_themselves_are_noticed(game):
    assert evaluate(game, "perfect", "alphabeta", 10, 0).repetitive
    assert not evaluate(game, "random", "alphabeta", 10, 0).repetitive


def test_numbers_not_given_are_those_of_the_configuration(game, monkeypatch):
    fewer = defaults().model_copy(update={"games": 6, "pairing_games": 4})
    monkeypatch.setattr("boardwright.arena.evaluation.defaults", lambda: fewer)
    monkeypatch.setattr("boardwright.arena.tournament.defaults", lambda: fewer)
    assert evaluate(game, "random", "random").total.games == 6
    assert tournament(game, ["random", "alphabeta"]).pairings[0].tally.games == 4


def test_an_opponent_is_needed_and_games_are_shared_out_evenly(game):
    with refused(AgentError, "evaluate_opponent", game="tic_tac_toe", players=2):
        evaluate(game, "random", episodes=2, seed=0)
    for games in (0, 3, -2):
        with refused(ConfigError, "config_value", path="games", value=games):
            evaluate(game, "random", "random", games, 0)


def test_a_game_for_one_is_evaluated_alone():
    alone = Game(DEFINITION, [{"cells": 6, "mines": 2}], interpreted=True)
    result = evaluate(alone, "random", episodes=101, seed=0)
    total = result.total
    assert total.games == 101
    assert min(total.wins, total.losses) > 0
    assert len(result.seats) == 1
    data = result.to_dict()
    assert data["opponent"] is None
    assert -1 <= data["mean_return"] <= 1
    with refused(AgentError, "evaluate_alone", opponent="random"):
        evaluate(alone, "random", "random", 2, 0)
    with refused(AgentError, "tournament_two", game="peek", players=1):
        tournament(alone, ["random", "alphabeta"], 2, 0)


def stop_after(count: int):
    records = []

    def keep(record) -> None:
        records.append(record)
        if len(records) == count:
            raise KeyboardInterrupt

    return keep


def test_ctrl_c_keeps_what_is_done(game):
    result = evaluate(game, "random", "random", 100, 0, keep=stop_after(7))
    assert result.total.games == 7
    assert not result.complete
    stopped = tournament(game, ["random", "alphabeta", "perfect"], 10, 0, keep=stop_after(13))
    assert not stopped.complete
    assert [pairing.tally.games for pairing in stopped.pairings] == [5, 4, 4]
    assert len(stopped.standings()) == 3


# -- tournaments


def test_a_tournament_orders_players_by_strength_and_repeats_itself(game):
    entered = ["random", "alphabeta:depth=3", "alphabeta:depth=1"]
    records = []
    result = tournament(game, entered, 30, 1, keep=records.append)
    assert as_text(result) == as_text(tournament(game, entered, 30, 1))
    assert result.complete
    assert result.standings()[0].agent == "alphabeta:depth=3"
    assert result.standings()[-1].agent == "random"
    assert sum(row.tally.points for row in result.standings()) == len(records) == 90
    assert sum(row.rating.elo for row in result.standings()) == pytest.approx(0, abs=1e-6)
    for one in entered:
        for other in entered:
            if one != other:
                assert result.between(one, other) == result.between(other, one).mirrored()
                seats = [r.agents.index(one) for r in records if {one, other} == set(r.agents)]
                assert seats.count(0) == seats.count(1) == 15
    # Both games of a pair have its seed, and no two pairings share one.
    assert Counter(record.number for record in records) == dict.fromkeys(range(45), 2)
    for record in records[:5]:
        replay(record)


def test_pairs_add_up(game):
    pairing = tournament(game, ["random", "alphabeta"], 40, 0).pairings[0]
    assert sum(pairing.pairs) == 20
    assert np.dot(pairing.pairs, np.arange(5) / 2) == pairing.tally.points


def test_a_sequential_test_stops_a_pairing_early(game):
    test = Sprt(elo0=-50.0, elo1=50.0, alpha=0.05, beta=0.05, floor=0.5)
    result = tournament(game, ["random", "alphabeta", "perfect"], 400, 0, sprt=test)
    weak, weaker, equal = result.pairings
    assert weak.verdict == weaker.verdict == "elo0"
    assert weak.tally.games < 40
    assert weak.tally.games % 2 == 0
    assert equal.verdict is None
    assert equal.tally.games == 400
    sprt = result.to_dict()["pairings"][0]["sprt"]
    assert sprt["accepted"] == "elo0"
    assert sprt["ratio"] <= sprt["bounds"][0]


def test_who_may_enter(game):
    with refused(AgentError, "tournament_few", found=1):
        tournament(game, ["random"], 2, 0)
    with refused(AgentError, "tournament_twice", agent="random"):
        tournament(game, ["random", "alphabeta", "random"], 2, 0)


def test_a_tally_from_the_other_side():
    tally = Tally(losses=1, draws=2, wins=3)
    assert tally.mirrored() == Tally(losses=3, draws=2, wins=1)
    assert (tally + tally).points == 8
