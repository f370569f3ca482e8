"""Accuracy on solved positions: how often an agent's move changes the outcome of a position.

A set is a text file with a position a line: the moves from the start, and the exact score for the player to move: above
0 a win, 0 a draw, below 0 a loss. Moves are in the game's notation, separated by spaces; or all of them are one word of
digits, each an action counted from 1, as people count columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.arena.ratings import WinRate, win_rate
from boardwright.core.agent import Agent, Turn
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.progress import Progress, silent
from boardwright.core.record import TERMINAL, Array

ENDING = ".txt"


@dataclass(frozen=True)
class Solved:
    """A position, its moves as text, and the sign of its score."""

    text: str
    state: Array
    outcome: int


@dataclass
class SetResult:
    """The mistakes of an agent on a set, and the positions from which it could make one."""

    name: str
    positions: int = 0
    mistakes: int = 0

    def rate(self) -> WinRate:
        """The rate of mistakes with its interval."""
        return win_rate(self.mistakes, self.positions)

    def to_dict(self) -> dict[str, Any]:
        """For `--json`, with the interval of the rate of mistakes."""
        rate = self.rate()
        return {
            "set": self.name,
            "positions": self.positions,
            "mistakes": self.mistakes,
            "rate": rate.rate,
            "low": rate.low,
            "high": rate.high,
        }


class Solver:
    """The game's solver, with answers that are kept in a file if there is one."""

    def __init__(self, game: Game, answers: Path | None = None) -> None:
        if game.definition.search.solve is None:
            raise AgentError("accuracy_unsolved", game=game.name)
        self.game, self._solve, self._path = game, game.definition.search.solve, answers
        self._known: dict[str, int] = {}
        if answers is not None and answers.is_file():
            self._known = json.loads(answers.read_text(encoding="utf-8"))

    def after(self, position: Solved, action: int) -> int:
        """The outcome for the player to move, if this action is taken."""
        key = f"{position.text} {action}"
        if key not in self._known:
            player = int(position.state["to_move"][0])
            after = self.game.apply(position.state, action)
            if after["to_move"][0] == TERMINAL:
                self._known[key] = int(np.sign(after["returns"][0][player]))
            else:
                same = int(after["to_move"][0]) == player
                self._known[key] = (1 if same else -1) * self._solve(self.game, after)
        return self._known[key]

    def keep(self) -> None:
        """Write all answers to the file."""
        if self._path is not None:
            self._path.write_text(json.dumps(self._known, indent=0) + "\n", encoding="utf-8")


def sets(folder: Path) -> list[Path]:
    """The sets in a folder."""
    found = sorted(folder.glob(f"*{ENDING}"))
    if not found:
        raise ConfigError("accuracy_no_sets", path=str(folder))
    return found


def read(game: Game, path: Path, most: int | None = None) -> list[Solved]:
    """Read the positions of a set, the first ones if there is a limit."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [_solved(game, path, number, line) for number, line in enumerate(lines[:most], 1)]


def _solved(game: Game, path: Path, number: int, line: str) -> Solved:
    *moves, score = line.split()
    position = Position(game)
    try:
        outcome = int(np.sign(int(score)))
    except ValueError:
        raise ConfigError("config_value", path=f"{path}:{number}", value=score, expected="int") from None
    if len(moves) == 1 and moves[0].isdecimal():
        for digit in moves[0]:
            position.push(int(digit) - 1)
    else:
        for move in moves:
            position.push_text(move)
    return Solved(" ".join(moves), position.state, outcome)


def accuracy(
    game: Game, agent: Agent, positions: list[Solved], solver: Solver, name: str, progress: Progress = silent
) -> SetResult:
    """Let an agent move in each position, and count the moves that change the outcome. Ctrl-C ends it early."""
    result = SetResult(name)
    try:
        for number, (position, turn) in enumerate(_turns(game, positions), 1):
            result.mistakes += solver.after(position, turn.checked(agent.act(turn), name)) != position.outcome
            result.positions += 1
            progress(number, len(positions), {})
    except KeyboardInterrupt:
        pass
    return result


def _turns(game: Game, positions: list[Solved]) -> Iterator[tuple[Solved, Turn]]:
    for number, position in enumerate(positions):
        player = int(position.state["to_move"][0])
        yield position, Turn(game, position.state, player, np.random.default_rng(number))
