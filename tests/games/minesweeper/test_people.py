"""Analysis for people: probabilities, proved cells with reasons, impossible positions, puzzles, 3BV."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import boardwright
from boardwright.core.agent import RESIGN, Turn
from boardwright.core.analysis import Overlay
from boardwright.core.errors import ConfigError, FormatError
from boardwright.core.grids import SquareGrid
from boardwright.core.position import Position
from boardwright.core.words import Word
from boardwright.games.minesweeper.analysis import analysis
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.difficulty import measure, summary
from boardwright.games.minesweeper.puzzles import LEVELS, generate
from saying import refused, told

from .boards import do, laid, plain
from .test_formats import opened

Code = tuple[str, dict[str, object]]


def coded(words: tuple[Word, ...]) -> list[Code]:
    """Words as their codes, without the game's name, and parameters."""
    for word in words:
        told(word, word.code)
    return [(word.code.removeprefix("minesweeper."), dict(word.params)) for word in words]


def found(text: str) -> list[Code]:
    """What analysis says of a typed position."""
    game, state = opened(text)
    result = analysis(game, game.observe(state))
    return coded((*result.problems, *result.facts))


# -- analysing


def test_the_chances_of_a_position_are_those_of_all_its_layouts() -> None:
    game, state = opened("mines 2/1##/###/##1")
    result = analysis(game, game.observe(state))
    assert result.overlay is not None
    near = SquareGrid(3, 3).neighbours()
    hidden = np.flatnonzero(state["shown"][0] >= HIDDEN).tolist()
    fitting = [
        mines
        for mines in combinations(hidden, 2)
        if all(sum(cell in mines for cell in near[number]) == 1 for number in (0, 8))
    ]
    assert result.numbers["layouts"] == len(fitting) == 6
    for cell in hidden:
        assert result.overlay.values[cell] == pytest.approx(sum(cell in mines for mines in fitting) / 6)
    assert (result.numbers["wins"], result.numbers["of"]) == (4, 6)


def test_what_is_certain_is_told_with_its_reason() -> None:
    assert found("mines 2/#####/11211") == [
        ("fact_layouts", {"layouts": "1"}),
        ("fact_certain", {"safe": 3, "mines": 2}),
        ("why_safe_pair", {"row": 0, "col": 0}),
        ("why_safe_pair", {"row": 0, "col": 2}),
        ("why_safe_pair", {"row": 0, "col": 4}),
        ("fact_win", {"won": 1, "layouts": 1, "percent": "100.0"}),
    ]


def test_many_certain_cells_are_counted_rather_than_told() -> None:
    facts = found("mines 1/1####/#####/#####")
    assert facts[1] == ("fact_certain", {"safe": 11, "mines": 0})
    assert ("fact_more", {"more": 3}) in facts
    assert len([code for code, _ in facts if code.startswith("why_")]) == 8


def test_before_the_first_move_every_cell_is_safe() -> None:
    game = plain(H=4, W=4, mine_count=4)
    result = analysis(game, game.observe(game.new()))
    assert result.overlay is not None
    assert set(result.overlay.values.values()) == {0.0}
    assert result.numbers["layouts"] == 1820
    assert "wins" not in result.numbers


def clash(*numbers: tuple[int, int, int]) -> Code:
    """Numbers that cannot all be right: each as its row, its column and itself."""
    words = [Word("minesweeper.problem_number", dict(zip(("row", "col", "number"), at))) for at in numbers]
    return "problem_clash", {"numbers": words}


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("mines 3/8#/##", [("problem_room", {"row": 0, "col": 0, "number": 8, "cells": 3})]),
        ("mines 1/3#/##", [("problem_least", {"least": 3, "mines": 1})]),
        ("mines 3/1#/##", [("problem_most", {"most": 1, "mines": 3})]),
        (
            "mines 2/00012/00F##/11###/#####",
            [("problem_few", {"row": 0, "col": 4, "number": 2, "cells": 1}), clash((0, 3, 1), (0, 4, 2))],
        ),
        (
            "mines 4/1#/4#/##",
            [("problem_many", {"row": 0, "col": 0, "number": 1, "mines": 2}), clash((0, 0, 1), (1, 0, 4))],
        ),
        ("mines 8/23#3#10/#####31/#33##3#", [("problem_between", {"mines": 8, "possible": [7, 9]})]),
    ],
)
def test_an_impossible_position_is_told_with_why(text: str, problems: list[Code]) -> None:
    assert found(text) == problems


def test_the_numbers_that_clash_are_no_more_than_needed() -> None:
    # Far from the clash there is a number that has nothing to do with it.
    assert found("mines 3/00012/00F##/11###/####1")[-1] == clash((0, 3, 1), (0, 4, 2))


def test_shares_are_never_shown_as_certain_unless_they_are() -> None:
    overlay = Overlay(Word("minesweeper.overlay"), {0: 0.0, 1: 0.001, 2: 0.5, 3: 0.9999, 4: 1.0})
    assert [overlay.shown(cell) for cell in range(5)] == ["0", "1", "50", "99", "100"]
    assert Overlay(Word("minesweeper.overlay"), {0: 2.5}, share=False).shown(0) == "2.5"
    assert Overlay(Word("minesweeper.overlay"), {0: -0.0}, share=False).shown(0) == "0"


