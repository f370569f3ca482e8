"""The scene that clients draw: three rows of squares, numbered along the paths; a table of pieces off the board."""

from boardwright import Game
from boardwright.core.record import Array
from boardwright.core.view import Board, Cell, Panel, Piece, Scene, Text
from boardwright.core.words import Word
from royal_ur.config import Configuration
from royal_ur.rules import RACE

SIGNS = "XO"


def places(config: Configuration) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the row and column of each (player, square): player 1 below, player 2 above, the shared row between."""
    place = {}
    for player, row in ((0, 2), (1, 0)):
        for square in range(1, config.entry + 1):
            place[player, square] = row, config.entry - square
        for step in range(config.shared):
            place[player, config.entry + 1 + step] = 1, step
        for step in range(config.exit):
            place[player, config.entry + config.shared + 1 + step] = row, config.shared - 1 - step
    return place


def scene(game: Game, state: Array, player: int) -> Scene:
    """Return the scene. A move is clicked as piece and target, entering as the target, bearing off as the piece."""
    config = Configuration(**game.config)
    p, s = game.params_of(state), game.record(state)
    place = places(config)
    cells = {at: number for number, at in enumerate(sorted(set(place.values())))}
    names = {at: square for (_, square), at in place.items()}
    pieces = [
        Piece(cell=cells[at], kind="stone", owner=owner, symbol=SIGNS[owner])
        for (owner, square), at in place.items()
        if s.on[owner, square]
    ]
    panel = Panel(
        title=Text(code="royal_ur.panel.throw", params={"number": int(s.thrown) if s.phase == RACE else "-"}),
        columns=tuple(Text(code=f"royal_ur.panel.{name}") for name in ("player", "waiting", "home")),
        rows=tuple((f"{seat + 1} {SIGNS[seat]}", str(s.on[seat, 0]), str(s.on[seat, p.home])) for seat in range(2)),
    )
    mover = max(int(s.to_move), 0)
    targets = {}
    for square in range(p.home):
        touched = [(mover, square), (mover, square + int(s.thrown))]
        targets[square] = tuple(dict.fromkeys(cells[place[key]] for key in touched if key in place))
    board = Board(
        kind="square",
        rows=3,
        cols=config.shared,
        cells=tuple(_cell(at, names[at], config) for at in cells),
        pieces=tuple(pieces),
        row_labels=(SIGNS[1], "", SIGNS[0]),
        col_labels=("",) * config.shared,  # squares have their numbers on them
    )
    return Scene(board=board, panels=(panel,), targets=targets)


def prompt(game: Game, state: Array, player: int) -> Word:
    """Return what is asked, with the throw."""
    s = game.record(state)
    if s.phase != RACE:
        return Word("royal_ur.prompt.opening")
    return Word("royal_ur.prompt.race", {"number": int(s.thrown)})


def _cell(at: tuple[int, int], square: int, config: Configuration) -> Cell:
    rosette = square in config.rosettes
    return Cell(row=at[0], col=at[1], text=f"{square}*" if rosette else str(square), marks=("goal",) if rosette else ())
