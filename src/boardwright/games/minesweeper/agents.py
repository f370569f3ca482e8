"""The Minesweeper agents, from two deduction rules without guessing to the solver. All use observations alone."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from boardwright.core.agent import Explanation, Turn, decides_for_many
from boardwright.core.config import Settings
from boardwright.core.definition import OwnAgent
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.explanation import boards, explanation
from boardwright.games.minesweeper.solver import decision_loop
from boardwright.games.minesweeper.solver.lookahead import LAYOUTS, POSITIONS


class Options(Settings):
    """`first` is the cell to reveal first, as [row, col], or null for any; `seed` breaks ties.

    On a board too small for it, the nearest cell is taken.
    """

    first: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)] | None
    seed: Annotated[int, Field(ge=0)]


class SolverOptions(Options):
    """configs/minesweeper/agents/solver.yaml documents each key."""

    margin: Annotated[float, Field(ge=0)]
    candidates: Annotated[int, Field(ge=1, le=64)]
    progress: Annotated[float, Field(ge=0)]
    layouts: Annotated[int, Field(ge=1, le=5000)]
    positions: Annotated[int, Field(ge=1)]


class Sweeper:
    """An agent that decides for a batch of boards. The same board gets the same action, alone or in a batch."""

    def __init__(self, game: Game, style: int, options: Options) -> None:
        self._game = game
        self._style = style
        self._options = options
        self._first = decision_loop.UNIFORM if options.first is None else self._cell(*options.first)
        self._knobs = np.zeros(5)
        if isinstance(options, SolverOptions):
            chosen = (options.margin, options.candidates, options.progress, options.layouts, options.positions)
            self._knobs[:] = chosen

    def act(self, turn: Turn) -> int:
        """Return the cell to reveal, or RESIGN where the agent does not guess."""
        return int(self.act_batch(turn.observation, turn.mask[None], turn.rng)[0])

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """Return one cell a row, [N]."""
        cells, mines = boards(observations)
        out = np.empty(len(cells), np.int64)
        options = (self._style, self._first, self._options.seed, self._knobs)
        self._game.run(decision_loop.decide, self._game.params, cells, mines, *options, out)
        return out

    def teach_batch(self, observations: Array, masks: Mask) -> tuple[Mask, Array]:
        """Return training targets: the good actions, [N, A], and mine probabilities, [N, H, W]."""
        cells, mines = boards(observations)
        best = np.zeros(masks.shape, np.bool_)
        chances = np.empty(cells.shape, np.float32)
        options = (np.ascontiguousarray(masks), self._style, self._first, self._options.seed, self._knobs)
        self._game.run(decision_loop.teach, self._game.params, cells, mines, *options, best, chances)
        return best, chances.reshape(observations["cells"].shape)

    def explain(self, turn: Turn) -> Explanation:
        """Return the action with its reason, and for each cell the probability that it is safe."""
        limits = (int(self._knobs[LAYOUTS]), int(self._knobs[POSITIONS]))
        return explanation(self._game, turn, self.act(turn), self._style, limits)

    def _cell(self, row: int, col: int) -> int:
        rows, cols = int(self._game.params["rows"][0]), int(self._game.params["cols"][0])
        return min(row, rows - 1) * cols + min(col, cols - 1)


class Certain:
    """An agent combined with exact inference: cells proved safe are revealed, and the agent only guesses.

    To guess, it chooses among the cells whose risk is within `margin` of the least.
    """

    def __init__(self, game: Game, margin: float, agent: Any) -> None:
        self._game, self._margin, self._agent = game, margin, agent

    def act(self, turn: Turn) -> int:
        """Return a safe cell, or the agent's choice among the guesses offered to it."""
        return int(self.act_batch(turn.observation, turn.mask[None], turn.rng)[0])

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """Return one action a row, [N]."""
        best, offered = self.offers(observations, masks)
        chosen: Array = np.argmax(best, axis=1)
        guesses = np.flatnonzero(offered.any(axis=1))
        if guesses.size:
            chosen[guesses] = self._agent.act_batch(observations[guesses], offered[guesses], rng)
        return chosen

    def offers(self, observations: Array, masks: Mask) -> tuple[Mask, Mask]:
        """Return the cells of least risk, and the guesses offered to the agent (none where a cell is safe), [N, A]."""
        cells, mines = boards(observations)
        best = np.zeros(masks.shape, np.bool_)
        risks = np.empty(cells.shape, np.float32)
        arguments = (
            np.ascontiguousarray(masks),
            decision_loop.PROBABILITY,
            decision_loop.UNIFORM,
            0,
            np.zeros(5),
            best,
            risks,
        )
        self._game.run(decision_loop.teach, self._game.params, cells, mines, *arguments)
        # Before the first reveal no risk is known, so all cells are offered.
        known = np.where(np.isnan(risks), np.where(cells >= HIDDEN, 0.5, 2.0), risks)
        least = known.min(axis=1, keepdims=True)
        offered = np.zeros(masks.shape, np.bool_)
        offered[:, : known.shape[1]] = (known <= least + self._margin) & (least > 0) & (known < 1)
        return best, offered & masks

    def explain(self, turn: Turn) -> Explanation:
        """Return the action, with the probability that each cell is safe."""
        return explanation(self._game, turn, self.act(turn), decision_loop.PROBABILITY, (0, 0))


def certain(game: Game, value: Any, agent: Any) -> Certain:
    """Wrap an agent by the option `certain=MARGIN`, for any agent that decides for batches."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise ConfigError("config_value", path="certain", value=repr(value), expected=">= 0")
    if not decides_for_many(agent):
        raise AgentError("evaluate_first", agent=type(agent).__name__, game=game.name)
    return Certain(game, float(value), agent)


WRAPPERS = {"certain": certain}


def _own(style: int, options: type[Options], does: str) -> OwnAgent:
    def make(game: Game, chosen: Any) -> Sweeper:
        return Sweeper(game, style, chosen)

    return OwnAgent(options, make, does)


AGENTS = {
    "rules": _own(decision_loop.RULES, Options, "minesweeper.does_rules"),
    "rules-guess": _own(decision_loop.RULES_GUESS, Options, "minesweeper.does_rules_guess"),
    "subset": _own(decision_loop.SUBSET, Options, "minesweeper.does_subset"),
    "probability": _own(decision_loop.PROBABILITY, Options, "minesweeper.does_probability"),
    "solver": _own(decision_loop.SOLVER, SolverOptions, "minesweeper.does_solver"),
}
