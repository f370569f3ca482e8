"""No forced move is ever wrong: what inference calls safe or a mine, compared with where the mines lie.

    cd tests && python -m games.minesweeper.soundness --positions 1000000

prints how many positions were looked at, how many cells were called safe or a mine by single numbers, by pairs of them
and by counting, and how many of these were wrong. Positions come from random and from solver play on three boards, one
ply after another; each has flags set at random, which prove nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import numpy as np

import boardwright
from boardwright.core import dice
from boardwright.core.batch import Batch
from boardwright.core.compiled.compiler import INTERPRETED, loop
from boardwright.core.record import Array
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE, deduce
from boardwright.games.minesweeper.solver.inference import analyse

METHODS = ("numbers", "pairs", "exact")
BOARDS = {"small": 0.5, "medium": 0.3, "expert": 0.2}
"""What share of the positions comes from each."""

HIDDEN, FLAGGED = 9, 10


@loop
def judge(p: Array, s: Array, seed: int, lie: bool, tally: Array) -> int:
    """Look at every row in which mines are laid: count moves and wrong ones, [method, 2]. Returns how many rows."""
    near = p[0].near
    cells = s[0].shown.shape[0]
    shown, known, chances = np.empty(cells, np.uint8), np.empty(cells, np.uint8), np.empty(cells, np.float64)
    looked = 0
    for i in range(s.shape[0]):
        if s[i].laid == 0:
            continue
        looked += 1
        bits = dice.mix(seed ^ i)
        rate = dice.below(bits, 4)
        for cell in range(cells):
            bits = dice.mix(bits)
            hidden = s[i].shown[cell] >= HIDDEN
            shown[cell] = s[i].shown[cell] if not hidden else FLAGGED if dice.below(bits, 8) < rate else HIDDEN
            if lie and 0 < shown[cell] < 8:
                shown[cell] += 1
                lie = False
        for method in range(3):
            known[:] = 0
            if method < 2:
                deduce(near, shown, known, method == 1)
            else:
                analyse(near, shown, int(p[0].mines), known, chances)
            for cell in range(cells):
                if known[cell] != 0:
                    tally[method, 0] += 1
                    tally[method, 1] += int(known[cell] == SAFE and s[i].mine[cell] != 0)
                    tally[method, 1] += int(known[cell] == MINE and s[i].mine[cell] == 0)
    return looked


def walk(board: str, positions: int, seed: int, lie: bool, tally: Array) -> int:
    """Play on one board until so many positions were looked at. A third of the rows opens random safe cells."""
    game = boardwright.load("minesweeper", board)
    agents = [boardwright.agent(name, game) for name in ("subset", "solver")]
    rng = np.random.default_rng(seed)
    batch = Batch(game, 6 if INTERPRETED else 258, seed=seed)
    rows = np.arange(len(batch.games)) % 3
    cells = game.config["H"] * game.config["W"]
    looked = 0
    while looked < positions:
        states = batch.states
        # Safe cells in any order leave numbers that nobody's play does; now and then it is any hidden cell.
        peek = rng.random(len(rows)) < 0.98
        choice = batch.mask[:, :cells] & ~(peek[:, None] & (states["mine"] == 1))
        actions = np.argmax(rng.random(choice.shape) * choice, axis=1)
        actions = np.where(states["laid"] == 0, rng.integers(cells, size=len(rows)), actions)
        for kind, agent in enumerate(agents):
            mine = (rows == kind) & (states["laid"] != 0)
            if mine.any():
                actions[mine] = agent.act_batch(batch.observations[mine], batch.mask[mine], rng)
        batch.step(actions)
        looked += game.run(judge, game.params, batch.states, int(rng.integers(1 << 62)), lie, tally)
    return looked


def prove(positions: int, seed: int, *, lie: bool = False) -> dict[str, Any]:
    """Look at so many positions or a few more. With a `lie` the first number that is seen says one too many."""
    tally = np.zeros((3, 2), np.int64)
    boards = {
        board: walk(board, round(share * positions), seed + number, lie, tally)
        for number, (board, share) in enumerate(BOARDS.items())
    }
    moves, wrong = ({name: int(tally[at, column]) for at, name in enumerate(METHODS)} for column in range(2))
    return {"positions": sum(boards.values()), "boards": boards, "moves": moves, "wrong": wrong}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    result = prove(options.positions, options.seed)
    print(json.dumps({**result, "seed": options.seed}))
    return int(any(result["wrong"].values()))


if __name__ == "__main__":
    sys.exit(main())
