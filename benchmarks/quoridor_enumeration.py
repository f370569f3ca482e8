"""Exact values of Quoridor on five by five, by enumeration of all states.

`python benchmarks/quoridor_enumeration.py --walls 3 [--out FOLDER] [--verify 20000]`. Walls are never removed, so
states fall into layers by the walls on the board. In a layout only pawns move; every wall leads to the next layer,
which is solved first. Within a layout values are found backwards from the ends and from the walls; a cycle that nobody
can leave with profit is a draw. A value is the number of plies to the end with best play, so also who wins.

The rules have two ends that depend on the past, and neither counts here: a third occurrence is a draw, and so is the
last ply of the configuration (`max_plies`, 100 on the small board). Both agree with these values where they matter. The
winner comes nearer to the end with each ply, so no position occurs twice on the way: an exact value holds in a match as
long as no position occurred twice since the last wall, and the plies played and the plies to the end are within the
limit. A draw without these ends is one with them.

Successors come from the game's own compiled functions (quoridor_retrograde.py). Two things are used on top: the legal
walls depend on the layout and the pawns, not on how many are in hand above one; and without walls in hand the pawn's
moves are the same. `--verify` compares random states of each layer with the game's functions, move by move: a state
must have the value that follows from those of its successors. Where that holds for all states, it proves the values.

With `--out` each layer is kept in two files (`codes_K.npy`, `values_K.npy`; 570 MB in all for three walls each), a run
that was stopped goes on with the next layer, and `quoridor_positions.py` draws positions from them.
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
from quoridor_retrograde import DRAW, FINE, NO_STATE, extend, narrow, solve, survive, wide

import boardwright
from boardwright.agents.state_space import children
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.quoridor.bitboard import WIDE, has

SIDE = 5
AT_ONCE = 2000
"""Layouts that are solved between two lines of progress."""

FEW = 20
"""Layouts whose states are records at once."""


Tell = Callable[[str], Any]
"""Prints a line of progress."""


class Layer(NamedTuple):
    """The layouts with so many walls, sorted, and the pairs of pawns that each allows, [layouts, pairs]."""

    codes: Array
    alive: Array


class Solution:
    """The values of the layers that are known, with `walls` each: tables of [layouts, splits, states]."""

    def __init__(self, game: Game, walls: int) -> None:
        self.game, self.walls = game, walls
        self.codes: dict[int, Array] = {}
        self.tables: dict[int, Array] = {}

    def values(self, states: Array) -> Array:
        """The value of each state to its player to move, [N]. Raises if a state was not enumerated."""
        cells = SIDE * SIDE
        cell: Any = states["pawns"].astype(np.int64)
        pawns: Any = narrow(cell, SIDE)
        layouts, laid = layouts_of(states), 2 * self.walls - states["stock"].astype(np.int64).sum(axis=1)
        first = self.walls - states["stock"][:, 0].astype(np.int64) - np.maximum(0, laid - self.walls)
        within = cells * cells * states["to_move"].astype(np.int64) + cells * pawns[:, 0] + pawns[:, 1]
        out = np.empty(len(states), np.int64)
        for count in np.unique(laid):
            rows = laid == count
            codes = self.codes[int(count)]
            at = np.searchsorted(codes, layouts[rows])
            if not np.array_equal(codes[np.minimum(at, len(codes) - 1)], layouts[rows]):
                raise LookupError("a layout was not enumerated")
            out[rows] = self.tables[int(count)][at, first[rows], within[rows]]
        if (out == NO_STATE).any():
            raise LookupError("a state was not enumerated")
        return out

    def states(self, laid: int, layouts: Array, splits: Array, within: Array) -> Array:
        """States by their place in a table, as records of the game."""
        pairs = SIDE**4
        states = self.game.new(len(layouts))
        codes, pair = self.codes[laid][layouts], within % pairs
        slots = (SIDE - 1) ** 2
        for slot in range(slots):
            cell = WIDE * (slot // (SIDE - 1)) + slot % (SIDE - 1)
            states["h"][:, 0] |= ((codes >> slot) & 1) << cell
            states["v"][:, 0] |= ((codes >> (slots + slot)) & 1) << cell
        both: Any = np.stack([pair // SIDE**2, pair % SIDE**2], axis=1)
        states["pawns"] = wide(both, SIDE)
        states["seen"][:, :, 0] = states["pawns"] + 1
        states["to_move"] = within // pairs
        first = splits + max(0, laid - self.walls)
        states["stock"] = np.stack([self.walls - first, self.walls - (laid - first)], axis=1)
        return states

    def all_states(self) -> Iterator[Array]:
        """Every state, in batches of a few layouts."""
        for laid, table in self.tables.items():
            for start in range(0, len(table), FEW):
                layouts, splits, within = np.nonzero(table[start : start + FEW] != NO_STATE)
                yield self.states(laid, start + layouts, splits, within)

    def random_states(self, laid: int, count: int, rng: np.random.Generator) -> Array:
        """States of a layer, uniformly: at most `count`, because some pawns cannot be where they are drawn."""
        table = self.tables[laid]
        places = tuple(rng.integers(0, size, count) for size in table.shape)
        real = table[places] != NO_STATE
        return self.states(laid, *(place[real] for place in places))


def layouts_of(states: Array) -> Array:
    """The layout of each state, as quoridor_retrograde numbers it, [N]."""
    slots, out = (SIDE - 1) ** 2, np.zeros(len(states), np.int64)
    for slot in range(slots):
        cell = WIDE * (slot // (SIDE - 1)) + slot % (SIDE - 1)
        out |= ((states["h"][:, 0] >> cell) & 1) << slot
        out |= ((states["v"][:, 0] >> cell) & 1) << (slots + slot)
    return out


def load(walls: int) -> Game:
    """The game on the board of the preset `small` with so many walls; no configuration has none, which states can."""
    return boardwright.load("quoridor", "small", walls=max(walls, 1))


def enumerate_layers(game: Game, walls: int, tell: Tell) -> list[Layer]:
    """The layouts of every layer, from the empty board on."""
    goal = game.params["goal"][0]
    cells = [wide(cell, SIDE) for cell in range(SIDE * SIDE)]
    inside = [[not has(int(goal[player, 0]), int(goal[player, 1]), cell) for cell in cells] for player in range(2)]
    start = np.outer(inside[0], inside[1]) & ~np.eye(SIDE * SIDE, dtype=np.bool_)
    layers = [Layer(np.zeros(1, np.int64), start.reshape(1, -1))]
    work = game.new(2)
    for _ in range(2 * walls):
        codes, alive = layers[-1]
        found, parents, added = (np.empty(2 * (SIDE - 1) ** 2 * len(codes), np.int64) for _ in range(3))
        count = game.run(extend, game.params, work, codes, alive, found, parents, added)
        new, first = np.unique(found[:count], return_index=True)
        pairs = np.empty((len(new), SIDE**4), np.bool_)
        game.run(survive, game.params, work, codes, alive, parents[first], added[first], pairs)
        layers.append(Layer(new, pairs))
        tell(f"layer {len(layers) - 1}: {len(new)} layouts")
    return layers


def solve_all(
    game: Game, walls: int, out: Path | None = None, *, verify: int = 0, keep: bool = True, tell: Tell = print
) -> tuple[Solution, dict[str, int]]:
    """Solve every layer, the one with most walls first, and sum them up. Layers in `out` are read instead.

    Without `keep` only the last two layers stay in memory.
    """
    solution, totals = Solution(game, walls), dict.fromkeys([*summary(np.zeros((0, 1), np.uint8)), "verified"], 0)
    layers, rng = enumerate_layers(game, walls, tell), np.random.default_rng(walls)
    for laid in range(2 * walls, -1, -1):
        codes = layers[laid].codes
        kept = None if out is None else out / f"values_{laid}.npy"
        if kept is not None and kept.is_file():
            table = np.load(kept)
        else:
            table = solve_layer(solution, laid, layers[laid], tell)
            if kept is not None:
                kept.parent.mkdir(parents=True, exist_ok=True)
                np.save(kept.with_name(f"codes_{laid}.npy"), codes)
                np.save(kept.with_suffix(".part.npy"), table)
                kept.with_suffix(".part.npy").replace(kept)
        solution.codes[laid], solution.tables[laid] = codes, table
        if not keep:
            layers.pop()
            solution.codes.pop(laid + 2, None)
            solution.tables.pop(laid + 2, None)
        found = summary(table)
        if verify:
            states = solution.random_states(laid, verify, rng)
            found["verified"] = len(states)
            if count := wrong(solution, states):
                raise RuntimeError(f"layer {laid}: {count} of {len(states)} values do not follow from their successors")
        for name, value in found.items():
            totals[name] = max(totals[name], value) if name == "longest" else totals[name] + value
        tell(f"layer {laid}: {json.dumps(found)}")
    return solution, totals


def solve_layer(solution: Solution, laid: int, layer: Layer, tell: Tell) -> Array:
    """The values of a layer, [layouts, splits, states]. The next one is solved."""
    game, walls, (codes, alive) = solution.game, solution.walls, layer
    deeper = solution.codes.get(laid + 1, np.zeros(0, np.int64))
    following = solution.tables.get(laid + 1, np.zeros((0, 1, 1), np.uint8))
    splits = min(laid, walls) - max(0, laid - walls) + 1
    table = np.empty((len(codes), splits, 2 * SIDE**4), np.uint8)
    work, mask = game.new(2), np.empty(game.actions.policy, np.bool_)
    for start in range(0, len(codes), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        rows = (codes[part], alive[part], deeper, following, table[part], mask)
        fault = game.run(solve, game.params, work, walls, laid, *rows)
        if fault != FINE:
            raise RuntimeError(f"layer {laid}, layouts from {start}: fault {fault}")
        tell(f"layer {laid}: {min(start + AT_ONCE, len(codes))} of {len(codes)} layouts")
    return table


def read(game: Game, walls: int, folder: Path) -> Solution:
    """Read the layers that a run kept."""
    solution = Solution(game, walls)
    for laid in range(2 * walls + 1):
        solution.codes[laid] = np.load(folder / f"codes_{laid}.npy")
        solution.tables[laid] = np.load(folder / f"values_{laid}.npy")
    return solution


def summary(table: Array) -> dict[str, int]:
    """The number of states of a table by their outcome for the player to move, and the plies of the longest win."""
    counts = np.zeros(256, np.int64)
    for start in range(0, len(table), AT_ONCE):
        counts += np.bincount(table[start : start + AT_ONCE].reshape(-1), minlength=256)
    counts[NO_STATE] = 0
    return {
        "states": int(counts.sum()),
        "wins": int(counts[1::2].sum()),
        "draws": int(counts[DRAW]),
        "losses": int(counts[2::2].sum()),
        "longest": int(np.flatnonzero(counts).max(initial=0)),
    }


def wrong(solution: Solution, states: Array) -> int:
    """The number of states whose value does not follow from the values of their successors, by the game's functions."""
    after, rows, _ = children(solution.game, states)
    over = after["to_move"] == TERMINAL
    values = np.zeros(len(after), np.int64)
    values[~over] = solution.values(after[~over])
    won = after["returns"][np.arange(len(after)), states["to_move"][rows]] > 0
    lost = np.where(over, won, (values > 0) & (values % 2 == 0))  # to the player who moves next
    soonest = np.full(len(states), 1000, np.int64)
    np.minimum.at(soonest, rows[lost], values[lost] + 1)
    latest = np.zeros(len(states), np.int64)
    np.maximum.at(latest, rows, np.where(values % 2 == 1, values + 1, 0))
    drawn = np.zeros(len(states), np.bool_)
    drawn[rows[~lost & (values == DRAW)]] = True
    exact = np.where(soonest < 1000, soonest, np.where(drawn, DRAW, latest))
    return int((exact != solution.values(states)).sum())


def main() -> None:
    """Solve the game with so many walls each, and print a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--walls", type=int, required=True)
    parser.add_argument("--out", type=Path, help="a folder that keeps the layers")
    parser.add_argument(
        "--verify", type=int, default=0, help="random states of each layer to compare with the game's functions"
    )
    chosen = parser.parse_args()
    began = time.process_time()

    def tell(line: str) -> None:
        print(f"{(time.process_time() - began) / 60:7.2f} CPU min  {line}", file=sys.stderr, flush=True)

    game = load(chosen.walls)
    solution, totals = solve_all(game, chosen.walls, chosen.out, verify=chosen.verify, keep=False, tell=tell)
    start = game.new()
    start["stock"] = chosen.walls
    value = int(solution.values(start)[0])
    outcome = "draw" if value == DRAW else "win" if value % 2 == 1 else "loss"
    minutes = round((time.process_time() - began) / 60, 2)
    print(json.dumps({"walls": chosen.walls, "outcome": outcome, "plies": value, **totals, "cpu_minutes": minutes}))


if __name__ == "__main__":
    main()
