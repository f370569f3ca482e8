"""Why a cell: the cheapest argument that proves it, or what it risks, in words."""

from __future__ import annotations

import numpy as np

from boardwright.core.agent import RESIGN, Explanation, Turn
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.minesweeper.rules import FLAGGED
from boardwright.games.minesweeper.solver import decision_loop
from boardwright.games.minesweeper.solver.deduction import HIDDEN, MINE, SAFE, UNKNOWN

FIFTY = 1e-9


class Survey:
    """All that can be said of one board, from what a player sees of it."""

    def __init__(self, game: Game, shown: Array, mines: int) -> None:
        self.game, self.shown, self.mines = game, np.ascontiguousarray(shown, np.uint8), mines
        self.known = np.zeros(shown.size, np.uint8)
        self.chances = np.zeros(shown.size)
        self.steps = np.zeros(shown.size, np.uint8)
        arrays = (self.known, self.chances, self.steps)
        self.status, self.layouts = game.run(decision_loop.survey, game.params, self.shown, mines, *arrays)

    @property
    def untouched(self) -> bool:
        """Whether nothing is revealed yet."""
        return bool((self.shown >= HIDDEN).all())

    def place(self, cell: int) -> dict[str, int]:
        """A cell as people name it."""
        row, col = divmod(cell, int(self.game.params["cols"][0]))
        return {"row": row, "col": col}

    def reason(self, cell: int) -> Word:
        """Why a hidden cell is safe or a mine, or how likely it is one."""
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
            by = self.place(self._teller(cell))
            return Word(f"minesweeper.why_{verdict}_number", {**place, "by_row": by["row"], "by_col": by["col"]})
        return Word(f"minesweeper.why_{verdict}_{'pair' if step == 2 else 'count'}", place)

    def _teller(self, cell: int) -> int:
        """A number beside the cell that decides it, by what numbers could decide without it."""
        near = self.game.params["near"][0]
        numbers = np.flatnonzero(self.shown < HIDDEN)
        around = {int(number): [int(each) for each in near[number] if each >= 0] for number in numbers}
        known = np.zeros_like(self.known)
        while True:
            # All numbers at once and then what they found: nothing is proved by what follows from it.
            found: dict[int, tuple[int, int]] = {}
            for number, beside in around.items():
                hidden = [each for each in beside if self.shown[each] >= HIDDEN]
                left = [each for each in hidden if known[each] == UNKNOWN]
                need = int(self.shown[number]) - sum(known[each] == MINE for each in hidden)
                if need in {0, len(left)}:
                    found |= dict.fromkeys(left, (number, SAFE if need == 0 else MINE))
            if cell in found or not found:
                return found[cell][0] if found else int(near[cell].max())
            for each, (_, verdict) in found.items():
                known[each] = verdict


def boards(observations: Array) -> tuple[Array, Array]:
    """Rows of cells, [N, cells], and how many mines each board has: those left and those that flags stand for."""
    cells = np.ascontiguousarray(observations["cells"]).reshape(len(observations), -1)
    mines = observations["mines_left"].astype(np.int64) + (cells == FLAGGED).sum(axis=1)
    return cells, mines


def survey_of(game: Game, observation: Array) -> Survey:
    """What can be said of the board that an observation shows."""
    cells, mines = boards(observation)
    return Survey(game, cells[0], int(mines[0]))


def explanation(game: Game, turn: Turn, action: int, style: int, limits: tuple[int, int]) -> Explanation:
    """An agent's choice, with the chance that each cell is safe as its score."""
    found = survey_of(game, turn.observation)
    hidden = np.flatnonzero(found.shown >= HIDDEN)
    scores = {int(cell): round(1.0 - float(found.chances[cell]), 12) for cell in hidden}
    if action == RESIGN:
        return Explanation(action, scores, (), Word("minesweeper.why_resign"))
    certain = found.untouched or bool(found.known[action] == SAFE)
    reason = found.reason(action)
    if style == decision_loop.SOLVER and not found.untouched and found.known[action] == 0:
        best, won, total = game.run(
            decision_loop.endgame,
            game.params,
            found.shown,
            found.mines,
            found.known.copy(),
            max(limits[0], 1),
            limits[1],
        )
        if found.layouts <= limits[0] and best == action:
            params = {**found.place(action), "won": won, "layouts": total}
            reason = Word("minesweeper.why_endgame", params)
        else:
            percent = f"{100 * found.chances[action]:.1f}"
            reason = Word("minesweeper.why_ahead", {**found.place(action), "percent": percent})
    return Explanation(action, scores, (), reason, certain)
