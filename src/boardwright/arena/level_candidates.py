"""Candidates for levels of difficulty: the settings, the agents that can play a game, and how long each thinks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from boardwright.agents import defaults, spec
from boardwright.agents.background import smallest
from boardwright.agents.requirements import why_not
from boardwright.agents.spec import Named
from boardwright.core import config
from boardwright.core.agent import Turn
from boardwright.core.config import Positive
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array

OWN = "own"
PROBES = 4
"""Positions of a random game in which a candidate is timed."""

Even = Annotated[int, Field(ge=2, multiple_of=2)]


class LevelSettings(config.Settings):
    """The settings of a search for levels; configs/levels.yaml documents each key."""

    minutes: Positive
    trying: Annotated[float, Field(gt=0, le=1)]
    seconds: Positive
    step: Annotated[int, Field(ge=0)]
    tries: Even
    games: Even
    least: Even
    opening: Annotated[int, Field(ge=0)]
    names: Annotated[list[str], Field(min_length=2)]
    candidates: Annotated[list[str], Field(min_length=2)]


def settings(tried: Sequence[str] = (), **changes: Any) -> LevelSettings:
    """The shipped settings, with some replaced, and more candidates beside the game's own agents."""
    data = {**config.read(config.SHIPPED, "levels"), **changes}
    place = data["candidates"].index(OWN) + 1 if OWN in data["candidates"] else len(data["candidates"])
    texts = [*data["candidates"][:place], *tried, *data["candidates"][place:]]
    return config.validate(LevelSettings, {**data, "candidates": texts})


def require_all(game: Game, texts: Sequence[str]) -> None:
    """Raise an error with the reason, if one of these agents cannot play a game."""
    for text in texts:
        name, options = spec.parse(text)
        if error := why_not(name, game, **options):
            raise error


def candidates(game: Game, texts: list[str]) -> list[str]:
    """The candidates that can play a game, by facts."""
    able = []
    for text in (text for listed in texts for text in (game.definition.agents if listed == OWN else (listed,))):
        name, options = spec.parse(text)
        if why_not(name, game, **options) is None and not defaults.is_redundant(name, game):
            able.append(text)
    return able


def opening_plies(game: Game, most: int) -> int:
    """The random plies at the start of a game: enough for many different games, with most of the game to come.

    Draws make games different by themselves, and a random opening would take the first decisions from the agents.
    """
    return 0 if game.has_chance else min(most, game.max_plies // 4)


def random_game(game: Game, seed: int) -> list[Array]:
    """The unfinished positions of a random game."""
    rng, state, states = np.random.default_rng(seed), game.new(), []
    while state["to_move"][0] != TERMINAL:
        states.append(state)
        action = int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))
        state = game.apply(state, action, int(game.keyed_draws(state, [action], seed, 0)[0]))
    return states


def slowest_move(game: Game, agent: Named, states: list[Array], most: float) -> float:
    """The most CPU seconds of a move in a few of these states; the first that takes longer than `most` ends it."""
    turns = [
        Turn(game, states[place], int(states[place]["to_move"][0]), np.random.default_rng(0))
        for place in np.linspace(0, len(states) - 1, PROBES).astype(int)
    ]
    slowest, quick = 0.0, smallest(agent.text, game)
    for turn in turns:
        quick.act(turn)  # compiles; where there is one action only, an agent may have nothing to compile yet
        began = time.process_time()
        agent.agent.act(turn)
        slowest = max(slowest, time.process_time() - began)
        if slowest > most:
            break
    return slowest
