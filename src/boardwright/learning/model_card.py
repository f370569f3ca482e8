"""The model card: game, recipe, training time and measured strength."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import nn

from boardwright.core.game import Game
from boardwright.learning import run_measurement
from boardwright.learning.recipes import Recipe


def card(name: str, game: Game, recipe: Recipe, network: nn.Module, row: Mapping[str, Any], seconds: float) -> str:
    """The card in Markdown, in English: it travels with the file."""
    weights = sum(tensor.numel() for tensor in network.parameters())
    lines = [
        f"# {game.name}: {name}",
        "",
        f"A network that plays {game.name} (rules version {game.version}), trained by the recipe {name}. To train it "
        f"again, in this folder: `boardwright train {game.name} --recipe ./recipe.json --out again`.",
        "",
        "| | |",
        "|---|---|",
        f"| board | {recipe.board}{f': {short}' if (short := _short(game.config)) else ''} |",
        f"| network | {recipe.network.kind}, {recipe.network.hidden} channels, {recipe.network.blocks} blocks, "
        f"{weights:,} weights |",
        f"| stages | {', '.join(recipe.stages)}{f', begun from {recipe.start}' if recipe.start else ''} |",
        f"| teacher | {recipe.imitation.teacher if recipe.imitation and 'imitation' in recipe.stages else 'none'} |",
        f"| seed | {recipe.seed} |",
        *([f"| rounds, by minutes | {_rounds(recipe)} |"] if recipe.pace else []),
        f"| CPU time | {seconds:,.0f} s, of all processes together |",
    ]
    if "win_rate" in row:
        evaluation = recipe.evaluation
        games = f"of {evaluation.games:,}, seed {evaluation.seed}"
        alone = "its own first move" if recipe.rollout.first == "own" else "a uniform first move"
        for rival, rate, low, high in run_measurement.results(recipe, row):
            what, how = (f"points against `{rival}`", "seats swapped") if rival else ("games won", alone)
            share = f"{100 * rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
            lines.append(f"| {what} while training | {share} {games}, {how} |")
    if recipe.self_play is not None and "self_play" in recipe.stages:
        lag = recipe.self_play.staleness
        lines.append(f"| self-play | weights that play lag behind those that learn by at most {lag} rounds |")
    if recipe.play is not None:
        met = ", ".join(f"`{name}` {share:g}" for name, share in recipe.play.opponents.items())
        lines.append(f"| opponents | {met}; promoted checkpoints {recipe.play.own:g} |")
    lines += ["", "`recipe.json` has every setting; `metrics.csv` in each stage's folder every figure on the way.", ""]
    return "\n".join(lines)


def _rounds(recipe: Recipe) -> str:
    """The rounds that a run by minutes did, stage by stage."""
    return ", ".join(f"{name} {len(of):,}" for name, of in recipe.pace.items())


def _short(config: Mapping[str, Any]) -> str:
    """The first four scalar values."""
    plain = [(key, value) for key, value in config.items() if not isinstance(value, dict | list)]
    return ", ".join(f"{key} {value}" for key, value in plain[:4])
