"""A match in sentences: who moves, the board with its guide, the moves, and the rules from the game's own documents."""

from __future__ import annotations

import boardwright
from boardwright.core import prose, rules_text
from boardwright.core.board_guide import guide
from boardwright.core.position import Position
from boardwright.core.view import Outcome


def test_a_position_says_whose_move_it_is_and_what_to_type() -> None:
    position = Position(boardwright.load("tic_tac_toe"))
    first = position.view()
    how = guide(first.board, first.choices)
    position.push(4)
    yours, theirs = (prose.position(position.view(player), how).split("\n\n") for player in (1, 0))
    assert yours[:2] == ["You are player 2. It is your move, at ply 1.", "0 1 2\n3 X 5\n6 7 8"]
    assert theirs[0] == "You are player 1. It is the move of player 2, at ply 1."
    for action in (0, 3, 1, 5):
        position.push(action)
    assert prose.position(position.view(0), how).startswith("You are player 1. The game is over at ply 5.")


def test_rows_and_columns_are_named_where_a_board_has_no_labels() -> None:
    position = Position(boardwright.load("minesweeper"), seed=1)
    view = position.view()
    lines = prose.position(view, guide(view.board, view.choices)).splitlines()
    assert lines[2] == "0 # # # # # # # #"
    assert "  0 1 2 3 4 5 6 7" in lines
    assert "mines left | safe cells left | moves" in lines


def test_moves_are_listed_and_the_rest_is_counted() -> None:
    choices = Position(boardwright.load("tic_tac_toe")).view().choices
    assert prose.moves(choices, 3) == "0, 1, 2, ... (+6)"
    assert prose.moves(choices[:2]) == "0, 1"


def test_a_result_is_said_to_its_reader() -> None:
    def words(returns: tuple[float, ...], you: int | None, truncated: bool = False) -> list[str]:
        outcome = Outcome(returns=returns, truncated=truncated)
        return [str(word) for word in prose.result(outcome, 9, you, lambda player: f"Player {player + 1}")]

    assert words((1.0, -1.0), 0) == ["You win."]
    assert words((1.0, -1.0), 1) == words((1.0, -1.0), None) == ["Player 1 wins."]
    assert words((0.0, 0.0), 0, truncated=True) == ["The limit of 9 plies has ended the game.", "It is a draw."]
    assert [words((value,), 0)[0] for value in (1.0, -1.0, 0.0)] == ["You win.", "You lose.", "The game is over."]


def test_the_rules_have_guide_facts_moves_and_refusals() -> None:
    text = rules_text.rules(boardwright.load("tic_tac_toe"))
    for part in (
        "# Tic-tac-toe",
        "## This game\n\n* 2 players.\n* Every player sees everything.\n* The game ends after at most 9 plies.",
        "\n* size: 3\n",
        "## Moves, as text\n\n* `mark <cell>`; legal at the start: `0`, `1`, `2`",
        "## Moves are refused with these reasons\n\n* There is no cell <cell>",
    ):
        assert part in text
    hidden = rules_text.rules(boardwright.load("minesweeper"))
    assert "* Chance decides some things.\n* Players see only a part of the position." in hidden


def test_a_game_without_a_guide_says_so(toy) -> None:
    assert "This game comes without a guide" in rules_text.rules(toy("hide"))
