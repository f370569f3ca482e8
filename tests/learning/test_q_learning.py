"""Q-learning: its tables are proved exhaustively, and the proof can fail."""

from __future__ import annotations

import csv
import json

import pytest

import boardwright
from boardwright.agents import q_table
from boardwright.agents.ranking import RankingAgent
from boardwright.arena.exhaustive import Proof, prove
from boardwright.core import config
from boardwright.core.errors import AgentError
from boardwright.core.progress import silent
from boardwright.learning import q_learning
from boardwright.learning.metrics import Metrics
from saying import refused

GAME = boardwright.load("tic_tac_toe")


def learned(progress=silent, **changed):
    data = config.read(config.SHIPPED / "learning", "q_learning")
    return q_learning.train(GAME, config.validate(q_learning.Options, {**data, **changed}), progress)


def proved(table):
    return prove(GAME, RankingAgent(GAME, table), limit=10_000)


def test_the_shipped_table_plays_perfectly():
    agent = boardwright.agent("ranking", GAME)
    assert prove(GAME, agent, limit=10_000) == Proof(0, 0, 0, 4520)


@pytest.mark.parametrize("seed", [11, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (12, 13))])
def test_tables_of_other_seeds_play_perfectly(seed):
    assert proved(learned(seed=seed)) == Proof(0, 0, 0, 4520)


def test_an_empty_table_fails_the_proof_by_the_known_counts():
    proof = proved(q_table.Store())
    assert (proof.losing_lines_first, proof.losing_lines_second, proof.states) == (9, 106, 4520)
    assert proof.suboptimal_states > 0
    assert not proof.holds


def test_enough_games_make_every_value_exact():
    table = learned(games=60_000)
    perfect = boardwright.agent("perfect", GAME)
    assert len(table) == 2096
    assert {round(q, 6) for _, q in table} <= {-1.0, -0.0, 0.0, 1.0}
    assert perfect.value(GAME.new()) == 0


def test_a_running_sum_learns_less_and_stays_within_its_clamp():
    table = learned(rule="running", games=50_000)
    assert proved(table).suboptimal_states > 50
    assert max(abs(q) for _, q in table) <= 5.0


def test_each_rule_has_a_rate_of_its_own():
    data = config.read(config.SHIPPED / "learning", "q_learning")
    rates = {rule: config.validate(q_learning.Options, {**data, "rule": rule}).own_rate for rule in q_learning.RULES}
    assert rates == {"negamax": 0.5, "running": 0.1}
    # A first game adds a tenth of its result to a move, and half of it by the other rule.
    assert max(q for _, q in learned(rule="running", games=1)) == pytest.approx(0.1)
    assert max(q for _, q in learned(games=1)) == pytest.approx(0.5)


def test_the_same_seed_learns_the_same_table():
    assert list(learned(games=2000, seed=5)) == list(learned(games=2000, seed=5, piece=333))
    assert list(learned(games=2000, seed=5)) != list(learned(games=2000, seed=6))


def test_what_is_stored_is_canonical_and_folded():
    table = learned(games=3000)
    known = q_table.canonical_moves(GAME, limit=10_000)
    for (state, move), _ in table:
        assert move in known[state]


def test_progress_is_told_and_an_interruption_keeps_what_was_learned():
    rows = []

    def impatient(done, total, values):
        rows.append((done, total))
        if done >= 2000 and "stopped" not in values:
            raise KeyboardInterrupt

    table = learned(impatient, games=10_000, piece=1000)
    assert rows == [(1000, 10_000), (2000, 10_000), (2000, 10_000)]
    assert len(table) > 1000


def test_a_table_that_is_too_small_is_refused():
    with refused(AgentError, "table_full", capacity=800):
        learned(games=2000, capacity=800)


def test_a_game_that_is_too_large_for_the_table_is_refused_rather_than_searched_for_ever():
    data = config.read(config.SHIPPED / "learning", "q_learning")
    options = config.validate(q_learning.Options, {**data, "capacity": 4096})
    with refused(AgentError, "table_full", capacity=4096):
        q_learning.train(boardwright.load("connect_four"), options)


def test_metrics_are_kept_row_by_row(tmp_path):
    metrics = Metrics(tmp_path)
    learned(lambda done, _, values: metrics.write({"games": done, **values}), games=3000, piece=1000)
    with metrics.csv.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["games"] for row in rows] == ["1000", "2000", "3000"]
    lines = [json.loads(line) for line in metrics.jsonl.read_text().splitlines()]
    assert [line["games"] for line in lines] == [1000, 2000, 3000]
    # A row that is being written, or was cut off by a kill, is not there yet.
    with metrics.jsonl.open("a") as file:
        file.write('{"games": 40')
    assert Metrics.rows(tmp_path) == lines
    assert Metrics.rows(tmp_path / "absent") == []
