"""PPO by its properties: numbers worked by hand, a trivial game solved, and runs that can be repeated and resumed."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from boardwright.arena.evaluation import evaluate
from boardwright.core import config
from boardwright.core.errors import BatchError, ConfigError
from boardwright.core.progress import silent
from boardwright.envs.vector import Vector
from boardwright.learning import ppo, recipes
from boardwright.learning.networks import build
from boardwright.learning.ppo import PPO, ppo_loss, ppo_update
from boardwright.learning.rollout import Batch, RolloutBuffer
from boardwright.learning.rollout_rows import Rows, frontier
from boardwright.learning.rollout_stats import RolloutStats
from saying import refused

from .test_networks import GAME, options

BASE = {
    **recipes.read("minesweeper", "seed_8x8_10").ppo.model_dump(),
    "num_envs": 16,
    "steps_per_env": 8,
    "mini_batches": 2,
    "frontier_mask_until_updates": 0,
    "clip_eps_v": None,
    "weight_decay": 0.0,
    "updates": 4,
    "critic_warmup": 0,
    "truth": "mine",
    "micro_batch": 512,
    "precision": "fp32",
    "compile": False,
    "deterministic": True,
}


def knobs(**changed):
    return config.validate(ppo.Options, {**BASE, **changed})


def batch_of(**changed):
    """Two rows of two actions, with numbers small enough to work by hand."""
    parts = {
        "obs": {},
        "action_mask": torch.tensor([[True, True], [True, True]]),
        "actions": torch.tensor([0, 1]),
        "old_logp": torch.tensor([math.log(0.5), math.log(0.25)]),
        "values": torch.tensor([0.0, 1.0]),
        "advantages": torch.tensor([1.0, -1.0]),
        "returns": torch.tensor([1.0, 0.0]),
        "auxiliary_labels": torch.full((2, 1, 1), math.nan),
    }
    return Batch(**{**parts, **changed})


def test_advantages_by_hand():
    buffer = RolloutBuffer(1, 3, {}, 2, "cpu")
    # Rewards 1, 0, 2; values 0.5, 1, 1.5; the second step ends a game; after the third the value is 2.
    for reward, value, done in ((1.0, 0.5, False), (0.0, 1.0, True), (2.0, 1.5, False)):
        row = [torch.tensor([value_of_row]) for value_of_row in (0, 0.0, reward, done, value)]
        buffer.add({}, *row, torch.ones(1, 2, dtype=torch.bool))
    buffer.compute_gae(torch.tensor([2.0]), gamma=0.5, lam=0.5)
    # Step 3: 2 + 0.5 * 2 - 1.5 = 1.5. Step 2 ended: 0 - 1 = -1. Step 1: 1 + 0.5 * 1 - 0.5 + 0.25 * -1 = 0.75.
    assert buffer.advantages[:, 0].tolist() == [0.75, -1.0, 1.5]
    assert buffer.returns[:, 0].tolist() == [1.25, 0.0, 3.0]


def test_minibatches_have_every_step_once():
    buffer = RolloutBuffer(3, 4, {"x": ((2,), torch.uint8)}, 2, "cpu")
    for step in range(4):
        at = torch.arange(3) + 3 * step
        mask = torch.ones(3, 2, dtype=torch.bool)
        buffer.add({"x": at[:, None].expand(3, 2)}, at, at.float(), at.float(), at < 0, at.float(), mask)
    batches = list(buffer.get_minibatches(5, torch.Generator().manual_seed(0)))
    assert [len(batch) for batch in batches] == [5, 5, 2]
    assert sorted(torch.cat([batch.actions for batch in batches]).tolist()) == list(range(12))
    for batch in batches:
        assert batch.obs["x"].dtype == torch.uint8
        assert batch.obs["x"][:, 0].tolist() == batch.actions.tolist()
        assert sum(len(piece) for piece in batch.split(2)) == len(batch)


def test_the_loss_by_hand():
    # Equal logits: probabilities of a half. Ratios are 1 and 2; the second is clipped to 1.2, but its advantage is -1,
    # so the worse of the two counts, which is the unclipped -2.
    cfg = SimpleNamespace(clip_eps=0.2, clip_eps_v=None, vf_coef=0.5, ent_coef=0.1, auxiliary_weight=0.0)
    value = torch.tensor([0.5, 0.5])
    loss, parts = ppo_loss(torch.zeros(2, 2), value, None, batch_of(), cfg)
    assert parts["policy_loss"].item() == pytest.approx(-(1.0 - 2.0) / 2)
    assert parts["value_loss"].item() == pytest.approx(0.5 * 0.25)
    assert parts["entropy"].item() == pytest.approx(math.log(2))
    assert loss.item() == pytest.approx(0.5 + 0.5 * 0.125 - 0.1 * math.log(2))
    assert parts["clipped"].item() == 0.5
    assert parts["drift"].item() == pytest.approx(1.0)
    # A good action whose probability has doubled already is worth no more than 1.2 of its advantage.
    _, parts = ppo_loss(torch.zeros(2, 2), value, None, batch_of(advantages=torch.tensor([1.0, 1.0])), cfg)
    assert parts["policy_loss"].item() == pytest.approx(-(1.0 + 1.2) / 2)


def test_value_clipping_is_a_choice():
    cfg = SimpleNamespace(clip_eps=0.2, clip_eps_v=0.2, vf_coef=0.5, ent_coef=0.0, auxiliary_weight=0.0)
    # From 0 to 0.5 may go 0.2: (0.2 - 1)^2 = 0.64 beats 0.25. From 1 to 0.5: 0.8, and 0.64 beats 0.25 again.
    _, parts = ppo_loss(torch.zeros(2, 2), torch.tensor([0.5, 0.5]), None, batch_of(), cfg)
    assert parts["value_loss"].item() == pytest.approx(0.5 * 0.64)


def test_the_auxiliary_loss_counts_hidden_cells_alone():
    labels = torch.tensor([[[1.0, math.nan]], [[math.nan, 0.0]]])
    auxiliary = torch.zeros(2, 1, 1, 2, requires_grad=True)
    loss = ppo.auxiliary_loss(auxiliary, labels)
    assert loss.item() == pytest.approx(math.log(2))
    loss.backward()
    assert auxiliary.grad[:, 0].tolist() == [[[-0.25, 0.0]], [[0.0, 0.25]]]


def test_the_labels_of_a_board_are_not_a_number_where_nothing_is_hidden():
    made = Rows(GAME, 8, knobs(), build(options(), GAME), seed=1)
    assert torch.isnan(made.labels()).all()  # no mine is laid before the first reveal
    made.env.step(np.argmax(made.env.mask, axis=1))
    labels, hidden = made.labels(), torch.from_numpy(made.env.observations["cells"] >= 9)
    assert (torch.isnan(labels) == ~hidden).all()
    assert (torch.nansum(labels, dim=(1, 2)) == 10).all()


def test_the_frontier_is_the_trainers_business_and_never_leaves_nothing():
    mask = torch.ones(3, 24, dtype=torch.bool)
    mask[1, [0, 12]] = False  # the corner of a board of 3 rows and 4 columns is revealed
    mask[2, :12] = False
    mask[2, [11, 23]] = True  # one hidden cell is left, beside revealed ones
    restricted = frontier(mask, 3, 4)
    assert restricted[0].equal(mask[0])  # nothing is revealed yet: all cells
    assert torch.flatten(restricted[1, :12].nonzero()).tolist() == [1, 4, 5]
    assert restricted[1, 12:].equal(mask[1, 12:])  # flags are left alone
    assert torch.flatten(restricted[2, :12].nonzero()).tolist() == [11]
    walled = torch.zeros(1, 24, dtype=torch.bool)
    walled[0, 12:] = True
    assert frontier(walled, 3, 4).equal(walled)


def made(seed=3, game=GAME, rows=16, network=None, **changed):
    torch.set_num_threads(1)
    torch.manual_seed(7)
    chosen = knobs(**changed)
    return PPO(network or build(options(), game), [(game, rows)], chosen, seed=seed)


def after(run, updates):
    row = {}
    while run.done < updates:
        row = run.advance(silent)
    return row


def same(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


def test_the_same_seed_gives_the_same_weights_and_resuming_changes_nothing():
    whole, again, other, half = made(), made(), made(seed=4), made()
    for run in (whole, again, other):
        after(run, 3)
    after(half, 1)
    resumed = made()
    resumed.restore(*half.state())
    after(resumed, 3)
    assert same(whole.state()[0], again.state()[0])
    assert same(whole.state()[0], resumed.state()[0])
    assert not same(whole.state()[0], other.state()[0])


def test_a_snapshot_is_of_a_vector_like_it():
    with refused(BatchError, "envs_snapshot"):
        Vector(GAME, 4, seed=0).restore(Vector(GAME, 5, seed=0).snapshot())


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_the_first_minibatch_finds_the_policy_that_played(precision):
    run = made(precision=precision, micro_batch=32, rows=48)
    row = run.advance(silent)
    assert row["first_drift"] < 1e-3
    assert "invalid_rate" not in row
    assert row["drift"] > row["first_drift"]


def test_pieces_of_a_minibatch_add_up_to_its_gradient():
    weights = []
    for size in (512, 7):
        run = made(micro_batch=512, ppo_epochs=1)
        run._collect(run.rows[0], RolloutStats(), silent)
        batch = next(run.rows[0].buffer.get_minibatches(64, torch.Generator().manual_seed(0)))
        labels = torch.full_like(batch.auxiliary_labels, math.nan)  # its mean is of counted cells, piece by piece
        batch = Batch(**{**vars(batch), "auxiliary_labels": labels})
        ppo_update(run.network, run.optimizer, batch, knobs(micro_batch=size, lr=1e-3))
        weights.append(
            {
                name: parameter.grad.clone()
                for name, parameter in run.network.named_parameters()
                if parameter.grad is not None
            }
        )
    assert weights[0].keys() == weights[1].keys()
    for name, whole in weights[0].items():
        assert torch.allclose(whole, weights[1][name], atol=1e-6), name


def test_without_the_auxiliary_loss_its_head_stays_as_it_is():
    run = made(auxiliary_weight=0.0)
    before = run.network.body.auxiliary_head.weight.clone()
    row = run.advance(silent)
    assert row["auxiliary_loss"] == 0
    assert run.network.body.auxiliary_head.weight.equal(before)


def test_the_critic_warms_up_alone():
    run = made(critic_warmup=1)
    before = {name: parameter.clone() for name, parameter in run.network.named_parameters()}
    run.advance(silent)
    moved = {name for name, parameter in run.network.named_parameters() if not parameter.equal(before[name])}
    assert moved
    assert all("value_head" in name for name in moved)
    run.advance(silent)
    assert not run.network.body.stem.weight.equal(before["body.stem.weight"])


def test_what_the_auxiliary_head_is_to_tell_must_be_in_the_state():
    with refused(ConfigError, "config_unknown", path="ppo.truth"):
        made(truth="treasure")


def test_gradients_are_clipped_to_their_norm():
    run = made(max_grad_norm=1e-3)
    row = run.advance(silent)
    grads = [parameter.grad for parameter in run.network.parameters() if parameter.grad is not None]
    assert row["grad_norm"] > 1e-3, "before clipping"
    assert torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(grad) for grad in grads])) < 1.001e-3


def test_the_learning_rate_falls_by_a_cosine():
    run = made(updates=4, lr=1e-3)
    assert isinstance(run.optimizer, torch.optim.AdamW)
    rates = [run.advance(silent)["lr"] for _ in range(4)]
    assert rates == pytest.approx([1e-3 * 0.5 * (1 + math.cos(math.pi * done / 4)) for done in range(4)])


def test_the_frontier_mask_ends_after_its_updates():
    run = made(frontier_mask_until_updates=1, steps_per_env=32)
    allowed = []
    for _ in range(2):
        run.advance(silent)
        buffer = run.rows[0].buffer
        hidden = (buffer.obs["cells"] >= 9).flatten(2)
        allowed.append(bool((buffer.masks[:, :, : hidden.shape[2]] == hidden).all()))
    assert allowed == [False, True]


def test_a_trivial_masked_game_is_solved(toy):
    game = toy("lamps").as_interpreted()
    network = build(options(reads={"cells": {"channels": [[0], [1], [2]]}}, action_planes=1), game)
    chosen = {"auxiliary_weight": 0.0, "lr": 0.01, "updates": 20, "truth": "", "steps_per_env": 8, "ent_coef": 0.0}
    run = made(game=game, rows=16, network=network, **chosen)
    untrained = evaluate(game, run.player, None, 50, 0).total.wins
    after(run, 20)
    assert untrained < 25
    assert evaluate(game, run.player, None, 50, 0).total.wins == 50
