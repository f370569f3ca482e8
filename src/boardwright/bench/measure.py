"""The measurements, one function each. They return plain data; a peer's columns are there only if the peer is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numba

from boardwright.bench import boards, ours, parts, peers, phases, playouts
from boardwright.bench.plan import Plan
from boardwright.bench.timing import Prepare, Rates, interleave, one_core
from boardwright.bench.trees import trees
from boardwright.core.agent import NO_BUDGET
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, Tracker


def run(game: Game, plan: Plan, depth: int | None, report: dict[str, Any], stage: Tracker) -> None:
    """Fill the report measurement by measurement: an interrupted run keeps the finished ones."""
    report.update(rows=[], pettingzoo=None, search=None, trees=None, threads=None, notes=[])

    def peer(kind: Any, library: str) -> Any:
        library_peer, note = peers.find(kind, library, game)
        if note:
            report["notes"].append(note)
        return library_peer

    with one_core():
        pgx = peer(peers.Pgx, "pgx")
        for shape in ("one_call", "fused"):
            for n in plan.sizes:
                report["rows"].append(batch(game, plan, shape, n, pgx, stage(f"{shape}, {n} games")))
        zoo = peer(peers.PettingZoo, "pettingzoo")
        report["pettingzoo"] = single(game, plan, zoo, report["rows"][-1], stage("one game"))
        spiel = peer(peers.OpenSpiel, "open_spiel")
        try:
            report["search"] = search(game, plan, depth, spiel, stage("alpha-beta"))
        except AgentError as error:
            report["notes"].append(f"search: {error}")
        report["trees"] = trees(game, plan, stage("expectimax and mcts"))
        if game.name in plan.engines:
            playouts.run(game, plan, report, stage)
        if game.name in plan.boards:
            report["boards"] = []
            boards.run(game, plan, report, stage)
        if game.name in plan.phases:
            report["phases"] = []
            phases.run(game, plan, report, stage)
        if game.name in plan.parts:
            parts.run(game, plan, report, stage)
    threads = min(plan.threads, int(numba.config.NUMBA_NUM_THREADS))
    if threads > 1:
        report["threads"] = threaded(game, plan, threads, stage(f"{threads} threads"))
    else:
        report["notes"].append("threads: this machine lends a single core.")


def batch(game: Game, plan: Plan, shape: str, n: int, pgx: peers.Pgx | None, progress: Progress) -> dict[str, Any]:
    """Steps of a batch with mask, observation and auto-reset, on one thread."""
    sides: dict[str, Prepare]
    if shape == "fused":
        steps = max(1, plan.fused_steps // n)
        sides = {"ours": ours.fused(game, n, steps, plan.seed)}
        if pgx:
            sides["pgx"] = pgx.fused(n, steps, plan.seed)
            sides["pgx_one_draw"] = pgx.fused(n, steps, plan.seed, one_draw=True)
    else:
        steps = max(1, plan.one_call_steps // n)
        sides = {"ours": ours.one_call(game, n, steps, plan.seed)}
        if pgx:
            sides["pgx"] = pgx.one_call(n, steps, plan.seed)
    rates = _interleave(sides, plan, progress)
    row = {"shape": shape, "n": n, **_columns(rates, "steps")}
    if "pgx_one_draw" in rates:
        row["ratio_one_draw"] = _ratio(rates["ours"], rates["pgx_one_draw"])
    return row


def single(
    game: Game, plan: Plan, zoo: peers.PettingZoo | None, fused: Mapping[str, Any], progress: Progress
) -> dict[str, Any]:
    """One game alone, stepped from Python; `fused` is the row of the largest batch, for comparison."""
    sides = {"ours": ours.single(game, plan.single_steps, plan.seed)}
    if zoo:
        sides["pettingzoo"] = zoo.single(plan.single_steps, plan.seed)
    rates = _interleave(sides, plan, progress)
    row = {"n": 1, **_columns(rates, "steps")}
    if zoo:
        rate = fused["ours_steps_per_s"]
        row |= {"fused_n": fused["n"], "fused_steps_per_s": rate}
        row["ratio_fused"] = round(rate / rates["pettingzoo"].per_cpu_second, 1)
    return row


def search(
    game: Game, plan: Plan, depth: int | None, spiel: peers.OpenSpiel | None, progress: Progress
) -> dict[str, Any]:
    """Nodes of alpha-beta from the start position: to `depth`, or to the plan's depth if the tree is small enough."""
    deepest = min(depth or plan.search_depth, game.max_plies)
    own = ours.Search(game, deepest)
    plies, own_nodes, peer_nodes = 0, 0, 0
    for deeper in (deepest,) if depth else range(1, deepest + 1):
        # An explicit depth is searched whatever its size, and so is a single ply.
        most = NO_BUDGET if depth or deeper == 1 else plan.search_nodes
        own_count = own.nodes(deeper, most)
        peer_count = spiel.nodes(deeper, most) if spiel else 0
        if own_count is None or peer_count is None:
            break
        plies, own_nodes, peer_nodes = deeper, own_count, peer_count
    sides = {"ours": own.prepare(plies, plan.search_seconds)}
    row: dict[str, Any] = {"depth": plies, "ours_nodes": own_nodes}
    if spiel:
        sides["open_spiel"] = spiel.prepare(plies, plan.search_seconds, peer_nodes)
        row |= {"peer": spiel.title, "open_spiel_nodes": peer_nodes}
    rates = _interleave(sides, plan, progress)
    row |= _columns(rates, "nodes")
    if spiel:
        # Pruning differs, so the time to the same depth is compared, too.
        quicker = rates["ours"].per_cpu_second / own_nodes * peer_nodes / rates["open_spiel"].per_cpu_second
        row["ratio_time"] = round(quicker, 1)
    return row


def threaded(game: Game, plan: Plan, threads: int, progress: Progress) -> dict[str, Any]:
    """The same steps on one thread and on several, by wall-clock time, and whether every byte is the same."""
    n = plan.threaded_size
    steps = max(1, plan.threaded_steps // n)
    last: dict[int, bytes] = {}
    sides = {str(count): ours.threaded(game, n, steps, plan.seed, count, last) for count in (1, threads)}
    rates = _interleave(sides, plan, progress)
    alone, together = rates["1"], rates[str(threads)]
    return {
        "n": n,
        "threads": threads,
        "wall_steps_per_s": {count: round(rate.per_second) for count, rate in rates.items()},
        "speed_up": round(together.per_second / alone.per_second, 2),
        "wall_spread": {count: [round(min(rate.wall)), round(max(rate.wall))] for count, rate in rates.items()},
        "same_bytes": last[1] == last[threads],
    }


def _interleave(sides: Mapping[str, Prepare], plan: Plan, progress: Progress) -> dict[str, Rates]:
    return interleave(sides, rounds=plan.rounds, seconds=plan.seconds, progress=progress)


def _columns(rates: Mapping[str, Rates], unit: str) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    for side, rate in rates.items():
        columns[f"{side}_{unit}_per_s"] = round(rate.per_cpu_second)
        columns[f"{side}_wall_{unit}_per_s"] = round(rate.per_second)
    own, *others = rates
    if others:
        columns["ratio"] = _ratio(rates[own], rates[others[0]])
    columns["rounds"] = len(rates[own].cpu)
    columns["spread"] = {side: rate.spread for side, rate in rates.items()}
    return columns


def _ratio(own: Rates, peer: Rates) -> float:
    return round(own.per_cpu_second / peer.per_cpu_second, 2)
