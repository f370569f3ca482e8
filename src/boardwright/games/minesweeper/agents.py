"""Who plays Minesweeper: from two rules without a guess to the solver. All decide from what a player sees."""

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
from boardwright.games.minesweeper.explanation import boards, explanation
from boardwright.games.minesweeper.solver import decision_loop
from boardwright.games.minesweeper.solver.deduction import HIDDEN
from boardwright.games.minesweeper.solver.lookahead import LAYOUTS, POSITIONS


class Options(Settings):
    """`first` is the cell that is opened first, as [row, col], or null for any; `seed` decides between equals.

    On a board that is too small for it, it is the cell nearest to that.
    """

    first: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)] | None
    seed: Annotated[int, Field(ge=0)]


class SolverOptions(Options):
    """See configs/minesweeper/agents/solver.yaml for what each key means."""

    margin: Annotated[float, Field(ge=0)]
    candidates: Annotated[int, Field(ge=1, le=64)]
    progress: Annotated[float, Field(ge=0)]
    layouts: Annotated[int, Field(ge=1, le=5000)]
    positions: Annotated[int, Field(ge=1)]


class Sweeper:
    """An agent that decides for many boards at once. The same board has the same answer, alone or among others."""

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
        """The cell to open; RESIGN from an agent that will not guess."""
        return int(self.act_batch(turn.observation, turn.mask[None], turn.rng)[0])

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """One cell a row."""
        cells, mines = boards(observations)
        out = np.empty(len(cells), np.int64)
        options = (self._style, self._first, self._options.seed, self._knobs)
        self._game.run(decision_loop.decide, self._game.params, cells, mines, *options, out)
        return out

    def teach_batch(self, observations: Array, masks: Mask) -> tuple[Mask, Array]:
        """What a learner may take from this agent: its good actions, [N, A], and the chance of a mine, [N, H, W]."""
        cells, mines = boards(observations)
        best = np.zeros(masks.shape, np.bool_)
        chances = np.empty(cells.shape, np.float32)
        options = (np.ascontiguousarray(masks), self._style, self._first, self._options.seed, self._knobs)
        self._game.run(decision_loop.teach, self._game.params, cells, mines, *options, best, chances)
        return best, chances.reshape(observations["cells"].shape)

    def explain(self, turn: Turn) -> Explanation:
        """The choice with its reason, and for each cell the chance that it is safe."""
        limits = (int(self._knobs[LAYOUTS]), int(self._knobs[POSITIONS]))
        return explanation(self._game, turn, self.act(turn), self._style, limits)

    def _cell(self, row: int, col: int) -> int:
        rows, cols = int(self._game.params["rows"][0]), int(self._game.params["cols"][0])
        return min(row, rows - 1) * cols + min(col, cols - 1)


class Certain:
    """Any agent, asked only where nothing is certain: exact inference opens what is safe.

    Where it must guess, the agent chooses among the cells whose risk is within `margin` of the least.
    """

    def __init__(self, game: Game, margin: float, agent: Any) -> None:
        self._game, self._margin, self._agent = game, margin, agent

    def act(self, turn: Turn) -> int:
        """What is certain, or what the agent chooses among the guesses that it is offered."""
        return int(self.act_batch(turn.observation, turn.mask[None], turn.rng)[0])

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """One action a row."""
        best, offered = self.offers(observations, masks)
        found: Array = np.argmax(best, axis=1)
        asked = np.flatnonzero(offered.any(axis=1))
        if asked.size:
            found[asked] = self._agent.act_batch(observations[asked], offered[asked], rng)
        return found

    def offers(self, observations: Array, masks: Mask) -> tuple[Mask, Mask]:
        """The cells of the least risk, and the guesses that the agent is offered; none where a cell is safe."""
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
        # Before the first reveal no risk is known, and all cells are offered.
        known = np.where(np.isnan(risks), np.where(cells >= HIDDEN, 0.5, 2.0), risks)
        least = known.min(axis=1, keepdims=True)
        offered = np.zeros(masks.shape, np.bool_)
        offered[:, : known.shape[1]] = (known <= least + self._margin) & (least > 0) & (known < 1)
        return best, offered & masks

    def explain(self, turn: Turn) -> Explanation:
        """The choice, with the chance that each cell is safe."""
        return explanation(self._game, turn, self.act(turn), decision_loop.PROBABILITY, (0, 0))


def certain(game: Game, value: Any, agent: Any) -> Certain:
    """The option `certain=MARGIN` that goes with any agent that decides for many boards."""
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
