"""Networks that follow from the game: what they read, and that they export, for every registered game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from boardwright import load
from boardwright.agents import make
from boardwright.core import registry
from boardwright.core.batch import Batch
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.learning import checkpoints, networks, readings
from boardwright.learning.networks import build, fields_of
from boardwright.learning.onnx_export import export_onnx
from boardwright.learning.readings import Encoder, Reading
from saying import refused

AUTO = networks.Options(kind="auto", hidden=8, blocks=1)


def observations(game: Game) -> Batch:
    batch = Batch(game, 4, seed=1)
    batch.play_randomly(3)
    return batch


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_a_network_with_a_logit_for_each_action(name: str) -> None:
    game = load(name)
    network = build(AUTO, game)
    assert network.options.kind == ("board" if name in {"minesweeper", "battleship", "skirmish"} else "dense")
    logits, values = network(fields_of(observations(game).observations, network.fields))
    assert logits.shape == (4, game.actions.policy)
    assert values.shape == (4,)
    assert torch.isfinite(logits).all()


def test_everything_can_be_read_as_numbers() -> None:
    game = load("quoridor")
    network = build(networks.Options(kind="dense", hidden=8, blocks=1), game)
    seen = observations(game).observations
    assert network.encoder.numbers == sum(seen[field][0].size for field in game.layout.observation)
    assert network(fields_of(seen, network.fields))[0].shape == (4, game.actions.policy)
    again = networks.Network(network.options, networks.shapes_of(game))  # as from a model's file
    assert again.options.reads == network.options.reads


@pytest.mark.parametrize(
    ("name", "preset", "kind"),
    [("minesweeper", "expert", "board"), ("skirmish", "large", "board"), ("quoridor", "small", "dense")],
)
def test_a_large_board_has_a_tower_only_with_secrets_or_chance(name: str, preset: str, kind: str) -> None:
    assert build(AUTO, load(name, preset)).options.kind == kind


def test_a_tower_needs_a_board() -> None:
    options = networks.Options(kind="board", hidden=8, blocks=1)
    assert build(options, load("quoridor")).options.kind == "board"
    with refused(ConfigError, "config_value", path="network.kind", value="board", expected="auto | dense"):
        build(options, load("royal_ur"))


def test_fields_lie_on_the_board_as_the_game_says() -> None:
    game = load("quoridor")
    reads = readings.automatic(game)
    encoder = Encoder(reads, networks.shapes_of(game))
    seen = observations(game).observations
    planes, numbers = encoder(fields_of(seen, reads))
    assert planes.shape == (4, 5, 9, 9)
    assert (planes[:, :2].numpy().reshape(4, 2, 81) == seen["pawns"]).all()
    assert (planes[:, 2:4, :8, :8].numpy().reshape(4, 2, 64) == seen["walls"]).all()
    assert not planes[:, 2:4, 8].any()
    assert (planes[:, 4].numpy() == seen["goal"][:, :, None]).all()
    assert np.allclose(numbers[:, :2].numpy() * 10, seen["stock"])


def test_few_values_are_a_plane_each() -> None:
    game = load("minesweeper")
    reads = readings.automatic(game)
    assert len(reads["cells"].channels or ()) == 11
    seen = observations(game).observations
    planes, _ = Encoder(reads, networks.shapes_of(game))(fields_of(seen, reads))
    assert (planes.argmax(dim=1).numpy() == seen["cells"]).all()
    assert (planes.sum(dim=1) == 1).all()


def test_channels_of_several_boards_stay_apart() -> None:
    reading = {"x": Reading(channels=[[0], [1, 2]], shape=[2, 2, 3])}
    field = torch.tensor([[0, 1, 2, 0, 0, 0, 2, 2, 2, 2, 2, 2]], dtype=torch.uint8)
    planes, _ = Encoder(reading, {"x": (12,)})({"x": field})
    assert planes.shape == (1, 4, 2, 3)
    assert planes[0, 0].tolist() == [[1, 0, 0], [1, 1, 1]]
    assert planes[0, 1].tolist() == [[0, 1, 1], [0, 0, 0]]
    assert not planes[0, 2].any()
    assert planes[0, 3].all()


def test_a_shape_that_does_not_fit_its_field_is_refused() -> None:
    with refused(ConfigError, "config_value", path="network.reads.x"):
        Encoder({"x": Reading(planes=1.0, shape=[1, 2, 2])}, {"x": (5,)})


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "auto", "reads": {"cells": {"planes": 1.0}}},
        {"kind": "residual", "reads": {"cells": {"planes": 1.0}}},
        {"kind": "board", "reads": {"cells": {"planes": 1.0}}},
    ],
)
def test_a_kind_has_its_own_keys_and_no_others(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="of the kind"):
        networks.Options.model_validate({"hidden": 8, "blocks": 1, **wrong})


@pytest.mark.parametrize("name", ["connect_four", "royal_ur"])
def test_a_model_plays_the_same_through_onnx(name: str, tmp_path: Path) -> None:
    game = load(name)
    torch.manual_seed(0)
    network = build(AUTO, game).eval()
    checkpoints.save_model(tmp_path / "model.safetensors", network, game, {})
    again, _ = checkpoints.load_model(tmp_path / "model.safetensors")
    export_onnx(tmp_path / "model.safetensors", tmp_path / "model.onnx")
    batch = observations(game)
    with torch.no_grad():
        logits = network(fields_of(batch.observations, network.fields))[0]
        assert torch.equal(logits, again.eval()(fields_of(batch.observations, network.fields))[0])
    agent = make("model", game, file=str(tmp_path / "model.onnx"))
    assert np.allclose(agent.outputs(batch.observations)[0], logits.numpy(), atol=1e-5)
    best = np.where(batch.mask, logits.numpy(), -np.inf).argmax(axis=1)
    assert (agent.act_batch(batch.observations, batch.mask, np.random.default_rng(0)) == best).all()
