"""Sheets: boards in files, squares and hexes, with and without numbers, several beside each other."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from boardwright.core import registry
from boardwright.core.analysis import Overlay, Route, difference
from boardwright.core.errors import HistoryError
from boardwright.core.view import Board, Cell, Edge, Piece, square_board
from boardwright.core.words import Word
from boardwright.drawing import heat
from boardwright.drawing.picture import require, save
from boardwright.drawing.routes import BestMove
from boardwright.drawing.sheet import Panel, sheet

TITLE = Word("play_you")
WALL = Edge(sides=((0, 1), (3, 4)), kind="wall")
WALLED = square_board(3, 3).model_copy(update={"edges": (WALL,), "row_labels": ("c", "b", "a")})
HEXES = Board(kind="hex", rows=2, cols=3, cells=tuple(Cell(row=n // 3, col=n % 3) for n in range(6)))


@pytest.mark.parametrize(
    ("board", "overlay"),
    [
        (square_board(3, 3, texts=["1", *[""] * 8]), None),
        (square_board(3, 3, pieces=[Piece(cell=4, kind="flag", owner=None, symbol="F")]), Overlay(TITLE, {4: 0.5})),
        (square_board(2, 2), Overlay(TITLE, {0: 3, 1: 7}, share=False)),
        (square_board(2, 2), Overlay(TITLE, {0: 3}, share=False)),
        (HEXES, Overlay(TITLE, {0: 0.1, 5: 0.9})),
        (WALLED, None),
    ],
    ids=["plain", "flag", "counts", "one count", "hexes", "walls"],
)
def test_any_board_can_be_drawn(board: Board, overlay: Overlay | None, tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    save(sheet(board, [Panel("", overlay)], TITLE), path)
    with Image.open(path) as drawn:
        assert min(drawn.size) > 200


EXACT = Overlay(TITLE, {0: 0.0, 1: 0.25, 2: 1.0})


def test_what_is_set_beside_itself_differs_by_nothing() -> None:
    same = difference(TITLE, EXACT, EXACT)
    assert dict(same.values) == {0: 0.0, 1: 0.0, 2: 0.0}
    assert [same.shown(cell) for cell in same.values] == ["0", "0", "0"]
    # The scale keeps its least range, so that a tiny difference does not look large.
    assert heat.span(same) == (-heat.FAINTEST, heat.FAINTEST)


def test_differences_have_a_sign_and_a_scale_as_far_below_nothing_as_above() -> None:
    other = Overlay(TITLE, {0: 0.3, 1: 0.25, 2: 0.2, 3: 0.5})
    overlay = difference(TITLE, other, EXACT)
    assert [overlay.shown(cell) for cell in overlay.values] == ["+30", "0", "\N{MINUS SIGN}80"]
    assert heat.span(overlay) == pytest.approx((-0.8, 0.8))


@pytest.mark.parametrize("board", [square_board(2, 2), square_board(10, 20), HEXES], ids=["square", "wide", "hexes"])
def test_boards_are_drawn_beside_each_other_or_above_where_they_are_wide(board: Board, tmp_path: Path) -> None:
    path = tmp_path / "three.png"
    panels = [Panel(TITLE, EXACT), Panel(TITLE, EXACT), Panel(TITLE, difference(TITLE, EXACT, EXACT))]
    save(sheet(board, panels, TITLE, TITLE), path)
    with Image.open(path) as drawn:
        assert min(drawn.size) > 200
        assert (drawn.width > drawn.height) == (board.cols < 20)


@pytest.mark.parametrize("name", ["board.png", "board.svg"])
def test_where_it_cannot_be_written_that_is_said(name: str, tmp_path: Path) -> None:
    drawn = sheet(square_board(1, 1), [Panel("", None)], TITLE)
    with pytest.raises(HistoryError, match="absent"):
        save(drawn, tmp_path / "absent" / name)
    with pytest.raises(HistoryError, match="absent"):
        require(tmp_path / "absent" / name)
    require(tmp_path / name)


def test_a_sheet_says_what_its_colours_mean(tmp_path: Path) -> None:
    registry.load("minesweeper")  # whose words a test alone would not have
    board = square_board(1, 3, marks=[("hidden",)] * 3)
    panels = [Panel("here", EXACT), Panel("there", difference(TITLE, EXACT, EXACT))]
    save(sheet(board, panels, Word("minesweeper.title"), Word("play_you")), tmp_path / "sheet.svg")
    root = ElementTree.fromstring((tmp_path / "sheet.svg").read_text(encoding="utf-8"))
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Minesweeper", "here", "there", "0", "25", "100", "50", "\N{MINUS SIGN}10", "+10"} <= set(texts)
    # The numbers of rows and columns, and of the cells; titles of both scales and the note below.
    assert texts.count("2") == 2
    assert texts.count(str(TITLE)) == 3
    assert sum(group.get("class") == "scale" for group in root) == 2


def groups_of(panel: Panel, tmp_path: Path) -> list[str]:
    save(sheet(WALLED, [panel], TITLE), tmp_path / "sheet.svg")
    root = ElementTree.fromstring((tmp_path / "sheet.svg").read_text(encoding="utf-8"))
    return [group.attrib["class"] for group in root.iter("{http://www.w3.org/2000/svg}g")]


def test_routes_and_the_best_move_are_drawn_and_explained(tmp_path: Path) -> None:
    routes = [Route(0, (6, 3, 0), TITLE), Route(1, (1, 4, 7), TITLE), Route(1, (8,), TITLE)]
    best = BestMove(TITLE, (3,), ())
    drawn = groups_of(Panel("", None, routes, best), tmp_path)
    # A route of one cell is no line.
    assert [drawn.count(name) for name in ("route owner-0", "route owner-1", "best cell", "key")] == [1, 1, 1, 4]
    wall = groups_of(Panel("", None, (), BestMove(TITLE, (), ((3, 6), (4, 7)))), tmp_path)
    assert [wall.count(name) for name in ("best edge", "best cell", "key")] == [1, 0, 1]
    assert not {"route", "best", "key"} & set(" ".join(groups_of(Panel("", None), tmp_path)).split())
