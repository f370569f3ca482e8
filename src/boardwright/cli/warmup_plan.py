"""What `warmup` compiles: all that `play`, `hint`, `top`, `analyse`, a batch and an environment use of a game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boardwright.agents import NAMES, background, defaults, levels
from boardwright.core.agent import Agent, Turn
from boardwright.core.batch import Batch
from boardwright.core.errors import AgentError, BoardwrightError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.envs.vector import Vector

PLIES, EXPLAINED = 60, 5
"""A rehearsal is this long at most, and every so many moves are explained."""


def steps(game: Game, *, everything: bool) -> Iterator[None]:
    """Compile a game, a loop or a few at a time; with `everything` also agents that have to be chosen by name."""
    yield from background.light(game)
    state = game.new()
    game.key(state), game.candidates(state), game.suggest(state, 0)
    yield
    if game.symmetries:
        game.canonical(state), game.transform(state, 0)
        yield
    batch = Batch(game, 2, seed=0)
    batch.play_randomly(1)
    batch.step(np.argmax(batch.mask, axis=1))
    yield
    Vector(game, 1, seed=0)
    yield
    for text in agents(game, everything=everything):
        try:
            agent = background.smallest(text, game)
            for state in rehearse(game, agent):
                _analyse(game, state)
                yield
        except AgentError:  # it cannot play this game
            continue


def agents(game: Game, *, everything: bool) -> list[str]:
    """The agents that people meet without choosing one by name, or all of them."""
    definition = game.definition
    texts = [*([defaults.opponent(game)] if game.players > 1 else []), defaults.adviser(game)]
    texts += [*(levels.profile(definition, "").levels if definition.search.levels else ()), *definition.agents]
    return list(dict.fromkeys([*texts, *(NAMES if everything else ("alphabeta",))]))


def rehearse(game: Game, agent: Agent) -> Iterator[Array]:
    """Yield the states of a game that an agent plays against itself, and let it explain some of its moves."""
    state, rng = game.new(), np.random.default_rng(0)
    for ply in range(PLIES):
        player = int(state["to_move"][0])
        if player == TERMINAL:
            return
        yield state
        turn = Turn(game, state, player, rng)
        action = agent.act(turn) if ply % EXPLAINED else agent.explain(turn).action
        if action < 0:  # it declines to guess, or resigns
            action = int(rng.choice(turn.legal_actions))
        state = game.apply(state, action, int(game.keyed_draws(state, [action], 0, 0)[0]))


def _analyse(game: Game, state: Array) -> None:
    analysis = game.definition.people.analysis
    if analysis is not None:
        try:
            analysis(game, game.observe(state))
        except BoardwrightError:  # not every position can be analysed
            return
