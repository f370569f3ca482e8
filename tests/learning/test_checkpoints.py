"""Model files: loading restores what was saved, and files that could run code are never opened."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from boardwright.core.errors import ConfigError
from boardwright.learning import checkpoints
from boardwright.learning.networks import build
from boardwright.learning.torch_player import NetworkAgent
from saying import refused

from .test_networks import GAME, boards, options


def test_what_is_loaded_predicts_what_was_saved(tmp_path):
    torch.manual_seed(1)
    network = build(options(), GAME)
    checkpoints.save_model(tmp_path / "m.safetensors", network, GAME, {"why": "a test"})
    loaded, about = checkpoints.load_model(tmp_path / "m.safetensors")
    seen = boards(128).observations
    for one, other in zip(NetworkAgent(network).outputs(seen), NetworkAgent(loaded).outputs(seen)):
        assert torch.equal(one, other)
    assert (about["game"], about["version"], about["config"]) == ("minesweeper", 1, GAME.config)
    assert about["told"] == {"why": "a test"}
    assert not list(tmp_path.glob("*.partial"))


def test_files_whose_auxiliary_head_has_its_older_name_are_read(tmp_path):
    network = build(options(), GAME)
    checkpoints.save_model(tmp_path / "m.safetensors", network, GAME, {})
    with safe_open(tmp_path / "m.safetensors", framework="pt") as file:
        about = file.metadata()
    older = {name.replace("auxiliary", "mine"): tensor for name, tensor in network.state_dict().items()}
    assert older.keys() != network.state_dict().keys()
    save_file(older, tmp_path / "m.safetensors", about)
    loaded, _ = checkpoints.load_model(tmp_path / "m.safetensors")
    assert torch.equal(loaded.body.auxiliary_head.weight, network.body.auxiliary_head.weight)


class Trap:
    """Fails the test when it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("a pickle was opened",)


def test_a_file_that_is_not_safetensors_is_refused_unopened(tmp_path):
    torch.save({"trap": Trap()}, tmp_path / "zip.safetensors")
    (tmp_path / "plain.safetensors").write_bytes(pickle.dumps(Trap()))
    (tmp_path / "old.pt").write_bytes(pickle.dumps({"weights": np.zeros(3)}, protocol=2))
    (tmp_path / "empty.safetensors").write_bytes(b"")
    (tmp_path / "long.safetensors").write_bytes((1 << 40).to_bytes(8, "little") + b"{}")
    for path in sorted(tmp_path.iterdir()):
        with refused(ConfigError, "model_refused"):
            checkpoints.load_model(path)
    with refused(ConfigError, "model_absent"):
        checkpoints.load_model(tmp_path / "nowhere.safetensors")


def test_tensors_that_are_no_model_of_ours_are_refused(tmp_path):
    checkpoints.save_training(tmp_path, {"w": torch.ones(2)}, {"done": 3})
    with refused(ConfigError, "model_format"):
        checkpoints.load_model(tmp_path / checkpoints.TRAINING)
    tensors, progress = checkpoints.load_training(tmp_path)
    assert (tensors["w"].tolist(), progress) == ([1.0, 1.0], {"done": 3})


def test_a_run_of_another_version_is_not_gone_on_with(tmp_path):
    save_file({"w": torch.ones(2)}, tmp_path / checkpoints.TRAINING, {"progress": "{}"})
    with refused(ConfigError, "training_format"):
        checkpoints.load_training(tmp_path)


def test_an_optimizer_goes_on_where_it_was():
    def after(steps, packed=None):
        torch.manual_seed(0)
        layer = torch.nn.Linear(3, 1)
        optimizer = torch.optim.AdamW(layer.parameters(), lr=0.1)
        if packed:
            checkpoints.unpack("layer", layer, packed)
            checkpoints.unpack_optimizer(optimizer, packed)
        for _ in range(steps):
            optimizer.zero_grad()
            layer(torch.ones(4, 3)).pow(2).sum().backward()
            optimizer.step()
        return {**checkpoints.pack("layer", layer), **checkpoints.pack_optimizer(optimizer)}

    whole, resumed = after(6), after(3, after(3))
    assert whole.keys() == resumed.keys()
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)
