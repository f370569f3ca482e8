"""Hints for people: results and lines in words, and no terms of the program."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from boardwright.agents import spec
from boardwright.agents.advice import Advice
from boardwright.core.agent import Turn
from boardwright.core.words import Word
from saying import told

GAME = boardwright.load("tic_tac_toe")


def advice(agent: str, *moves: int) -> Advice:
    position = boardwright.Position(GAME)
    for move in moves:
        position.push(move)
    turn = Turn(GAME, position.state, position.to_move or 0, np.random.default_rng(0))
    return Advice(turn, agent, spec.from_text(agent, GAME).explain(turn))


@pytest.mark.parametrize("agent", ["ranking", "perfect"])
def test_a_hint_says_what_a_mark_does(agent) -> None:
    assert advice(agent, 0, 3, 1, 4).sentence().endswith(str(Word("tic_tac_toe.completes_line")))
    assert str(Word("tic_tac_toe.blocks_line")) in advice(agent, 0, 4, 1).sentence()
    for moves in ((), (4,), (0, 4, 8)):
        text = advice(agent, *moves).sentence()
        assert "Identity" not in text
        assert "Rot" not in text


def test_a_fork_is_described_by_its_lines() -> None:
    (word,) = advice("perfect", 0, 1, 4).described(8)[:1]
    assert word.code in {"tic_tac_toe.blocks_line", "tic_tac_toe.threatens_lines"}
    fork = Word("tic_tac_toe.threatens_lines", {"lines": 2})
    assert fork in advice("perfect", 0, 1, 4, 8).described(6)
    told(fork, "tic_tac_toe.threatens_lines")


def test_a_ranking_has_results_in_words_and_the_hint_first() -> None:
    lines = advice("perfect").ranking(3, 80)
    assert lines == [f"{rank:>3}. {move:<14} {Word('analyse_draws')}" for rank, move in enumerate((0, 1, 2), 1)]
    tied = advice("ranking")
    assert str(Word("analyse_as_good")) in tied.ranking(2, 80)[1]
    chosen = Advice(tied.turn, tied.agent, tied.explanation.__class__(4, {0: 1.0, 4: 1.0, 8: 0.0}))
    assert chosen.best(2) == [4, 0]


def test_a_safe_first_cell_is_safe_for_everybody() -> None:
    game = boardwright.load("minesweeper", "small")
    state = game.new()
    turn = Turn(game, state, 0, np.random.default_rng(0))
    said = Advice(turn, "solver", spec.from_text("solver", game).explain(turn))
    told(said.explanation.reason, "minesweeper.why_first")
    assert said.best(5)[0] == said.explanation.action
    assert {said.explanation.scores[action] for action in said.best(5)} == {1.0}
    analysis = game.definition.people.analysis
    assert analysis is not None
    result = analysis(game, game.observe(state))
    assert result.overlay is not None
    assert set(result.overlay.values.values()) == {0.0}
    assert Word("minesweeper.fact_first") in result.facts
    assert len(result.numbers["safe"]) == 64
