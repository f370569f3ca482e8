"""Augmentation: what is seen, the legal actions, the good ones, the policy and the value of a position turn together.

A turn by 90 degrees is among them: to transform by the inverse is no mistake where a symmetry is its own.
"""

from __future__ import annotations

from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

import boardwright
from boardwright.agents.incremental_model import facet_of
from boardwright.core import registry
from boardwright.core.facets import FEATURE_BITS
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.quoridor.features import features as quoridor_features
from boardwright.learning.descent.trainer import Descent
from boardwright.learning.imitation.augmentation import Augmenter
from boardwright.learning.imitation.dataset import Labelled
from boardwright.learning.incremental.batches import Batches
from boardwright.learning.incremental.positions import ScoredPositions
from boardwright.learning.learner import Learner
from boardwright.learning.positions import Positions
from boardwright.learning.self_play.trainer import SelfPlay
from turning import BOARDS, TURNS, game_of, swapped, turned_actions, walk

STEPS = {"quoridor": 19, "quoridor 4x7": 13, "quoridor 7x4": 13}
"""Plies from one position to the next, where games are long: an odd number, so that either player is to move."""


class Chosen:
    """A generator that draws one number, whatever is asked."""

    def __init__(self, number: int) -> None:
        self.number = number

    def integers(self, high: int) -> int:
        assert self.number < high
        return self.number


@cache
def states_of(board: str) -> Array:
    """Positions of random games, none alike, nor like itself in another symmetry: a network can know all of them."""
    game, known, kept = game_of(board), set(), []
    states = walk(game, 4, seed=11, step=STEPS.get(board, 3))
    for row in np.flatnonzero(states["to_move"] != TERMINAL):
        state = states[row : row + 1]
        orbit = {seen_turned(game, state, which).tobytes() for which in told(game)}
        if len(orbit) == len(told(game)) and orbit.isdisjoint(known):
            known |= orbit
            kept.append(state)
    return np.concatenate(kept)


@cache
def positions(board: str) -> Positions:
    """These positions with a policy on the legal actions, and a value, drawn at random."""
    game, states, rng = game_of(board), states_of(board), np.random.default_rng(5)
    masks = game.legal_mask(states)
    policies = rng.random(masks.shape) * masks
    policies = (policies / policies.sum(axis=1, keepdims=True)).astype(np.float32)
    return Positions(game.observe(states), rng.uniform(-1, 1, len(states)).astype(np.float32), masks, policies)


def seen_turned(game: Game, states: Array, which: int) -> Array:
    """What the player to move sees once the game has turned each position: by its rules, not by a table of fields."""
    seats = np.array(swapped(game.symmetries[which], game.players))[states["to_move"]]
    return game.observe(game.transform(states, np.full(len(states), which)), seats)


def told(game: Game) -> list[int]:
    """The symmetries of which a game says what they do to an observation, and the identity, if there are others."""
    found = [which for which, symmetry in enumerate(game.symmetries) if symmetry.observation]
    return sorted({0, *found}) if found else []


@pytest.mark.parametrize("board", BOARDS)
def test_a_position_is_learned_as_it_was_played_and_once_in_every_other_symmetry(board: str) -> None:
    game, batch = game_of(board), positions(board)
    augmenter = Augmenter(game)
    drawn = [augmenter.drawn(batch.observations, Chosen(k))[0].tobytes() for k in range(augmenter.known)]
    assert sorted(drawn) == sorted(seen_turned(game, states_of(board), which).tobytes() for which in told(game))


@pytest.mark.parametrize("name", ["royal_ur", "battleship", "skirmish"])
def test_a_game_that_says_nothing_of_observations_is_learned_as_it_was_played(name: str) -> None:
    assert Augmenter(boardwright.load(name)).known == 0


def test_every_game_is_here() -> None:
    known = {name for name in registry.names() if Augmenter(boardwright.load(name)).known}
    assert known == {name for name, *_ in BOARDS.values()}


@pytest.mark.parametrize("board", BOARDS)
def test_masks_and_good_actions_and_cells_turn_as_pictures_with_what_is_seen(board: str) -> None:
    game, batch = game_of(board), positions(board)
    rng, names = np.random.default_rng(8), [game.symmetries[which].name for which in told(game)]
    best = batch.masks & (rng.random(batch.masks.shape) < 0.5)
    _, sides, _ = BOARDS[board]
    cells = sides if game.name == "minesweeper" else (1, 1)  # what a teacher gives a number for
    chances, truth = rng.random((len(batch), *cells)), rng.integers(2, size=(len(batch), *cells))
    labelled = Labelled(batch.observations, batch.masks, best, chances, truth)
    for number, (which, name) in enumerate(zip(told(game), names, strict=True)):
        turned = Augmenter(game).augment(labelled, Chosen(number))
        assert turned.observations.tobytes() == seen_turned(game, states_of(board), which).tobytes()
        for before, after in ((batch.masks, turned.masks), (best, turned.best)):
            assert np.array_equal(turned_actions(board, name, before), after), name
        for before, after in ((chances, turned.chances), (truth, turned.truth)):
            assert np.array_equal(TURNS[name](before), after), name


# -- a learner


