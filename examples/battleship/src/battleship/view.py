"""The scene that clients draw: the other player's waters above, one's own below."""

from string import ascii_lowercase
from typing import Any

from battleship.actions import WAYS, Place, name
from battleship.rules import HIT, MISS, SUNK, Event
from boardwright import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.view import Board, Cell, Panel, Piece, Scene, Text
from boardwright.core.words import Word

SHIPS = "ABCDEFGH"
SHOTS = (Event.MISSED, Event.STRUCK)


def scene(game: Game, state: Array, player: int) -> Scene:
    """Return the scene. A ship is placed by its first and its last cell. The end shows everything."""
    p, s = game.params_of(state), game.record(state)
    rows, cols = int(p.rows), int(p.cols)
    count, over = rows * cols, int(s.to_move) == TERMINAL
    last = [(1 - shooter, cell) for kind, shooter, cell, _ in s.events[: s.event_count].tolist() if kind in SHOTS]
    cells: list[Cell] = []
    pieces: list[Piece] = []
    shots, ships = s.shot.tolist(), s.ship.tolist()
    for top, owner in ((0, 1 - player), (rows + 1, player)):
        seen = over or owner == player
        for cell in range(count):
            shot, ship = shots[owner][cell], ships[owner][cell]
            if (seen and ship) or shot >= HIT:
                symbol = SHIPS[ship - 1] if seen or shot >= SUNK else "x"
                pieces.append(
                    Piece(cell=len(cells), kind="ship", owner=None if symbol == "x" else owner, symbol=symbol)
                )
            mark = "struck" if shot >= HIT else "open" if shot == MISS or owner == player else "hidden"
            marks = (mark, "last") if (owner, cell) in last else (mark,)
            text = "o" if shot == MISS else "x" if shot >= HIT and seen else ""
            cells.append(Cell(row=top + cell // cols, col=cell % cols, text=text, marks=marks))
    labels = [str(row + 1) for row in range(rows)]
    board = Board(
        kind="square",
        rows=2 * rows + 1,
        cols=cols,
        cells=tuple(cells),
        pieces=tuple(pieces),
        row_labels=(*labels, "", *labels),
        col_labels=tuple(ascii_lowercase[:cols]),
    )
    return Scene(board=board, panels=(_panel(p, s, player),), targets=_targets(p, s, player))


def event_value(game: Game, state: Array, name_: str, value: int) -> Any:
    """Return an event's value as people read it: cells by their names, ships by their letters and lengths."""
    if name_ == "ship":
        return f"{SHIPS[value]} ({game.config['ships'][value]})"
    cols = game.config["cols"]
    return name(value // cols, value % cols) if name_ == "cell" else value


def label(game: Game, action: int, player: int) -> Word:
    """Return the word of a placement or a shot, with the cell's name."""
    move = game.actions.decode(action, player)
    kind = f"place_{WAYS[move.down]}" if isinstance(move, Place) else "shoot"
    return Word(f"battleship.action.{kind}", {"cell": name(move.row, move.col)})


def _targets(p: Any, s: Any, player: int) -> dict[int, tuple[int, ...]]:
    count, ship = int(p.rows) * int(p.cols), min(int(s.placed[player]), int(p.ships) - 1)
    targets: dict[int, tuple[int, ...]] = {}
    for spot, covered in enumerate(p.spots[ship, : 2 * count].tolist()):
        cells = [count + cell for cell in covered if cell >= 0]
        targets[spot] = (cells[0], cells[-1]) if cells else ()
    return targets | {2 * count + cell: (cell,) for cell in range(count)}


def _panel(p: Any, s: Any, player: int) -> Panel:
    """One row a ship: its letter, its length, and whether each player's is afloat."""
    rows: list[tuple[str | Text, ...]] = []
    for ship in range(int(p.ships)):
        length = int((p.spots[ship].max(axis=0) >= 0).sum())
        states = [_state(s, owner, ship) for owner in (player, 1 - player)]
        rows.append((SHIPS[ship], str(length), *(Text(code=f"battleship.panel.{state}") for state in states)))
    columns = tuple(Text(code=f"battleship.panel.{name}") for name in ("ship", "length", "yours", "theirs"))
    return Panel(title=Text(code="battleship.panel.ships"), columns=columns, rows=tuple(rows))


def _state(s: Any, owner: int, ship: int) -> str:
    if ship >= s.placed[owner]:
        return "waiting"
    return "sunk" if (s.shot[owner] == SUNK + ship).any() else "afloat"
