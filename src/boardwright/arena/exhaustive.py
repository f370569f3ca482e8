"""Proof by exhaustion: an agent against every line of its opponent, and against exact play in every state."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from boardwright.agents import make
from boardwright.agents.state_space import identities, layers
from boardwright.core.agent import Agent, Turn
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent
from boardwright.core.record import TERMINAL, Array


@dataclass(frozen=True)
class Proof:
    """The result of a proof: the opponent's lines that beat the agent, and the states where the agent is suboptimal."""

    losing_lines_first: int
    losing_lines_second: int
    suboptimal_states: int
    states: int

    @property
    def holds(self) -> bool:
        """Whether there is neither a losing line nor a suboptimal state."""
        return self.losing_lines_first + self.losing_lines_second + self.suboptimal_states == 0

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)


def prove(game: Game, agent: Agent, *, limit: int, progress: Progress = silent) -> Proof:
    """Prove an agent over all states. It must be deterministic: it acts once in each state."""
    exact = make("perfect", game, states=limit)
    walked = list(layers(game, game.new(), limit=limit, agent="prove"))
    open_layers = [layer[layer["to_move"] != TERMINAL] for layer in walked]
    total = sum(len(layer) for layer in open_layers)
    chosen: dict[bytes, int] = {}
    suboptimal = 0
    for layer in open_layers:
        for row, key in enumerate(identities(game, layer)):
            state = layer[row : row + 1]
            turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))
            chosen[key] = agent.act(turn)
            scores = exact.scores(state)  # type: ignore[attr-defined]  # `perfect` has them, agents need not
            # Only the sign counts: a slower win is a win.
            suboptimal += bool(np.sign(scores[chosen[key]]) < np.sign(max(scores.values())))
            progress(len(chosen), total, {})
    first, second = (_losing_lines(game, walked, chosen, seat) for seat in (0, 1))
    return Proof(first, second, suboptimal, total)


def _losing_lines(game: Game, walked: list[Array], chosen: dict[bytes, int], seat: int) -> int:
    """The number of the opponent's lines that beat the agent in this seat."""
    beaten: dict[bytes, int] = {}
    for layer in reversed(walked):
        masks = game.legal_mask(layer)
        for row, key in enumerate(identities(game, layer)):
            mover = int(layer["to_move"][row])
            if mover == TERMINAL:
                beaten[key] = int(layer["returns"][row][seat] < 0)
                continue
            actions = np.array([chosen[key]]) if mover == seat else np.flatnonzero(masks[row])
            after = np.repeat(layer[row : row + 1], len(actions))
            game.step(after, actions)
            beaten[key] = sum(beaten[child] for child in identities(game, after))
    return beaten[identities(game, walked[0])[0]]
