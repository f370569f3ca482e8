"""Int8 inference: close to their originals, the same bytes each time, in any process."""

import pickle

import pytest
import torch

import boardwright
from boardwright.learning import recipes
from boardwright.learning.metrics import Metrics
from boardwright.learning.networks import Options, build
from boardwright.learning.quantization import calibration, errors, quantized
from boardwright.learning.self_play.trainer import SelfPlay
from boardwright.learning.training import Run


def network(game, kind="board", seed=0):
    torch.manual_seed(seed)
    made = build(Options(kind=kind, hidden=16, blocks=2), game)
    for weight in made.parameters():
        torch.nn.init.normal_(weight, std=0.2)  # some heads begin with zeros
    return made.eval()


@pytest.mark.parametrize(("name", "kind"), [("connect_four", "board"), ("tic_tac_toe", "dense")])
def test_a_quantized_network_answers_nearly_as_its_original(name, kind):
    game = boardwright.load(name)
    original = network(game, kind)
    policy, value = errors(quantized(original, game), original, game)
    assert 0 < policy < 0.03
    assert 0 < value < 0.1
    other_policy, other_value = errors(quantized(network(game, kind, seed=1), game), original, game)
    assert other_policy > 3 * policy
    assert other_value > 3 * value


def test_the_same_weights_give_the_same_bytes_and_a_row_does_not_depend_on_its_batch():
    game = boardwright.load("connect_four")
    first, again = (quantized(network(game), game) for _ in range(2))
    assert first.model == again.model
    sent = pickle.loads(pickle.dumps(first))
    observations, _ = calibration(game)
    logits, values = first(observations)
    for rows in (slice(0, 1), slice(3, 20), slice(100, 256)):
        some, few = sent(observations[rows])
        assert some.tobytes() == logits[rows].tobytes()
        assert few.tobytes() == values[rows].tobytes()


@pytest.mark.parametrize(("kind", "integers"), [("board", True), ("dense", False)])
def test_auto_plays_a_tower_with_integers(kind, integers, tmp_path):
    game = boardwright.load("tic_tac_toe")
    options = recipes.read("tic_tac_toe", recipes.SELF_PLAY, {"self_play.int8": "auto"}).self_play
    assert SelfPlay(network(game, kind), game, options, seed=0, folder=tmp_path).int8 is integers


def test_a_run_plays_with_integers_and_records_how_far_they_are_off(tmp_path):
    changes = {
        "self_play.rounds": 2,
        "self_play.games": 8,
        "self_play.simulations": 8,
        "self_play.int8": "always",
        "network.kind": "board",
        "network.hidden": 8,
        "evaluation.games": 8,
    }
    recipe = recipes.read("tic_tac_toe", recipes.SELF_PLAY, changes)
    Run("tic_tac_toe", "self_play", recipe, tmp_path, resume=False).go()
    last = Metrics.rows(tmp_path / "self_play")[-1]
    assert last["bits"] == 8
    assert 0 <= last["int8_policy_error"] < 0.05
    assert 0 <= last["int8_value_error"] < 0.1
