"""What a piece of each kind of work costs a worker, the driver and the network between them, and where that saturates.

`python benchmarks/work_costs.py [--cores 1000] [--json] [KIND ...]`: every kind runs in this process
through an executor that pickles each piece and each result as a cluster would, and counts bytes and CPU seconds. The
driver's seconds are everything outside of the pieces: cutting, unpickling, checking, writing, and for learners the
update of the network. The last columns are arithmetic: the cores that one driver keeps busy, and the gigabytes a second
that this many cores send it.
"""

from __future__ import annotations

import argparse
import json
import pickle
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from rich.console import Console
from rich.table import Table

from boardwright.arena.evaluation import evaluate
from boardwright.arena.executors import Held, Shared
from boardwright.core import registry
from boardwright.learning import recipes
from boardwright.learning.imitation.production import produce
from boardwright.learning.metrics import Metrics
from boardwright.learning.training import Run

P = TypeVar("P")
R = TypeVar("R")
S = TypeVar("S")


class Meter:
    """An executor in this process that counts what pieces cost, and what would travel."""

    workers = 1

    def __init__(self) -> None:
        self.pieces, self.work, self.sent, self.returned, self.shared = 0, 0.0, 0, 0, 0

    def map(self, function: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
        """See `Executor`."""
        for piece in pieces:
            there = pickle.dumps(piece, protocol=5)
            began = time.process_time()
            result = pickle.dumps(function(pickle.loads(there)), protocol=5)
            self.work += time.process_time() - began
            self.pieces += 1
            self.sent += len(there)
            self.returned += len(result)
            yield pickle.loads(result)

    def begin(self, function: Callable[[P], R], pieces: Sequence[P]) -> Iterator[R]:
        """See `Executor`."""
        return self.map(function, pieces)

    def share(self, value: S) -> Shared[S]:
        """See `Executor`. What is shared goes to each machine once, not with each piece."""
        self.shared += len(pickle.dumps(value, protocol=5))
        return _Kept.of(value)


class _Kept(Held[S]):
    """A shared value that does not travel with a piece."""

    values: ClassVar[dict[int, Any]] = {}

    @classmethod
    def of(cls, value: Any) -> _Kept[Any]:
        cls.values[id(value)] = value
        return cls(value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, (id(self.value),)


def _kept(key: int) -> _Kept[Any]:
    return _Kept(_Kept.values[key])


def labels(meter: Meter, folder: Path, size: float) -> tuple[str, int]:
    """Exactly labelled positions of Minesweeper, written as shards."""
    count = int(65_536 * size)
    produce(registry.load("minesweeper", "expert"), folder, count, seed=1, executor=meter)
    return "positions", count


def games(meter: Meter, folder: Path, size: float) -> tuple[str, int]:
    """Games of two search agents at Quoridor."""
    count = 2 * max(1, int(60 * size))
    evaluate(registry.load("quoridor"), "alphabeta:depth=2", "alphabeta:depth=1", count, 1, opening=4, executor=meter)
    return "games", count


def steps(meter: Meter, folder: Path, size: float) -> tuple[str, int]:
    """Steps of PPO with a tower of 32 channels at Minesweeper, and their updates."""
    updates = max(1, int(4 * size))
    changes = {"ppo.parts": 16, "ppo.updates": updates, "evaluation.every": 10**6, "evaluation.games": 2}
    recipe = recipes.read("minesweeper", recipes.ANY_GAME, changes)
    assert recipe.ppo is not None
    Run("minesweeper", recipes.ANY_GAME, recipe, folder, resume=False, executor=meter).go()
    return "steps", updates * recipe.ppo.num_envs * recipe.ppo.steps_per_env


def simulations(meter: Meter, folder: Path, size: float) -> tuple[str, int]:
    """Simulations of self-play with the recipe for any game at Quoridor 5x5, and its updates."""
    rounds = max(1, int(2 * size))
    changes = {
        "board": "small",
        "self_play.rounds": rounds,
        "self_play.groups": 4,
        "self_play.precision": "fp32",
        "evaluation.every": 10**6,
        "evaluation.games": 2,
    }
    recipe = recipes.read("quoridor", recipes.SELF_PLAY, changes)
    assert recipe.self_play is not None
    Run("quoridor", recipes.SELF_PLAY, recipe, folder, resume=False, executor=meter).go()
    moves = sum(row["positions"] for row in Metrics.rows(folder / "self_play"))
    return "simulations", int(moves) * recipe.self_play.simulations


KINDS = {kind.__name__: kind for kind in (labels, games, steps, simulations)}


def measure(name: str, size: float, cores: int) -> dict[str, Any]:
    """The costs of a kind of work, once it is compiled."""
    with tempfile.TemporaryDirectory() as folder:
        KINDS[name](Meter(), Path(folder) / "warm", min(size, 0.1))
        meter, began = Meter(), time.process_time()
        unit, count = KINDS[name](meter, Path(folder) / "run", size)
        driver = time.process_time() - began - meter.work
    return {
        "kind": name,
        "unit": unit,
        "count": count,
        "pieces": meter.pieces,
        "piece_seconds": meter.work / meter.pieces,
        "per_core_second": count / meter.work,
        "bytes_each": (meter.sent + meter.returned) / count,
        "shared_bytes": meter.shared,
        "driver_share": driver / meter.work,
        "cores_of_a_driver": meter.work / driver,
        "gigabytes_a_second": cores * (meter.sent + meter.returned) / meter.work / 1e9,
    }


def main() -> None:
    """Print a line for each kind of work."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--size", type=float, default=1.0, help="of the measurement")
    parser.add_argument("--cores", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if unknown := set(given.kinds) - KINDS.keys():
        parser.error(f"there is no kind {', '.join(unknown)}: choose among {', '.join(KINDS)}")
    rows = [measure(name, given.size, given.cores) for name in given.kinds or KINDS]
    if given.json:
        print(json.dumps({"cores": given.cores, "rows": rows}, indent=1))
        return
    titles = ("work", "a core and second", "s a piece", "bytes each", "driver", "cores of a driver")
    table = Table(*titles, f"GB/s from {given.cores:,} cores")
    for row in rows:
        table.add_row(
            row["unit"],
            f"{row['per_core_second']:,.0f}",
            f"{row['piece_seconds']:.2f}",
            f"{row['bytes_each']:,.0f}",
            f"{100 * row['driver_share']:.1f} %",
            f"{row['cores_of_a_driver']:,.1f}",
            f"{row['gigabytes_a_second']:.2f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
