"""Solved positions of connect four for `boardwright accuracy`: six sets by the stones and by the plies to the end.

`python benchmarks/connect_four_positions.py [--seed 1] [--each 200] [--out FOLDER]` writes the sets that ship with
`examples/connect_four`, by default over them; the same seed writes the same bytes. A position is that of a random game
after a number of stones that is drawn uniformly; games that are over by then are left out, and so are positions that
end within two plies of perfect play, and those that another one equals, or its mirror image.

`--check` writes nothing: it solves the sets of the folder again, and prints faults. Both print the distribution.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import connect_four
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import TERMINAL
from connect_four.solver import CELLS, COLS, COLUMN, Solver, boards

SHIPPED = Path(connect_four.__file__).parent / "configs" / "positions"
STONES = {"begin": range(6, 14), "middle": range(14, 29), "end": range(29, 40)}
"""The stones on the board, by the first word of a set's name. With fewer than six a score takes many seconds."""
PLIES = {"easy": range(3, 14), "medium": range(14, 29), "hard": range(29, CELLS + 1)}
"""The plies of perfect play to the end, by the second word."""
SETS = ("begin_easy", "begin_medium", "begin_hard", "middle_easy", "middle_medium", "end_easy")


def plies(stones: int, score: int) -> int:
    """The plies to the end of a game of which the score is known: a win as soon as can be, a loss as late."""
    if score == 0:
        return CELLS - stones
    return 1 + 2 * ((CELLS + 1 - stones) // 2 - score) if score > 0 else 2 + 2 * ((CELLS - stones) // 2 + score)


def set_of(stones: int, score: int) -> str:
    """The name of the set that a position belongs to; empty if it belongs to none."""
    first = next((name for name, known in STONES.items() if stones in known), "")
    second = next((name for name, known in PLIES.items() if plies(stones, score) in known), "")
    return f"{first}_{second}" if f"{first}_{second}" in SETS else ""


def identity(game: Game, position: Position) -> tuple[int, int]:
    """The stones of the player to move and all stones, the same for a position and its mirror image."""
    own, every = boards(game, position.state)
    return min((own, every), (mirrored(own), mirrored(every)))


def mirrored(stones: int) -> int:
    """A bitboard with the columns in reverse order."""
    column = (1 << COLUMN) - 1
    return sum((stones >> COLUMN * col & column) << COLUMN * (COLS - 1 - col) for col in range(COLS))


def random_positions(game: Game, stones: range, rng: np.random.Generator) -> Iterator[tuple[str, Position]]:
    """Unfinished positions of random games without end, each with its columns counted from 1."""
    while True:
        position, columns = Position(game), ""
        for _ in range(int(rng.choice(stones))):
            column = int(rng.choice(position.legal_actions))
            position.push(column)
            columns += str(column + 1)
            if position.state["to_move"][0] == TERMINAL:
                break
        else:
            yield columns, position


def ends_within(solver: Solver, board: tuple[int, int], most: int) -> bool:
    """Whether perfect play ends within some plies, which is a quicker question than that for the score."""
    stones = board[1].bit_count()
    if most >= CELLS - stones:
        return True
    wins = [score for score in range(1, CELLS) if 1 <= plies(stones, score) <= most]
    losses = [-score for score in range(1, CELLS) if 1 <= plies(stones, -score) <= most]
    return solver.bound(*board, min(wins) - 1) >= min(wins) or solver.bound(*board, max(losses)) <= max(losses)


def make(game: Game, solver: Solver, first: str, each: int, seed: int) -> dict[str, list[str]]:
    """The lines of the sets whose names begin with a word."""
    found: dict[str, list[str]] = {name: [] for name in SETS if name.startswith(first)}
    seen: set[tuple[int, int]] = set()
    rng = np.random.default_rng((seed, list(STONES).index(first)))
    for columns, position in random_positions(game, STONES[first], rng):
        key = identity(game, position)
        if key in seen:
            continue
        seen.add(key)
        wanted = [PLIES[name.partition("_")[2]] for name, lines in found.items() if len(lines) < each]
        if not ends_within(solver, boards(game, position.state), max(span[-1] for span in wanted)):
            continue
        score = solver.score(*boards(game, position.state))
        lines = found.get(set_of(len(columns), score), [])
        if len(lines) < each:
            lines.append(f"{columns} {score}")
            print(f"\r{ {name: len(lines) for name, lines in found.items()} }", end="", file=sys.stderr, flush=True)
        if all(len(lines) == each for lines in found.values()):
            break
    print(file=sys.stderr)
    return found


def faults(game: Game, solver: Solver, name: str, lines: list[str]) -> Iterator[str]:
    """What is wrong with the lines of a set: a score, a line of another set, a position that is there twice."""
    seen: dict[tuple[int, int], int] = {}
    for number, line in enumerate(lines, 1):
        columns, score = line.split()
        position = Position(game)
        for digit in columns:
            position.push(int(digit) - 1)
        exact = solver.score(*boards(game, position.state))
        if exact != int(score):
            yield f"{name}:{number} has the score {score}, not {exact}"
        elif set_of(len(columns), exact) != name:
            yield f"{name}:{number} belongs to {set_of(len(columns), exact) or 'no set'}"
        first = seen.setdefault(identity(game, position), number)
        if first != number:
            yield f"{name}:{number} is the position of line {first}"


def distribution(lines: list[str]) -> str:
    """The numbers of wins, draws and losses, and the least, median and most of stones and plies."""
    stones, scores = zip(*((len(columns), int(score)) for columns, score in (line.split() for line in lines)))
    ends = [plies(count, score) for count, score in zip(stones, scores)]
    signs = Counter(int(np.sign(score)) for score in scores)
    spread = [f"{min(x)} to {max(x)}, median {np.median(x):g}" for x in (stones, ends)]
    return f"{len(lines)} | {signs[1]} / {signs[0]} / {signs[-1]} | {spread[0]} | {spread[1]}"


def main() -> None:
    """Write the sets or check them, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=200, help="positions in a set")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    game, solver, wrong = registry.load("connect_four"), Solver(), []
    if not given.check:
        given.out.mkdir(parents=True, exist_ok=True)
        for first in STONES:
            for name, lines in make(game, solver, first, given.each, given.seed).items():
                (given.out / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("set | positions | won / drawn / lost | stones | plies to the end")
    for name in SETS:
        lines = (given.out / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        print(f"{name} | {distribution(lines)}")
        if given.check:
            wrong += list(faults(game, solver, name, lines))
    sys.exit("\n".join(wrong) or None)


if __name__ == "__main__":
    main()
