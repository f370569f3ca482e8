"""A game as a PettingZoo environment (AEC): the caller plays every seat, named player_0, player_1 ..."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces as gym_spaces
from pettingzoo import AECEnv

from boardwright.core import dice, forms
from boardwright.core.errors import BatchError, KernelError
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.envs import spaces
from boardwright.envs.rendering import FPS, HUMAN, RENDER_MODES, picture, usable_mode
from boardwright.envs.rewards import Floats
from boardwright.envs.settings import Profile, settle


class Env(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A PettingZoo environment. Observations are `{"observation": ..., "action_mask": legal action mask}`.

    A player who moves twice is selected twice; a player who is not to move has an empty mask. Rewards go to every seat
    at every move, by the same weights as in the other environments.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        preset: str | None = None,
        rewards: Profile | None = None,
        on_illegal: str | None = None,
        observation: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        settled = settle(game, preset=preset, rewards=rewards, on_illegal=on_illegal, observation=observation)
        self.game, self._form = settled.game, settled.observation
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": FPS,
            "is_parallelizable": False,
        }
        self.render_mode = usable_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._penalise, self._weights = settled.penalise, settled.rewards
        self._spaces = {name: spaces.masked_space(self.game, self._form) for name in self.possible_agents}
        self._action_spaces = {name: spaces.action_space(self.game) for name in self.possible_agents}
        self._seed = -1  # none yet
        self._number = 0

    def observation_space(self, agent: str) -> gym_spaces.Dict:
        """The observation space, the same for every player."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action space, the same for every player."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode: the first of a seed, or the next."""
        if seed is not None:
            self._seed, self._number = dice.usable_seed(seed), 0
        elif self._seed < 0:
            self._seed = dice.any_seed(np.random.default_rng())
        else:
            self._number += 1
        self._state = self.game.new()
        self._counted = self._tallies()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._update_selection()
        self._print()

    def observe(self, agent: str) -> dict[str, Any]:
        """A player's observation and its legal action mask, empty unless it is to move."""
        seat = self._seats[agent]
        observed = self.game.observe(self._state, seat)
        if self._form != forms.FIELDS:
            observed = forms.form(self.game, self._form).write(observed)
        observation = spaces.row_of(spaces.learner_observations(self.game, observed), 0)
        to_move = agent == self.agent_selection
        mask = self._mask.copy() if to_move else np.zeros_like(self._mask)
        return {"observation": observation, "action_mask": mask.view(np.int8)}

    def step(self, action: int | None) -> None:
        """Act for the selected player. An illegal action raises and changes nothing, or costs the penalty."""
        if not self.agents:
            raise BatchError("envs_not_reset")
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        actions = self.game.integers([action], self._state)
        penalised = self._penalise and int(self.game.why_not(self._state, actions)[0]) != OK
        if not penalised:
            self._carry_out(actions)  # raises before any reward is cleared
        self._cumulative_rewards[name] = 0.0
        self._clear_rewards()
        if penalised:
            self.rewards[name] = self._weights.illegal
        else:
            self._settle()
        self._accumulate_rewards()
        self._print()

    def render(self) -> Any:
        """The board as the player to move sees it: text, or bytes; `human` prints it, as every step does."""
        return picture(self.game, self._state, self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _print(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    def _carry_out(self, actions: Array) -> None:
        draws = self.game.keyed_draws(self._state, actions, self._seed, self._number)
        before = self._state.copy()
        fault = int(self.game.step(self._state, actions, draws)[0])
        if fault:
            raise self.game.fault(before, fault)

    def _settle(self) -> None:
        """Give the rewards of a step, and select the next player or end the game."""
        if self._counted.size:
            now = self._tallies()
            self._reward(self._weights.changes(self._counted, now))
            self._counted = now
        if self._state["to_move"][0] == TERMINAL:
            self._reward(self._weights.outcomes(*self._every_seat()))
            self.terminations = dict.fromkeys(self.agents, True)
        self._update_selection()

    def _reward(self, worth: Floats) -> None:
        for name, seat in self._seats.items():
            self.rewards[name] += float(worth[seat])

    def _update_selection(self) -> None:
        """Update the selected player and its mask. Once the game is over the players are dismissed in order."""
        player = int(self._state["to_move"][0])
        self._mask = self.game.legal_mask(self._state)[0]
        self.agent_selection = self.possible_agents[max(player, 0)]
        if player != TERMINAL and not self._mask.any():
            ply = int(self._state["ply"][0])
            raise KernelError("envs_no_action", game=self.game.name, row=0, ply=ply)

    def _every_seat(self) -> tuple[Array, Array]:
        return np.repeat(self._state, self.game.players), np.arange(self.game.players)

    def _tallies(self) -> Array:
        return self._weights.tallies(*self._every_seat())
