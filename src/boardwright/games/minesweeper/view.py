"""The scene that clients draw: numbers, flags, and the mines once the game is over."""

from __future__ import annotations

from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.view import Panel, Piece, Press, Scene, Text, square_board
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN

_CODES = "012345678#F"


def text_key(game: Game, state: Array) -> str:
    """Return one character a cell, row by row: its number, # if hidden, F if flagged."""
    return "".join(_CODES[shown] for shown in state["shown"][0])


def scene(game: Game, state: Array, player: int) -> Scene:
    """Return the scene. A cell may be revealed and flagged, a number chorded: several actions share a cell."""
    p, s = game.params_of(state), game.record(state)
    rows, cols = int(p.rows), int(p.cols)
    cells = rows * cols
    over = int(s.to_move) == TERMINAL
    board = square_board(
        rows,
        cols,
        pieces=_pieces(s, over),
        texts=[str(shown) if 0 < shown < HIDDEN else "" for shown in s.shown.tolist()],
        marks=[_marks(s, cell, over) for cell in range(cells)],
    )
    targets = {kind * cells + cell: (cell,) for kind in range(3) for cell in range(cells)}
    counts = (int(p.mines) - int(s.flagged), int(s.safe_left), int(s.ply))
    panel = Panel(
        title=Text(code="minesweeper.title"),
        columns=tuple(Text(code=f"minesweeper.panel.{name}") for name in ("mines_left", "safe_left", "moves")),
        rows=(tuple(map(str, counts)),),
    )
    return Scene(board=board, panels=(panel,), targets=targets, presses=_presses(s, cells))


def _presses(s: Array, cells: int) -> dict[int, Press]:
    """A primary press reveals and a secondary one flags. A flagged cell has no primary press, to prevent slips."""
    shown = s["shown"].tolist()
    reveals: dict[int, Press] = {cell: "primary" for cell in range(cells) if shown[cell] == HIDDEN}
    return {**reveals, **dict.fromkeys(range(cells, 2 * cells), "secondary")}


def _pieces(s: Array, over: bool) -> list[Piece]:
    pieces = []
    for cell, (shown, mine) in enumerate(zip(s["shown"].tolist(), s["mine"].tolist())):
        if shown == FLAGGED:
            pieces.append(Piece(cell=cell, kind="flag", owner=None, symbol="F"))
        elif over and mine:
            pieces.append(Piece(cell=cell, kind="mine", owner=None, symbol="*"))
    return pieces


def _marks(s: Array, cell: int, over: bool) -> tuple[str, ...]:
    shown = int(s["shown"][cell])
    marks = ["flagged" if shown == FLAGGED else "hidden" if shown == HIDDEN else "open"]
    if over and s["mine"][cell]:
        marks.append("mine")
    if over and shown == FLAGGED and s["laid"] and not s["mine"][cell]:
        marks.append("wrong")
    if int(s["struck"]) == 1 + cell:
        marks.append("struck")
    return tuple(marks)
