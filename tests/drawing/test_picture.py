"""Boards as pictures: the SVG has everything on the board, and pixels come from the same shapes."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

import boardwright
from boardwright.core.analysis import Overlay
from boardwright.core.position import Position
from boardwright.core.view import Board, Cell, Edge, Piece, View, square_board
from boardwright.core.words import Word
from boardwright.drawing import colours, picture
from boardwright.drawing.geometry import CELL
from boardwright.drawing.picture import pixels, svg

SVG = "{http://www.w3.org/2000/svg}"


def tic_tac_toe() -> View:
    position = Position(boardwright.load("tic_tac_toe"))
    for action in (4, 0, 8):
        position.push(action)
    return position.view()


def minesweeper() -> View:
    position = Position(boardwright.load("minesweeper", "small"), seed=3)
    position.push(0)
    position.push(64 + 7)
    return position.view()


def quoridor() -> View:
    position = Position(boardwright.load("quoridor"))
    for move in ("e2", "e8", "e3h", "d6v", "b4h"):
        position.push_text(move)
    return position.view()


def skirmish() -> View:
    position = Position(boardwright.load("skirmish", "small"), seed=1)
    for _ in range(8):
        position.push(position.legal_actions[0])
    return position.view()


GAMES = {"tic_tac_toe": tic_tac_toe, "minesweeper": minesweeper, "quoridor": quoridor, "skirmish": skirmish}


@pytest.fixture(params=GAMES)
def view(request: pytest.FixtureRequest) -> View:
    return GAMES[request.param]()


def groups(text: str) -> Counter[str]:
    """The groups of an SVG, by each of their names."""
    root = ElementTree.fromstring(text)
    return Counter(name for group in root.iter(f"{SVG}g") for name in group.attrib["class"].split())


def texts(text: str) -> Counter[str]:
    return Counter(label.text or "" for label in ElementTree.fromstring(text).iter(f"{SVG}text"))


def expected(board: Board) -> Counter[str]:
    """The groups that a board's SVG must have."""
    names = Counter({"cell": len(board.cells), "piece": len(board.pieces), "edge": len(board.edges)})
    names["coordinate"] = len(board.row_labels) + len(board.col_labels)
    names["text"] = sum(bool(cell.text) for cell in board.cells)
    names.update(mark for cell in board.cells for mark in cell.marks)
    for piece in board.pieces:
        names["unowned" if piece.owner is None else f"owner-{piece.owner}"] += 1
    return +names


def missing(text: str, board: Board) -> Counter[str]:
    return expected(board) - groups(text)


def test_everything_on_a_board_is_in_its_svg(view: View) -> None:
    drawn = svg(view)
    assert not missing(drawn, view.board)
    labels = [*view.board.row_labels, *view.board.col_labels, *(cell.text for cell in view.board.cells if cell.text)]
    # Crosses, rings, flags and mines are drawn rather than written.
    labels += [piece.symbol for piece in view.board.pieces if piece.kind not in {"mark", "flag", "mine"}]
    assert texts(drawn) == Counter(labels)
    assert svg(view) == drawn == svg(view.board)


