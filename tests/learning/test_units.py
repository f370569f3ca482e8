"""The network for games of units: the meaning of its outputs, their inputs, and the same outputs from ONNX."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from boardwright import load
from boardwright.agents import make
from boardwright.agents.onnx_model import names
from boardwright.core import config
from boardwright.core.batch import Batch
from boardwright.core.errors import AgentError, ConfigError
from boardwright.learning import checkpoints, recipes
from boardwright.learning.networks import Network, Options, build, chart_of, fields_of
from boardwright.learning.onnx_export import export_onnx
from saying import refused

GAME = load("skirmish")
OWN = 3


def options(**changed):
    return config.validate(Options, {**recipes.read("skirmish", "deploy_small").network.model_dump(), **changed})


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    return build(options(hidden=16, blocks=1), GAME).eval()


@pytest.fixture(scope="module")
def rows():
    """Positions of deployment and of battle."""
    batch = Batch(GAME, 64, seed=3)
    batch.play_randomly(25)
    return batch.observations.copy(), batch.mask.copy()


def outputs(network, observations):
    with torch.no_grad():
        return network(fields_of(observations, network.fields))


def test_every_action_has_an_output_of_its_own_and_lies_where_it_happens():
    chart = np.array(chart_of(GAME))
    board = GAME.config["board"]
    area = board["rows"] * board["cols"]
    assert len(set(chart.tolist())) == GAME.actions.policy
    for action, output in enumerate(chart.tolist()):
        decoded = GAME.actions.decode(action, 0)
        if hasattr(decoded, "col"):
            plane, spot = divmod(output, area)
            assert (decoded.row, decoded.col) == divmod(spot, board["cols"])
            assert plane == (int(decoded.unit_id[-2:]) - 1 if hasattr(decoded, "unit_id") else OWN)
        else:
            assert output >= (OWN + 1) * area


def test_a_zone_that_is_not_the_others_half_turn_has_no_chart():
    changed = GAME.config
    zones = {"p1": {"edge": "south", "depth": 3}, "p2": {"edge": "north", "depth": 2}}
    changed["deployment"] = dict.fromkeys(changed["deployment"], zones)
    with (
        pytest.warns(UserWarning, match="pools differ"),
        refused(ConfigError, "config_value", path="scenario.deployment_zone"),
    ):
        chart_of(load("skirmish", config=changed))


def test_a_target_is_judged_by_its_own_row(network, rows):
    observations, _ = rows
    changed = observations.copy()
    changed["units"][:, OWN, 5] += 3  # the first enemy's HP
    first = GAME.actions.policy - 1 - OWN
    before, after = (outputs(network, batch)[0] for batch in (observations, changed))
    moved = (before - after).abs()[:, first : first + OWN].mean(dim=0)
    assert moved[0] > moved[1]
    assert moved[0] > moved[2]


def test_a_unit_that_is_nowhere_is_added_to_no_cell(network):
    fresh = Batch(GAME, 2, seed=1).observations
    shuffled = fresh.copy()
    # Before deployment no unit is on the board, so exchanging two enemies exchanges their targets alone.
    shuffled["units"][:, [OWN, OWN + 1]] = fresh["units"][:, [OWN + 1, OWN]]
    one, other = (outputs(network, batch)[0] for batch in (fresh, shuffled))
    first = GAME.actions.policy - 1 - OWN
    assert torch.allclose(one[:, first], other[:, first + 1], atol=1e-5)
    assert torch.allclose(one[:, :first], other[:, :first], atol=1e-5)


def test_saved_and_exported_it_says_the_same(network, rows, tmp_path):
    observations, masks = rows
    checkpoints.save_model(tmp_path / "units.safetensors", network, GAME, {})
    loaded, about = checkpoints.load_model(tmp_path / "units.safetensors")
    assert about["chart"] == chart_of(GAME)
    logits, values = outputs(network, observations)
    again = outputs(loaded.eval(), observations)
    assert torch.equal(logits, again[0])
    assert torch.equal(values, again[1])
    export_onnx(tmp_path / "units.safetensors", tmp_path / "units.onnx")
    agent = make("model", GAME, file=str(tmp_path / "units.onnx"))
    exported_logits, exported_values, risks = agent.outputs(observations)
    assert np.abs(exported_logits - logits.numpy()).max() < 1e-5
    assert np.abs(exported_values - values.numpy()).max() < 1e-5
    assert risks.size == 0
    chosen = agent.act_batch(observations, masks, np.random.default_rng(0))
    assert masks[np.arange(len(masks)), chosen].all()


def test_a_model_of_another_board_is_refused(network, tmp_path):
    checkpoints.save_model(tmp_path / "units.safetensors", network, GAME, {})
    export_onnx(tmp_path / "units.safetensors", tmp_path / "units.onnx")
    with refused(AgentError, "model_actions"):
        make("model", load("skirmish", "large"), file=str(tmp_path / "units.onnx"))
    with pytest.raises(ConfigError):
        make("model", GAME, file=str(tmp_path / "units.onnx"), choose="risk")


def test_a_table_that_is_not_there_is_refused():
    table = {**options().units.model_dump(), "field": "soldiers"}
    with refused(ConfigError, "config_unknown", path="network.units.soldiers"):
        build(options(units=table), GAME)
    with pytest.raises(ConfigError):
        options(units=None)


def test_the_same_weights_serve_both_boards(network):
    large = load("skirmish", "large")
    own = {**options().units.model_dump(), "own": 6}
    other = build(options(hidden=16, blocks=1, units=own), large)
    other.load_state_dict(network.state_dict())
    assert isinstance(other, Network)
    assert outputs(other, Batch(large, 2, seed=1).observations)[0].shape == (2, large.actions.policy)


def test_auto_is_the_model_that_comes_with_the_game_for_the_board():
    for preset in names(GAME):
        game = load("skirmish", preset)
        assert make("model", game, file="auto").path.stem == preset
    with refused(AgentError, "model_unknown"):
        make("model", load("tic_tac_toe"), file="auto")
