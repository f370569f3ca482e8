"""What an agent is given, what it answers, and how it explains itself. Every agent plays every game through this."""

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
"""What an agent answers that gives a match up, where the arena asked it. It then has the least return there is.

A number that nobody answers by mistake, as -1 might be."""

NO_BUDGET: Final = 1 << 62
"""More nodes than any search visits: another budget ends it."""


@dataclass(frozen=True)
class Explanation:
    """Why a move: a score for each legal action, the line that is expected, and a reason in words.

    `certain` says that the move cannot be a mistake: no guess, no estimate. `ends` are the plies after which a game is
    certain to be won by an action, or lost (less than 0), where the agent has seen the end.
    """

    action: int
    scores: Mapping[int, float] = field(default_factory=dict)
    line: tuple[int, ...] = ()
    reason: Word = field(default_factory=lambda: Word("reason_none"))
    certain: bool = False
    ends: Mapping[int, int] = field(default_factory=dict)


class Turn:
    """A decision: what this player sees, what is legal, and a generator of its own.

    `position` is the whole state, for games that hide nothing. Elsewhere `imagined` is a state that agrees with all
    that the player has seen, in which everything else was redrawn; a searcher redraws its own from it.
    """

    def __init__(self, game: Game, state: Array, player: int, rng: np.random.Generator) -> None:
        if state["to_move"][0] == TERMINAL:
            raise AgentError("turn_over")
        self.game = game
        self.player = player
        self.rng = rng
        self.mask: Mask = game.legal_mask(state)[0]
        self.observation = game.observe(state, player)
        if game.definition.perfect_information:
            self.imagined = state.copy()
        else:
            self.imagined = game.resample(state, player, dice.raw(rng))

    @property
    def position(self) -> Array:
        """The whole state. Raises HiddenInformation where players see only a part."""
        return self.game.whole(self.imagined)

    @cached_property
    def view(self) -> View:
        """What a person in this seat would be shown."""
        return self.game.view(self.imagined, self.player)

    @property
    def legal_actions(self) -> list[int]:
        """The indices of the legal actions."""
        return [int(action) for action in np.flatnonzero(self.mask)]

    def checked(self, answer: object, agent: str) -> int:
        """What an agent answers, if it is an action that the mask allows. `agent` is who answered, for the error."""
        try:
            action = index(answer)  # type: ignore[arg-type]  # whatever it is, it is tried
        except TypeError:
            action = -1
        if not (0 <= action < len(self.mask) and self.mask[action]):
            ply = int(self.imagined["ply"][0])
            raise AgentError("agent_illegal", agent=agent, action=str(answer), ply=ply)
        return action


@runtime_checkable
class Agent(Protocol):
    """Anything that chooses an action for a turn."""

    def act(self, turn: Turn) -> int:
        """The action chosen, one that the mask allows."""
        ...

    def explain(self, turn: Turn) -> Explanation:
        """The same choice, with its reasons."""
        ...


class BatchAgent(Protocol):
    """An agent that decides for many games at once."""

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """One action a row."""
        ...


@runtime_checkable
class SteadyAgent(BatchAgent, Protocol):
    """One that says whether chance has a part in it.

    Where `draws_nothing` is true it never uses the generator, and `act` answers what `act_batch` does for that row,
    in whatever company: the arena may then play its matches side by side.
    """

    @property
    def draws_nothing(self) -> bool:
        """Whether that is so."""
        ...


@runtime_checkable
class RowsAgent(Protocol):
    """An agent that decides for rows of whole states, in games that hide nothing, with at most one draw a decision.

    A row's answer depends on that row and its draw alone, and is what `act` answers with the same draw.
    """

    def act_rows(self, states: Array, draws: Any) -> Integers:
        """One action a row. A draw is below `dice.DRAWS`; where none is taken it does not matter."""
        ...

    def takes_draw(self, states: Array) -> Mask:
        """In which rows `act` takes a draw, `dice.raw(turn.rng)`; in the others it takes nothing."""
        ...


def is_steady(agent: object) -> TypeGuard[SteadyAgent]:
    """Whether an agent decides for many games at once and draws nothing. Who does not say so does not count."""
    return isinstance(agent, SteadyAgent) and agent.draws_nothing is True


class Chance(Protocol):
    """The numbers of chance for decisions in rows of states: each row has its own, whoever is asked beside it."""

    def draws(self, agent: RowsAgent, states: Array) -> Integers:
        """One draw a row, below `dice.DRAWS`; any number where the agent takes none."""
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
    """An agent's answers for rows of states, [N]: from the states, from observations, or turn by turn, as it can.

    `seen` has the observations and masks, where they are at hand. Answers turn by turn are legal or RESIGN; the others
    are still to be checked. `name` is who answers, for the error.
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
    """Whether an agent decides for many observations at once. Asked by name: a protocol is slow to compare."""
    return hasattr(agent, "act_batch")


class Plain:
    """The default `explain`, for agents that have nothing to add to their choice."""

    def act(self, turn: Turn) -> int:
        """The action chosen."""
        raise NotImplementedError

    def explain(self, turn: Turn) -> Explanation:
        """The choice alone."""
        return Explanation(self.act(turn))
