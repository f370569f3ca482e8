"""The machine of a measurement, and its figures as tables."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

Table = tuple[str, list[str], list[list[str]]]
"""Title, columns, rows."""

PACKAGE = Path(__file__).parents[1]


def machine() -> dict[str, Any]:
    """The processor, the versions that matter, and the commit of a checkout."""
    versions = {
        package: _version(package)
        for package in ("numba", "numpy", "torch", "jax", "pgx", "mctx", "jumanji", "pettingzoo", "open_spiel")
    }
    return {
        "cpu": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        **versions,
        "commit": _commit(),
        # The load before we began: on a busy machine, figures of threads say little.
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def learning(report: Mapping[str, Any]) -> list[Table]:
    """The tables of `bench ppo`."""
    rows = [[row["side"], f"{row['steps_per_s']:,}", str(row["spread"])] for row in report["rows"]]
    ratios = [
        [name, f"{report[name]:.2f}"] for name in ("vs_sb3_fp32", "vs_sb3_bf16", "loop_over_bare") if name in report
    ]
    heads = ["side", "steps a CPU second", "slowest and fastest round"]
    return [("Learning, rollout and update", heads, rows), ("Ratios", ["", "value"], ratios)]


def self_play(report: Mapping[str, Any]) -> list[Table]:
    """The tables of `bench self_play`."""
    rows = [[row["network"], row["side"], f"{row['per_s']:,}", str(row["spread"])] for row in report["rows"]]
    heads = ["network", "side", "simulations or rows a CPU second", "slowest and fastest round"]
    names = ("vs_mctx", "vs_mctx_fp32", "over_bare", "bf16_over_fp32", "int8_over_fp32")
    ratios = [
        [title, *(f"{found[name]:.2f}" if name in found else "-" for name in names)]
        for title, found in report.get("ratios", {}).items()
    ]
    return [("Self-play", heads, rows), ("Ratios", ["network", *names], ratios)]


def scale(report: Mapping[str, Any]) -> list[Table]:
    """The tables of `bench scale`."""
    names = ("local_over_ideal", "bare_ray_over_ideal", "ray_over_ideal", "ray_over_bare")
    rows = [
        [f"{row['piece_s']:.3f}", str(row["pieces"]), *(f"{row[name]:.2f}" for name in names)] for row in report["rows"]
    ]
    heads = ["seconds a piece", "pieces", "processes / ideal", "bare Ray / ideal", "Ray / ideal", "Ray / bare Ray"]
    keys = ("over_bare_ray", "speedup_2", "ray_over_local", "ray_start_s")
    whole = [[name, f"{report[name]:.2f}"] for name in keys if name in report]
    return [("Pieces, two workers", heads, rows), ("Whole evaluations", ["figure", "value"], whole)]


def service(report: Mapping[str, Any]) -> list[Table]:
    """The tables of `bench service`, of what was measured."""
    tables: list[Table] = []
    costs = [report[name] for name in report if name.startswith("cost_")]
    if costs:
        heads = ["game", "a move, CPU us", "echo", "append", "over echo and append", "lowest and highest"]
        rows = [
            [cost["game"], *(str(cost["cpu_us"][part]) for part in ("move", "echo", "append"))]
            + [f"{cost['over_bare']:.2f}", str(cost["spread"])]
            for cost in costs
        ]
        tables.append(("Cost of a move", heads, rows))
    if "sustained" in report:
        heads = ["database", "moves/s", "p50 ms", "p99 ms", "at half: moves/s", "p50 ms", "p99 ms"]
        rows = [
            [side["database"], f"{side['moves_per_s']:,}", *_latency(side["full"])]
            + [f"{side['half']['moves_per_s']:,}", *_latency(side["half"])]
            for side in report["sustained"]
        ]
        tables.append(("64 clients", heads, rows))
    if "streams" in report:
        row = report["streams"]
        heads = ["streams", "open at the end", "news of the one that heard least", "moves", "p50 ms", "p99 ms"]
        figures = [str(row[name]) for name in ("streams", "alive", "least_heard", "moves")]
        tables.append(("Streams", heads, [[*figures, *_latency(row)]]))
    if "costs" in report:
        rows = [[row["request"], f"{row['declared_ms']:.2f}", f"{row['measured_ms']:.2f}"] for row in report["costs"]]
        tables.append(("Costs, CPU ms", ["request", "declared", "measured"], rows))
    if "floods" in report:
        rows = [[path, *_latency(row)] for path, row in report["floods"].items() if isinstance(row, dict)]
        tables.append(("An honest client during floods", ["flood of", "p50 ms", "p99 ms"], rows))
    return tables


def _latency(row: Mapping[str, float]) -> list[str]:
    return [f"{row['p50_ms']:.1f}", f"{row['p99_ms']:.1f}"]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _commit() -> str | None:
    # In a package installed into another project's repository, the commit would be that project's.
    if _git("rev-parse", "--show-toplevel") != str(PACKAGE.parents[1]):
        return None
    return _git("describe", "--always", "--dirty", "--exclude=*")


def _git(*words: str) -> str | None:
    try:
        result = subprocess.run(["git", *words], cwd=PACKAGE, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return result.stdout.strip()


def tables(report: Mapping[str, Any]) -> list[Table]:
    """The tables of a report, for people."""
    result = []
    if report.get("rows"):
        rows = [
            [f"{row['n']:,} games, {row['shape']}", *_cells(row, ("ours", "pgx"), "steps")] for row in report["rows"]
        ]
        rows += [
            [f"{row['n']:,} games, fused, one draw", *_cells(row, ("ours", "pgx_one_draw"), "steps", "ratio_one_draw")]
            for row in report["rows"]
            if "ratio_one_draw" in row
        ]
        result.append(("Steps per CPU second: mask, observation, next game; one thread", _columns("Pgx"), rows))
    if single := report.get("pettingzoo"):
        rows = [["1 game", *_cells(single, ("ours", "pettingzoo"), "steps")]]
        if "ratio_fused" in single:
            peer = _cells(single, ("pettingzoo",), "steps")[0]
            many = f"{single['fused_n']:,} games, fused, beside its 1"
            rows.append([many, _short(single["fused_steps_per_s"]), peer, f"{single['ratio_fused']:,}", ""])
        result.append(("Steps per CPU second, called from Python", _columns("PettingZoo"), rows))
    if search := report.get("search"):
        rows = [["nodes per CPU second", *_cells(search, ("ours", "open_spiel"), "nodes")]]
        visited = [f"{search[key]:,}" if key in search else "-" for key in ("ours_nodes", "open_spiel_nodes")]
        rows.append(["nodes visited", *visited, "", ""])
        if "ratio_time" in search:
            rows.append(["time to the answer", "", "", f"{search['ratio_time']:,}", ""])
        result.append((f"Alpha-beta to depth {search['depth']}", _columns(search.get("peer", "peer")), rows))
    if trees := report.get("trees"):
        rows = [
            [f"games of mcts, {trees['iterations']:,} a move", _short(trees["iterations_per_s"])],
            ["plies of these games", _short(trees["plies_per_s"])],
            ["positions of expectimax", _short(trees.get("nodes_per_s"))],
        ]
        result.append(("Search under chance from the start, per CPU second", ["", "ours"], rows))
    if playouts := report.get("playouts"):
        rows = [
            [row["shape"], _short(row["moves_per_s"]), _short(row.get("open_spiel_moves_per_s"))]
            + [f"{row['vs_openspiel']:,}" if "vs_openspiel" in row else "-"]
            + ["; ".join(" to ".join(map(_short, entry)) for entry in row["spread"].values())]
            for row in playouts["rows"]
        ]
        result.append(("Moves of random games per CPU second, one thread", _columns("OpenSpiel"), rows))
    if engine := report.get("engine"):
        depth = engine["depth_in_1s"]
        rows = [
            ["distances per second", _short(engine["distance_queries_per_s"])],
            ["nodes of the full search per second", _short(engine["nodes_per_s"])],
            ["depth in a second", f"{depth['median']}, from {depth['least']} to {depth['most']}"],
            [f"perft {engine['perft_depth']}, {engine['perft_leaves']:,} leaves", f"{engine['perft_seconds']} s"],
        ]
        rows += [
            [f"a move of {entry['level']}, {entry['profile']}", f"{entry['ms']:,} ms, at most {entry['slowest_ms']:,}"]
            for entry in engine["levels"]
        ]
        result.append(("Search, CPU time of one core", ["", "median"], rows))
    if boards := report.get("boards"):
        rows = [
            [f"{row['board']}, {row['n']:,} games"]
            + [_short(row.get(f"{side}_steps_per_s")) for side in ("ours", "logic", "jumanji", "numpy")]
            + [f"{row[key]:,}" if key in row else "-" for key in ("vs_jumanji", "vs_numpy", "cost_over_logic")]
            for row in boards
        ]
        columns = ["", "ours", "logic alone", "Jumanji", "NumPy", "vs Jumanji", "vs NumPy", "cost over logic"]
        result.append(("Steps per CPU second by board: mask, observation, next game; one thread", columns, rows))
    if phases := report.get("phases"):
        rows = [
            [f"{row['phase']} on {row['board']}, {row['n']:,} games"]
            + [_short(row[f"{row['phase']}s_per_s"]), _short(row["steps_per_s"]), f"{row['steps_each']:,}"]
            for row in phases
        ]
        columns = ["", "played through", "steps", "steps each"]
        result.append(("One phase alone, per CPU second: mask and observation; one thread", columns, rows))
    if parts := report.get("parts"):
        rows = [
            [entry["part"], *(f"{entry[key]:,}" for key in ("us", "interpreted_us", "ratio"))]
            for entry in parts["rows"]
        ]
        rate = _short(parts["steps_per_s"])
        title = f"A decision on {parts['board']}, {parts['n']:,} games, {rate} per CPU second: microseconds"
        result.append((title, ["", "compiled", "interpreted", "ratio"], rows))
    if compiled := report.get("compile_cpu_s"):
        rows = [[preset, f"{seconds}"] for preset, seconds in compiled.items()]
        result.append(("Compiling from nothing, CPU seconds", ["", "seconds"], rows))
    if threads := report.get("threads"):
        rates = [_short(rate) for rate in threads["wall_steps_per_s"].values()]
        columns = ["", "1 thread", f"{threads['threads']} threads", "speed-up", "same bytes"]
        rows = [[f"{threads['n']:,} games", *rates, f"{threads['speed_up']}", "yes" if threads["same_bytes"] else "NO"]]
        result.append(("Steps per second by the clock", columns, rows))
    return result


def environments(report: Mapping[str, Any]) -> list[Table]:
    """The table of `bench envs`, for people."""
    rows = [
        [row["side"], _short(row["moves_per_s"]), f"{row['ratio']:,}" if "ratio" in row else "-"]
        + [" to ".join(map(_short, row["spread"]))]
        for row in report["rows"]
    ]
    columns = ["", "moves", "times PettingZoo", "slowest to fastest round"]
    return [(f"{report['game']}: moves on the board per CPU second, one thread", columns, rows)]


def _columns(peer: str) -> list[str]:
    return ["", "ours", peer, "ratio", "slowest to fastest round"]


def _cells(row: Mapping[str, Any], sides: tuple[str, ...], unit: str, ratio: str = "ratio") -> list[str]:
    rates = [_short(row.get(f"{side}_{unit}_per_s")) for side in sides]
    spreads = [" to ".join(map(_short, row["spread"][side])) for side in sides if side in row["spread"]]
    return [*rates, f"{row[ratio]:,}" if ratio in row else "-", "; ".join(spreads)]


def _short(rate: float | None) -> str:
    if rate is None:
        return "-"
    if rate >= 1e6:
        return f"{rate / 1e6:.2f} M"
    return f"{rate / 1e3:.1f} k"
