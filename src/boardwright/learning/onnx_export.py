"""Export of models to ONNX, for play: the same network on any size of board, with its input fields in the metadata."""

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
from boardwright.learning.networks import Network

OPSET = 17

ROWS, STEPS = 64, 64
"""The amount of random play that shows which kinds of actions a configuration ever allows."""


class _Flat(nn.Module):
    """The network with its fields as positional arguments, which the exporter needs."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, *fields: Tensor) -> tuple[Tensor, ...]:
        inputs = dict(zip(self.network.fields, fields))
        outputs: tuple[Tensor, ...] = self.network(inputs, return_auxiliary=self.network.auxiliary)
        return outputs


def export_onnx(source: Path, target: Path) -> dict[str, Any]:
    """Export a model to ONNX. Return a summary of the file."""
    network, about = load_model(source)
    game = registry.load(about["game"], config=about["config"])
    target.parent.mkdir(parents=True, exist_ok=True)
    write_graph(network, game, target)
    model = onnx.load(str(target))
    details = {"game": about["game"], "version": str(about["version"]), "config": json.dumps(about["config"])}
    details |= {key: json.dumps(about[key]) for key in ("network", "told")}
    onnx.helper.set_model_props(model, {"format": FORMAT, **details, "taught": json.dumps(_met(network, game))})
    onnx.save(model, str(target))
    return {"file": str(target), "bytes": target.stat().st_size, "game": about["game"], "reads": network.fields}


def write_graph(network: Network, game: Game, target: Path) -> None:
    """Write a network's graph and weights as ONNX, without the facts that a model's file states."""
    inputs = network.inputs(np.zeros(2, game.observation_dtype))
    # The number of rows and the size of the board may differ between calls.
    axes = {name: {0: "rows", **_sides(network, name, field)} for name, field in inputs.items()}
    outputs = OUTPUTS if network.auxiliary else OUTPUTS[:2]
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter warns about its own successor, which needs one more package
        torch.onnx.export(
            _Flat(network).eval(), tuple(inputs.values()), str(target), input_names=network.fields,
            output_names=list(outputs), dynamic_axes={**axes, **{name: {0: "rows"} for name in outputs}},
            opset_version=OPSET, dynamo=False,
        )  # fmt: skip


def _sides(network: Network, name: str, field: Tensor) -> dict[int, str]:
    reading = network.options.reads.get(name)
    if reading is None or network.chart is not None or network.options.actions:  # these fit one board
        return {}
    if reading.channels is not None:
        return {1: "height", 2: "width"}
    return {2: "height", 3: "width"} if reading.planes is not None else {}


def _met(network: Network, game: Game) -> list[bool]:
    """For each plane of actions, and for the others together, whether the training game ever allows one.

    Actions with a chart or a fully connected head have no such groups: all count as allowed.
    """
    if network.chart is not None or network.options.actions:
        return [True]
    batch = Batch(game, ROWS, seed=0)
    ever = batch.mask.copy()
    for _ in range(STEPS):
        batch.play_randomly(1)
        ever |= batch.mask
    options = network.options
    cells = ever.shape[1] - options.other_actions
    planes = ever[:, :cells].reshape(ROWS, options.action_planes, -1)
    allowed = [bool(planes[:, kind].any()) for kind in range(options.action_planes)]
    return [*allowed, bool(ever[:, cells:].any())] if options.other_actions else allowed
