"""Benchmark of a game on several boards, beside peers that accept a board, and beside its rules alone."""

from __future__ import annotations

from typing import Any

from boardwright.bench import numpy_minesweeper, ours, peers
from boardwright.bench.plan import Plan
from boardwright.bench.timing import Prepare, Rates, interleave
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.progress import Tracker


def run(game: Game, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Add a row per board and batch size. `cost_over_logic` compares with steps without mask and observation."""
    jumanji, note = peers.find(peers.Jumanji, "jumanji", game)
    report["notes"].append(note or f"jumanji: {_plain(peers.Jumanji.__doc__)}")
    array, note = peers.find(numpy_minesweeper.Peer, "numpy", game)
    report["notes"].append(note or f"numpy: {_plain(numpy_minesweeper.__doc__)}")
    chosen = plan.boards[game.name]
    for preset in chosen.presets:
        board = registry.load(game.name, preset, **chosen.changes)
        size = (board.config["H"], board.config["W"], board.config["mine_count"])
        for n in plan.board_sizes:
            steps, peer_steps = max(1, plan.board_steps // n), max(1, plan.board_peer_steps // n)
            sides: dict[str, Prepare] = {
                "ours": ours.one_call(board, n, steps, plan.seed),
                "logic": ours.logic(board, n, steps, plan.seed),
            }
            if jumanji:
                sides["jumanji"] = jumanji.one_call(*size, n, peer_steps, plan.seed)
            if array:
                sides["numpy"] = array.one_call(*size, n, peer_steps, plan.seed)
            progress = stage(f"{preset}, {n} games")
            rates = interleave(sides, rounds=plan.rounds, seconds=plan.seconds, progress=progress)
            row = {"board": preset, "rows": size[0], "cols": size[1], "mines": size[2], "n": n}
            report["boards"].append(row | _figures(rates))


def _figures(rates: dict[str, Rates]) -> dict[str, Any]:
    own = rates["ours"].per_cpu_second
    figures: dict[str, Any] = {f"{side}_steps_per_s": round(rate.per_cpu_second) for side, rate in rates.items()}
    for side in ("jumanji", "numpy"):
        if side in rates:
            figures[f"vs_{side}"] = round(own / rates[side].per_cpu_second, 1)
    figures["cost_over_logic"] = round(rates["logic"].per_cpu_second / own, 2)
    figures["rounds"] = len(rates["ours"].cpu)
    figures["spread"] = {side: rate.spread for side, rate in rates.items()}
    return figures


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())
