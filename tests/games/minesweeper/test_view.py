"""The view: visible cells, and nothing hidden before the game is over."""

from __future__ import annotations

from boardwright.core.board_text import text_board
from boardwright.core.words import Word
from saying import told

from .boards import do, laid, plain


def test_mines_are_shown_only_once_the_game_is_over() -> None:
    game, state = laid("*..\n...\n..*")
    state = do(game, state, "flag 2 2", "flag 1 1", "reveal 0 1")
    view = game.view(state, 0)
    assert text_board(view.board) == "# 1 #\n# F #\n# # F"
    assert [(piece.cell, piece.kind) for piece in view.board.pieces] == [(4, "flag"), (8, "flag")]
    assert [cell.marks[0] for cell in view.board.cells[:2]] == ["hidden", "open"]
    assert view.board.cells[4].marks == ("flagged",)
    lost = game.view(do(game, state, "reveal 0 0"), 0)
    assert text_board(lost.board) == "* 1 #\n# F #\n# # F"
    assert lost.board.cells[0].marks == ("hidden", "mine", "struck")
    assert lost.board.cells[8].marks == ("flagged", "mine")
    assert lost.board.cells[4].marks == ("flagged", "wrong")


def test_flags_before_any_mine_is_laid_are_not_wrong() -> None:
    game = plain(H=3, W=3, mine_count=2, max_plies=1)
    view = game.view(do(game, game.new(), "flag 1 1"), 0)
    assert view.outcome is not None
    assert view.board.cells[4].marks == ("flagged",)
    assert view.summary == ()


def test_the_score_sheet_is_in_the_view_once_the_game_is_over() -> None:
    game, state = laid("..*.\n*...\n..**\n....")
    state = do(game, state, "flag 0 2", "reveal 3 0")
    assert game.view(state, 0).summary == ()
    measured, efficiency = game.view(do(game, state, "reveal 2 2"), 0).summary
    told(Word(measured.code, measured.params), "minesweeper.measure", bbbv=9)
    told(Word(efficiency.code, efficiency.params), "minesweeper.efficiency", percent="33", done=1, clicks=3)


def test_an_open_cell_without_mines_beside_it_has_no_text() -> None:
    game, state = laid("*..\n...\n...")
    board = game.view(do(game, state, "reveal 2 2"), 0).board
    assert [(cell.text, cell.marks) for cell in board.cells[:3]] == [
        ("", ("hidden", "mine")),
        ("1", ("open",)),
        ("", ("open",)),
    ]
    assert text_board(board) == "* 1 .\n1 1 .\n. . ."


def test_several_actions_share_a_cell() -> None:
    game, state = laid("*..\n...\n..*")
    view = game.view(do(game, state, "reveal 0 1", "flag 0 0"), 0)
    on = {cell: [choice.text for choice in view.choices if choice.cells == (cell,)] for cell in (0, 1)}
    assert on == {0: ["reveal 0 0", "flag 0 0"], 1: ["chord 0 1"]}


def test_the_panel_counts() -> None:
    game, state = laid("*..\n...\n..*")
    panel = game.view(do(game, state, "reveal 0 1", "flag 0 0"), 0).panels[0]
    assert panel.rows == (("1", "6", "2"),)
    for column in panel.columns:
        told(Word(column.code), column.code)


def test_the_title_is_a_word() -> None:
    title = laid("*.")[0].title
    assert isinstance(title, Word)
    told(title, "minesweeper.title")
