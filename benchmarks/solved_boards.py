"""Who wins Quoridor on small boards, exactly: a table of rows, columns and walls each.

`python benchmarks/solved_boards.py --boards 5x5,3x8 --walls 0-5 [--out FILE] [--verify 2000] [--cpu-minutes 60]`. A
board is rows by columns. Every outcome is a line of FILE as soon as it is known; a run that was stopped goes on with
those that are missing, and `--table` prints what there is. An outcome that takes longer than `--cpu-minutes` is left
blank, with the layers that were solved.

Walls are never removed, so states fall into layers by the walls on the board, and the layer with most walls is solved
first. Within a layout of walls only pawns move, in circles if they like: wins are found backwards from the ends and
from the walls that lead to layouts already solved, until nothing is added. What neither can force is a draw.

The rules have two ends that depend on the past, and neither counts here: a third occurrence is a draw, and so is the
last ply of the configuration. Both agree with these outcomes: backwards from the end, each ply of a win has its number,
the winner comes nearer with each, and so no position occurs twice on the way; a draw without these ends is one with
them. (A configuration with too few plies for the longest win would differ.)

Moves come from the game's own compiled `legal` and `check` (solved_moves.py), a few for each layout; what is derived
from them is compared with the game by `--verify`: for random states of every layer the legal actions must be those of
the game, and the outcome the one that follows from its successors.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from solved_layers import FIRST, SECOND, TABLES, solve
from solved_moves import extend, measure, reachable, successors

import boardwright
from boardwright.agents.state_space import children
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.quoridor.bitboard import LOW_CELLS, WIDE

AT_ONCE = 2000
"""Layouts between two looks at the clock."""

MOST_CELLS = 31
OUT = Path(__file__).parent / "runs" / "solved_boards" / "outcomes.jsonl"
NAMES = {1: "win", 0: "draw", -1: "loss"}
"""The outcome for the first player."""

SIGNS = {"win": "1", "loss": "2", "draw": "D", None: ""}
"""The winner, as tables of solved boards write it."""

Tell = Callable[[str], Any]
"""Prints a line of progress."""


class OutOfTime(Exception):
    """The CPU time of an outcome is used up."""


class Layer(NamedTuple):
    """The layouts with so many walls, sorted, and the squares of each player with a path, [layouts, 2].

    `twins` are the rows of the first image of each layout, and `turns` how it is turned: mirrored (1), upside down (2).
    """

    codes: Array
    reach: Array
    twins: Array
    turns: Array


class Board:
    """The layouts of a board: they are the same for any number of walls in hand."""

    def __init__(self, rows: int, cols: int, game: Game | None = None) -> None:
        if rows * cols > MOST_CELLS:
            raise SystemExit(f"{rows}x{cols}: a board of more than {MOST_CELLS} squares does not fit a word")
        self.rows, self.cols, self.cells = rows, cols, rows * cols
        self.game = game or boardwright.load("quoridor", "small", rows=rows, cols=cols, walls=1)
        self.work, self.mask = self.game.new(1), np.empty(self.game.actions.policy, np.bool_)
        self.cuts = np.empty((1 + 2 * (rows - 1) * (cols - 1), self.cells), np.int64)
        self.game.run(measure, self.game.params, self.work, rows, cols, self.mask, self.cuts)
        self.layers = [self._layer(np.zeros(1, np.int64))]

    def layer(self, laid: int) -> Layer | None:
        """The layouts with so many walls, None if there are none."""
        while len(self.layers) <= laid and len(self.layers[-1].codes):
            codes = self.layers[-1].codes
            found = np.empty(2 * (self.rows - 1) * (self.cols - 1) * len(codes), np.int64)
            size = (self.rows, self.cols)
            count = self.game.run(extend, self.game.params, self.work, *size, codes, found)
            self.layers.append(self._layer(np.unique(found[:count])))
        return self.layers[laid] if laid < len(self.layers) and len(self.layers[laid].codes) else None

    def _layer(self, codes: Array) -> Layer:
        reach = np.empty((len(codes), 2), np.int32)
        self.game.run(reachable, self.game.params, self.rows, self.cols, codes, self.cuts, reach)
        open_ones = (reach != 0).all(axis=1)
        codes, reach = codes[open_ones], reach[open_ones]
        images = np.stack([self.turned(codes, turn) for turn in range(4)])
        turns = np.argmin(images, axis=0)
        return Layer(codes, reach, np.searchsorted(codes, images.min(axis=0)), turns)

    def turned(self, codes: Array, turn: int) -> Array:
        """The layouts in the mirror (bit 0 of the turn), and upside down (bit 1). A turn undoes itself."""
        tall, wide, out = self.rows - 1, self.cols - 1, np.zeros_like(codes)
        for wall in range(2 * tall * wide):
            way, slot = divmod(wall, tall * wide)
            row, col = divmod(slot, wide)
            to_row, to_col = tall - 1 - row if turn & 2 else row, wide - 1 - col if turn & 1 else col
            out |= ((codes >> wall) & 1) << (tall * wide * way + wide * to_row + to_col)
        return out


NONE = Layer(np.zeros(0, np.int64), np.zeros((0, 2), np.int32), np.zeros(0, np.int64), np.zeros(0, np.int64))


class Solution:
    """The outcomes of the layers that are known, with `walls` each: tables of [layouts, splits, TABLES, cells]."""

    def __init__(self, board: Board, walls: int) -> None:
        self.board, self.walls = board, walls
        self.tables: dict[int, Array] = {}
        self.room = np.zeros(0, np.int64)
        self.last = max(laid for laid in range(2 * walls + 1) if board.layer(laid) is not None)

    def solve(self, tell: Tell, *, until: float, keep: bool = False, verify: int = 0) -> dict[str, int]:
        """Solve all layers, and count the states. Raises OutOfTime when the process's clock is at `until`."""
        totals = {"states": 0, "draws": 0, "layouts": 0, "verified": 0}
        rng = np.random.default_rng(self.walls)
        for laid in range(self.last, -1, -1):
            layer = self.board.layer(laid)
            assert layer is not None
            self._solve_layer(laid, layer, until)
            found = self._count(laid, layer)
            if verify:
                found["verified"] = self._verify(laid, layer, verify, rng)
            if not keep:
                self.tables.pop(laid + 1, None)
            for name, value in found.items():
                totals[name] += value
            tell(f"{self.board.rows}x{self.board.cols}, {self.walls} walls each, layer {laid}: {json.dumps(found)}")
        return totals

    def _solve_layer(self, laid: int, layer: Layer, until: float) -> None:
        board, game = self.board, self.board.game
        splits = min(laid, self.walls) - max(0, laid - self.walls) + 1
        table = np.zeros((len(layer.codes), splits, TABLES, board.cells), np.int32)
        deeper = (board.layer(laid + 1) if laid < self.last else None) or NONE
        following = self.tables.get(laid + 1, np.zeros((0, 1, TABLES, board.cells), np.int32))
        room = np.zeros(len(layer.codes), np.int64)
        for start in range(0, len(layer.codes), AT_ONCE):
            if time.process_time() > until:
                raise OutOfTime(f"layers from {laid + 1} walls on" if laid < self.last else "no layer")
            part = slice(start, start + AT_ONCE)
            sizes = (board.rows, board.cols, self.walls, laid)
            given = (layer.codes[part], layer.reach, layer.twins[part], layer.turns[part])
            given += (deeper.codes, deeper.reach, self.room, following, start, board.cuts, table, room, board.mask)
            game.run(solve, game.params, board.work, *sizes, *given)
        self.tables[laid], self.room = table, room

    def _count(self, laid: int, layer: Layer) -> dict[str, int]:
        table = self.tables[laid]
        first, second = (_bits(layer.reach[:, player]) for player in range(2))
        both = _bits(layer.reach[:, 0] & layer.reach[:, 1])
        states = 2 * table.shape[1] * int((first * second - both).sum())
        won = sum(int(_bits(table[start : start + AT_ONCE]).sum()) for start in range(0, len(table), AT_ONCE))
        return {"states": states, "draws": states - won, "layouts": len(table)}

    def outcome(self, state: Array) -> int:
        """The outcome of a state for player 1: 1, 0 or -1."""
        return int(self.outcomes(state)[0])

    def outcomes(self, states: Array) -> Array:
        """The outcome of each state for player 1, [N]. Raises LookupError if a state was not enumerated."""
        cols, laid = self.board.cols, 2 * self.walls - states["stock"].astype(np.int64).sum(axis=1)
        pawns = states["pawns"].astype(np.int64)
        pawns = cols * (pawns // WIDE) + pawns % WIDE
        codes, out = layouts_of(states, self.board), np.zeros(len(states), np.int64)
        for count in np.unique(laid):
            rows = np.flatnonzero(laid == count)
            layer = self.board.layer(int(count))
            at = np.searchsorted(layer.codes, codes[rows]) if layer is not None else np.zeros(0)
            if layer is None or not np.array_equal(layer.codes[np.minimum(at, len(layer.codes) - 1)], codes[rows]):
                raise LookupError("a layout was not enumerated")
            reach = layer.reach[at]
            if not (((reach >> pawns[rows]) & 1) == 1).all():
                raise LookupError("a state was not enumerated")
            first = self.walls - states["stock"][rows, 0].astype(np.int64) - max(0, int(count) - self.walls)
            mover, table = states["to_move"][rows].astype(np.int64), self.tables[int(count)]
            won = [(table[at, first, kind + mover, pawns[rows, 0]] >> pawns[rows, 1]) & 1 for kind in (FIRST, SECOND)]
            out[rows] = won[0] - won[1]
        return out

    def random_states(self, laid: int, count: int, rng: np.random.Generator) -> Array:
        """States of a layer: at most `count`, because some pawns cannot be where they are drawn."""
        board, layer = self.board, self.board.layer(laid)
        assert layer is not None
        at = rng.integers(0, len(layer.codes), count)
        pawns = rng.integers(0, board.cells, (count, 2))
        real = (((layer.reach[at] >> pawns) & 1) == 1).all(axis=1) & (pawns[:, 0] != pawns[:, 1])
        at, pawns = at[real], pawns[real]
        least = max(0, laid - self.walls)
        first = rng.integers(least, min(laid, self.walls) + 1, len(at))
        return self.states(layer.codes[at], pawns, first, laid - first, rng.integers(0, 2, len(at)))

    def all_states(self, laid: int) -> Array:
        """Every state of a layer, for boards on which they are few."""
        board, layer, every = self.board, self.board.layer(laid), []
        assert layer is not None
        squares = np.stack(np.divmod(np.arange(board.cells**2), board.cells), axis=1)
        for first in range(max(0, laid - self.walls), min(laid, self.walls) + 1):
            for code, reach in zip(layer.codes, layer.reach):
                pawns = squares[(((reach >> squares) & 1) == 1).all(axis=1) & (squares[:, 0] != squares[:, 1])]
                for mover in range(2):
                    same = np.ones(len(pawns), np.int64)
                    every.append(self.states(code * same, pawns, first * same, (laid - first) * same, mover * same))
        return np.concatenate(every)

    def states(self, codes: Array, pawns: Array, first: Array, second: Array, mover: Array) -> Array:
        """Records of the game: layouts, squares of both, walls that each has laid, and the player to move."""
        board, states = self.board, self.board.game.new(len(codes))
        wide = board.cols - 1
        slots = (board.rows - 1) * wide
        for wall in range(2 * slots):
            slot = wall % slots
            cell = WIDE * (slot // wide) + slot % wide
            word = int(cell >= LOW_CELLS)
            states["hv"[wall // slots]][:, word] |= ((codes >> wall) & 1) << (cell - LOW_CELLS * word)
        states["pawns"] = WIDE * (pawns // board.cols) + pawns % board.cols
        states["seen"][:, :, 0] = states["pawns"] + 1
        states["stock"] = np.stack([self.walls - first, self.walls - second], axis=1)
        states["to_move"] = mover
        return states

    def _verify(self, laid: int, layer: Layer, count: int, rng: np.random.Generator) -> int:
        states = self.random_states(laid, count, rng)
        if len(states) and (wrong := self.wrong(states)):
            raise RuntimeError(f"layer {laid}: {wrong} of {len(states)} states differ from the rules of the game")
        return len(states)

    def wrong(self, states: Array) -> int:
        """The number of states whose actions are not the game's, or whose outcome does not follow from successors."""
        faults = self.wrong_actions(states)
        after, rows, _ = children(self.board.game, states)
        over, sign = after["to_move"] == TERMINAL, np.where(states["to_move"] == 0, 1, -1)
        values = after["returns"][:, 0].astype(np.int64)
        values[~over] = self.outcomes(after[~over])
        best = np.full(len(states), -1)
        np.maximum.at(best, rows, values * sign[rows])
        return int((faults | (best * sign != self.outcomes(states))).sum())

    def wrong_actions(self, states: Array) -> Array:
        """Whether the actions of each state as the solver knows them differ from those of the game, [N]."""
        board, game = self.board, self.board.game
        masks, out = game.legal_mask(states), np.zeros(len(states), np.bool_)
        mine = np.empty(masks.shape[1], np.bool_)
        codes = layouts_of(states, board)
        for i, state in enumerate(states):
            laid = int(codes[i]).bit_count()
            deeper = board.layer(laid + 1) or NONE
            pawns = board.cols * (state["pawns"] // WIDE) + state["pawns"] % WIDE
            about = np.array([*pawns, state["to_move"]], np.int64)
            known = (deeper.codes, deeper.reach, board.cuts, int(codes[i]), about, board.mask, mine)
            game.run(successors, game.params, board.work, board.rows, board.cols, *known)
            if state["stock"][state["to_move"]] == 0:
                mine[WIDE * WIDE :] = False
            out[i] = not np.array_equal(mine, masks[i])
        return out


def _bits(words: Array) -> Array:
    """The number of bits of each word."""
    data: Any = np.ascontiguousarray(words, np.int32).view(np.uint8).reshape(*words.shape, 4)
    return _BITS[data].sum(axis=-1, dtype=np.int64)


_BITS = np.array([value.bit_count() for value in range(256)], np.uint8)


def layouts_of(states: Array, board: Board) -> Array:
    """The layout of each state, as solved_moves numbers it, [N]."""
    wide, out = board.cols - 1, np.zeros(len(states), np.int64)
    slots = (board.rows - 1) * wide
    for wall in range(2 * slots):
        slot = wall % slots
        cell = WIDE * (slot // wide) + slot % wide
        word = int(cell >= LOW_CELLS)
        out |= ((states["hv"[wall // slots]][:, word] >> (cell - LOW_CELLS * word)) & 1) << wall
    return out


def start_of(board: Board, walls: int) -> Array:
    """The start position with so many walls each."""
    state = board.game.new()
    state["stock"] = walls
    return state


def outcome_of(board: Board, walls: int, minutes: float, verify: int, tell: Tell) -> dict[str, Any]:
    """Solve a board with so many walls each, and return a line of the table."""
    began, line = time.process_time(), {"rows": board.rows, "cols": board.cols, "walls": walls}
    try:
        solution = Solution(board, walls)
        totals = solution.solve(tell, until=began + 60 * minutes, verify=verify)
        line |= {"outcome": NAMES[solution.outcome(start_of(board, walls))], **totals}
    except OutOfTime as reached:
        line |= {"outcome": None, "solved": str(reached)}
    return line | {"cpu_minutes": round((time.process_time() - began) / 60, 2)}


def known(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of an earlier run."""
    if path.is_file():
        yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def table(lines: list[dict[str, Any]]) -> str:
    """The outcomes as a table of Markdown: 1 and 2 for the winner, D for a draw."""
    boards = sorted({(line["rows"], line["cols"]) for line in lines}, key=lambda size: (size[0] * size[1], size))
    found = {(line["rows"], line["cols"], line["walls"]): SIGNS[line["outcome"]] for line in lines}
    most = max((line["walls"] for line in lines), default=0)
    text = [f"| rows x columns | {' | '.join(map(str, range(most + 1)))} |", "|---" * (most + 2) + "|"]
    for rows, cols in boards:
        signs = [found.get((rows, cols, walls), "") for walls in range(most + 1)]
        text.append(f"| {rows} x {cols} | {' | '.join(signs)} |")
    return "\n".join(text)


def main() -> None:
    """Solve what is missing, in the order of the boards and walls that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", help="rows by columns, with commas: 5x5,3x8")
    parser.add_argument("--walls", default="0-3", help="walls each: a number, or the first and the last")
    parser.add_argument("--out", type=Path, default=OUT, help="the file of outcomes, a line each")
    parser.add_argument("--verify", type=int, default=0, help="random states of each layer to compare with the game")
    parser.add_argument("--cpu-minutes", type=float, default=60, help="the most that an outcome may take")
    parser.add_argument("--table", action="store_true", help="print the table of what is known, and end")
    chosen = parser.parse_args()
    if chosen.table:
        print(table(list(known(chosen.out))))
        return
    if not chosen.boards:
        parser.error("--boards: name some boards, such as --boards 5x5,3x8; or ask for --table")
    least, _, most = chosen.walls.partition("-")
    done = {(line["rows"], line["cols"], line["walls"]) for line in known(chosen.out)}
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    boards: dict[tuple[int, int], Board] = {}
    for walls in range(int(least), int(most or least) + 1):
        for name in chosen.boards.split(","):
            rows, cols = map(int, name.split("x"))
            if (rows, cols, walls) in done:
                continue
            board = boards.setdefault((rows, cols), Board(rows, cols))
            line = outcome_of(
                board, walls, chosen.cpu_minutes, chosen.verify, lambda text: print(text, file=sys.stderr, flush=True)
            )
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
