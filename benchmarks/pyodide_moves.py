"""What a move costs as plain Python, for `pyodide_moves.mjs`, which runs this file here and under Pyodide.

`plain` plays connect four by the text of its own rules, over records that are lists: there is no NumPy for Pyodide
without the network. `python benchmarks/pyodide_moves.py` prints its milliseconds a move, and those of whole moves with
NumPy (`Position.push`, the mask and the view, as the page asks for them) by the interpreted rules of three games.
"""

import json
import random
import sys
import time
import types
from pathlib import Path
from typing import Any

ROWS, COLS, CONNECT = 6, 7, 4
ROOT = Path(__file__).parents[1]
RULES = ROOT / "examples" / "connect_four" / "src" / "connect_four" / "rules.py"
GRIDS = ROOT / "src" / "boardwright" / "core" / "grids.py"
WHOLE = (("tic_tac_toe", "standard"), ("connect_four", "standard"), ("quoridor", "small"), ("quoridor", "standard"))


class Table:
    """A table of three dimensions, without NumPy."""

    def __init__(self, rows: list[list[list[int]]]) -> None:
        self.rows, self.shape = rows, (len(rows), len(rows[0]), len(rows[0][0]))

    def __getitem__(self, at: tuple[int, int, int]) -> int:
        return self.rows[at[0]][at[1]][at[2]]


def lines() -> Table:
    """The lines of four through each cell; the first of a cell fills up the row."""
    found: list[list[list[int]]] = [[] for _ in range(ROWS * COLS)]
    for row in range(ROWS):
        for col in range(COLS):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, col + i * right) for i in range(CONNECT)]
                if all(0 <= r < ROWS and 0 <= c < COLS for r, c in cells):
                    line = [r * COLS + c for r, c in cells]
                    for cell in line:
                        found[cell].append(line)
    longest = max(map(len, found))
    return Table([(own * longest)[:longest] for own in found])


def rules(text: str, grids: str) -> dict[str, Any]:
    """The functions of the rules: their own text, with that of `completes_line`."""
    begin = grids.index("def completes_line")
    head = text.index("class Reason")
    source = "OK, TERMINAL = 0, -1\n" + grids[begin : grids.index("\n\n\n", begin)] + "\n\n\n" + text[head:]
    names: dict[str, Any] = {}
    exec("from __future__ import annotations\nfrom enum import IntEnum\n" + source, names)
    return names


def plain(text: str, grids: str, seconds: float, seed: int = 0) -> float:
    """Milliseconds a move of random games: the mask of all columns, then the move."""
    made, rng = rules(text, grids), random.Random(seed)
    p = types.SimpleNamespace(rows=ROWS, cols=COLS, lines=lines())
    moves, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        s = types.SimpleNamespace(cells=[0] * ROWS * COLS, height=[0] * COLS, to_move=0, ply=0, returns=[0.0, 0.0])
        while s.to_move >= 0:
            legal = [action for action in range(COLS) if made["check"](p, s, action) == 0]
            s.ply += 1
            made["advance"](p, s, rng.choice(legal), 0)
            moves += 1
    return 1000 * (time.perf_counter() - began) / moves


def whole(name: str, preset: str, seconds: float, seed: int = 0) -> dict[str, Any]:
    """Milliseconds a move with NumPy: the rules' part, and the view for the next player."""
    from boardwright.core import registry
    from boardwright.core.position import Position

    game, rng = registry.load(name, preset), random.Random(seed)
    pushing = viewing = 0.0
    moves, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        position = Position(game, seed=moves)
        while position.to_move is not None:
            start = time.perf_counter()
            position.push(rng.choice(position.legal_actions))
            pushed = time.perf_counter()
            game.view(position.state, position.to_move or 0)
            pushing, viewing, moves = pushing + pushed - start, viewing + time.perf_counter() - pushed, moves + 1
    return {
        "game": name,
        "preset": preset,
        "moves": moves,
        "push": 1000 * pushing / moves,
        "view": 1000 * viewing / moves,
    }


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    texts = [path.read_text(encoding="utf-8") for path in (RULES, GRIDS)]
    print(json.dumps({"plain": plain(*texts, seconds), "whole": [whole(*one, seconds) for one in WHOLE]}))
