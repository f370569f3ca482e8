"""Boards for the terminal show what a person types, for any game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from io import StringIO

import pytest
from rich.console import Console

import boardwright
from boardwright.core import registry
from boardwright.core.analysis import Overlay
from boardwright.core.board_guide import cell_labels, guide
from boardwright.core.position import Position
from boardwright.core.view import Board, Cell, Choice, Panel, Piece, Text, square_board
from boardwright.core.words import Word, say
from boardwright.drawing.terminal import OWNERS, STRUCK, draw, heat, ranks, symbol
from boardwright.drawing.terminal_panels import table


@pytest.fixture
def toy(plain_python: None) -> Iterator[object]:
    names = []

    def start(name, seed=1):
        names.append(registry.register(import_module(f"toys.{name}").DEFINITION).name)
        return Position(boardwright.load(name), seed=seed)

    yield start
    for name in names:
        registry.forget(name)


def drawn_text(position, last=()):
    view = position.view()
    return draw(view.board, view.choices, how=guide(view.board, view.choices), last=last)


def test_tic_tac_toe_shows_in_each_empty_cell_the_number_that_plays_there():
    position = Position(boardwright.load("tic_tac_toe"))
    position.push(4)
    position.push(0)
    assert drawn_text(position, last=(0,)).plain.splitlines() == [
        "┌───┬───┬───┐",
        "│[O]│ 1 │ 2 │",
        "├───┼───┼───┤",
        "│ 3 │ X │ 5 │",
        "├───┼───┼───┤",
        "│ 6 │ 7 │ 8 │",
        "└───┴───┴───┘",
    ]


def test_connect_four_shows_the_columns_above_the_board():
    position = Position(boardwright.load("connect_four"))
    lines = drawn_text(position).plain.splitlines()
    assert lines[0].split() == [str(column) for column in range(7)]
    assert lines[2] == "│ · │ · │ · │ · │ · │ · │ · │"


def test_pieces_have_the_colour_of_their_owner_and_hints_are_faint():
    position = Position(boardwright.load("tic_tac_toe"))
    position.push(4)
    position.push(0)
    text = drawn_text(position)
    styles = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert styles["X"] == "bold cyan"
    assert styles["O"] == "bold yellow"
    assert styles["8"] == "dim"


def test_hexes_in_odd_columns_stand_half_a_hex_lower(toy):
    position = toy("pairs")
    position.push(1)
    assert drawn_text(position, last=(1,)).plain.splitlines() == [
        "  0   1   2   3   4   5",
        " ___     ___     ___",
        "/ · \\___/ · \\___/ · \\___",
        "\\___/[a]\\___/ · \\___/ · \\",
        "    \\___/   \\___/   \\___/",
    ]


def test_cells_that_actions_name_by_number_show_it(toy):
    position = toy("deploy")
    position.push_text("deploy_unit 2 1")
    assert drawn_text(position).plain.splitlines()[1] == "│ 0 │ 2 │ 2 │ 3 │"


def test_what_is_written_on_a_cell_is_shown_and_a_lone_cell_has_no_rulers(toy):
    assert drawn_text(toy("pig")).plain.splitlines() == ["┌───┐", "│ 0 │", "└───┘"]
    assert "│ ? │ ? │" in drawn_text(toy("peek")).plain


def test_what_stands_between_cells_is_drawn_in_gaps_with_the_names_of_rows_and_columns(toy):
    position = toy("fences")
    position.push_text("0 0 0")
    position.push_text("1 1 1")
    drawn = drawn_text(position)
    assert drawn.plain.splitlines() == [
        "3  ·   · ║ ·",
        "         ║",
        "2  ·   · ║ ·",
        "  ━━━━━━━",
        "1  ·   ·   ·",
        "   a   b   c",
    ]
    styles = {drawn.plain[span.start : span.end]: str(span.style) for span in drawn.spans}
    assert (styles["━"], styles["║"]) == (OWNERS[0], OWNERS[1])


def test_panels_are_small_tables(toy):
    file = StringIO()
    console = Console(width=80, file=file)
    console.print(table(toy("pig").view().panels[0]))
    bare = Panel(title=Text(code="play_you"), columns=(), rows=(("7", "8"),))
    console.print(table(bare))
    output = file.getvalue()
    assert "Nothing to hold yet: roll first." in output
    assert "│ 7 │ 8 │" in output


def test_a_large_board_goes_without_lines_and_has_both_rulers():
    pieces = [Piece(cell=13, kind="man", owner=0, symbol="A"), Piece(cell=143, kind="rock", owner=None, symbol="B")]
    lines = draw(square_board(12, 12, pieces=pieces), last=(13,)).plain.splitlines()
    assert lines[0].split() == [str(column) for column in range(12)]
    assert lines[2].split()[:3] == ["1", "·", "[A]"]
    assert lines[12].split()[-1] == "B"
    assert max(len(line) for line in lines) < 80


def test_wide_hexes_lose_their_outlines_before_they_break_the_line():
    cells = tuple(Cell(row=row, col=col) for row in range(2) for col in range(25))
    board = Board(kind="hex", rows=2, cols=25, cells=cells)
    assert "/" in draw(board, width=140).plain
    assert "/" not in draw(board, width=100).plain


def test_marks_are_seen():
    cells = (
        Cell(row=0, col=0, marks=("wall",)),
        Cell(row=0, col=1, marks=("goal",)),
        Cell(row=0, col=2, marks=("last",)),
        Cell(row=0, col=3, marks=("odd",)),
    )
    board = Board(kind="square", rows=1, cols=4, cells=cells)
    assert draw(board).plain.splitlines()[2] == "0 │ # │ * │[·]│ · │"


def test_a_cell_with_a_text_and_an_action_shows_both():
    view = Position(boardwright.load("tic_tac_toe")).view()
    board = square_board(3, 3, texts=["?"] * 9)
    assert "│ ? 4 │" in draw(board, view.choices, how="cells").plain


def test_a_player_is_known_by_a_letter_if_all_the_pieces_have_the_same():
    pieces = [Piece(cell=0, kind="man", owner=0, symbol="m"), Piece(cell=1, kind="king", owner=0, symbol="K")]
    assert symbol(square_board(2, 2, pieces=pieces), 0) == ""
    assert symbol(square_board(2, 2, pieces=pieces[:1]), 0) == "m"
    assert symbol(square_board(2, 2), 0) == ""


def test_a_board_too_wide_for_the_screen_stands_close_with_upright_numbers():
    cells = [("3", ("open",)), ("", ("hidden",)), ("", ("open",))] * 10
    board = square_board(1, 30, texts=[text for text, _ in cells], marks=[marks for _, marks in cells])
    lines = draw(board, last=(1,), width=80).plain.splitlines()
    assert lines[0].split() == ["1"] * 10 + ["2"] * 10
    assert lines[1].split()[:11] == [str(col % 10) for col in range(11)]
    assert lines[2].startswith("0  3 ■   3 ■")
    assert "[" not in lines[2]
    styled = draw(board, last=(1,), width=80)
    at = styled.plain.index("■")
    assert any(span.start <= at < span.end and "reverse" in str(span.style) for span in styled.spans)


def test_open_numbers_hidden_cells_flags_and_the_mine_that_was_struck_have_colours():
    pieces = [
        Piece(cell=1, kind="flag", owner=None, symbol="F"),
        Piece(cell=2, kind="mine", owner=None, symbol="*"),
        Piece(cell=3, kind="mine", owner=None, symbol="*"),
    ]
    marks = [("open",), ("flagged",), ("hidden", "mine"), ("hidden", "mine", "struck"), ("hidden",), ("open",)]
    board = square_board(1, 6, pieces=pieces, texts=["2", "", "", "", "", ""], marks=marks)
    drawn = draw(board)
    assert drawn.plain.splitlines()[2] == "0 │ 2 │ F │ * │ * │ ■ │   │"
    line = drawn.plain.index("0 │ 2")
    styles = {span.start - line: str(span.style) for span in drawn.spans}
    assert [styles[4 + 4 * cell] for cell in range(5)] == ["green", "bold red", "bold red", STRUCK, "dim"]


def test_an_overlay_is_written_over_the_cells():
    board = square_board(2, 2, texts=["1", "", "", ""], marks=[("open",), *[("hidden",)] * 3])
    overlay = Overlay(Word("play_you"), {1: 0.0, 2: 0.25, 3: 1.0})
    lines = draw(board, over=heat(board, overlay)).plain.splitlines()
    assert lines[2] == "0 │  1   │  0%  │"
    assert lines[4] == "1 │ 25%  │ 100% │"
    assert [style for _, style in heat(board, overlay).values()] == ["bold green", "yellow", "bold red"]
    counts = Overlay(Word("play_you"), {0: 7}, share=False)
    assert heat(board, counts) == {0: ("7", "")}
    assert heat(board, overlay, width=10)[2][0] == "25"


def test_the_best_moves_of_an_agent_are_numbered_on_the_board():
    view = Position(boardwright.load("tic_tac_toe")).view()
    marked = ranks(view.board, view.choices, [4, 0, 8])
    assert {cell: text for cell, (text, _) in marked.items()} == {4: "#1", 0: "#2", 8: "#3"}


def test_who_acts_what_it_reaches_and_whom_it_can_attack_is_seen_without_colours():
    marks = [("active",), ("reach",), ("goal", "far"), ("held1", "goal", "reach"), ("target",), ("held0", "goal")]
    pieces = [
        Piece(cell=0, kind="unit", owner=0, symbol="A"),
        Piece(cell=4, kind="unit", owner=1, symbol="b"),
    ]
    assert draw(square_board(1, 6, pieces=pieces, marks=marks)).plain.splitlines()[2] == (
        "0 │<A> │ +  │ *~ │ 2+ │!b! │ 1  │"
    )


def test_what_acts_is_shown_before_the_last_move():
    assert draw(square_board(1, 2, marks=[("active",), ()]), last=(0, 1)).plain.splitlines()[2] == "0 │<·>│[·]│"


def test_a_value_of_a_table_may_have_to_be_translated(monkeypatch):
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    panel = Panel(title=Text(code="play_you"), columns=(Text(code="play_you"),), rows=((Text(code="play_you"),),))
    out = StringIO()
    Console(file=out, width=40).print(table(panel))
    assert say(Word("play_you"), "fr") != say(Word("play_you"), "en")
    assert out.getvalue().count(say(Word("play_you"), "fr")) == 3


def choices(texts, semantic="cell"):
    return [
        Choice(action=n, semantic={"kind": "put", semantic: n}, text=text, cells=(n,)) for n, text in enumerate(texts)
    ]


def test_cells_have_the_names_of_the_notation_and_no_numbers():
    board = square_board(1, 2)
    named = choices(["a1", "b1"])
    assert guide(board, named) == "cells"
    assert cell_labels(board, named) == {0: "a1", 1: "b1"}
    long = choices(["first cell", "second cell"])
    assert guide(board, long) == "rulers"
    numbered = choices(["put 0", "put 1"])
    assert (guide(board, numbered), cell_labels(board, numbered)) == ("cells", {0: "0", 1: "1"})