def test_a_piece_that_is_left_out_is_noticed(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = picture._pieces

    def all_but_one(*arguments: object) -> list[object]:
        return list(whole(*arguments))[1:]

    monkeypatch.setattr(picture, "_pieces", all_but_one)
    assert missing(svg(view), view.board)["piece"] == 1


def test_each_game_has_what_it_is_known_by() -> None:
    assert groups(svg(tic_tac_toe()))["owner-1"] == 1
    mines = groups(svg(minesweeper()))
    assert mines["hidden"] > 20
    assert mines["flag"] == 1
    walls = groups(svg(quoridor()))
    assert (walls["edge"], walls["wall"], walls["pawn"]) == (3, 3, 2)
    battle = skirmish()
    hexes = groups(svg(battle))
    assert hexes["wall"] == sum("wall" in cell.marks for cell in battle.board.cells) > 0
    assert hexes["piece"] == len(battle.board.pieces) > 0
    assert f"<title>{battle.board.pieces[0].label}</title>" in svg(battle)


def face(drawn: np.ndarray, cell: Cell, share: float = 0.3) -> tuple[int, ...]:
    """The colour of a square cell, off its middle."""
    x, y = (round(CELL * (0.25 + at + 0.5 + share)) for at in (cell.col, cell.row))
    return tuple(drawn[y, x].tolist())


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def test_pixels_show_hidden_cells_and_walls() -> None:
    marks = [("hidden",), ("open",), ("wall",), (), ("struck", "hidden"), ("last",)]
    board = square_board(1, 6, marks=marks)
    seen = [face(pixels(board), cell) for cell in board.cells]
    names = ["hidden", "open", "wall", None, "struck", "last"]
    assert seen == [rgb(colours.FACES[name] if name else colours.FACE) for name in names]
    assert len(set(seen)) == 6


def test_what_is_wrong_is_crossed_out() -> None:
    flag = Piece(cell=0, kind="flag", owner=None, symbol="F")
    right, wrong = (
        pixels(square_board(1, 1, pieces=[flag], marks=[marks])) for marks in (("flagged",), ("flagged", "wrong"))
    )
    assert (wrong == rgb(colours.DANGER)).all(axis=2).sum() > 40
    assert not (right == rgb(colours.DANGER)).all(axis=2).any()


def test_pixels_show_pieces_by_owner_and_hexes_half_a_cell_lower() -> None:
    cells = tuple(Cell(row=0, col=col, text="7" if col == 2 else "") for col in range(3))
    pieces = tuple(Piece(cell=owner, kind="stone", owner=owner, symbol="ab"[owner]) for owner in range(2))
    hexes = pixels(Board(kind="hex", rows=1, cols=3, cells=cells, pieces=pieces))
    squares = pixels(Board(kind="square", rows=1, cols=3, cells=cells, pieces=pieces))
    assert hexes.shape[0] > squares.shape[0]
    for owner in range(2):
        assert (squares == rgb(colours.OWNERS[owner])).all(axis=2).sum() > CELL


def test_pixels_show_what_stands_between_cells_and_the_names_beside_the_board() -> None:
    cells = tuple(Cell(row=1 - cell // 2, col=cell % 2) for cell in range(4))
    bare = {"kind": "square", "rows": 2, "cols": 2, "cells": cells}
    wall = Edge(sides=((0, 2), (1, 3)), kind="wall", owner=0)
    drawn = pixels(Board.model_validate({**bare, "edges": [wall]}))
    # One unbroken bar, half-way down, over both columns; the corners beyond its ends stay free.
    margin = CELL // 4
    middle = drawn[margin + CELL]
    across = (middle == rgb(colours.OWNERS[0])).all(axis=1).nonzero()[0]
    assert across.tolist() == list(range(across[0], across[-1] + 1))
    assert margin < across[0] < margin + CELL // 4
    assert len(across) > 2 * CELL - CELL // 2
    marked = pixels(Board.model_validate({**bare, "edges": [wall.model_copy(update={"marks": ("last",)})]}))
    assert (marked != drawn).any()
    named = pixels(Board.model_validate({**bare, "row_labels": ["2", "1"], "col_labels": ["a", "b"]}))
    assert named.shape == (drawn.shape[0] + CELL // 2, drawn.shape[1] + CELL // 2, 3)
    hexes = Board(kind="hex", rows=1, cols=2, cells=cells[:2], edges=(Edge(sides=((0, 1),), kind="wall"),))
    assert (pixels(hexes) == rgb(colours.UNOWNED)).all(axis=2).sum() > CELL


def test_an_overlay_colours_its_cells_and_writes_its_numbers() -> None:
    board = square_board(1, 3, pieces=[Piece(cell=2, kind="flag", owner=None, symbol="F")], marks=[("hidden",)] * 3)
    overlay = Overlay(Word("play_you"), {0: 0.0, 2: 1.0})
    drawn = pixels(board, overlay)
    low, bare, high = (face(drawn, cell, 0.4) for cell in board.cells)
    assert (low, bare, high) == (rgb(colours.HEAT[0]), rgb(colours.FACES["hidden"]), rgb(colours.HEAT[-1]))
    assert texts(svg(board, overlay)) == Counter(["0", "100"])
    assert groups(svg(board, overlay))["flag"] == 1


def test_signs_and_names_are_escaped() -> None:
    piece = Piece(cell=0, kind='a "b"', owner=None, symbol="<&", label="<b>")
    drawn = svg(square_board(1, 1, pieces=[piece]))
    assert texts(drawn) == Counter(["<&"])
    assert groups(drawn)["a--b-"] == 1
    assert ElementTree.fromstring(drawn).find(f".//{SVG}title").text == "<b>"


def test_pieces_of_one_cell_stand_side_by_side() -> None:
    pieces = [Piece(cell=0, kind="stone", owner=owner, symbol="") for owner in range(4)]
    drawn = pixels(square_board(1, 1, pieces=pieces))
    assert [(drawn == rgb(colour)).all(axis=2).sum() > 20 for colour in colours.OWNERS] == [True] * 4


def test_a_board_without_cells_is_a_margin() -> None:
    assert pixels(Board(kind="square", rows=0, cols=0, cells=())).shape == (CELL // 2, CELL // 2, 3)


def test_a_scale_of_colours_goes_from_end_to_end() -> None:
    scale = ("#000000", "#ffffff", "#ff0000")
    assert [colours.blend(scale, share) for share in (-1, 0, 0.25, 0.5, 1, 2)] == [
        "#000000", "#000000", "#808080", "#ffffff", "#ff0000", "#ff0000",
    ]  # fmt: skip
    assert [colours.is_dark(colour) for colour in scale] == [True, False, False]
