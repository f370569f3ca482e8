"""ONNX models as agents: the same choices as the exported network, no torch, and no pickle opened."""

from __future__ import annotations

import pickle
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

import boardwright
from boardwright.agents import onnx_model
from boardwright.agents.onnx_model import PolicyAgent, names
from boardwright.agents.spec import from_text, parse
from boardwright.arena.evaluation import evaluate
from boardwright.cli import app
from boardwright.core import config, registry
from boardwright.core.agent import Turn
from boardwright.core.batch import Batch
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.words import Word
from boardwright.learning import checkpoints
from boardwright.learning.networks import Options, build
from boardwright.learning.onnx_export import export_onnx
from boardwright.learning.torch_player import NetworkAgent
from boardwright.testing.agent_laws import LAWS, judge_agent
from saying import refused, told

GAME = registry.load("minesweeper", "small", allow_flags=False)
FLAGS = registry.load("minesweeper", "small")
READS = {"cells": {"channels": [[value] for value in range(11)]}, "mines_left": {"numbers": "area"}}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """An untrained network, and its ONNX file."""
    torch.manual_seed(0)
    chosen = {"kind": "residual", "reads": READS, "hidden": 16, "blocks": 2, "action_planes": 2, "other_actions": 0}
    network = build(config.validate(Options, chosen), GAME)
    with torch.no_grad():
        for block in network.body.blocks:
            block.second.weight.normal_(0, 0.1)
    folder = tmp_path_factory.mktemp("models")
    checkpoints.save_model(folder / "m.safetensors", network, GAME, {"why": "a test"})
    exported = export_onnx(folder / "m.safetensors", folder / "m.onnx")
    assert exported["reads"] == ["cells", "mines_left"]
    return network, folder / "m.onnx"


def states(game, n):
    """Observations and masks from random games."""
    batch, seen, masks = Batch(game, 200, seed=3), [], []
    while sum(map(len, seen)) < n:
        seen.append(batch.observations.copy())
        masks.append(batch.mask.copy())
        batch.play_randomly(1)
    return np.concatenate(seen)[:n], np.concatenate(masks)[:n]


def test_onnx_and_torch_agree_and_choose_the_same(model):
    network, path = model
    agent = from_text(f"model:{path}", GAME)
    seen, masks = states(GAME, 2_000)
    policy, _, mines = agent.outputs(seen)
    logits, risks = NetworkAgent(network).outputs(seen)
    assert np.abs(policy - logits.numpy()).max() < 1e-5
    assert np.abs(mines.reshape(len(seen), -1) - risks.numpy()).max() < 1e-5
    rng = np.random.default_rng(0)
    ours, theirs = agent.act_batch(seen, masks, rng), NetworkAgent(network).act_batch(seen, masks, rng)
    rows = np.flatnonzero(ours != theirs)
    assert np.abs(policy[rows, ours[rows]] - policy[rows, theirs[rows]]).max(initial=0) < 1e-5  # ties alone
    assert masks[np.arange(len(seen)), ours].all()


def test_one_file_plays_boards_of_any_size(model):
    network, path = model
    seen = np.zeros(3, [("cells", "u1", (5, 9)), ("mines_left", "i2")])
    seen["cells"][:] = np.arange(45).reshape(5, 9) % 11
    agent = from_text(f"model:{path}", GAME)
    policy, _, mines = agent.outputs(seen)
    assert mines.shape == (3, 5, 9)
    assert np.abs(policy - NetworkAgent(network).outputs(seen)[0].numpy()).max() < 1e-5


def test_what_it_was_never_taught_it_does_not_do(model):
    agent = from_text(f"model:{model[1]}", FLAGS)
    seen, masks = states(FLAGS, 500)
    assert masks[:, 64:].any()
    for text in (f"model:{model[1]}", f"model:{model[1]},choose=risk"):
        assert (from_text(text, FLAGS).act_batch(seen, masks, np.random.default_rng(0)) < 64).all()
    only_flags = masks.copy()
    only_flags[:, :64] = False
    rows = only_flags.any(axis=1)
    chosen = agent.act_batch(seen[rows], only_flags[rows], np.random.default_rng(0))
    assert (chosen >= 64).all()


def test_with_a_temperature_actions_are_a_sample_of_the_policy(model):
    path = model[1]
    seen, masks = states(GAME, 1)
    many, allowed = np.repeat(seen, 4_000), np.repeat(masks, 4_000, axis=0)
    best = from_text(f"model:{path}", GAME)
    logits = np.where(masks[0], best.outputs(seen)[0][0].astype(float), -np.inf)
    for temperature in (0.5, 1.0):
        agent = from_text(f"model:{path},temperature={temperature}", GAME)
        assert (best.draws_nothing, agent.draws_nothing) == (True, False)
        drawn = agent.act_batch(many, allowed, np.random.default_rng(3))
        shares = np.exp((logits - logits.max()) / temperature)
        shares /= shares.sum()
        found = np.bincount(drawn, minlength=len(shares)) / len(drawn)
        assert np.abs(found - shares).max() < 5 * np.sqrt(0.25 / len(drawn))
        again = agent.act_batch(many, allowed, np.random.default_rng(3))
        assert np.array_equal(drawn, again)
    almost = from_text(f"model:{path},temperature=1e-9", GAME)
    seen, masks = states(GAME, 200)
    chosen = [agent.act_batch(seen, masks, np.random.default_rng(4)) for agent in (best, almost)]
    assert np.array_equal(*chosen)
    with refused(ConfigError, "config_value", path="temperature"):
        from_text(f"model:{path},choose=risk,temperature=0.5", GAME)


