"""The same game in another library and here, action by action."""

from __future__ import annotations

import numpy as np

from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.foreign.cases import Cases
from boardwright.foreign.environment import Environment
from boardwright.foreign.verdict import require


def counterpart(env: Environment) -> Game | None:
    """Our game that names this environment as its peer, if an index means the same action in both; else None.

    Games with chance are left out: draws of different libraries cannot be made equal from outside.
    """
    same, _ = registry.for_each(lambda definition: (definition.name, definition.peers.get(env.library)))
    for name, peer in same:
        if peer == env.name:
            game = registry.load(name)
            alike = game.actions.policy == env.actions and game.players == env.players and not game.has_chance
            return game if alike else None
    return None


def compare(env: Environment, cases: Cases) -> int:
    """Play each episode in both. Returns the number of positions that were compared."""
    game = counterpart(env)
    if game is None:
        return 0
    compared = 0
    for episode in cases.episodes:
        position = Position(game)
        env.begin(episode.seed)
        for ply in range(len(episode.actions) + 1):
            history = episode.actions[:ply]
            ours, theirs = position.to_move, env.mover
            require(ours == theirs, history, to_move=theirs, ours=ours)
            differ = np.flatnonzero(game.legal_mask(position.state)[0] != env.mask())
            require(not differ.size, history, mask_differs_at=differ.tolist())
            compared += 1
            if ply < len(episode.actions):
                env.act(episode.actions[ply])
                position.push(episode.actions[ply])
        outcome = position.outcome
        if outcome is not None:
            require(np.allclose(env.returns(), outcome.returns), episode.actions, ours=list(outcome.returns))
    return compared
