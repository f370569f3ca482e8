"""Play one game of Quoridor in TextArena, with random moves in place of two language models."""

import random
import re

import textarena as ta

import boardwright.text_envs.textarena  # noqa: F401  # registers boardwright/NAME-v0 for each installed game

env = ta.make("boardwright/quoridor-v0", preset="small")
env.reset(num_players=2, seed=1)
done = False
while not done:
    player, observation = env.get_observation()
    moves = re.findall(r"legal moves?: (.*)", observation)[-1].split(", ")
    done, info = env.step(f"I go on with [{random.choice(moves)}].")
rewards, about = env.close()
print(rewards, about)
