"""A PettingZoo environment for tests: a pile from which two players take one to three; the last to take wins.

`FAULT` plants one fault, by the name of the law that must catch it.
"""

from __future__ import annotations

import copy
import random

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

FAULT = ""
MOST = 3


class Pile(AECEnv):
    metadata = {"name": "pile_v0", "render_modes": []}  # noqa: RUF012  # PettingZoo's own form

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = ["first", "second"]
        self.render_mode = None
        self.stones = [0]
        self.looks = 0

    def observation_space(self, agent):
        mask = spaces.Box(0, 1, (MOST,), np.int8)
        return spaces.Dict({"observation": spaces.Box(0, 20, (1,), np.int64), "action_mask": mask})

    def action_space(self, agent):
        return spaces.Discrete(MOST)

    def reset(self, seed=None, options=None):
        self.stones = [7 + (random.randrange(9) if FAULT == "same_seed_gives_same_episode" else seed or 0) % 3]
        self.agents = list(self.possible_agents)
        self.agent_selection = "first"
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict(self.terminations)
        self.infos = {agent: {} for agent in self.agents}

    def observe(self, agent):
        self.looks += FAULT == "observing_changes_nothing"
        seen = 99 if FAULT == "observations_are_in_their_space" and not self.stones[0] else self.stones[0] + self.looks
        mask = np.array([self.stones[0] > take for take in range(MOST)], np.int8)
        if FAULT == "episodes_can_be_played" and self.stones[0] < 4:
            mask[:] = 0
        return {"observation": np.array([seen]), "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(None if FAULT == "ends_are_final" else action)
            return
        if FAULT == "legal_actions_are_accepted" and (action, self.stones[0]) == (1, 5):
            raise RuntimeError("two of five")
        mover, other = self.agent_selection, self.agents[1 - self.agents.index(self.agent_selection)]
        self._cumulative_rewards[mover] = 0.0
        self._clear_rewards()
        self.stones[0] = max(self.stones[0] - action - 1, 0)
        if FAULT == "episodes_end_in_time" and self.stones[0] == 0:
            self.stones[0] = 9
        if self.stones[0] == 0:
            self.rewards = {mover: 2.0 if FAULT == "rewards_have_their_sum" else 1.0, other: -1.0}
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def __deepcopy__(self, memo):
        made = copy.copy(self)
        for name, value in vars(self).items():
            if not (name == "stones" and FAULT == "copies_play_on"):
                setattr(made, name, copy.deepcopy(value, memo))
        return made


def env():
    if FAULT == "illegal_actions_are_refused":
        return Pile()
    return wrappers.TerminateIllegalWrapper(Pile(), illegal_reward=-1)
