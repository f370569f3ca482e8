"""OpenSpiel's bots as agents: they search our game through `boardwright.openspiel`, in Python and game by game."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from boardwright.core import dice
from boardwright.core.agent import Plain, Turn
from boardwright.core.config import Settings
from boardwright.core.errors import AgentError
from boardwright.core.game import Game


class Options(Settings):
    """The options; configs/agents/openspiel.yaml documents each."""

    bot: Literal["mcts", "ismcts", "random"]
    simulations: int
    exploration: float
    rollouts: int
    solve: bool


class OpenSpielBot(Plain):
    """A bot of OpenSpiel, made anew for each turn from the turn's own generator."""

    def __init__(self, game: Game, options: Options) -> None:
        from boardwright.openspiel import as_openspiel

        self.game, self.options = game, options
        self._spiel = as_openspiel(game)

    def act(self, turn: Turn) -> int:
        """The bot's choice. It sees a determinisation: the whole state where nothing is hidden."""
        state = self._spiel.state_of(turn.imagined)
        return int(self._bot(turn).step(state))

    def _bot(self, turn: Turn) -> Any:
        from open_spiel.python.algorithms import ismcts, mcts
        from open_spiel.python.bots.uniform_random import UniformRandomBot

        chosen = self.options
        random = np.random.RandomState(dice.any_seed(turn.rng) & 0x7FFFFFFF)
        if chosen.bot == "random":
            return UniformRandomBot(turn.player, random)
        rollouts = mcts.RandomRolloutEvaluator(chosen.rollouts, random)
        if chosen.bot == "mcts":
            return mcts.MCTSBot(
                self._spiel, chosen.exploration, chosen.simulations, rollouts, solve=chosen.solve, random_state=random
            )
        # Nodes by observation: a turn carries what its player sees now, not the line that led there.
        bot = ismcts.ISMCTSBot(
            self._spiel,
            rollouts,
            chosen.exploration,
            chosen.simulations,
            random_state=random,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            use_observation_string=True,
            allow_inconsistent_action_sets=True,
        )
        # Its own resampler takes numbers that no seed determines.
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random.uniform))
        return bot


def fits(agent: str, game: Game, options: Any) -> None:
    """OpenSpiel is installed, and `mcts`, which looks at the whole state, is not asked to play with secrets."""
    from importlib.util import find_spec

    if find_spec("pyspiel") is None:
        raise AgentError("agent_needs_package", agent=agent, package="open_spiel")
    if options.bot == "mcts" and not game.definition.perfect_information:
        raise AgentError("agent_needs_everything", agent=f"{agent}:bot={options.bot}", game=game.name)


def make(game: Game, options: Options) -> OpenSpielBot:
    """Make the agent."""
    return OpenSpielBot(game, options)
