"""Who plays Minesweeper: from two rules without a guess to the solver. All decide from what a player sees."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from boardwright.core.agent import Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.definition import OwnAgent
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array
from boardwright.games.minesweeper import deciding
from boardwright.games.minesweeper.explaining import boards, explanation
from boardwright.games.minesweeper.lookahead import LAYOUTS, POSITIONS


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
        self._first = deciding.UNIFORM if options.first is None else self._cell(*options.first)
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
        self._game.run(deciding.decide, self._game.params, cells, mines, *options, out)
        return out

    def teach_batch(self, observations: Array, masks: Mask) -> tuple[Mask, Array]:
        """What a learner may take from this agent: its good actions, [N, A], and the chance of a mine, [N, H, W]."""
        cells, mines = boards(observations)
        best = np.zeros(masks.shape, np.bool_)
        chances = np.empty(cells.shape, np.float32)
        options = (np.ascontiguousarray(masks), self._style, self._first, self._options.seed, self._knobs)
        self._game.run(deciding.teach, self._game.params, cells, mines, *options, best, chances)
        return best, chances.reshape(observations["cells"].shape)

    def explain(self, turn: Turn) -> Explanation:
        """The choice with its reason, and for each cell the chance that it is safe."""
        limits = (int(self._knobs[LAYOUTS]), int(self._knobs[POSITIONS]))
        return explanation(self._game, turn, self.act(turn), self._style, limits)

    def _cell(self, row: int, col: int) -> int:
        rows, cols = int(self._game.params["rows"][0]), int(self._game.params["cols"][0])
        return min(row, rows - 1) * cols + min(col, cols - 1)


def _own(style: int, options: type[Options], does: str) -> OwnAgent:
    def make(game: Game, chosen: Any) -> Sweeper:
        return Sweeper(game, style, chosen)

    return OwnAgent(options, make, does)


AGENTS = {
    "rules": _own(deciding.RULES, Options, "minesweeper.does_rules"),
    "rules-guess": _own(deciding.RULES_GUESS, Options, "minesweeper.does_rules_guess"),
    "subset": _own(deciding.SUBSET, Options, "minesweeper.does_subset"),
    "probability": _own(deciding.PROBABILITY, Options, "minesweeper.does_probability"),
    "solver": _own(deciding.SOLVER, SolverOptions, "minesweeper.does_solver"),
}
