"""A match in sentences: who moves, the board with its guide, the moves, and the rules from the game's own documents."""

from __future__ import annotations

import boardwright
from boardwright.core import prose, rules_text
from boardwright.core.board_guide import guide
from boardwright.core.position import Position
from boardwright.core.view import Outcome
from boardwright.core.words import Word, say


def test_a_position_says_whose_move_it_is_and_what_to_type() -> None:
    position = Position(boardwright.load("tic_tac_toe"))
    first = position.view()
    how = guide(first.board, first.choices)
    position.push(4)
    yours, theirs = (prose.position(position.view(player), how).split("\n\n") for player in (1, 0))
    assert yours[:2] == [str(Word("prose_your_turn", {"you": 1, "ply": 1})), "0 1 2\n3 X 5\n6 7 8"]
    assert theirs[0] == str(Word("prose_their_turn", {"you": 0, "player": 1, "ply": 1}))
    for action in (0, 3, 1, 5):
        position.push(action)
    assert prose.position(position.view(0), how).startswith(str(Word("prose_over", {"you": 0, "ply": 5})))


def test_rows_and_columns_are_named_where_a_board_has_no_labels() -> None:
    position = Position(boardwright.load("minesweeper"), seed=1)
    view = position.view()
    lines = prose.position(view, guide(view.board, view.choices)).splitlines()
    assert lines[2] == "0 # # # # # # # #"
    assert "  0 1 2 3 4 5 6 7" in lines
    panel = [str(Word(f"minesweeper.panel.{column}")) for column in ("mines_left", "safe_left", "moves")]
    assert " | ".join(panel) in lines


def test_moves_are_listed_and_the_rest_is_counted() -> None:
    choices = Position(boardwright.load("tic_tac_toe")).view().choices
    assert prose.moves(choices, 3) == "0, 1, 2, ... (+6)"
    assert prose.moves(choices[:2]) == "0, 1"


def test_a_result_is_said_to_its_reader() -> None:
    def words(returns: tuple[float, ...], you: int | None, truncated: bool = False) -> list[Word]:
        outcome = Outcome(returns=returns, truncated=truncated)
        return list(prose.result(outcome, 9, you, lambda player: f"Player {player + 1}"))

    assert words((1.0, -1.0), 0) == [Word("play_you_win")]
    assert words((1.0, -1.0), 1) == words((1.0, -1.0), None) == [Word("play_wins", {"player": "Player 1"})]
    assert words((0.0, 0.0), 0, truncated=True) == [Word("play_limit", {"plies": 9}), Word("play_draw")]
    ends = [words((value,), 0)[0] for value in (1.0, -1.0, 0.0)]
    assert ends == [Word("play_you_win"), Word("play_you_lose"), Word("play_over")]


def test_the_rules_have_guide_facts_moves_and_refusals() -> None:
    text = rules_text.rules(boardwright.load("tic_tac_toe"))
    facts = [Word("rules_players", {"players": 2}), Word("rules_open"), Word("rules_limit", {"plies": 9})]
    kind = Word("rules_kind", {"form": "mark <cell>", "examples": ["`0`", "`1`", "`2`"]})
    refusal = say(Word("tic_tac_toe.off_board", {"cell": "<cell>"}))
    for part in (
        f"# {Word('tic_tac_toe.title')}",
        f"## {Word('rules_facts')}\n\n" + "\n".join(f"* {fact}" for fact in facts),
        "\n* size: 3\n",
        f"## {Word('rules_moves')}\n\n* {kind}",
        f"## {Word('rules_refusals')}\n\n* {refusal}",
    ):
        assert part in text
    hidden = rules_text.rules(boardwright.load("minesweeper"))
    assert f"* {Word('rules_chance')}\n* {Word('rules_hidden')}" in hidden


def test_a_game_without_a_guide_says_so(toy) -> None:
    assert str(Word("rules_no_guide")) in rules_text.rules(toy("hide"))
