"""Model files: safetensors, whose header holds all that is needed to build the network again. No pickle, ever.

The first bytes are checked before a file is opened: a file that is not safetensors is refused, whatever its name.
`model.safetensors` is the playing network; a run resumes from `training.safetensors` and `training.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save
from torch import Tensor, nn

from boardwright.core import config
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.devices import CPU
from boardwright.learning.networks import Network, Options, shapes_of

FORMAT, TRAINING_FORMAT = "boardwright-model-1", "boardwright-training-2"
MODEL, TRAINING, PROGRESS = "model.safetensors", "training.safetensors", "training.json"
LONGEST_HEADER = 1 << 24


def save_model(path: Path, network: Network, game: Game, details: Mapping[str, Any]) -> None:
    """Write a network with its game. `details` are further facts for the model card."""
    about = {
        "format": FORMAT,
        "game": game.name,
        "version": str(game.version),
        "config": json.dumps(game.config, sort_keys=True),
        "shapes": json.dumps({name: list(shape) for name, shape in shapes_of(game).items()}),
        "network": network.options.model_dump_json(),
        "chart": json.dumps(network.chart),
        "told": json.dumps(details, sort_keys=True, default=str),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, {name: tensor.detach().cpu() for name, tensor in network.state_dict().items()}, about)


def read_about(path: Path) -> dict[str, Any]:
    """Read the metadata of a model file, without its weights."""
    require_safetensors(path)
    with safe_open(path, framework="pt") as file:
        about = file.metadata() or {}
    if about.get("format") != FORMAT:
        raise ConfigError("model_format", path=str(path), wanted=FORMAT)
    parsed = {key: json.loads(about.get(key, "null")) for key in ("config", "shapes", "network", "chart", "told")}
    return {**about, **parsed, "version": int(about["version"])}


def load_model(path: Path, device: str = CPU) -> tuple[Network, dict[str, Any]]:
    """Load a network onto a device, and the metadata of its file."""
    about = read_about(path)
    shapes = {name: tuple(shape) for name, shape in about["shapes"].items()}
    network = Network(config.validate(Options, about["network"]), shapes, about["chart"])
    network.load_state_dict(_tensors(path))
    return network.to(device), about


def require_safetensors(path: Path) -> None:
    """Refuse a file whose first bytes are not safetensors: the length of the header, then the header in JSON."""
    if not path.is_file():
        raise ConfigError("model_absent", path=str(path))
    with path.open("rb") as file:
        first = file.read(9)
    length = int.from_bytes(first[:8], "little")
    if len(first) < 9 or first[8:] != b"{" or not 2 <= length <= min(LONGEST_HEADER, path.stat().st_size - 8):
        raise ConfigError("model_refused", path=str(path))


def save_training(folder: Path, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None:
    """Write the state that a run resumes from."""
    folder.mkdir(parents=True, exist_ok=True)
    # The progress is in the same file, so that the two cannot disagree; the JSON copy is for people.
    _write(folder / TRAINING, tensors, {"progress": json.dumps(progress), "format": TRAINING_FORMAT})
    (folder / PROGRESS).write_text(json.dumps(progress, indent=2) + "\n", encoding="utf-8")


def load_training(folder: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Load the latest saved state of a run."""
    path = folder / TRAINING
    require_safetensors(path)
    with safe_open(path, framework="pt") as file:
        about = file.metadata() or {}
    if about.get("format") != TRAINING_FORMAT:
        raise ConfigError("training_format", path=str(path))
    return _tensors(path), json.loads(about["progress"])


def _write(path: Path, tensors: Mapping[str, Tensor], about: dict[str, str]) -> None:
    """Write a file whose bytes follow from its contents. A process that dies meanwhile leaves the last whole file."""
    data = save({name: tensor.contiguous() for name, tensor in tensors.items()}, about)
    # The library writes the facts of the header in an order that changes from file to file.
    begin = 8 + int.from_bytes(data[:8], "little")
    header = json.dumps(json.loads(data[8:begin]), sort_keys=True, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    temporary = path.with_suffix(".partial")
    temporary.write_bytes(len(header).to_bytes(8, "little") + header + data[begin:])
    temporary.replace(path)


def pack(prefix: str, module: nn.Module) -> dict[str, Tensor]:
    """A module's weights under a prefix."""
    return {f"{prefix}.{name}": tensor.detach().cpu().clone() for name, tensor in module.state_dict().items()}


def unpack(prefix: str, module: nn.Module, tensors: Mapping[str, Tensor]) -> None:
    """Load a module's weights from `pack`."""
    start = f"{prefix}."
    module.load_state_dict({name[len(start) :]: tensor for name, tensor in tensors.items() if name.startswith(start)})


def pack_optimizer(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """An optimizer's moments, by the index of their parameter."""
    tensors = {}
    for number, state in optimizer.state_dict()["state"].items():
        for name, value in state.items():
            tensors[f"optimizer.{number}.{name}"] = torch.as_tensor(value).detach().cpu().clone()
    return tensors


def unpack_optimizer(optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor]) -> None:
    """Load an optimizer's moments from `pack_optimizer`."""
    data = optimizer.state_dict()
    state: dict[int, dict[str, Tensor]] = {}
    for key, tensor in tensors.items():
        if key.startswith("optimizer."):
            _, number, name = key.split(".", 2)
            state.setdefault(int(number), {})[name] = tensor
    optimizer.load_state_dict({**data, "state": state})


def pack_bytes(prefix: str, arrays: Mapping[str, Array]) -> dict[str, Tensor]:
    """Arrays of any dtype as bytes, under a prefix."""
    return {
        f"{prefix}.{name}": torch.from_numpy(np.ascontiguousarray(values).view(np.uint8).reshape(-1).copy())
        for name, values in arrays.items()
    }


def unpack_bytes(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Array]:
    """The bytes of `pack_bytes`, by name: the caller knows the dtypes and shapes."""
    start = f"{prefix}."
    return {name[len(start) :]: tensor.numpy() for name, tensor in tensors.items() if name.startswith(start)}


def _tensors(path: Path) -> dict[str, Tensor]:
    # The auxiliary head was once named after Minesweeper's mines: older files still have that name.
    return {name.replace(".mine_head.", ".auxiliary_head."): tensor for name, tensor in load_file(path).items()}