def test_the_agent_holds_to_the_laws_and_gives_its_reason(model):
    for text in (f"model:{model[1]}", f"model:{model[1]},temperature=1.0"):
        assert judge_agent(partial(from_text, text, FLAGS), FLAGS, games=1, seed=1) == dict.fromkeys(LAWS)
    agent = from_text(f"model:{model[1]}", GAME)
    explanation = agent.explain(Turn(GAME, GAME.new(), 0, np.random.default_rng(0)))
    assert sum(explanation.scores.values()) == pytest.approx(1.0)
    told(explanation.reason, "reason_model", percent=f"{100 * explanation.scores[explanation.action]:.1f}")
    assert agent.notes == {"why": "a test"}
    assert ((agent.risks(GAME.observe(GAME.new())) > 0) & (agent.risks(GAME.observe(GAME.new())) < 1)).all()


def test_playing_needs_no_torch(model):
    code = (
        "import sys, boardwright; from boardwright.arena.evaluation import evaluate; "
        f"evaluate(boardwright.load('minesweeper', 'small', allow_flags=False), 'model:{model[1]}', None, 3); "
        "assert 'torch' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_bare_word_is_the_file_and_other_agents_have_none():
    assert parse("model:small,choose=risk") == ("model", {"file": "small", "choose": "risk"})
    assert parse("model:file=small") == ("model", {"file": "small"})
    for text in ("random:small", "model:a,b"):
        with refused(AgentError, "agent_text", text=text):
            parse(text)


class Trap:
    """Fails the test when it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("a pickle was opened",)


def test_files_that_are_no_models_are_refused_unopened(tmp_path, model):
    def code(error, path, game=GAME):
        with pytest.raises(error) as caught:
            from_text(f"model:{path}", game)
        return caught.value.code

    torch.save({"trap": Trap()}, tmp_path / "zip.onnx")
    (tmp_path / "plain.onnx").write_bytes(pickle.dumps(Trap()))
    (tmp_path / "broken.onnx").write_bytes(model[1].read_bytes()[:1000])
    for name in ("zip", "plain", "broken"):
        assert code(ConfigError, tmp_path / f"{name}.onnx") == "model_refused"
    assert code(ConfigError, model[1].with_suffix(".safetensors")) == "model_export"
    assert code(AgentError, tmp_path / "nowhere.onnx") == "model_unknown"
    assert code(AgentError, model[1], boardwright.load("tic_tac_toe")) == "model_differs"
    assert names(boardwright.load("tic_tac_toe")) == []


def test_a_model_of_another_board_is_refused_by_its_card(model, monkeypatch):
    card = onnx_model.card_of(model[1])
    assert card.inputs == {"cells": ("height", "width"), "mines_left": ()}
    monkeypatch.setattr(onnx_model, "card_of", lambda path: card._replace(inputs={"cells": (9, "width")}))
    with refused(AgentError, "model_shape", field="cells", found=[9, "width"], wanted=[8, 8]):
        from_text(f"model:{model[1]}", GAME)
    with refused(AgentError, "model_unknown", name="auto"):
        from_text("model:auto", GAME)


def test_without_onnx_runtime_a_sentence_says_what_to_install(model, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with refused(AgentError, "onnx_absent"):
        from_text(f"model:{model[1]}", GAME)


def test_the_class_is_what_the_name_makes(model):
    assert isinstance(boardwright.agent("model", GAME, file=str(model[1])), PolicyAgent)


def test_the_command_exports_what_the_agent_plays(model, tmp_path):
    out = tmp_path / "exported.onnx"
    arguments = ["export", str(model[1].with_suffix(".safetensors")), "--onnx", "--out", str(out)]
    ran = CliRunner().invoke(app, arguments)
    assert ran.exit_code == 0, ran.output
    kilobytes = round(out.stat().st_size / 1000)
    assert str(Word("export_done", {"path": out, "kilobytes": kilobytes})) in ran.stdout.replace("\n", "")
    assert isinstance(from_text(f"model:{out}", GAME), PolicyAgent)


def test_models_that_come_with_the_game_are_small_have_a_card_and_play():
    shipped = names(FLAGS)
    assert "small" in shipped
    for name in shipped:
        path = FLAGS.definition.files.configs / "models" / f"{name}.onnx"
        assert path.stat().st_size <= 4_000_000
        assert "CPU time" in path.with_suffix(".md").read_text()
        # Shipped models were exported when the last output had another name.
        risks = from_text(f"model:{name},choose=risk", FLAGS).risks(FLAGS.observe(FLAGS.new()))
        assert risks.shape == (1, 8, 8)
    wins = evaluate(FLAGS, "model:small", None, 50, 3).total.wins
    assert wins >= 36  # 43 in the long run
