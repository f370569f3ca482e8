"""What a player must see of a position, field by field, from what people are shown: texts, pieces, marks and panels.

A field is a list of boards of whole numbers, [rows][cols]; a number of the whole game stands in every cell of one.
Loops over cells, in plain Python: nothing here reads the state's fields, the layout or the rules' tables.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import Board

Plane = list[list[int]]
Fields = dict[str, list[Plane]]


def blank(rows: int, cols: int, value: int = 0) -> Plane:
    return [[value] * cols for _ in range(rows)]


def owned(board: Board, owner: int) -> Plane:
    """1 where a player has a piece."""
    plane = blank(board.rows, board.cols)
    for piece in board.pieces:
        if piece.owner == owner:
            plane[board.cells[piece.cell].row][board.cells[piece.cell].col] = 1
    return plane


def tic_tac_toe(game: Game, state: Array, player: int) -> Fields:
    board = game.view(state, player).board
    return {"planes": [owned(board, player), owned(board, 1 - player)]}


def connect_four(game: Game, state: Array, player: int) -> Fields:
    board = game.view(state, player).board
    return {"own": [owned(board, player)], "other": [owned(board, 1 - player)]}


def minesweeper(game: Game, state: Array, player: int) -> Fields:
    """The codes of cells, 9 for a hidden and 10 for a flagged one."""
    view = game.view(state, player)
    cells = blank(view.board.rows, view.board.cols)
    for cell in view.board.cells:
        code = 9 if "hidden" in cell.marks else 10 if "flagged" in cell.marks else int(cell.text or 0)
        cells[cell.row][cell.col] = code
    left = int(str(view.panels[0].rows[0][0]))
    return {"cells": [cells], "mines_left": [blank(view.board.rows, view.board.cols, left)]}


def quoridor(game: Game, state: Array, player: int) -> Fields:
    """Of the text of a position, on nine by nine with the first player's side in row 0, whoever looks."""
    *pawns, first, second, walls, _ = str(game.text_key(state)).split()
    rows = {"rows": game.config["size"]} | game.config
    places, fences, goal = [blank(9, 9), blank(9, 9)], [blank(9, 9), blank(9, 9)], blank(9, 9)
    for owner, square in enumerate(pawns):
        places[owner != player][int(square[1]) - 1]["abcdefghi".index(square[0])] = 1
    for wall in walls.split(",") if walls != "-" else ():
        fences["hv".index(wall[2])][int(wall[1]) - 1]["abcdefghi".index(wall[0])] = 1
    goal[int(rows["rows"]) - 1 if player == 0 else 0] = [1] * 9
    stock = [int(first), int(second)]
    return {
        "pawns": places,
        "walls": fences,
        "goal": [goal],
        "stock": [blank(9, 9, stock[player]), blank(9, 9, stock[1 - player])],
    }


def royal_ur(game: Game, state: Array, player: int) -> Fields:
    """Each player's squares from 0, waiting, to home; a square of one's own lies in the lower or the upper row."""
    view = game.view(state, player)
    squares = game.config["entry"] + game.config["shared"] + game.config["exit"] + 2
    numbers = [[0] * squares for _ in range(2)]
    for piece in view.board.pieces:
        assert piece.owner is not None
        numbers[piece.owner][int(view.board.cells[piece.cell].text.rstrip("*"))] += 1
    for owner, row in enumerate(view.panels[0].rows):
        numbers[owner][0], numbers[owner][-1] = int(str(row[1])), int(str(row[2]))
    thrown = view.panels[0].title.params["number"]
    whole = [[blank(view.board.rows, view.board.cols, number) for number in row] for row in numbers]
    thrown = blank(view.board.rows, view.board.cols, 0 if thrown == "-" else int(thrown))
    return {"own": whole[player], "other": whole[1 - player], "thrown": [thrown]}


