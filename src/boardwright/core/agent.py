"""The agent protocol: turns, answers and explanations. Every agent plays every game through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import Any, Final, Protocol, TypeGuard, runtime_checkable

import numpy as np

from boardwright.core import dice
from boardwright.core.errors import AgentError
from boardwright.core.game import Game, Integers, Mask
from boardwright.core.record import TERMINAL, Array
from boardwright.core.view import View
from boardwright.core.words import Word

RESIGN: Final = -(1 << 30)
"""The answer of an agent that resigns a match of the arena. Its return is then the lowest possible.

A number that no agent returns by mistake, as it might -1."""

NO_BUDGET: Final = 1 << 62
"""More nodes than any search visits: another budget ends it."""


@dataclass(frozen=True)
class Explanation:
    """The explanation of a move: a score for each legal action, the principal variation, and a reason in words.

    `certain` says that the move is proven correct: no guess, no estimate. `ends` has the plies to a proven win for an
    action, or to a proven loss (less than 0), where the search reached the end; 0 for a proven draw.

    Scores are values of actions, unless `shares` says that they are shares: of visits, or of a policy. `value` is then
    the value of the position for the player, None if the agent has none, and `values` are those of actions, as far as
    the agent knows them.
    """

    action: int
    scores: Mapping[int, float] = field(default_factory=dict)
    line: tuple[int, ...] = ()
    reason: Word = field(default_factory=lambda: Word("reason_none"))
    certain: bool = False
    ends: Mapping[int, int] = field(default_factory=dict)
    shares: bool = False
    value: float | None = None
    values: Mapping[int, float] = field(default_factory=dict)

    @property
    def worth(self) -> float | None:
        """The value of the position for the player, in the agent's units: the action's score if scores are values."""
        return self.value if self.shares else self.scores.get(self.action)

    def loss(self, action: int) -> float | None:
        """What an action loses against the agent's own; None where it is unknown, or the end of one of them is proven.

        A difference between a proven end and an estimate means nothing, nor does one between shares.
        """
        values = self.values if self.shares else self.scores
        if self.ends.keys() & {action, self.action} or not values.keys() >= {action, self.action}:
            return None
        return max(values[self.action] - values[action], 0.0)


class Turn:
    """A decision: the player's observation, the legal action mask, and a random generator.

    `position` is the whole state, for games of perfect information. Elsewhere `imagined` is a determinisation: it
    agrees with the player's observations, and the hidden part is redrawn. A searcher redraws its own from it.
    """

    def __init__(self, game: Game, state: Array, player: int, rng: np.random.Generator) -> None:
        if state["to_move"][0] == TERMINAL:
            raise AgentError("turn_over")
        self.game = game
        self.player = player
        self.rng = rng
        self.mask: Mask = game.legal_mask(state)[0]
        self.observation = game.observe(state, player)
        self._state = state.copy()
        self._bits = 0 if game.definition.perfect_information else dice.raw_bits(rng)

    @cached_property
    def imagined(self) -> Array:
        """A state that agrees with all that the player has seen. Raises RuleFault where the rules cannot redraw it."""
        if self.game.definition.perfect_information:
            return self._state
        return self.game.resample(self._state, self.player, self._bits)

    @property
    def position(self) -> Array:
        """The whole state. Raises HiddenInformation where players see only a part."""
        return self.game.whole(self._state)

    @cached_property
    def view(self) -> View:
        """The view of the player in this seat."""
        # A view shows no secret: it is the same of every state that the player cannot tell apart.
        return self.game.view(self._state, self.player)

    @property
    def legal_actions(self) -> list[int]:
        """The indices of the legal actions."""
        return [int(action) for action in np.flatnonzero(self.mask)]

    def checked(self, answer: object, agent: str) -> int:
        """An agent's answer as an index. Raises AgentError, with the agent's name, unless the mask allows it."""
        try:
            action = index(answer)  # type: ignore[arg-type]  # an answer of any type is tried
        except TypeError:
            action = -1
        if not (0 <= action < len(self.mask) and self.mask[action]):
            ply = int(self._state["ply"][0])
            raise AgentError("agent_illegal", agent=agent, action=str(answer), ply=ply)
        return action


@runtime_checkable
class Agent(Protocol):
    """Anything that chooses an action for a turn."""

    def act(self, turn: Turn) -> int:
        """The chosen action, which the mask allows."""
        ...

    def explain(self, turn: Turn) -> Explanation:
        """The same choice, with its reasons."""
        ...


@runtime_checkable
class ForfeitingAgent(Agent, Protocol):
    """An agent that says why it resigned. The record of the match keeps it."""

    @property
    def forfeit(self) -> Word | None:
        """Why it resigned last, None if it never did."""
        ...


class BatchAgent(Protocol):
    """An agent that decides for many games at once."""

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """One action a row."""
        ...


@runtime_checkable
class SteadyAgent(BatchAgent, Protocol):
    """A batch agent that declares whether it is deterministic.

    Where `draws_nothing` is true it never uses the generator, and `act` gives the answer of `act_batch` for that row,
    in any batch: the arena may then play its matches side by side.
    """

    @property
    def draws_nothing(self) -> bool:
        """Whether the agent is deterministic."""
        ...


@runtime_checkable
class RowsAgent(Protocol):
    """An agent that decides for rows of whole states, in games of perfect information, with at most one draw each.

    A row's answer depends on that row and its draw alone, and equals that of `act` with the same draw.
    """

    def act_rows(self, states: Array, draws: Any) -> Integers:
        """One action a row. Draws are raw bits; rows that take none ignore theirs."""
        ...

    def takes_draw(self, states: Array) -> Mask:
        """The rows in which `act` takes a draw, `dice.raw_bits(turn.rng)`, [N]. In the others it takes none."""
        ...


def is_steady(agent: object) -> TypeGuard[SteadyAgent]:
    """Whether an agent decides in batches and is deterministic. Agents that do not declare it are treated as random."""
    return isinstance(agent, SteadyAgent) and agent.draws_nothing is True


class Chance(Protocol):
    """The draws for decisions in rows of states. A row's draws do not depend on the other rows."""

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        """One draw a row, raw bits; arbitrary where the agent takes none, [N]."""
        ...

    def alone(self, row: int) -> np.random.Generator:
        """The generator of a row that is decided by itself."""
        ...

    def together(self) -> np.random.Generator:
        """The generator of all rows that are decided at once."""
        ...


