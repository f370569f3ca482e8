"""Tests of strength: the same result by any workers, after any kill; logs that are resumed or refused; copies."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

import boardwright
from boardwright.arena.game_pairs import BLOCK, _blocks
from boardwright.arena.gsprt import Gsprt
from boardwright.arena.ratings import Sprt
from boardwright.arena.strength_report import figures, page, verdict, workers
from boardwright.arena.strength_test import StrengthTest, strength_test
from boardwright.core.errors import AgentError, HistoryError
from saying import refused, told

GAME = boardwright.load("tic_tac_toe")
KILLS = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "strength_test_kills.py"))
WIDE = Gsprt(Sprt(elo0=0.0, elo1=100.0, alpha=0.05, beta=0.05, floor=0.5), "normalised")


def test_a_stronger_agent_is_accepted_and_a_weaker_one_is_not() -> None:
    better = strength_test(GAME, "alphabeta:depth=2", "random", gsprt=WIDE)
    assert (better.verdict, better.complete) == ("elo1", True)
    told(verdict(better), "test_elo1", games=2 * better.pairs, elo1="+100", elo0="+0")
    worse = strength_test(GAME, "random", "alphabeta:depth=2", gsprt=WIDE)
    assert worse.verdict == "elo0"
    told(verdict(worse), "test_elo0", games=2 * worse.pairs)
    # The verdict comes with the pair that reaches a bound, not earlier and not later.
    low, high = WIDE.sprt.bounds
    assert better.ratio >= high > max(better.ratios[:-1])
    assert worse.ratio <= low < min(worse.ratios[:-1])
    data = better.to_dict()
    assert data["games"] == 2 * data["pairs"] == data["wins"] + data["draws"] + data["losses"]
    assert sum(data["pentanomial"]) == data["counted_pairs"]


def test_the_result_is_the_same_by_two_workers(two_workers, tmp_path) -> None:
    options = {"games": 60, "seed": 3}
    alone = strength_test(GAME, "alphabeta:depth=2", "alphabeta:depth=1", **options)
    log = tmp_path / "pairs.jsonl"
    both = strength_test(GAME, "alphabeta:depth=2", "alphabeta:depth=1", executor=two_workers, log=log, **options)
    assert both.to_dict() == alone.to_dict()
    assert both.ratios == alone.ratios
    assert "worker" not in json.dumps(both.to_dict())
    assert [line["pair"] for line in read(log)[1:]] == list(range(30))


def read(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def logged(tmp_path) -> tuple[Path, StrengthTest]:
    log = tmp_path / "new" / "pairs.jsonl"
    return log, strength_test(GAME, "alphabeta:depth=2", "random", games=40, seed=1, log=log)


@pytest.mark.parametrize("bytes_lost", [1, 60, 700])
def test_a_log_that_was_cut_off_anywhere_is_resumed_to_the_same_result(logged, bytes_lost) -> None:
    log, whole = logged
    lines = read(log)
    log.write_bytes(log.read_bytes()[:-bytes_lost])
    again = strength_test(GAME, "alphabeta:depth=2", "random", games=40, seed=1, log=log, resume=True)
    assert (again.to_dict(), again.ratios) == (whole.to_dict(), whole.ratios)
    assert read(log) == lines


def test_more_games_go_on_where_the_last_ones_ended(logged) -> None:
    log, _ = logged
    more = strength_test(GAME, "alphabeta:depth=2", "random", games=60, seed=1, log=log, resume=True)
    assert more.to_dict() == strength_test(GAME, "alphabeta:depth=2", "random", games=60, seed=1).to_dict()


def test_another_test_is_not_continued(logged) -> None:
    log, _ = logged
    code(log, "run_exists", seed=1)
    assert code(log, "run_differs", seed=2, resume=True)["key"] == "seed"
    assert code(log, "run_differs", seed=1, resume=True, new="alphabeta:depth=3")["key"] == "new"
    assert code(log, "run_differs", seed=1, resume=True, gsprt=WIDE)["key"] == "elo1"
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join([*lines[:4], *lines[3:]]), encoding="utf-8")
    assert code(log, "run_damaged", seed=1, resume=True)["line"] == 5
    log.write_text("no test\n", encoding="utf-8")
    assert code(log, "run_damaged", seed=1, resume=True)["line"] == 1


def code(log: Path, expected: str, new: str = "alphabeta:depth=2", **options) -> dict[str, object]:
    before = log.read_bytes()
    with refused(HistoryError, expected) as caught:
        strength_test(GAME, new, "random", games=40, log=log, **options)
    assert log.read_bytes() == before
    return dict(caught.value.word.params)


def test_another_content_of_a_weights_file_is_another_agent(tmp_path) -> None:
    game = boardwright.load("quoridor", "small")
    weights, log = tmp_path / "mine.yaml", tmp_path / "pairs.jsonl"
    weights.write_text("extends: standard\nwalls: 20\n")
    agents = (f"alphabeta:depth=1,weights={weights}", "alphabeta:depth=1")
    strength_test(game, *agents, games=2, log=log)
    weights.write_text("extends: standard\nwalls: 21\n")
    with refused(HistoryError, "run_differs", key="files"):
        strength_test(game, *agents, games=4, log=log, resume=True)


def test_copies_are_no_evidence() -> None:
    # Two deterministic agents without openings play one pair again and again.
    test = strength_test(GAME, "alphabeta:depth=2", "alphabeta:depth=1", games=40, opening=0)
    assert (test.pairs, sum(test.counts), len(test.ratios)) == (20, 1, 1)
    assert ("heading_pairs", "20 (1)") in [(name.code, value) for name, value in figures(test)]


def test_blocks_are_the_same_wherever_a_test_goes_on() -> None:
    whole = list(_blocks(range(100)))
    assert [number for block in whole for number in block] == list(range(128))
    assert list(_blocks(range(BLOCK + 5, 100))) == whole[1:]


def test_a_game_for_one_has_no_pairs_and_chance_no_openings() -> None:
    with refused(AgentError, "tournament_two", game="minesweeper"):
        strength_test(boardwright.load("minesweeper"), "solver", "solver")
    with refused(AgentError, "levels_opening", game="skirmish"):
        strength_test(boardwright.load("skirmish"), "random", "random", opening=2)


def test_ctrl_c_keeps_finished_pairs(tmp_path) -> None:
    def stop(test: StrengthTest) -> None:
        if test.pairs >= 3:
            raise KeyboardInterrupt

    log = tmp_path / "pairs.jsonl"
    test = strength_test(GAME, "alphabeta:depth=1", "random", games=400, log=log, report=stop)
    assert (test.interrupted, test.complete, len(read(log)) - 1) == (True, False, test.pairs)
    told(verdict(test), "test_running")


@pytest.mark.slow
def test_killed_workers_neither_lose_a_pair_nor_count_one_twice() -> None:
    agents = ("mcts:iterations=200", "mcts:iterations=100")
    outcome = KILLS["disturbed"](GAME, agents, 60, 1, 0.0)
    assert outcome["kills"] >= 1
    assert outcome["in_order_and_once"]
    assert outcome["same_result"]


def test_the_page_has_the_curve_the_counts_and_the_workers() -> None:
    test = strength_test(GAME, "alphabeta:depth=2", "random", games=40)
    text = page(test)
    assert "http-equiv" not in text
    assert "<polyline" in text
    assert "prefers-color-scheme: dark" in text
    assert all(name in text for name in test.workers)
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text
    assert 'http-equiv="refresh"' in page(StrengthTest(GAME, "model:file=a<b", "c", 0, 0, WIDE, 40))
    assert "a&lt;b" in page(StrengthTest(GAME, "model:file=a<b", "c", 0, 0, WIDE, 40))


def test_the_report_says_whether_workers_differ() -> None:
    test = StrengthTest(GAME, "new", "old", 0, 0, WIDE, 40)
    told(workers(test), "test_workers_few")
    test.workers = {"a:1": [5, 20, 50, 20, 5], "b:1": [5, 20, 50, 20, 5]}
    told(workers(test), "test_workers_agree", chi2="0.00")
    test.workers["b:1"] = [30, 30, 30, 5, 5]
    told(workers(test), "test_workers_differ")
    test.verdict = None
    test.pairs = 20
    told(verdict(test), "test_undecided")