def battleship(game: Game, state: Array, player: int) -> Fields:
    """One's own waters lie below the other's. A shot is 1 for a miss, 2 for a hit, 3 and more for a ship that sank."""
    view = game.view(state, player)
    rows, cols, ships = game.config["rows"], game.config["cols"], game.config["ships"]
    told = [[str(getattr(entry, "code", entry)).rsplit(".")[-1] for entry in row] for row in view.panels[0].rows]
    letters = {piece.cell: piece.symbol for piece in view.board.pieces}
    own, shots = blank(rows, cols), [blank(rows, cols), blank(rows, cols)]
    for number, cell in enumerate(view.board.cells):
        theirs, letter = number < rows * cols, letters.get(number, "")
        at = (cell.row if theirs else cell.row - rows - 1), cell.col
        ship = "ABCDEFGH".index(letter) if letter not in {"", "x"} else -1
        if not theirs:
            own[at[0]][at[1]] = ship + 1
        if "struck" in cell.marks:
            sank = ship >= 0 and told[ship][3 if theirs else 2] == "sunk"
            shots[theirs][at[0]][at[1]] = 3 + ship if sank else 2
        elif cell.text == "o":
            shots[theirs][at[0]][at[1]] = 1
    placed = [sum(told[ship][column] != "waiting" for ship in range(len(ships))) for column in (2, 3)]
    fields = {"own": [own], "own_shot": [shots[0]], "other_shot": [shots[1]]}
    return fields | {"placed": [blank(rows, cols, count) for count in placed]}


def across(board: Board, player: int, col: int, row: int) -> tuple[int, int]:
    """The row and the column at which a player of the skirmish sees a hex: the second one sees the board half turned.

    Odd columns stand half a hex lower. With an odd number of columns they stay odd, and lose a row by the turn.
    """
    if player == 0:
        return row, col
    lower = 1 if board.cols % 2 and col % 2 else 0
    return board.rows - 1 - row - lower, board.cols - 1 - col


def skirmish(game: Game, state: Array, player: int) -> Fields:
    """All planes but what the enemy sees, whose statement would be the table of sight again."""
    view = game.view(state, 0)
    board, told = view.board, view.details
    ground = game.view(game.new(), 0).board.cells  # zones are marked until the battle
    names = ("wall", "objective", "controller", "own_zone", "enemy_zone", "own_units", "enemy_units")
    planes = {name: blank(board.rows, board.cols) for name in (*names, "reachable", "active")}
    planes["wall"] = blank(board.rows, board.cols, 255)  # a place without a hex is as good as one
    for cell, first in zip(board.cells, ground, strict=True):
        row, col = across(board, player, cell.col, cell.row)
        marks = set(cell.marks) | {mark for mark in first.marks if mark.startswith("zone")}
        moves = told["phase"] == "move"
        shares = {
            "wall": 255 * ("wall" in marks),
            "objective": 255 * ("goal" in marks),
            "controller": 255 if f"held{player}" in marks else 128 * (f"held{1 - player}" in marks),
            "own_zone": 255 * (f"zone{player}" in marks),
            "enemy_zone": 255 * (f"zone{1 - player}" in marks),
            "reachable": 255 * (moves and "reach" in marks) or 128 * (moves and "far" in marks),
            "active": 255 * ("active" in marks),
        }
        for name, share in shares.items():
            planes[name][row][col] = share
    for unit in told["units"]:
        if unit["col"] >= 0:
            row, col = across(board, player, unit["col"], unit["row"])
            name = "own_units" if unit["player"] == player + 1 else "enemy_units"
            planes[name][row][col] = unit["HP_CUR"] * 255 // unit["HP_MAX"]
    return {name: [plane] for name, plane in planes.items()}


SEEN: dict[str, Callable[[Game, Array, int], Fields]] = {
    statement.__name__: statement
    for statement in (tic_tac_toe, connect_four, minesweeper, quoridor, royal_ur, battleship, skirmish)
}


def around(plane: Plane, row: int, col: int) -> list[int]:
    """The values of the cells beside one, corners included."""
    steps = product((-1, 0, 1), repeat=2)
    places = [(row + down, col + right) for down, right in steps if (down, right) != (0, 0)]
    return [plane[r][c] for r, c in places if 0 <= r < len(plane) and 0 <= c < len(plane[0])]