def ask(
    agent: Agent, name: str, game: Game, states: Array, chance: Chance, seen: tuple[Array, Mask] | None = None
) -> Integers:
    """An agent's answers for rows of states, [N]: from states, from observations, or turn by turn, by its protocol.

    `seen` has the observations and masks, if already computed. Answers turn by turn are legal or RESIGN; the others
    are unchecked. `name` is the agent's name, for the error.
    """
    able: Any = agent
    if game.definition.perfect_information and hasattr(agent, "act_rows"):
        return game.integers(able.act_rows(states, chance.draws(able, states)), states)
    if decides_for_many(agent):
        observations, masks = (game.observe(states), game.legal_mask(states)) if seen is None else seen
        return game.integers(able.act_batch(observations, masks, chance.together()), states)
    movers = states["to_move"].tolist()
    turns = (Turn(game, states[row : row + 1], mover, chance.alone(row)) for row, mover in enumerate(movers))
    return np.array([ask_one(agent, name, turn) for turn in turns], np.int64)


def ask_one(agent: Agent, name: str, turn: Turn) -> int:
    """An agent's answer for a turn: an action that the mask allows, or RESIGN."""
    answer = agent.act(turn)
    return RESIGN if answer == RESIGN else turn.checked(answer, name)


def require_legal(answers: Integers, name: str, states: Array, masks: Mask) -> None:
    """Raise for the first row whose answer is neither RESIGN nor an action that its mask allows."""
    inside = (answers >= 0) & (answers < masks.shape[1])
    legal = (answers == RESIGN) | (inside & masks[np.arange(len(answers)), np.where(inside, answers, 0)])
    if not legal.all():
        row = int(np.argmin(legal))
        raise AgentError("agent_illegal", agent=name, action=str(answers[row]), ply=int(states["ply"][row]))


def decides_for_many(agent: object) -> bool:
    """Whether an agent decides for many observations at once. By attribute: `isinstance` of a protocol is slow."""
    return hasattr(agent, "act_batch")


class Plain:
    """The default `explain`, for agents that have nothing to add to their choice."""

    def act(self, turn: Turn) -> int:
        """The chosen action."""
        raise NotImplementedError

    def explain(self, turn: Turn) -> Explanation:
        """The choice alone."""
        return Explanation(self.act(turn))
