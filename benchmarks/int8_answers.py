"""How far int8 inference is from a shipped network, on random positions and on those of its own games.

`python benchmarks/int8_answers.py GAME MODEL [--preset P] [--plies N] [--keep FILE]` quantizes the model as self-play
does. It prints, for the positions that the ranges were measured on and for games of the network's own policy: the total
variation distance of the policies over legal actions, the difference of the values, and how often the best action is
another one. `--keep` writes the quantized model, which `model=FILE` of an agent plays.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx

import boardwright
from boardwright.agents.onnx_model import card_of, path_of
from boardwright.core.batch import Batch
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.quantization import ROWS, Int8Passes, calibration, quantized_graph

TEMPERATURES = (1.0, 0.2)
"""Of the policy that plays the network's own games."""


def row(title: str, whole: Int8Passes, small: Int8Passes, observations: Array, masks: Array) -> str:
    """A line of the table."""
    (logits, values), (small_logits, small_values) = whole(observations), small(observations)
    true, near = (_legal(found, masks) for found in (logits, small_logits))
    apart, off = np.abs(true - near).sum(axis=1) / 2, np.abs(values - small_values)
    cells = [
        f"{title:24}", f"{len(observations):9,}", *(f"{of(apart):9.4f}" for of in (np.mean, np.max)),
        *(f"{of(off):9.4f}" for of in (np.mean, np.max)), f"{100 * (true.argmax(1) != near.argmax(1)).mean():11.2f} %",
    ]  # fmt: skip
    return " ".join(cells)


def _legal(logits: Array, masks: Array) -> Array:
    likely = np.exp(np.where(masks, logits, -np.inf) - np.where(masks, logits, -np.inf).max(axis=1, keepdims=True))
    shares: Array = likely / likely.sum(axis=1, keepdims=True)
    return shares


def own_games(game: Game, whole: Int8Passes, plies: int, temperature: float) -> tuple[Array, Array]:
    """The positions and masks of games that the network's policy plays against itself."""
    rng, batch = np.random.default_rng(0), Batch(game, ROWS, seed=7)
    found: list[Any] = []
    for _ in range(plies):
        observations = game.observe(batch.states, batch.states["to_move"].astype(np.int64))
        found.append((observations, batch.mask.copy()))
        logits = whole(observations)[0]
        batch.step(np.where(batch.mask, logits / temperature + rng.gumbel(size=logits.shape), -np.inf).argmax(axis=1))
    return np.concatenate([observed for observed, _ in found]), np.concatenate([mask for _, mask in found])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("model", help="A model that comes with the game, or an ONNX file")
    parser.add_argument("--preset")
    parser.add_argument("--plies", type=int, default=30)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args(arguments)
    game = boardwright.load(given.game, **({"preset": given.preset} if given.preset else {}))
    path = path_of(game, given.model)
    fields = list(card_of(path).inputs)
    whole, small = Int8Passes(path.read_bytes(), fields), quantized_graph(path, fields, game)
    columns = ("positions", "policy", "most", "value", "most", "another best")
    print(" " * 24, *(f"{column:>{width}}" for column, width in zip(columns, (9, 9, 9, 9, 9, 13))))
    print(row("random, measured on", whole, small, *calibration(game)))
    for temperature in TEMPERATURES:
        print(row(f"own, temperature {temperature}", whole, small, *own_games(game, whole, given.plies, temperature)))
    if given.keep:
        model = onnx.load_from_string(small.model)
        model.metadata_props.extend(onnx.load(str(path)).metadata_props)
        onnx.save(model, str(given.keep))


if __name__ == "__main__":
    main()
