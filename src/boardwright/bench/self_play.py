"""Benchmark of self-play beside mctx over Pgx, and over the bare passes of the same network.

A search of one move in every game, with Gumbel at the root: the same game, number of games, simulations and network on
both sides, and no answer is kept. Then whole rounds of games as `train` plays them, beside the passes alone that their
networks need. All on one core, by CPU time.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch

from boardwright.agents import onnx_model, puct
from boardwright.agents.onnx_runtime import onnx_runtime
from boardwright.bench import peers
from boardwright.bench.mctx_peer import Mctx
from boardwright.bench.ours import choose
from boardwright.bench.plan import Plan, SelfPlay
from boardwright.bench.timing import Prepare, Rates, Run, interleave, one_core
from boardwright.core.game import Game
from boardwright.core.progress import Tracker
from boardwright.core.record import TERMINAL, Array
from boardwright.learning.checkpoints import save_model
from boardwright.learning.networks import Network, Options, build, fields_of
from boardwright.learning.onnx_export import export_onnx
from boardwright.learning.self_play import games
from boardwright.learning.self_play.groups import ROWS
from boardwright.learning.torch_player import PRECISIONS, Precision, cast, converted

Answers = Callable[[Array], tuple[puct.Floats, puct.Floats]]


def run(game: Game, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Measure every network of the plan."""
    report.update(rows=[], notes=[], plan=plan.self_play.model_dump())
    torch.set_num_threads(1)
    with one_core():
        for title, size in plan.self_play.networks.items():
            hidden, blocks = size
            network = build(Options(kind="auto", hidden=hidden, blocks=blocks), game)
            for weight in network.parameters():
                torch.nn.init.normal_(weight, std=0.05)  # none is zero, as after training
            network.eval().to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs lack it
            _measure(game, plan, title, network, report, stage)


def _measure(game: Game, plan: Plan, title: str, network: Network, report: dict[str, Any], stage: Tracker) -> None:
    sizes, seed = plan.self_play, plan.seed
    sides: dict[str, Prepare] = {}
    for precision in PRECISIONS:
        answers = evaluator(network, precision)
        sides[f"search {precision}"] = search(game, sizes, answers, seed)
        sides[f"self-play {precision}"] = self_play(game, sizes, answers, seed)
        sides[f"passes {precision}"] = passes(game, sizes, answers, seed)
    sides["passes int8"] = passes(game, sizes, int8(game, network), seed)
    peer, note = peers.find(lambda name: Mctx(name, network), "pgx", game)
    if peer is not None:
        sides["mctx"] = peer.search(sizes.games, sizes.simulations, sizes.considered, sizes.plies, seed)
    elif note not in report["notes"]:
        report["notes"].append(note)
    rates = interleave(sides, rounds=sizes.rounds, seconds=1e9, progress=stage(title))
    for side, rate in rates.items():
        figures = {"per_s": round(rate.per_cpu_second), "spread": rate.spread, "rounds": len(rate.cpu)}
        report["rows"].append({"network": title, "side": side, **figures})
    report.setdefault("ratios", {})[title] = _ratios(rates)


def _ratios(rates: dict[str, Rates]) -> dict[str, float]:
    best = max(PRECISIONS, key=lambda precision: rates[f"search {precision}"].per_cpu_second)
    ratios = {
        "bf16_over_fp32": rates["passes bf16"].per_cpu_second / rates["passes fp32"].per_cpu_second,
        "int8_over_fp32": rates["passes int8"].per_cpu_second / rates["passes fp32"].per_cpu_second,
        "over_bare": rates[f"passes {best}"].per_cpu_second / rates[f"self-play {best}"].per_cpu_second,
    }
    if "mctx" in rates:
        ratios["vs_mctx"] = rates[f"search {best}"].per_cpu_second / rates["mctx"].per_cpu_second
        ratios["vs_mctx_fp32"] = rates["search fp32"].per_cpu_second / rates["mctx"].per_cpu_second
    return {name: round(ratio, 3) for name, ratio in ratios.items()}


def evaluator(network: Network, precision: Precision) -> Answers:
    """The network as a search asks it."""
    network = converted(network, precision)

    def answers(observations: Array) -> tuple[puct.Floats, puct.Floats]:
        with torch.inference_mode(), cast("cpu", precision):
            logits, values, *_ = network(fields_of(observations, network.fields))
        return logits.float().numpy(), values.float().numpy()

    return answers


def int8(game: Game, network: Network) -> Answers:
    """The network in ONNX Runtime, with weights and activations of a byte."""
    quantize_dynamic = import_module(f"{onnx_runtime().__name__}.quantization").quantize_dynamic

    with tempfile.TemporaryDirectory() as folder:
        model, whole, small = (Path(folder) / name for name in ("model.safetensors", "whole.onnx", "int8.onnx"))
        save_model(model, network, game, {})
        export_onnx(model, whole)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            quantize_dynamic(whole, small)
        options = onnx_model.Options(file=str(small), choose="policy", threads=1)
        agent = onnx_model.make(game, options)

    def answers(observations: Array) -> tuple[puct.Floats, puct.Floats]:
        logits, values, _ = agent.outputs(observations)
        return logits, values

    return answers


def search(game: Game, sizes: SelfPlay, answers: Answers, seed: int) -> Prepare:
    """A search of a move in every game; the unit is a simulation."""
    options = puct.Options(iterations=sizes.simulations, considered=sizes.considered, multiple=ROWS)
    trees = puct.Trees(game, sizes.games, options, answers)

    def prepare(number: int) -> Run:
        rng = np.random.default_rng(seed + number)
        roots = positions(game, sizes, rng)
        trees.noise[:] = rng.gumbel(size=trees.noise.shape)

        def run() -> int:
            trees.search(roots, roots["to_move"].astype(np.int64), np.arange(sizes.games))
            trees.conclusions()
            return sizes.games * sizes.simulations

        return run

    return prepare


def self_play(game: Game, sizes: SelfPlay, answers: Answers, seed: int) -> Prepare:
    """A round of whole games; the unit is a row that the network answered."""
    options = puct.Options(iterations=sizes.simulations, considered=sizes.considered, multiple=ROWS)
    trees = puct.Trees(game, sizes.games, options, answers)

    def prepare(number: int) -> Run:
        def run() -> int:
            ticking = {"random_plies": sizes.plies, "bootstrap": 0.0, "tick": lambda ply: None}
            return games.play(game, trees, seed=seed + number, **ticking).evaluations  # type: ignore[arg-type]

        return run

    return prepare


def passes(game: Game, sizes: SelfPlay, answers: Answers, seed: int) -> Prepare:
    """Passes of the network on one batch after another; the unit is a row."""

    def prepare(number: int) -> Run:
        roots = positions(game, sizes, np.random.default_rng(seed + number))
        observations = game.observe(roots)

        def run() -> int:
            for _ in range(sizes.simulations):
                answers(observations)
            return sizes.games * sizes.simulations

        return run

    return prepare


def positions(game: Game, sizes: SelfPlay, rng: np.random.Generator) -> Array:
    """Positions after some random plies; a game that ended sooner begins again."""
    states = np.concatenate([game.new() for _ in range(sizes.games)])
    for _ in range(sizes.plies):
        game.step(states, choose(game.legal_mask(states), rng))
        over = states["to_move"] == TERMINAL
        states[over] = game.new()[0]
    return states
