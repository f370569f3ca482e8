"""A network inside alpha-beta: its first layer is updated move by move, and equals one computed from nothing."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from boardwright import agents
from boardwright.agents import accumulators, incremental_model
from boardwright.agents.accumulators import ONE, Accumulators
from boardwright.agents.incremental_model import FORMAT, IncrementalModel
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.loops import perform
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from saying import refused

GAMES = [
    pytest.param("quoridor", "standard", marks=pytest.mark.slow),
    pytest.param("quoridor", "small", marks=pytest.mark.slow),
    ("connect_four", None),
]
PLAIN = [("quoridor", "small"), ("connect_four", None)]
"""They are interpreted."""

UNITS = 24


def model(game: Game, seed: int = 0) -> IncrementalModel:
    """A network with random weights."""
    rng = np.random.default_rng(seed)
    actions = game.actions.policy

    def drawn(*shape: int) -> Array:
        return rng.integers(-90, 90, shape).astype(np.int16)

    about = {"format": FORMAT, "game": game.name, "version": game.version, "unit": 1e-3, "hint": 1e-4}
    words = incremental_model.facet_of(game).words
    offset = rng.integers(-999, 999, 1 + actions)
    return IncrementalModel(
        drawn(BITS * words, UNITS), drawn(UNITS), drawn(2, UNITS), drawn(actions, 2, UNITS), offset, about
    )


@loop
def updated(p: Array, s: Array, net: Accumulators, actions: Array) -> None:
    """Play moves, a ply each, as a search does along a line."""
    row = p[s[0].variant]
    accumulators.update(net, row, s[0], 0)
    for ply in range(actions.shape[0]):
        perform(row, s[0], int(actions[ply]), 0)
        accumulators.update(net, row, s[0], ply + 1)


def from_nothing(net: Accumulators, ply: int) -> Array:
    """The first layer by its definition: the biases and the weights of all features that are on."""
    on = [at * BITS + bit for at, word in enumerate(net.words[ply]) for bit in range(BITS) if int(word) >> bit & 1]
    return np.stack([net.biases + net.first[side, on].sum(axis=0) for side in range(2)])


def random_game(game: Game, seed: int) -> list[int]:
    """The moves of a random game, without the last."""
    rng = np.random.default_rng(seed)
    state, moves = game.new(), []
    while state["to_move"][0] != TERMINAL:
        moves.append(int(rng.choice(np.flatnonzero(game.legal_mask(state)[0]))))
        game.step(state, moves[-1:])
    return moves[:-1]


def wrong_plies(game: Game, seed: int, damage: int | None = None) -> int:
    """The plies of a random game whose updated layer differs from one computed from nothing.

    `damage` is a feature that the update forgets: its weights are those of no feature while moves are played.
    """
    moves = random_game(game, seed)
    net = incremental_model.loaded(game, model(game), len(moves) + 1)
    whole = net.first.copy()
    if damage is not None:
        net.first[:, damage] = 0
    game.run(updated, game.params, game.new(), net, np.array(moves))
    net.first[:] = whole
    return sum(not np.array_equal(net.sums[ply], from_nothing(net, ply)) for ply in range(len(moves) + 1))


@pytest.mark.parametrize(("name", "preset"), GAMES)
def test_the_updated_layer_equals_one_computed_from_nothing(name, preset):
    game = boardwright.load(name, preset)
    assert [wrong_plies(game, seed) for seed in range(4)] == [0, 0, 0, 0]


def test_the_updated_layer_equals_one_computed_from_nothing_where_walls_stand():
    assert wrong_plies(boardwright.load("quoridor", "small").as_interpreted(), 0) == 0


def test_a_feature_that_is_forgotten_is_found():
    game = boardwright.load("connect_four")
    assert wrong_plies(game, 0, damage=38) > 0, "a stone in the lowest row"


@pytest.mark.parametrize(("name", "preset"), PLAIN)
def test_both_players_see_the_same_position_alike(name, preset):
    """The layer of player 1 is that of player 0 in the position with the players exchanged."""
    game = boardwright.load(name, preset).as_interpreted()
    swap = next((symmetry for symmetry in game.symmetries if symmetry.name == "Swap"), None)
    images = incremental_model.facet_of(game).symmetries(game.configs[0])["Swap"]
    assert np.array_equal(images[images], np.arange(len(images)))
    if swap is None:
        return
    moves = random_game(game, 5)
    turned = [int(swap.actions[move]) for move in moves]
    nets = [incremental_model.loaded(game, model(game), len(moves) + 1) for _ in range(2)]
    second = game.new()
    second["to_move"] = 1
    game.run(updated, game.params, game.new(), nets[0], np.array(moves))
    game.run(updated, game.params, second, nets[1], np.array(turned))
    assert np.array_equal(nets[0].sums[:, 0], nets[1].sums[:, 1])
    assert np.array_equal(nets[0].sums[:, 1], nets[1].sums[:, 0])


@pytest.mark.parametrize(("name", "preset"), PLAIN)
def test_a_mirrored_position_has_mirrored_features(name, preset):
    game = boardwright.load(name, preset).as_interpreted()
    mirror = next(symmetry for symmetry in game.symmetries if symmetry.name == "Mirror")
    images = incremental_model.facet_of(game).symmetries(game.configs[0])["Mirror"]
    moves = random_game(game, 6)
    nets = [incremental_model.loaded(game, model(game), len(moves) + 1) for _ in range(2)]
    game.run(updated, game.params, game.new(), nets[0], np.array(moves))
    game.run(updated, game.params, game.new(), nets[1], np.array([int(mirror.actions[move]) for move in moves]))
    for ply in range(len(moves) + 1):
        seen, mirrored = (
            {at * BITS + bit for at, word in enumerate(net.words[ply]) for bit in range(BITS) if int(word) >> bit & 1}
            for net in nets
        )
        assert {int(images[index]) for index in seen} == mirrored, ply


@pytest.mark.parametrize(("name", "preset"), PLAIN)
def test_the_value_is_the_clipped_layer_times_its_weights(name, preset):
    game = boardwright.load(name, preset).as_interpreted()
    moves = random_game(game, 7)
    net = incremental_model.loaded(game, model(game), len(moves) + 1)
    game.run(updated, game.params, game.new(), net, np.array(moves))
    for ply in (0, len(moves) // 2, len(moves)):
        for player in range(2):
            sides = [np.clip(net.sums[ply, side].astype(np.int64), 0, ONE) for side in (player, 1 - player)]
            wanted = sum(int((side * weights).sum()) for side, weights in zip(sides, net.value)) + int(net.offset[0])
            assert accumulators.correction(net, ply, player) == pytest.approx(wanted * 1e-3)


def test_a_search_with_a_model_finds_the_value_of_its_own_leaf(tmp_path):
    game = boardwright.load("quoridor")
    incremental_model.write(tmp_path / "model.npz", model(game))
    agent = agents.make(f"alphabeta:depth=3,model={tmp_path / 'model.npz'}", game)
    plain = agents.make(
        f"alphabeta:depth=3,table=0,pvs=false,killers=false,history=false,policy=false,model={tmp_path / 'model.npz'}",
        game,
    )
    state = game.new()
    for move in random_game(game, 8)[:6]:
        game.step(state, [move])
    assert agent.search(state, 3)[0] == plain.search(state, 3)[0]  # type: ignore[attr-defined]


def test_models_that_do_not_fit_are_refused(tmp_path):
    game, other = boardwright.load("connect_four"), boardwright.load("quoridor")
    path = tmp_path / "model.npz"
    incremental_model.write(path, model(game))
    with refused(AgentError, "model_differs"):
        incremental_model.read(other, str(path))
    incremental_model.write(path, model(game)._replace(first=np.zeros((5, UNITS), np.int16)))
    with refused(AgentError, "model_shape"):
        incremental_model.read(game, str(path))
    with refused(AgentError, "model_unknown"):
        incremental_model.read(game, "nobody")
    with refused(AgentError, "features_missing", game="tic_tac_toe"):
        incremental_model.facet_of(boardwright.load("tic_tac_toe"))
    path.write_bytes(b"\x80\x04K\x01.")
    with refused(ConfigError, "model_refused"):
        incremental_model.read(game, str(path))


def test_features_without_the_exchange_of_players_are_refused(monkeypatch):
    game = boardwright.load("connect_four")
    facet = incremental_model.facet_of(game)._replace(symmetries=lambda _: {"Mirror": np.arange(63)})
    monkeypatch.setattr(incremental_model, "facet_of", lambda _: facet)
    with refused(AgentError, "features_swap", game="connect_four", name="Swap"):
        incremental_model.loaded(game, model(game), plies=4)