def learner_of(board: str, augmenter: Augmenter) -> Any:
    """A learner whose network knows the policy and the value of every position, in every symmetry of the game."""
    game, batch, known = game_of(board), positions(board), {}
    for which in told(game):
        name = game.symmetries[which].name
        turned = turned_actions(board, name, batch.policies)
        for seen, policy, value in zip(seen_turned(game, states_of(board), which), turned, batch.values, strict=True):
            known[seen.tobytes()] = policy, value

    def heads(observations: Array) -> tuple[torch.Tensor, torch.Tensor]:
        answers = [known[seen.tobytes()] for seen in observations]
        policies = torch.from_numpy(np.stack([policy for policy, _ in answers]))
        return torch.log(policies.clamp_min(1e-30)), torch.tensor([value for _, value in answers])

    made = SimpleNamespace(options=SimpleNamespace(augment=True, value_weight=1.0), _augmenter=augmenter, heads=heads)
    made.turned = partial(Learner.turned, made)
    return made


def wrong_policies(board: str, augmenter: Augmenter) -> set[str]:
    """The symmetries in which a network that knows everything has another loss than the entropy of its policies."""
    game, batch = game_of(board), positions(board)
    entropy = float(-(batch.policies * np.log(np.where(batch.policies > 0, batch.policies, 1))).sum(axis=1).mean())
    wrong = set()
    for number, which in enumerate(told(game)):
        _, policy_loss, value_loss, right = SelfPlay.losses(learner_of(board, augmenter), batch, Chosen(number))
        if not (abs(float(policy_loss) - entropy) < 1e-4 and float(value_loss) == 0.0 and float(right) == 1.0):
            wrong.add(game.symmetries[which].name)
    return wrong


@pytest.mark.parametrize("board", BOARDS)
def test_a_network_that_knows_everything_has_nothing_to_learn_in_any_symmetry(board: str) -> None:
    augmenter = Augmenter(game_of(board))
    assert wrong_policies(board, augmenter) == set()
    for number in range(augmenter.known):
        assert float(Descent.losses(learner_of(board, augmenter), positions(board), Chosen(number))) == 0.0


def test_a_policy_that_turns_the_other_way_is_found_where_a_turn_is_not_its_own_inverse() -> None:
    for board, wrong in (("tic_tac_toe", {"Rot90", "Rot270"}), ("connect_four", set())):
        augmenter = Augmenter(game_of(board))
        augmenter._permutations = [(np.argsort(actions), fields) for actions, fields in augmenter._permutations]
        assert wrong_policies(board, augmenter) == wrong


# -- networks inside alpha-beta


def words_of(game: Game, state: Array) -> Array:
    """The features of a position, by the function of the rules."""
    words = np.zeros(facet_of(game).words, np.int64)
    if game.name == "quoridor":
        quoridor_features(game.params_of(state), game.record(state), words)
        return words
    for cell in np.flatnonzero(state["cells"][0]):
        words[state["cells"][0, cell] - 1] |= 1 << int(cell)
    return words


def exchanged(game: Game, state: Array) -> Array:
    """The position with the players exchanged, the one to move included."""
    if game.name == "quoridor":
        return game.transform(state, [symmetry.name for symmetry in game.symmetries].index("Swap"))
    out = state.copy()
    out["cells"] = np.array([0, 2, 1])[state["cells"]]
    out["to_move"] = 1 - state["to_move"]
    return out


@pytest.mark.parametrize("board", ["connect_four", "quoridor", "quoridor 4x7"])
def test_features_moves_and_masks_are_those_of_the_position_as_the_first_player_has_it(board: str) -> None:
    game, batch = game_of(board), positions(board)
    states, rng = states_of(board), np.random.default_rng(2)
    actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.masks])
    zeros = np.zeros(len(states), np.float32)
    made = Batches(
        game,
        ScoredPositions(
            np.stack([words_of(game, states[row : row + 1]) for row in range(len(states))]),
            states["to_move"].astype(np.int8),
            zeros + np.arange(len(states)),
            zeros,
            zeros,
            actions.astype(np.int16),
            np.packbits(batch.masks, axis=1),
        ),
        1.0,
        0.0,
    )
    names = [symmetry.name for symmetry in game.symmetries]
    met = set()
    for mirrored in (False, True):
        taken = made.take(np.arange(len(states)), mirrored=mirrored)
        for row in range(len(states)):
            state, action = states[row : row + 1], int(actions[row])
            if state["to_move"][0] == 1:
                action = int(game.symmetries[names.index("Swap")].actions[action]) if "Swap" in names else action
                state = exchanged(game, state)
            if mirrored:
                action = int(game.symmetries[names.index("Mirror")].actions[action])
                state = game.transform(state, names.index("Mirror"))
            words = words_of(game, state)
            on = {at * FEATURE_BITS + bit for at, word in enumerate(words) for bit in range(63) if int(word) >> bit & 1}
            assert set(taken.own[row].tolist()) - {FEATURE_BITS * len(words)} == on
            assert (int(taken.actions[row]), float(taken.evaluations[row])) == (action, row)
            assert (taken.masks[row].numpy() == game.legal_mask(state)[0]).all()
            met.add((mirrored, int(states["to_move"][row])))
    assert len(met) == 4