# -- explaining


def test_an_agent_says_whether_its_move_is_certain() -> None:
    game, state = opened("mines 2/#####/11211")
    assert explained(game, state).certain
    game, state = opened("mines 2/1##/###/##1")
    assert not explained(game, state).certain
    assert explained(game, game.new()).certain  # the first cell is safe by the rules
    game, state = opened("mines 2/1##/###/##1")
    resigned = boardwright.agent("rules", game).explain(Turn(game, state, 0, np.random.default_rng(0)))
    assert (resigned.action, resigned.certain) == (RESIGN, False)


def explained(game, state):
    return boardwright.agent("solver", game).explain(Turn(game, state, 0, np.random.default_rng(0)))


def test_a_plain_press_reveals_the_other_flags_and_a_flag_guards_its_cell() -> None:
    game, state = laid("*..\n...\n..*")
    view = game.view(do(game, state, "reveal 0 1", "flag 0 0"), 0)
    presses = {choice.text: choice.press for choice in view.choices}
    assert (presses["reveal 0 2"], presses["flag 0 2"]) == ("primary", "secondary")
    assert (presses["reveal 0 0"], presses["flag 0 0"]) == (None, "secondary")
    assert presses["chord 0 1"] is None


# -- measuring


@pytest.mark.parametrize(
    ("picture", "bbbv", "openings"),
    [
        ("*..\n...\n...", 1, 1),
        ("..*.\n*...\n..**\n....", 9, 1),
        (".*.\n*.*\n.*.", 5, 0),
        ("...*...", 2, 2),
        ("*.....*\n.......\n*.....*", 3, 1),
    ],
)
def test_3bv_counts_openings_and_numbers_that_no_opening_shows(picture: str, bbbv: int, openings: int) -> None:
    game, state = laid(picture)
    measured = measure(state["mine"][0], state["shown"][0], game.params["near"][0])
    assert (measured.bbbv, measured.openings, measured.done) == (bbbv, openings, 0)


def test_the_clicks_that_3bv_counts_win_the_game() -> None:
    game, state = laid("..*.\n*...\n..**\n....")
    cells = ["3 0", "0 0", "0 1", "0 3", "1 1", "1 2", "1 3", "3 2", "3 3"]
    state = do(game, state, *(f"reveal {cell}" for cell in cells))
    assert state["returns"][0, 0] == 1
    assert coded(summary(game, state)) == [
        ("measure", {"bbbv": 9, "openings": 1}),
        ("efficiency", {"done": 9, "bbbv": 9, "clicks": 9, "percent": "100"}),
    ]


def test_flags_are_clicks_and_a_lost_game_counts_what_was_done() -> None:
    game, state = laid("..*.\n*...\n..**\n....")
    state = do(game, state, "flag 0 2", "reveal 3 0", "reveal 2 2")
    assert coded(summary(game, state))[1] == ("efficiency", {"done": 1, "bbbv": 9, "clicks": 3, "percent": "33"})
    assert summary(game, game.new()) == ()


# -- generating


@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_is_finished_without_a_guess_by_its_reasoning(level: str) -> None:
    game = plain(H=6, W=6, mine_count=6)
    puzzle = generate(game, level, (1, 2), seed=5, number=0)
    position = Position.replay(game, puzzle.history)
    assert position.history[0].action == 1 * 6 + 2
    # The agent of that name reasons alike; what it opens is never a mine, and it always finds something.
    agent = boardwright.agent(level, game)
    while position.to_move is not None:
        explanation = agent.explain(Turn(game, position.state, 0, np.random.default_rng(0)))
        assert explanation.certain
        position.push(explanation.action)
    assert position.outcome is not None
    assert position.outcome.returns == (1.0,)
    assert puzzle.numbers["bbbv"] > 0
    assert puzzle.numbers["enough"] in LEVELS


def test_puzzles_come_from_the_seed_and_their_number() -> None:
    game = plain(H=5, W=5, mine_count=4)
    first = generate(game, "subset", (2, 2), seed=1, number=0)
    assert generate(game, "subset", (2, 2), seed=1, number=0) == first
    assert generate(game, "subset", (2, 2), seed=1, number=1).history != first.history
    assert generate(game, "subset", (2, 2), seed=2, number=0).history != first.history


def test_what_cannot_be_generated_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = plain(H=3, W=3, mine_count=4)
    with refused(ConfigError, "config_value", path="level", value="magic"):
        generate(game, "magic", (0, 0), seed=0, number=0)
    with refused(FormatError, "minesweeper.off_board", row=3, col=0):
        generate(game, "rules", (3, 0), seed=0, number=0)
    monkeypatch.setattr("boardwright.games.minesweeper.puzzles.MOST_TRIES", 16)
    crowded = plain(H=4, W=4, mine_count=9, guarantee_safe_neighborhood=False)
    with refused(FormatError, "minesweeper.no_puzzle", level="rules", rows=4, cols=4, mines=9):
        generate(crowded, "rules", (0, 0), seed=0, number=0)
