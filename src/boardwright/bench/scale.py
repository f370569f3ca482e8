"""Benchmark of executors: Ray beside the same pieces submitted to it bare, two workers beside one, Ray beside local.

The work is an evaluation of search agents, by wall time, in alternation. Workers are warm: their start and compiling
are measured apart.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median
from typing import Any

import ray

from boardwright.arena.evaluation import evaluate
from boardwright.arena.executors import IN_PROCESS, Executor, LocalProcesses
from boardwright.arena.processes import MatchPiece, play_piece
from boardwright.bench.plan import Plan, Scale
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.progress import Tracker
from boardwright.scale.ray_executor import RayExecutor, on_ray

WORKERS = 2


def run(plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Measure overhead by length of pieces, then whole evaluations."""
    sizes = plan.scale
    game = registry.load(sizes.game)
    report.update(rows=[], notes=[], plan=sizes.model_dump())
    with ExitStack() as stack:
        began = time.perf_counter()
        cluster = stack.enter_context(on_ray(None, WORKERS))
        report["ray_start_s"] = round(time.perf_counter() - began, 1)
        local = LocalProcesses(WORKERS)
        stack.callback(local.close)
        rate = _warm(game, sizes, [IN_PROCESS, local, cluster])
        for seconds in sizes.pieces:
            report["rows"].append(_overhead(game, sizes, seconds, rate, local, cluster, stage))
        _whole(game, sizes, rate, local, cluster, report, stage)


def _pieces(game: Game, sizes: Scale, matches: int, count: int, first: int = 0) -> list[MatchPiece]:
    agents = (sizes.agent, sizes.opponent)
    numbers = [tuple(range(first + n * matches, first + (n + 1) * matches)) for n in range(count)]
    return [MatchPiece(game, agents, sizes.seed, sizes.opening, piece) for piece in numbers]


def _warm(game: Game, sizes: Scale, executors: list[Executor]) -> float:
    """Compile in every worker; return matches a second."""
    for executor in executors:
        for _ in executor.map(play_piece, _pieces(game, sizes, 4, 4 * executor.workers)):
            pass
    [(records, seconds)] = [play_piece(piece) for piece in _pieces(game, sizes, sizes.calibration, 1)]
    return len(records) / seconds


def _bare(pieces: list[MatchPiece]) -> None:
    """Submit pieces to Ray as its own documentation does."""
    task: Any = ray.remote(num_cpus=1)(play_piece)
    ray.get([task.remote(piece) for piece in pieces])


def _alternate(sides: dict[str, Callable[[], None]], rounds: int, progress: Any) -> dict[str, list[float]]:
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(rounds):
        for name, side in sides.items():
            began = time.perf_counter()
            side()
            seconds[name].append(time.perf_counter() - began)
        progress(number + 1, rounds, {})
    return seconds


def _read(executor: Executor, pieces: list[MatchPiece]) -> None:
    for _ in executor.map(play_piece, pieces):
        pass


def _overhead(
    game: Game, sizes: Scale, seconds: float, rate: float, local: Executor, cluster: Executor, stage: Tracker
) -> dict[str, Any]:
    """The time of pieces of a length on each executor, over that of this process alone divided by the workers."""
    matches = max(1, round(seconds * rate))
    pieces = _pieces(game, sizes, matches, max(2 * WORKERS, round(sizes.seconds * WORKERS / seconds)))
    sides: dict[str, Callable[[], None]] = {
        "alone": lambda: _read(IN_PROCESS, pieces),
        "local": lambda: _read(local, pieces),
        "bare_ray": lambda: _bare(pieces),
        "ray": lambda: _read(cluster, pieces),
    }
    times = _alternate(sides, sizes.rounds, stage(f"pieces of {seconds:g} s"))
    least = median(times["alone"]) / WORKERS
    over = {f"{name}_over_ideal": round(median(times[name]) / least, 3) for name in sides if name != "alone"}
    bare = _ratios(times["ray"], times["bare_ray"])
    return {
        "piece_s": round(median(times["alone"]) / len(pieces), 3),
        "pieces": len(pieces),
        **over,
        "ray_over_bare": bare,
    }


def _ratios(ones: list[float], others: list[float]) -> float:
    return round(median(one / other for one, other in zip(ones, others)), 3)


def _whole(
    game: Game, sizes: Scale, rate: float, local: Executor, cluster: RayExecutor, report: dict[str, Any], stage: Tracker
) -> None:
    """Whole evaluations by the public function, beside the same matches submitted to Ray bare in pieces of a second."""
    games = max(8, 2 * round(sizes.evaluation * rate / 2))
    pieces = [
        MatchPiece(game, agents, sizes.seed, sizes.opening, tuple(range(first, min(first + size, games // 2))))
        for agents in ((sizes.agent, sizes.opponent), (sizes.opponent, sizes.agent))
        for size in (max(1, round(rate)),)
        for first in range(0, games // 2, size)
    ]

    def whole(executor: Executor) -> Callable[[], None]:
        def play() -> None:
            evaluate(game, sizes.agent, sizes.opponent, games, sizes.seed, opening=sizes.opening, executor=executor)

        return play

    sides = {
        "alone": whole(IN_PROCESS),
        "local": whole(local),
        "bare_ray": lambda: _bare(pieces),
        "ray": whole(cluster),
    }
    times = _alternate(sides, sizes.rounds, stage("whole evaluations"))
    report["games"] = games
    report["seconds"] = {name: [round(value, 2) for value in values] for name, values in times.items()}
    report["over_bare_ray"] = _ratios(times["ray"], times["bare_ray"])
    report["speedup_2"] = _ratios(times["alone"], times["local"])
    report["ray_over_local"] = _ratios(times["ray"], times["local"])
