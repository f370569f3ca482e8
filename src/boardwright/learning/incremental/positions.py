"""Positions of scored games as a network learns from them: features, the evaluation, and what the search found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boardwright.agents.alphabeta_loop import NEAR_WON
from boardwright.agents.incremental_model import facet_of
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import evaluate, features, legal
from boardwright.core.compiled.loops import perform
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.incremental.games import ScoredGames


class ScoredPositions(NamedTuple):
    """Positions [N], from the side of the player to move."""

    words: npt.NDArray[np.int64]
    """The features that are on, [N, words]."""
    players: npt.NDArray[np.int8]
    """The player to move."""
    evaluations: npt.NDArray[np.float32]
    """The game's own evaluation."""
    values: npt.NDArray[np.float32]
    """The value by the search."""
    returns: npt.NDArray[np.float32]
    """The return at the end of the game."""
    actions: npt.NDArray[np.int16]
    """The move that the search chose."""
    masks: npt.NDArray[np.uint8]
    """The legal action mask in bits, [N, bytes]."""


@loop
def replay(
    p: Array, w: Array, start: Array, s: Array, actions: Array, words: Array, players: Array, evaluations: Array,
    masks: Array,
) -> None:  # fmt: skip
    """Play games out again, [N, P], and write the features, mover, evaluation and mask of every position."""
    for game in range(actions.shape[0]):
        s[0] = start[0]
        row = p[s[0].variant]
        for ply in range(actions.shape[1]):
            action = int(actions[game, ply])
            if action < 0:
                break
            player = int(s[0].to_move)
            features(row, s[0], words[game, ply])
            players[game, ply] = player
            evaluations[game, ply] = evaluate(row, w[0], s[0], player)
            legal(row, s[0], masks[game, ply])
            perform(row, s[0], action, 0)


def positions(game: Game, weights: str, games: Sequence[ScoredGames]) -> ScoredPositions:
    """The positions of games in which the search chose the move."""
    return ScoredPositions(*map(np.concatenate, zip(*(_of(game, weights, shard) for shard in games), strict=True)))


def _of(game: Game, weights: str, games: ScoredGames) -> ScoredPositions:
    count, plies = games.actions.shape
    words = np.zeros((count, plies, facet_of(game).words), np.int64)
    players = np.zeros((count, plies), np.int8)
    evaluations = np.zeros((count, plies), np.float32)
    masks = np.zeros((count, plies, game.actions.policy), np.bool_)
    memory = (game.new(), game.new(), games.actions, words, players, evaluations, masks)
    game.run(replay, game.params, game.weights(weights), *memory)
    chosen = ~np.isnan(games.values)
    returns = games.returns[:, None] * np.where(players == 0, 1, -1)
    return ScoredPositions(
        words[chosen], players[chosen], evaluations[chosen], games.values[chosen], returns[chosen].astype(np.float32),
        games.actions[chosen], np.packbits(masks[chosen], axis=1),
    )  # fmt: skip


def outcome(values: npt.NDArray[np.float32], unit: float) -> npt.NDArray[np.float32]:
    """The share of points that values stand for: a logistic curve, on which `unit` is one logit."""
    certain = np.abs(values) > NEAR_WON
    shares = 1 / (1 + np.exp(-np.clip(values / unit, -30, 30)))
    return np.where(certain, values > 0, shares).astype(np.float32)
