"""Matches in several processes: what they need, and the same records."""

from __future__ import annotations

import pytest

import boardwright
from boardwright.agents.spec import named
from boardwright.arena.evaluation import evaluate
from boardwright.arena.executors import LocalProcesses, local
from boardwright.arena.match import play
from boardwright.arena.openings import opening
from boardwright.arena.processes import matches
from boardwright.core.errors import AgentError
from boardwright.core.words import say

GAME = boardwright.load("tic_tac_toe")


def test_other_processes_need_agents_as_text() -> None:
    agent = boardwright.agent("random", GAME)
    with pytest.raises(AgentError) as caught:
        evaluate(GAME, agent, "random", 2, executor=LocalProcesses(2))
    assert caught.value.code == "workers_text"
    assert "est un objet de ce processus" in say(caught.value.word, "fr")


def test_records_are_those_of_single_matches_from_openings() -> None:
    seated = [named(text, GAME) for text in ("random", "alphabeta:depth=1")]
    alone = [play(GAME, seated, seed=3, number=n, opening=opening(GAME, 2, 3, n)) for n in range(7)]
    for workers in (1, 2):
        with local(workers) as executor:
            play_numbers = matches(GAME, ["random", "alphabeta:depth=1"], 3, plies=2, executor=executor)
            assert list(play_numbers(seated, range(7))) == alone
