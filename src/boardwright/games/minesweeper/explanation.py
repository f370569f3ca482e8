"""Reasons in words for choosing a cell: the simplest argument that proves it safe, or its risk."""

from __future__ import annotations

import numpy as np

from boardwright.core.agent import RESIGN, Explanation, Turn
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN
from boardwright.games.minesweeper.solver import decision_loop
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE, UNKNOWN

FIFTY = 1e-9


class Survey:
    """Exact inference on one board from its observation: proved cells, mine probabilities, number of layouts."""

    def __init__(self, game: Game, shown: Array, mines: int) -> None:
        self.game, self.shown, self.mines = game, np.ascontiguousarray(shown, np.uint8), mines
        self.known = np.zeros(shown.size, np.uint8)
        self.chances = np.zeros(shown.size)
        self.steps = np.zeros(shown.size, np.uint8)
        arrays = (self.known, self.chances, self.steps)
        self.status, self.layouts = game.run(decision_loop.survey, game.params, self.shown, mines, *arrays)
        if self.untouched:
            # Mines are laid after the first cell, away from it: the shares of the layouts are not its risk.
            self.known[:], self.chances[:] = SAFE, 0.0

    @property
    def untouched(self) -> bool:
        """Whether no cell is revealed yet."""
        return bool((self.shown >= HIDDEN).all())

    def place(self, cell: int) -> dict[str, int]:
        """Return the row and column of a cell."""
        row, col = divmod(cell, int(self.game.params["cols"][0]))
        return {"row": row, "col": col}

    def reason(self, cell: int) -> Word:
        """Return the reason why a hidden cell is safe or a mine, or its mine probability."""
        place = self.place(cell)
        if self.untouched:
            return Word("minesweeper.why_first", place)
        if self.known[cell] not in {SAFE, MINE}:
            percent = f"{100 * self.chances[cell]:.1f}"
            code = "fifty" if abs(self.chances[cell] - 0.5) < FIFTY else "risk"
            return Word(f"minesweeper.why_{code}", {**place, "percent": percent})
        verdict = "safe" if self.known[cell] == SAFE else "mine"
        step = int(self.steps[cell])
        if step == 1:
            by = self.place(self._deciding_number(cell))
            return Word(f"minesweeper.why_{verdict}_number", {**place, "by_row": by["row"], "by_col": by["col"]})
        return Word(f"minesweeper.why_{verdict}_{'pair' if step == 2 else 'count'}", place)

    def _deciding_number(self, cell: int) -> int:
        """Return a number beside the cell that decides it by a single-number rule."""
        near = self.game.params["near"][0]
        numbers = np.flatnonzero(self.shown < HIDDEN)
        around = {int(number): [int(other) for other in near[number] if other >= 0] for number in numbers}
        known = np.zeros_like(self.known)
        while True:
            # All numbers in rounds: a cell is never proved by its own consequences.
            decided: dict[int, tuple[int, int]] = {}
            for number, beside in around.items():
                hidden = [other for other in beside if self.shown[other] >= HIDDEN]
                left = [other for other in hidden if known[other] == UNKNOWN]
                need = int(self.shown[number]) - sum(known[other] == MINE for other in hidden)
                if need in {0, len(left)}:
                    decided |= dict.fromkeys(left, (number, SAFE if need == 0 else MINE))
            if cell in decided or not decided:
                return decided[cell][0] if decided else int(near[cell].max())
            for other, (_, verdict) in decided.items():
                known[other] = verdict


def boards(observations: Array) -> tuple[Array, Array]:
    """Return rows of cell codes, [N, cells], and the mine count of each board (mines left plus flags), [N]."""
    cells = np.ascontiguousarray(observations["cells"]).reshape(len(observations), -1)
    mines = observations["mines_left"].astype(np.int64) + (cells == FLAGGED).sum(axis=1)
    return cells, mines


def survey_of(game: Game, observation: Array) -> Survey:
    """Return the survey of the board in an observation."""
    cells, mines = boards(observation)
    return Survey(game, cells[0], int(mines[0]))


def explanation(game: Game, turn: Turn, action: int, style: int, limits: tuple[int, int]) -> Explanation:
    """Return an agent's choice, with the probability that each cell is safe as its score."""
    survey = survey_of(game, turn.observation)
    hidden = np.flatnonzero(survey.shown >= HIDDEN)
    scores = {int(cell): round(1.0 - float(survey.chances[cell]), 12) for cell in hidden}
    if action == RESIGN:
        return Explanation(action, scores, (), Word("minesweeper.why_resign"))
    certain = survey.untouched or bool(survey.known[action] == SAFE)
    reason = survey.reason(action)
    if style == decision_loop.SOLVER and not survey.untouched and survey.known[action] == 0:
        best, won, total = game.run(
            decision_loop.endgame,
            game.params,
            survey.shown,
            survey.mines,
            survey.known.copy(),
            max(limits[0], 1),
            limits[1],
        )
        if survey.layouts <= limits[0] and best == action:
            params = {**survey.place(action), "won": won, "layouts": total}
            reason = Word("minesweeper.why_endgame", params)
        else:
            percent = f"{100 * survey.chances[action]:.1f}"
            reason = Word("minesweeper.why_ahead", {**survey.place(action), "percent": percent})
    return Explanation(action, scores, (), reason, certain)
