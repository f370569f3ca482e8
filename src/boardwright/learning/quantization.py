"""Int8 inference of a network by ONNX Runtime: for play, on CPUs that are not fast at bfloat16.

The ranges of the activations are measured on positions of random games. Learning stays in floating point.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from boardwright.agents import puct
from boardwright.agents.onnx_runtime import onnx_runtime
from boardwright.core.batch import Batch
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.networks import Network, fields_of
from boardwright.learning.onnx_export import write_graph

ROWS, STEPS = 256, 64
"""The random games that the ranges are measured on, and how many plies they are played; ended ones begin again."""

TOWER: Final = "board"
"""The kind of network that gains by integers. No stopwatch decides it, so that a run repeats."""


class Int8Passes:
    """A quantized network that answers observations. It can be sent to other processes."""

    def __init__(self, model: bytes, fields: list[str]) -> None:
        self.model, self.fields = model, fields

    def __call__(self, observations: Array) -> tuple[puct.Floats, puct.Floats]:
        """The policy logits [N, A] and the values [N]."""
        inputs = {name: field.numpy() for name, field in fields_of(observations, self.fields).items()}
        logits, values = self._session.run(["policy", "value"], inputs)
        return logits, values

    def __getstate__(self) -> dict[str, Any]:
        """Without the session, which cannot be sent."""
        return {"model": self.model, "fields": self.fields}

    @cached_property
    def _session(self) -> Any:
        runtime = onnx_runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        return runtime.InferenceSession(self.model, options, providers=["CPUExecutionProvider"])


def quantized(network: Network, game: Game) -> Int8Passes:
    """Quantize a network. The same weights give the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "whole.onnx"
        with _silence():
            write_graph(network, game, path)
        return quantized_graph(path, network.fields, game)


def quantized_graph(path: Path, fields: list[str], game: Game) -> Int8Passes:
    """Quantize a network that was exported to ONNX."""
    quantization = import_module(f"{onnx_runtime().__name__}.quantization")
    prepare = import_module(f"{quantization.__name__}.shape_inference").quant_pre_process
    observations, _ = calibration(game)
    with tempfile.TemporaryDirectory() as folder, _silence():
        prepared, small = (Path(folder) / name for name in ("prepared.onnx", "int8.onnx"))
        prepare(str(path), str(prepared))
        inputs = {name: field.numpy() for name, field in fields_of(observations, fields).items()}
        quantization.quantize_static(
            str(prepared), str(small), _Once(inputs),
            activation_type=quantization.QuantType.QUInt8, weight_type=quantization.QuantType.QInt8,
        )  # fmt: skip
        return Int8Passes(small.read_bytes(), fields)


def calibration(game: Game) -> tuple[Array, Array]:
    """Observations of random games, by the player to move, and masks."""
    batch = Batch(game, ROWS, seed=0)
    batch.play_randomly(STEPS)
    return game.observe(batch.states, batch.states["to_move"].astype(np.int64)), batch.mask


def errors(passes: Int8Passes, network: Network, game: Game) -> tuple[float, float]:
    """The mean total variation distance of the policies of a quantized network and its original, and of values.

    Positions are those that its ranges were measured on; in a network's own games values were off by 1.3 to 1.8 times
    as much, on two networks.
    """
    observations, _ = calibration(game)
    logits, values = (torch.from_numpy(answer) for answer in passes(observations))
    with torch.inference_mode():
        true_logits, true_values, *_ = network(network.inputs(observations))
    apart = (logits.softmax(dim=1) - true_logits.softmax(dim=1)).abs().sum(dim=1) / 2
    return float(apart.mean()), float((values - true_values).abs().mean())


class _Once:
    """The positions as the quantizer reads them: one batch, then nothing."""

    def __init__(self, inputs: dict[str, Array]) -> None:
        self._left = [inputs]

    def get_next(self) -> dict[str, Array] | None:
        """The next batch."""
        return self._left.pop() if self._left else None

    def __len__(self) -> int:
        """The number of batches left."""
        return len(self._left)

    def __iter__(self) -> Iterator[dict[str, Array]]:
        """The batches."""
        return iter(self._left)


@contextmanager
def _silence() -> Iterator[None]:
    # The quantizer logs advice about preparing a model to the root logger, prepared or not.
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
