"""PettingZoo environments (AEC) with a legal action mask, for the laws."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np

from boardwright.foreign.environment import ENDS, RAISES, Environment, Mask

CLASSIC = "pettingzoo.classic"
"""The package of environments that are named without one."""


class PettingZoo(Environment):
    """An AEC environment. `name` is a module of `pettingzoo.classic`, or any module with a function `env`.

    PettingZoo declares neither zero sums nor returns: with two players the rewards are expected to add up to 0.
    Classic environments answer an illegal action by ending the episode against the player, or by an error.
    """

    library = "pettingzoo"
    refusals = (RAISES, ENDS)

    def __init__(self, name: str) -> None:
        self.name = name
        module = import_module(name if "." in name else f"{CLASSIC}.{name}")
        self.env: Any = module.env()
        self.env.reset(seed=0)
        self._seats = {agent: seat for seat, agent in enumerate(self.env.possible_agents)}
        self.players = len(self._seats)
        self.actions = int(self.env.action_space(self.env.possible_agents[0]).n)
        self.total = 0.0 if self.players == 2 else None
        self._returns = [0.0] * self.players

    def begin(self, seed: int) -> None:
        self._returns = [0.0] * self.players
        self.env.reset(seed=seed)
        self._dismiss()

    @property
    def mover(self) -> int | None:
        return self._seats[self.env.agent_selection] if self._playing() else None

    def mask(self) -> Mask:
        if not self._playing():
            return np.zeros(self.actions, np.bool_)
        observation, _, _, _, info = self.env.last()
        mask = observation.get("action_mask") if isinstance(observation, Mapping) else None
        mask = info.get("action_mask") if mask is None else mask
        return np.ones(self.actions, np.bool_) if mask is None else np.asarray(mask).astype(np.bool_)

    def act(self, action: int) -> None:
        self.env.step(action)
        for agent, reward in self.env.rewards.items():
            self._returns[self._seats[agent]] += float(reward)
        self._dismiss()

    def returns(self) -> list[float]:
        return list(self._returns)

    def observations(self) -> Mapping[str, Any]:
        return {agent: self.env.observe(agent) for agent in self.env.agents}

    def misfits(self) -> list[str]:
        return [
            agent for agent, seen in self.observations().items() if not self.env.observation_space(agent).contains(seen)
        ]

    def copies(self) -> Mapping[str, Environment]:
        return {"deepcopy": copy.deepcopy(self)}

    def unfinished(self) -> list[str]:
        """Each player must be terminated or truncated, refuse any action but None, and leave after None."""
        wrong = [agent for agent in self.env.agents if not self._is_dead(agent)]
        if self.env.agents and not wrong:
            try:
                self.env.step(0)
                wrong.append("step(0)")
            except (ValueError, AssertionError):
                pass
        for _ in range(self.players):
            if self.env.agents:
                self.env.step(None)
        return [*wrong, *(f"agents={agent}" for agent in self.env.agents)]

    def close(self) -> None:
        self.env.close()

    def _is_dead(self, agent: str) -> bool:
        return bool(self.env.terminations[agent] or self.env.truncations[agent])

    def _playing(self) -> bool:
        return any(not self._is_dead(agent) for agent in self.env.agents)

    def _dismiss(self) -> None:
        """Step for players who left before the others."""
        while self._playing() and self._is_dead(self.env.agent_selection):
            self.env.step(None)
