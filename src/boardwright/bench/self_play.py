"""Benchmark of self-play beside mctx over Pgx, and over the bare passes of the same network.

A search of one move in every game, with Gumbel at the root: the same game, number of games, simulations and network on
both sides, and no answer is kept. Then whole rounds of games as `train` plays them, beside the passes alone that their
networks need. All on one core, by CPU time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from boardwright.agents import puct
from boardwright.bench import peers
from boardwright.bench.mctx_peer import Mctx
from boardwright.bench.plan import Plan, SelfPlay
from boardwright.bench.timing import Prepare, Rates, Run, interleave, one_core
from boardwright.core.batch import Batch
from boardwright.core.game import Game
from boardwright.core.progress import Tracker
from boardwright.core.record import Array
from boardwright.learning.networks import Network, Options, build
from boardwright.learning.quantization import TOWER, quantized
from boardwright.learning.self_play import games
from boardwright.learning.self_play.groups import ROWS
from boardwright.learning.torch_player import PRECISIONS, TorchPasses, converted

PEER = "pgx"
"""The library whose games mctx plays."""


def run(game: Game, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Measure every network of the plan."""
    report.update(rows=[], notes=[], plan=plan.self_play.model_dump())
    torch.set_num_threads(1)
    with one_core():
        for title, size in plan.self_play.networks.items():
            _measure(game, plan, title, network_of(game, *size), report, stage)


def network_of(game: Game, hidden: int, blocks: int) -> Network:
    """The network that is measured: a tower where mctx plays the game, since it copies one; else what `train` takes."""
    network = build(
        Options(kind=TOWER if PEER in game.definition.peers else "auto", hidden=hidden, blocks=blocks), game
    )
    for weight in network.parameters():
        torch.nn.init.normal_(weight, std=0.05)  # none is zero, as after training
    network.eval().to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs lack it
    return network


def _measure(game: Game, plan: Plan, title: str, network: Network, report: dict[str, Any], stage: Tracker) -> None:
    sizes, seed = plan.self_play, plan.seed
    sides: dict[str, Prepare] = {}
    formats: dict[str, puct.Evaluator] = {
        precision: TorchPasses(converted(network, precision), precision) for precision in PRECISIONS
    }
    formats["int8"] = quantized(network, game)
    for name, answers in formats.items():
        sides[f"search {name}"] = search(game, sizes, answers, seed)
        sides[f"passes {name}"] = passes(game, sizes, answers, seed)
    peer, note = peers.find(lambda name: Mctx(name, network), PEER, game)
    if peer is not None:
        sides["mctx"] = peer.search(sizes.games, sizes.simulations, sizes.considered, sizes.plies, seed)
    elif note not in report["notes"]:
        report["notes"].append(note)
    rates = interleave(sides, rounds=sizes.rounds, seconds=1e9, progress=stage(title))
    best = max(formats, key=lambda name: rates[f"search {name}"].per_cpu_second)
    # Whole games take minutes: in the fastest format alone, beside its passes in the same turns.
    games_of = {"self-play": self_play(game, sizes, formats[best], seed), "passes": sides[f"passes {best}"]}
    whole = interleave(games_of, rounds=sizes.rounds, seconds=1e9, progress=stage(title))
    rates |= {f"{side} {best}, by turns": rate for side, rate in whole.items()}
    for side, rate in rates.items():
        figures = {"per_s": round(rate.per_cpu_second), "spread": rate.spread, "rounds": len(rate.cpu)}
        report["rows"].append({"network": title, "side": side, **figures})
    report.setdefault("ratios", {})[title] = _ratios(rates, best, whole)


def _ratios(rates: dict[str, Rates], best: str, whole: dict[str, Rates]) -> dict[str, float]:
    ratios = {
        "bf16_over_fp32": rates["passes bf16"].per_cpu_second / rates["passes fp32"].per_cpu_second,
        "int8_over_fp32": rates["passes int8"].per_cpu_second / rates["passes fp32"].per_cpu_second,
        "over_bare": whole["passes"].per_cpu_second / whole["self-play"].per_cpu_second,
    }
    if "mctx" in rates:
        ratios["vs_mctx"] = rates[f"search {best}"].per_cpu_second / rates["mctx"].per_cpu_second
        ratios["vs_mctx_fp32"] = rates["search fp32"].per_cpu_second / rates["mctx"].per_cpu_second
    return {name: round(ratio, 3) for name, ratio in ratios.items()}


def search(game: Game, sizes: SelfPlay, answers: puct.Evaluator, seed: int) -> Prepare:
    """A search of a move in every game; the unit is a simulation."""
    options = puct.Options(iterations=sizes.simulations, considered=sizes.considered, multiple=ROWS)
    trees = puct.Trees(game, sizes.games, options, answers)

    def prepare(number: int) -> Run:
        rng = np.random.default_rng(seed + number)
        roots = positions(game, sizes, seed + number)
        trees.noise[:] = rng.gumbel(size=trees.noise.shape)

        def run() -> int:
            trees.search(roots, roots["to_move"].astype(np.int64), np.arange(sizes.games))
            trees.conclusions()
            return sizes.games * sizes.simulations

        return run

    return prepare


def self_play(game: Game, sizes: SelfPlay, answers: puct.Evaluator, seed: int) -> Prepare:
    """A round of whole games; the unit is a row that the network answered."""
    options = puct.Options(iterations=sizes.simulations, considered=sizes.considered, multiple=ROWS)
    trees = puct.Trees(game, sizes.games, options, answers)

    def prepare(number: int) -> Run:
        def run() -> int:
            ticking = {"random_plies": sizes.plies, "bootstrap": 0.0, "tick": lambda ply: None}
            return games.play(game, trees, seed=seed + number, **ticking).evaluations  # type: ignore[arg-type]

        return run

    return prepare


def passes(game: Game, sizes: SelfPlay, answers: puct.Evaluator, seed: int) -> Prepare:
    """Passes of the network on one batch after another; the unit is a row."""

    def prepare(number: int) -> Run:
        roots = positions(game, sizes, seed + number)
        observations = game.observe(roots)

        def run() -> int:
            for _ in range(sizes.simulations):
                answers(observations)
            return sizes.games * sizes.simulations

        return run

    return prepare


def positions(game: Game, sizes: SelfPlay, seed: int) -> Array:
    """Positions after some random plies; a game that ended sooner begins again."""
    batch = Batch(game, sizes.games, seed=seed)
    batch.play_randomly(sizes.plies)
    return batch.states
