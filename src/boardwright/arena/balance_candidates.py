"""The candidates of a balance: numbers of a game by their paths, drawn from a space, and the bots that test them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

import numpy as np

from boardwright.agents import defaults, levels
from boardwright.core import config, search_space
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.search_space import Space

FOLDER = "balance"
"""The folder with a game's spaces, beside its presets."""

EXAMPLE = "{types.scout.HP_MAX: [3, 4, 5]}"

TRIES = 100
"""Draws for each candidate, before a space is taken to have no more."""

FEW = 2
"""The playtesters of a game without levels."""


def playtesters(game: Game) -> list[str]:
    """The bots that test a game by default: its levels but the weakest, else the opponents it proposes."""
    known = list(levels.profile(game.definition, "").levels) if game.definition.search.levels else []
    return known[1:] or known or list(islice(defaults.opponents(game), FEW))


def read_space(game: Game, name: str) -> Space:
    """Read a space by its name among the game's, or by the path of a file."""
    folder = game.definition.files.configs / FOLDER
    if not config.is_path(name) and not (folder / f"{name}.yaml").is_file():
        raise ConfigError("balance_no_space", path="--space", game=game.name, name=name)
    return search_space.read_space(folder, name, EXAMPLE)


def draw_candidates(game: Game, space: Space, count: int, most: int, seed: int) -> list[dict[str, Any]]:
    """The changes of each candidate: none of the first, at most `most` of the others.

    All of a small space, else random ones.
    """
    found: list[dict[str, Any]] = [{}]
    seen = [dict(game.config)]
    if search_space.combinations(space) < count:
        listed = [
            values if isinstance(values, list) else list(range(values["low"], values["high"] + 1))
            for values in space.values()
        ]
        drawn: Iterator[dict[str, Any]] = (dict(zip(space, values)) for values in product(*listed))
    else:
        rng = np.random.default_rng(seed)
        drawn = (search_space.drawn_values(_some(space, most, rng), rng) for _ in range(TRIES * count))
    for changes in drawn:
        data = config.replaced(game.config, changes)
        if data not in seen and len(differences(game, changes)) <= most:
            seen.append(data)
            found.append(changes)
        if len(found) == count:
            break
    if len(found) == 1:
        raise ConfigError("balance_one_candidate", path="--space", keys=list(space))
    return found


def differences(game: Game, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes that differ from the current numbers."""
    return {key: value for key, value in changes.items() if config.replaced(game.config, {key: value}) != game.config}


def _some(space: Space, most: int, rng: np.random.Generator) -> Space:
    """The part of a space with 1 to `most` of its keys, in the order of the space."""
    count = int(rng.integers(1, min(most, len(space)) + 1))
    chosen = rng.choice(len(space), count, replace=False)
    return {key: values for place, (key, values) in enumerate(space.items()) if place in chosen}
