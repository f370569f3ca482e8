"""A PettingZoo environment gives no byte about a ship to the other player before it is hit."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright import load
from boardwright.envs.pettingzoo import Env

OWN, HERE, THERE = (0, 6, 12), (30, 24, 18), (33, 27, 21)
SHOTS = [(0, 35), (1, 34), (2, 0), (3, 6), (4, 1), (5, 2)]


def seen(player: str, fleet: tuple[int, ...]) -> list[Any]:
    env = Env(load("battleship", "small").as_interpreted())
    env.reset(seed=1)
    kept = []
    for action in (*OWN, *fleet, *(72 + cell for pair in SHOTS for cell in pair)):
        env.step(action)
        fields = env.observe(player)
        observation = {name: np.asarray(value).tobytes() for name, value in fields["observation"].items()}
        kept.append((observation, fields["action_mask"].tobytes(), env.rewards[player], env.infos[player]))
    return kept


def test_what_a_player_sees_does_not_depend_on_ships_that_were_not_hit() -> None:
    assert seen("player_0", HERE) == seen("player_0", THERE)
    assert seen("player_1", HERE) != seen("player_1", THERE)
