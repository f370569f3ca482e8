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
from boardwright.core.words import LANGUAGES, Word, say
from boardwright.games.minesweeper.analysis import analysis
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.difficulty import measure, summary
from boardwright.games.minesweeper.puzzles import LEVELS, generate

from .boards import do, laid, plain
from .test_formats import opened


def sentences_of(text: str) -> list[str]:
    game, state = opened(text)
    result = analysis(game, game.observe(state))
    for word in (*result.facts, *result.problems):
        assert say(word, "fr") != say(word, "en")
    return [str(word) for word in (*result.problems, *result.facts)]


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
    assert sentences_of("mines 2/#####/11211") == [
        "Layouts of the mines that fit: 1.",
        "Cells that are certainly safe: 3; certainly mines: 2.",
        "Row 0, column 0 is safe: two numbers that share cells leave no mine for it.",
        "Row 0, column 2 is safe: two numbers that share cells leave no mine for it.",
        "Row 0, column 4 is safe: two numbers that share cells leave no mine for it.",
        "With best play this is won in 1 of 1 layout: 100.0 %.",
    ]


def test_many_certain_cells_are_counted_rather_than_told() -> None:
    sentences = sentences_of("mines 1/1####/#####/#####")
    assert sentences[1] == "Cells that are certainly safe: 11; certainly mines: 0."
    assert "And 3 more of the same kind." in sentences


def test_before_the_first_move_every_cell_is_safe() -> None:
    game = plain(H=4, W=4, mine_count=4)
    result = analysis(game, game.observe(game.new()))
    assert result.overlay is not None
    assert set(result.overlay.values.values()) == {0.0}
    assert result.numbers["layouts"] == 1820
    assert "wins" not in result.numbers


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("mines 3/8#/##", ["The number 8 at row 0, column 0 is too large: hidden cells around it: 3."]),
        ("mines 1/3#/##", ["Too few mines: the numbers need 3 at least, and the board has 1."]),
        ("mines 3/1#/##", ["Too many mines: there is place for 1 at most, and the board has 3."]),
        (
            "mines 2/00012/00F##/11###/#####",
            [
                "Too few mines around the number 2 at row 0, column 4: the other numbers leave place for 1.",
                "These numbers cannot all be right: the 1 at row 0, column 3, the 2 at row 0, column 4.",
            ],
        ),
        (
            "mines 4/1#/4#/##",
            [
                "Too many mines around the number 1 at row 0, column 0: the other numbers put 2 there.",
                "These numbers cannot all be right: the 1 at row 0, column 0, the 4 at row 1, column 0.",
            ],
        ),
        ("mines 8/23#3#10/#####31/#33##3#", ["No layout has exactly 8 mines: the numbers allow 7, 9."]),
    ],
)
def test_an_impossible_position_is_told_with_why(text: str, problems: list[str]) -> None:
    assert sentences_of(text) == problems


def test_the_numbers_that_clash_are_no_more_than_needed() -> None:
    # Far from the clash there is a number that has nothing to do with it.
    sentences = sentences_of("mines 3/00012/00F##/11###/####1")
    assert sentences[-1] == "These numbers cannot all be right: the 1 at row 0, column 3, the 2 at row 0, column 4."


def test_shares_are_never_shown_as_certain_unless_they_are() -> None:
    overlay = Overlay(Word("minesweeper.overlay"), {0: 0.0, 1: 0.001, 2: 0.5, 3: 0.9999, 4: 1.0})
    assert [overlay.shown(cell) for cell in range(5)] == ["0", "1", "50", "99", "100"]
    assert Overlay(Word("minesweeper.overlay"), {0: 2.5}, share=False).shown(0) == "2.5"


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
    assert [str(word) for word in summary(game, state)] == [
        "3BV 9: the fewest clicks that open this board without flags; openings: 1.",
        "Efficiency 100 %: 9 of 3BV 9 done in 9 clicks.",
    ]


def test_flags_are_clicks_and_a_lost_game_counts_what_was_done() -> None:
    game, state = laid("..*.\n*...\n..**\n....")
    state = do(game, state, "flag 0 2", "reveal 3 0", "reveal 2 2")
    assert str(summary(game, state)[1]) == "Efficiency 33 %: 1 of 3BV 9 done in 3 clicks."
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
    with pytest.raises(ConfigError, match="level"):
        generate(game, "magic", (0, 0), seed=0, number=0)
    with pytest.raises(FormatError, match="Row 3, column 0 is not on the board"):
        generate(game, "rules", (3, 0), seed=0, number=0)
    monkeypatch.setattr("boardwright.games.minesweeper.puzzles.MOST_TRIES", 16)
    crowded = plain(H=4, W=4, mine_count=9, guarantee_safe_neighborhood=False)
    with pytest.raises(FormatError) as caught:
        generate(crowded, "rules", (0, 0), seed=0, number=0)
    assert caught.value.code == "minesweeper.no_puzzle"


def test_every_word_for_people_is_in_both_languages() -> None:
    plain(H=2, W=2, mine_count=1)
    for language in LANGUAGES:
        assert say(Word("minesweeper.overlay"), language)
        assert say(Word("minesweeper.fact_wide"), language)
