"""Matches in several processes: what they need, and the same records."""

from __future__ import annotations

import boardwright
from boardwright.agents.spec import named
from boardwright.arena.evaluation import evaluate
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.match import play
from boardwright.arena.openings import opening
from boardwright.arena.processes import matches
from boardwright.core.errors import AgentError
from saying import refused

GAME = boardwright.load("tic_tac_toe")


def test_other_processes_need_agents_as_text(two_workers: Executor) -> None:
    agent = boardwright.agent("random", GAME)
    with refused(AgentError, "workers_text"):
        evaluate(GAME, agent, "random", 2, executor=two_workers)


def test_records_are_those_of_single_matches_from_openings(two_workers: Executor) -> None:
    seated = [named(text, GAME) for text in ("random", "alphabeta:depth=1")]
    alone = [play(GAME, seated, seed=3, number=n, opening=opening(GAME, 2, 3, n)) for n in range(7)]
    for executor in (IN_PROCESS, two_workers):
        play_numbers = matches(GAME, ["random", "alphabeta:depth=1"], 3, plies=2, executor=executor)
        assert list(play_numbers(seated, range(7))) == alone
