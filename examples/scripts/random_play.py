"""Random play in a batch, in Gymnasium and in PettingZoo: `python examples/scripts/random_play.py [GAME] [SECONDS]`."""

import sys
import time

import gymnasium
import numpy as np

import boardwright
from boardwright.core import registry
from boardwright.envs import pettingzoo
from boardwright.envs.registration import register


def batch(game, seconds):
    """4,096 games at once; a finished one begins anew."""
    games = boardwright.Batch(boardwright.load(game), 4096, seed=1)
    games.play_randomly(1)  # compiles
    steps, began = 0, time.perf_counter()
    while time.perf_counter() < began + seconds:
        games.play_randomly(100)
        steps += 100 * 4096
    return steps / (time.perf_counter() - began)


def gym(game, seconds):
    """One learner against random play."""
    env = gymnasium.make(register(game))
    _, info = env.reset(seed=1)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() < began + seconds:
        _, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated or truncated:
            _, info = env.reset()
        steps += 1
    return steps / (time.perf_counter() - began)


def zoo(game, seconds):
    """Every seat is yours."""
    env, rng = pettingzoo.Env(game), np.random.default_rng(1)
    env.reset(seed=1)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() < began + seconds:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
    return steps / (time.perf_counter() - began)


if __name__ == "__main__":
    game = sys.argv[1] if len(sys.argv) > 1 else "tic_tac_toe"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
    for title, play in (("batch of 4,096", batch), ("Gymnasium", gym), ("PettingZoo", zoo)):
        if play is zoo and registry.definition(game).players == 1:
            continue
        print(f"{title:15} {play(game, seconds):14,.0f} steps a second")
