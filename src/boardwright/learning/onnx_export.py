"""Models as ONNX, which players use: the same network on any size of board, with what it reads in its metadata."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from boardwright.agents.onnx_model import FORMAT, OUTPUTS
from boardwright.core import registry
from boardwright.core.batch import Batch
from boardwright.core.game import Game
from boardwright.learning.checkpoints import load_model
from boardwright.learning.networks import Network, fields_of

OPSET = 17

ROWS, STEPS = 64, 64
"""So much random play shows which kinds of actions a configuration allows at all."""


class _Flat(nn.Module):
    """The network with its fields as arguments, in order, which is what the exporter follows."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, *fields: Tensor) -> tuple[Tensor, ...]:
        given = dict(zip(self.network.fields, fields))
        found: tuple[Tensor, ...] = self.network(given, return_auxiliary=self.network.auxiliary)
        return found


def export_onnx(source: Path, target: Path) -> dict[str, Any]:
    """Write a model of ours as ONNX. Returns what it says of itself."""
    network, about = load_model(source)
    game = registry.load(about["game"], config=about["config"])
    reads = network.fields
    seen = fields_of(np.zeros(2, game.observation_dtype), reads)
    # Rows, and the two sides of the board, may differ from one call to the next.
    axes = {name: {0: "rows", **_sides(network, name, field)} for name, field in seen.items()}
    outputs = OUTPUTS if network.auxiliary else OUTPUTS[:2]
    target.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter warns of its own successor, which needs one more package
        torch.onnx.export(
            _Flat(network).eval(), tuple(seen.values()), str(target), input_names=reads, output_names=list(outputs),
            dynamic_axes={**axes, **{name: {0: "rows"} for name in outputs}}, opset_version=OPSET, dynamo=False,
        )  # fmt: skip
    made = onnx.load(str(target))
    told = {"game": about["game"], "version": str(about["version"]), "config": json.dumps(about["config"])}
    told |= {key: json.dumps(about[key]) for key in ("network", "told")}
    onnx.helper.set_model_props(made, {"format": FORMAT, **told, "taught": json.dumps(_met(network, game))})
    onnx.save(made, str(target))
    return {"file": str(target), "bytes": target.stat().st_size, "game": about["game"], "reads": reads}


def _sides(network: Network, name: str, field: Tensor) -> dict[int, str]:
    reading = network.options.reads.get(name)
    if reading is None or network.chart is not None:  # a chart is of one board
        return {}
    if reading.channels is not None:
        return {1: "height", 2: "width"}
    return {2: "height", 3: "width"} if reading.planes is not None else {}


def _met(network: Network, game: Game) -> list[bool]:
    """For each plane of actions, and for the others together, whether the game that it learned ever allows one.

    Actions that a chart orders are not in such groups: there, all count as met.
    """
    if network.chart is not None:
        return [True]
    batch = Batch(game, ROWS, seed=0)
    ever = batch.mask.copy()
    for _ in range(STEPS):
        batch.play_randomly(1)
        ever |= batch.mask
    options = network.options
    cells = ever.shape[1] - options.other_actions
    planes = ever[:, :cells].reshape(ROWS, options.action_planes, -1)
    found = [bool(planes[:, kind].any()) for kind in range(options.action_planes)]
    return [*found, bool(ever[:, cells:].any())] if options.other_actions else found
