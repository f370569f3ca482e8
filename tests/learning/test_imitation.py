"""Imitation: the teacher's labels, the dataset and the trainer."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import torch

import boardwright
from boardwright.core import config, registry
from boardwright.core.batch import Batch
from boardwright.core.errors import ConfigError
from boardwright.core.progress import silent
from boardwright.games.minesweeper.solver.inference import forced_moves
from boardwright.learning.imitation import trainer
from boardwright.learning.imitation.augmentation import Augmenter
from boardwright.learning.imitation.collection import Sources, collect, labels, teacher_of
from boardwright.learning.imitation.dataset import Dataset, packed
from boardwright.learning.imitation.trainer import Imitation, losses, targets_of
from boardwright.learning.networks import build
from saying import refused

from .test_networks import GAME, boards, options

SOURCES = {"teacher": 0.5, "random": 0.25, "own": 0.25, "wander": 0.05}
RUN = {
    "teacher": "probability",
    "sources": SOURCES,
    "boards": [{"board": "small", "share": 1.0, "batch": 64, "rows": 32, "vary": {}}],
    "targets": "chances",
    "truth": "mine",
    "rounds": 3,
    "positions": 256,
    "window": 2,
    "policy_weight": 1.0,
    "auxiliary_weight": 1.0,
    "lr": 0.003,
    "warmup": 2,
    "weight_decay": 0.0,
    "max_grad_norm": 1.0,
    "average": 0.9,
    "augment": True,
    "precision": "fp32",
    "discard": False,
}


def labelled(positions=500, teacher="probability", game=GAME, **sources):
    chosen = config.validate(Sources, {**SOURCES, **sources})
    return collect(game, teacher_of(teacher, game), chosen, positions, rows=64, seed=3, truth="mine", own=None)


def test_exact_labels_are_chances_of_hidden_cells_and_the_least_risk():
    data = labelled()
    hidden = data.observations["cells"] >= 9
    begun = ~hidden.all(axis=(1, 2))
    assert (np.isnan(data.chances) == ~(hidden & begun[:, None, None])).all()
    chances = np.where(np.isnan(data.chances), 2.0, data.chances).reshape(len(data), -1)[begun]
    best = data.best[begun]
    assert not best[:, 64:].any()
    least = chances.min(axis=1, keepdims=True)
    assert (best[:, :64] == (chances <= least + 1e-6)).all()
    # Probabilities of all hidden cells add up to the mines, and certain cells are right.
    assert np.allclose(np.nansum(data.chances[begun], axis=(1, 2)), 10, atol=1e-3)
    assert data.truth[data.chances == 1].all()
    assert not data.truth[data.chances == 0].any()


def test_labels_by_rules_alone_are_forced_moves_and_guess_states_are_left_out():
    game = registry.load("minesweeper", "small")
    data = labelled(300, "rules", game)
    for row in range(0, 300, 7):
        moves = forced_moves(data.observations[row])
        expected = sorted(cell if kind == "reveal" else 64 + cell for kind, cell in moves)
        # A flag on a safe cell does not stop the teacher from revealing it; elsewhere both agree.
        flagged = np.flatnonzero(data.observations["cells"][row].reshape(-1) == 10).tolist()
        actions = np.flatnonzero(data.best[row]).tolist()
        assert actions
        assert [action for action in actions if action % 64 not in flagged] == expected
        assert all(not data.truth[row].reshape(-1)[action] for action in actions if action < 64)


def test_the_strongest_solver_teaches_what_it_would_open():
    batch = boards(200, 4)
    solver = boardwright.agent("solver", GAME)
    best, _ = labels(GAME, solver, batch, seed=0)
    chosen = solver.act_batch(batch.observations, batch.mask, np.random.default_rng(0))
    assert best[np.arange(200), chosen].all()
    assert (best.sum(axis=1) == 1).any()


def test_an_agent_that_only_plays_teaches_its_moves():
    game = boardwright.load("tic_tac_toe")
    batch = Batch(game, 5, seed=0)
    best, chances = labels(game, boardwright.agent("perfect", game), batch, seed=0)
    assert (best.sum(axis=1) == 1).all()
    assert np.isnan(chances).all()


def test_a_teachers_choices_depend_on_the_seed():
    game = boardwright.load("tic_tac_toe")
    batch = Batch(game, 200, seed=0)
    first, again, other = (labels(game, boardwright.agent("random", game), batch, seed=seed)[0] for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any(axis=1).sum() > 100  # of 200 choices among nine, one in nine is the same by chance


def test_shards_come_back_as_they_were_and_damage_is_noticed(tmp_path):
    written = labelled(200)
    data = Dataset(tmp_path, GAME, {"teacher": "probability"})
    data.add(packed(written))
    data.add(packed(written.take(np.arange(50))))
    again = Dataset(tmp_path, GAME)
    assert len(again) == 250
    first, second = again
    assert first.observations.tobytes() == written.observations.tobytes()
    assert (first.best == written.best).all()
    assert (first.masks == written.masks).all()
    assert (first.truth == written.truth).all()
    assert np.allclose(first.chances, written.chances, atol=1e-3, equal_nan=True)
    assert len(second) == 50
    with refused(ConfigError, "dataset_differs"):
        Dataset(tmp_path, registry.load("minesweeper", "small"))
    shard = tmp_path / "shard-00001.npz"
    shard.write_bytes(shard.read_bytes()[:-1] + b"?")
    with refused(ConfigError, "dataset_damaged"):
        again.shard(1)
    again.cut(1)
    assert not shard.exists()
    assert len(json.loads((tmp_path / "manifest.json").read_text())["shards"]) == 1
    with refused(ConfigError, "dataset_absent"):
        Dataset(tmp_path / "other", GAME)
    (tmp_path / "manifest.json").write_text('{"format": 0}')
    with refused(ConfigError, "dataset_format"):
        Dataset(tmp_path, GAME)


def test_losses_by_hand():
    logits = torch.zeros(2, 4)
    mask = torch.tensor([[True, True, True, False], [True, True, False, False]])
    best = torch.tensor([[True, False, True, False], [False, False, False, False]])
    targets = torch.tensor([[[0.25, math.nan]], [[math.nan, math.nan]]])
    policy, auxiliary = losses(logits, torch.zeros(2, 1, 1, 2), mask, best, targets)
    assert policy.item() == pytest.approx(math.log(3))  # the second row has no label
    assert auxiliary.item() == pytest.approx(math.log(2))


@pytest.mark.parametrize("kind", ["chances", "truth"])
def test_the_auxiliary_loss_has_no_gradient_on_revealed_cells_nor_before_the_first_reveal(kind):
    data = labelled(300)
    targets = torch.from_numpy(targets_of(data, kind))
    auxiliary = torch.randn(300, 1, 8, 8, generator=torch.Generator().manual_seed(0)).requires_grad_()
    masks = torch.from_numpy(data.masks)
    _, loss = losses(torch.zeros(masks.shape), auxiliary, masks, torch.from_numpy(data.best), targets)
    loss.backward()
    hidden = torch.from_numpy(data.observations["cells"] >= 9)
    begun = ~hidden.all(dim=2).all(dim=1)
    assert begun.any()
    assert not begun.all()
    counted = hidden & begun[:, None, None]
    assert (auxiliary.grad[:, 0][~counted] == 0).all()
    assert (auxiliary.grad[:, 0][counted] != 0).all()


def test_a_turned_position_has_the_labels_that_its_teacher_gives_it():
    teacher = teacher_of("probability", GAME)
    data = labelled(200)
    rng = np.random.default_rng(0)
    for _ in range(6):
        turned = Augmenter(GAME).augment(data, rng)
        best, chances = teacher.teach_batch(turned.observations, turned.masks)
        assert (turned.masks[:, :64] == (turned.observations["cells"].reshape(200, 64) >= 9)).all()
        assert (turned.best == best).all()
        assert np.allclose(turned.chances, chances, atol=1e-5, equal_nan=True)


def run(folder, rounds=3, resume=None, **changed):
    torch.set_num_threads(1)
    torch.manual_seed(5)
    chosen = config.validate(trainer.Options, {**RUN, **changed})
    made = Imitation(build(options(), GAME), [GAME], chosen, seed=2, folder=folder)
    if resume:
        made.restore(*resume)
    while made.done < rounds:
        row = made.advance(silent)
    return made, row


def test_the_same_seed_gives_the_same_weights_and_resuming_changes_nothing(tmp_path):
    whole = run(tmp_path / "a")[0].state()
    again = run(tmp_path / "b")[0].state()
    half = run(tmp_path / "c", rounds=1)[0].state()
    resumed = run(tmp_path / "c", resume=half)[0].state()
    for other in (again, resumed):
        assert whole[1] == other[1]
        assert whole[0].keys() == other[0].keys()
        assert all(torch.equal(whole[0][name], other[0][name]) for name in whole[0])
    assert not torch.equal(whole[0]["network.body.stem.weight"], half[0]["network.body.stem.weight"])


def test_imitation_learns(tmp_path):
    made, row = run(tmp_path, rounds=6, positions=1024, discard=True)
    assert row["accuracy"] > 0.75
    assert row["auxiliary_loss"] < 0.6
    assert len(list(tmp_path.glob("*/*.npz"))) == 1  # the next round learns from the latest one and its own
    batch = boards()
    assert batch.mask[
        np.arange(32), made.player.act_batch(batch.observations, batch.mask, np.random.default_rng(0))
    ].all()
