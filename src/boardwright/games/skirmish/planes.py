"""Inputs and outputs of networks: observations as feature planes, and the place of each action on the board."""

from __future__ import annotations

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.skirmish.config import PLAYERS, Configuration
from boardwright.games.skirmish.enums import WHOLE
from boardwright.games.skirmish.geometry import wrong
from boardwright.games.skirmish.setup import NO_SLOT, setup


def planes(game: Game, observations: Array) -> Array:
    """Return the planes scaled to [0, 1], [N, 10, rows, cols]; a unit appears by its share of HP."""
    out: Array = observations["planes"].astype(np.float32) / np.float32(WHOLE)
    return out


def chart(config: Configuration) -> Array:
    """Return the output index of each action: placement planes by unit slot, the plane of moves, targets, pass, hold.

    Both players must see their hex slots in the same places, so that an action has the same meaning in either seat. A
    slot without a hex is never legal, and maps to the corner.
    """
    made = setup(config)
    places = np.array(made.grid.places, np.int64)
    spots = places[:, 1] * made.grid.cols + places[:, 0]
    area, units = made.grid.rows * made.grid.cols, made.unit_slots
    seen = np.stack(
        [
            np.where(made.slots[player] == NO_SLOT, 0, spots[made.turned[player][made.slots[player]]])
            for player in range(PLAYERS)
        ]
    )
    if (seen[0] != seen[1]).any():
        raise wrong("scenario.deployment_zone", config.scenario.deployment_zone, "the half-turn of each other")
    placements = np.arange(units)[:, None] * area + seen[0][None]
    first_target = (units + 1) * area
    rest = np.arange(first_target, first_target + units + 2)
    # The action order is pass, moves, targets, hold; the last two outputs are pass and hold.
    return np.concatenate([placements.reshape(-1), rest[-2:-1], units * area + spots, rest[:-2], rest[-1:]])


EXPANSIONS = {"planes": planes}
