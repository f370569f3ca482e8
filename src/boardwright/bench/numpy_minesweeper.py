"""A Minesweeper environment in plain NumPy, one object per game, after the sketch of specification 002.

It has our rules (flood fill, safe first click, auto-reset), our mask, and our observation of one byte a cell.
"""

from __future__ import annotations

from collections import deque

import numpy as np
import numpy.typing as npt

from boardwright.bench.ours import WARM_UP, choose
from boardwright.bench.timing import Prepare, Run

HIDDEN = 9


class MinesweeperEnv:
    """One game after another. `mines`, `counts` and `revealed` are [H, W]; mines are placed by the first reveal."""

    def __init__(self, rows: int, cols: int, mines: int, seed: int) -> None:
        self.rows, self.cols, self.mine_count = rows, cols, mines
        self.rng = np.random.default_rng(seed)
        self.reset()

    def reset(self) -> None:
        """A new game: nothing revealed, no mine placed."""
        shape = (self.rows, self.cols)
        self.mines = np.zeros(shape, np.bool_)
        self.counts = np.zeros(shape, np.uint8)
        self.revealed = np.zeros(shape, np.bool_)
        self.first_click_done = False

    def step(self, action: int) -> tuple[float, bool]:
        """Reveal a cell: the reward, and whether the game is over."""
        row, col = divmod(action, self.cols)
        if not self.first_click_done:
            self._place(row, col)
        if self.mines[row, col]:
            return -1.0, True
        opened = self._flood(row, col)
        won = int(self.revealed.sum()) == self.revealed.size - self.mine_count
        return (1.0 if won else 0.0) + 0.01 * opened - 0.0001, won

    def observation(self) -> npt.NDArray[np.uint8]:
        """Numbers of revealed cells, HIDDEN elsewhere."""
        return np.where(self.revealed, self.counts, np.uint8(HIDDEN))

    def action_mask(self) -> npt.NDArray[np.bool_]:
        """All reveals, then all flags, which are not allowed here."""
        mask = np.zeros(2 * self.revealed.size, np.bool_)
        mask[: self.revealed.size] = ~self.revealed.reshape(-1)
        return mask

    def _place(self, row: int, col: int) -> None:
        clear = np.zeros(self.mines.shape, np.bool_)
        clear[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2] = True
        chosen = self.rng.choice(np.flatnonzero(~clear), self.mine_count, replace=False)
        self.mines.reshape(-1)[chosen] = True
        wide = np.pad(self.mines, 1).astype(np.uint8)
        for down in range(3):
            for across in range(3):
                if (down, across) != (1, 1):
                    self.counts += wide[down : down + self.rows, across : across + self.cols]
        self.first_click_done = True

    def _flood(self, row: int, col: int) -> int:
        self.revealed[row, col] = True
        opened = 1
        waiting = deque([(row, col)] if self.counts[row, col] == 0 else [])
        while waiting:
            row, col = waiting.popleft()
            for r in range(max(row - 1, 0), min(row + 2, self.rows)):
                for c in range(max(col - 1, 0), min(col + 2, self.cols)):
                    if not self.revealed[r, c]:
                        self.revealed[r, c] = True
                        opened += 1
                        if self.counts[r, c] == 0:
                            waiting.append((r, c))
        return opened


class VecMinesweeper:
    """A vector of environments with stacked observations and masks. A finished game is reset in the same step."""

    def __init__(self, n: int, rows: int, cols: int, mines: int, seed: int) -> None:
        self.envs = [MinesweeperEnv(rows, cols, mines, seed + number) for number in range(n)]
        self.observations = np.full((n, rows, cols), HIDDEN, np.uint8)
        self.masks = np.stack([env.action_mask() for env in self.envs])
        self.rewards, self.dones = np.zeros(n), np.zeros(n, np.bool_)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """One action a game."""
        for number, (env, action) in enumerate(zip(self.envs, actions.tolist())):
            self.rewards[number], self.dones[number] = env.step(action)
            if self.dones[number]:
                env.reset()
            self.observations[number] = env.observation()
            self.masks[number] = env.action_mask()


class Peer:
    """The NumPy side of a measurement."""

    def __init__(self, name: str) -> None:
        if name != "minesweeper":
            raise ValueError(name)

    def one_call(self, rows: int, cols: int, mines: int, n: int, steps: int, seed: int) -> Prepare:
        """One call per step. Actions are computed beforehand: the same seed gives the same games."""

        def prepare(number: int) -> Run:
            rng = np.random.default_rng(seed + number)
            vector = VecMinesweeper(n, rows, cols, mines, n * (seed + number))
            actions = []
            for _ in range(WARM_UP + steps):
                actions.append(choose(vector.masks, rng))
                vector.step(actions[-1])
            again = VecMinesweeper(n, rows, cols, mines, n * (seed + number))
            for row_actions in actions[:WARM_UP]:
                again.step(row_actions)

            def run() -> int:
                for row_actions in actions[WARM_UP:]:
                    again.step(row_actions)
                return n * steps

            return run

        return prepare
