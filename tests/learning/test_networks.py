"""Networks: encoders, the order of actions, and masked distributions."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from boardwright.core import config, registry
from boardwright.core.batch import Batch
from boardwright.core.errors import BatchError, ConfigError
from boardwright.learning import networks
from boardwright.learning.networks import CNNPolicy, MaskedCategorical, Options, build, fields_of
from boardwright.learning.torch_player import NetworkAgent
from saying import refused

GAME = registry.load("minesweeper", "small", allow_flags=False)
READS = {"cells": {"channels": [[value] for value in range(11)]}, "mines_left": {"numbers": "area"}}
SMALL = {"kind": "residual", "reads": READS, "hidden": 16, "blocks": 1, "action_planes": 2, "other_actions": 0}


def options(**changed):
    return config.validate(Options, {**SMALL, **changed})


def boards(n=32, steps=3, game=GAME):
    batch = Batch(game, n, seed=4)
    batch.play_randomly(steps)
    return batch


@pytest.mark.parametrize("kind", ["cnn", "residual"])
def test_one_network_plays_boards_of_any_size(kind):
    torch.manual_seed(0)
    network = build(options(kind=kind), GAME)
    for shape in ((8, 8), (5, 9)):
        fields = {
            "cells": torch.randint(0, 11, (3, *shape), dtype=torch.uint8),
            "mines_left": torch.tensor([10, 4, -1], dtype=torch.int16),
        }
        logits, values, auxiliary = network(fields, return_auxiliary=True)
        assert logits.shape == (3, 2 * shape[0] * shape[1])
        assert values.shape == (3,)
        assert auxiliary.shape == (3, 1, *shape)
        assert len(network(fields)) == 2


def test_bytes_become_the_planes_that_the_game_would_make():
    revealed = list(range(9))
    reads = {"cells": {"channels": [revealed, [10], *([value] for value in revealed)]}}
    encoder = networks.Encoder(options(reads=reads).reads, networks.shapes_of(GAME))
    seen = boards().observations
    planes, numbers = encoder(fields_of(seen, reads))
    assert np.array_equal(planes.numpy(), GAME.definition.learning.expansions["planes"](GAME, seen))
    assert numbers.shape == (32, 0)


def test_fields_of_other_games_are_read_as_planes_and_numbers():
    game = registry.load("skirmish", "small")
    reads = {"planes": {"planes": 255.0}, "units": {"numbers": 16.0}, "phase": {"numbers": 1.0}}
    encoder = networks.Encoder(options(reads=reads).reads, networks.shapes_of(game))
    seen = game.observe(game.new(2), [0, 1])
    planes, numbers = encoder(fields_of(seen, reads))
    assert planes.shape[1:] == seen["planes"].shape[1:]
    assert numbers.shape == (2, seen["units"][0].size + seen["phase"][0].size)
    assert 0 <= float(planes.min()) <= float(planes.max()) <= 1


def test_what_does_not_fit_the_game_is_refused_with_its_path():
    for changed, path in (
        ({"reads": {"cubes": {"planes": 1.0}}}, "network.reads.cubes"),
        ({"reads": {"mines_left": {"numbers": 1.0}}}, "network.reads"),
        ({"action_planes": 3}, "network.action_planes"),
        ({"kind": "cnn", "other_actions": 1}, "network.other_actions"),
    ):
        with pytest.raises(ConfigError) as error:
            build(options(**changed), GAME)
        assert error.value.path == path
    with refused(ConfigError, "config_value", path="reads.cells"):
        options(reads={"cells": {}})


@pytest.mark.parametrize("plane", [0, 1])
def test_the_flattening_is_planes_first_so_a_hand_set_cell_is_the_one_that_is_chosen(plane):
    network = CNNPolicy(in_channels=1)
    with torch.no_grad():
        for weights in network.parameters():
            weights.zero_()
        # One channel passes unchanged to the policy head: the marked cell has the largest logit.
        for layer in (0, 3, 6):
            network.backbone[layer].weight[0, 0, 1, 1] = 1.0
        for norm in (2, 5):
            network.backbone[norm].weight[0] = 1.0
        network.policy_head.weight[plane, 0] = 1.0
    board = torch.zeros(1, 1, 3, 4)
    board[0, 0, 2, 1] = 1.0
    for memory in (torch.contiguous_format, torch.channels_last):
        chosen = int(network.to(memory_format=memory)(board.contiguous(memory_format=memory))[0].argmax())
        # 2 * 4 + 1 is the cell; interleaved, as in the specification, it would be 2 * (2 * 4 + 1) + plane.
        assert chosen == plane * 12 + 2 * 4 + 1


def test_policy_masking_no_invalid_actions():
    torch.manual_seed(0)
    agent = NetworkAgent(build(options(), GAME))
    batch = Batch(GAME, 64, seed=1)
    generator = torch.Generator().manual_seed(3)
    for step in range(40):
        logits, _ = agent.outputs(batch.observations)
        chosen = MaskedCategorical(100 * logits, torch.from_numpy(batch.mask))
        drawn, best = chosen.sample(generator).numpy(), chosen.best().numpy()
        for actions in (drawn, best):
            assert batch.mask[np.arange(64), actions].all()
        assert (torch.softmax(chosen.logits, -1)[~torch.from_numpy(batch.mask)] == 0).all()
        batch.step(drawn if step % 2 else best)  # raises if one of them is illegal


def test_entropy_is_that_of_the_legal_actions_alone():
    mask = torch.tensor([[True, True, True, False], [False, True, False, False]])
    logits = torch.zeros(2, 4, requires_grad=True)
    entropy = MaskedCategorical(logits, mask).entropy()
    assert torch.allclose(entropy, torch.tensor([math.log(3), 0.0]))
    entropy.sum().backward()
    assert torch.isfinite(logits.grad).all()


def test_masking_is_done_in_float32_whatever_the_logits_are():
    mask = torch.tensor([[True, False]])
    for dtype in (torch.float16, torch.bfloat16):
        chosen = MaskedCategorical(torch.zeros(1, 2, dtype=dtype), mask)
        assert chosen.logp.dtype == torch.float32
        assert chosen.log_prob(torch.tensor([0])).item() == 0.0


def test_a_row_without_a_legal_action_is_refused_never_chosen_at_random():
    mask = torch.tensor([[True, True], [False, False]])
    with refused(BatchError, "mask_empty", row=1):
        MaskedCategorical(torch.zeros(2, 2), mask)


def test_draws_follow_the_probabilities():
    logits = torch.log(torch.tensor([[0.5, 0.2, 0.3, 0.9]])).repeat(20_000, 1)
    mask = torch.tensor([[True, True, True, False]]).repeat(20_000, 1)
    drawn = MaskedCategorical(logits, mask).sample(torch.Generator().manual_seed(0))
    shares = torch.bincount(drawn, minlength=4) / 20_000
    assert torch.allclose(shares, torch.tensor([0.5, 0.2, 0.3, 0.0]), atol=0.02)
