"""Accuracy on solved positions: how often an agent's move changes the outcome of a position.

A set is a text file with a position a line: the moves from the start, and the exact score for the player to move: above
0 a win, 0 a draw, below 0 a loss. Moves are in the game's notation, separated by spaces; or all of them are one word of
digits, each an action counted from 1, as people count columns.

Moves are judged by the game's solver, by a file of answers, or by both. A file of answers names the game, the version
of its rules and its configuration, and has the actions of each position by their outcome.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boardwright.agents.spec import Named, named
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.match import Player
from boardwright.arena.processes import Pieces, kept_agents, require_text
from boardwright.arena.ratings import WinRate, win_rate
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError, ConfigError, IllegalAction, MalformedAction
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.progress import Progress, silent
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word

FOLDER, ENDING, ANSWERS = "positions", ".txt", "answers.json"

Outcomes = dict[str, dict[int, int]]
"""The outcome of each action of each position, by the text of its moves."""

SIGNS = {"win": 1, "draw": 0, "loss": -1}
"""Outcomes for the player who moves, as a file of answers names them."""


@dataclass(frozen=True)
class Solved:
    """A position, its moves as text, and the sign of its score."""

    text: str
    state: Array
    outcome: int


@dataclass
class SetResult:
    """The number of positions of a set that an agent moved in, and of its mistakes."""

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


Solve = Callable[[Game, Array], int]
"""A game's solver, as `Search.solve` has it."""


def final_outcome(state: Array, player: int) -> int:
    """The outcome of a game that is over: 1, 0 or -1 for a player."""
    return int(np.sign(state["returns"][0][player]))


def solved_outcome(game: Game, solve: Solve, state: Array, player: int) -> int:
    """The exact outcome of an unfinished position for a player, whoever is to move."""
    return (1 if int(state["to_move"][0]) == player else -1) * solve(game, state)


class Solver:
    """The outcomes of moves: those of a file of answers, if one is given, and else of the game's solver.

    The solver's answers are added to the file: hard positions take seconds.
    """

    def __init__(self, game: Game, answers: Path | None = None, *, known: Outcomes | None = None) -> None:
        self.game, self._solve, self._path = game, game.definition.search.solve, answers
        self._known: Outcomes = {}
        self._added: Outcomes = {}
        if known is not None:
            self._known = known
        elif answers is not None and answers.is_file():
            self._known = self._read(answers)
        elif self._solve is None:
            raise AgentError("accuracy_unsolved", game=game.name)

    @property
    def grows(self) -> bool:
        """Whether answers may be added to the file."""
        return self._path is not None and self._solve is not None

    def require(self, positions: list[Solved]) -> None:
        """Require that every legal move of these positions has an outcome: without a solver it must be in the file."""
        if self._solve is None:
            for position in positions:
                for action in np.flatnonzero(self.game.legal_mask(position.state)[0]):
                    self.after(position, int(action))

    def after(self, position: Solved, action: int) -> int:
        """The outcome for the player to move, if this action is taken."""
        known = self._known.get(position.text, {})
        if action in known:
            return known[action]
        player = int(position.state["to_move"][0])
        after = self.game.apply(position.state, action)
        if after["to_move"][0] == TERMINAL:
            return final_outcome(after, player)
        if self._solve is None:
            about = {"position": self.game.text_key(position.state), "move": self.game.actions.to_text(action, player)}
            raise AgentError("accuracy_unknown", path=str(self._path), game=self.game.name, **about)
        outcome = solved_outcome(self.game, self._solve, after, player)
        self.add({position.text: {action: outcome}})
        return outcome

    def known(self, positions: list[Solved]) -> Outcomes:
        """The outcomes that are known in some positions."""
        return {position.text: self._known.get(position.text, {}) for position in positions}

    @property
    def added(self) -> Outcomes:
        """The outcomes that the solver added."""
        return self._added

    def add(self, outcomes: Outcomes) -> None:
        """Add outcomes, such as those that a solver found in another process."""
        for text, found in outcomes.items():
            self._known.setdefault(text, {}).update(found)
            self._added.setdefault(text, {}).update(found)

    def keep(self) -> None:
        """Write all answers to the file, if the solver added some."""
        if self._path is not None and self._added:
            write_answers(self.game, self._path, self._known)

    def _read(self, path: Path) -> Outcomes:
        try:
            saved = json.loads(path.read_text(encoding="utf-8"))
            outcomes = {text: _outcomes(by_name) for text, by_name in saved.pop("outcomes").items()}
        except (ValueError, AttributeError, KeyError, TypeError):
            saved, outcomes = None, {}
        if saved != _owner(self.game):
            raise ConfigError("accuracy_answers", path=str(path), game=self.game.name)
        return outcomes


def write_answers(game: Game, path: Path, outcomes: Mapping[str, Mapping[int, int]]) -> None:
    """Write the outcome of each action of each position, a line a position, by the text of its moves."""
    lines = []
    for text, known in outcomes.items():
        by_name = {name: sorted(action for action in known if known[action] == sign) for name, sign in SIGNS.items()}
        lines.append(f"{json.dumps(text)}:{json.dumps(by_name, separators=(',', ':'))}")
    head = json.dumps({**_owner(game), "outcomes": {}}).removesuffix("}}")
    path.write_text("\n".join([head, ",\n".join(lines), "}}", ""]), encoding="utf-8")


def _outcomes(by_name: dict[str, list[int]]) -> dict[int, int]:
    return {int(action): SIGNS[name] for name, actions in by_name.items() for action in actions}


def _owner(game: Game) -> dict[str, Any]:
    return {"game": game.name, "version": game.version, "config": game.config}


def shipped(game: Game) -> Path:
    """The folder of the sets that come with a game; its `answers.json`, if there is one, has the outcomes."""
    folder = game.definition.files.configs / FOLDER
    if not folder.is_dir():
        raise ConfigError("accuracy_none_shipped", path=str(folder), game=game.name)
    return folder


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
    position, where = Position(game), f"{path}:{number}"
    try:
        outcome = int(np.sign(int(score)))
    except ValueError:
        raise ConfigError("config_value", path=where, value=score, expected="int") from None
    try:
        if len(moves) == 1 and moves[0].isdecimal():
            for digit in moves[0]:
                position.push(int(digit) - 1)
        else:
            for move in moves:
                position.push_text(move)
    except (IllegalAction, MalformedAction) as error:
        raise ConfigError("accuracy_line", path=where, detail=error.word) from None
    if position.state["to_move"][0] == TERMINAL:
        raise ConfigError("accuracy_line", path=where, detail=Word("turn_over"))
    return Solved(" ".join(moves), position.state, outcome)


class AccuracyPiece(NamedTuple):
    """The positions of some numbers in a set, with the answers that are known, as an executor takes them."""

    game: Game
    agent: str
    positions: dict[int, Solved]
    known: Outcomes


class Judged(NamedTuple):
    """Whether each move is a mistake, the answers that the solver added, and the seconds that it took."""

    mistakes: list[bool]
    added: Outcomes
    seconds: float


def accuracy(
    game: Game,
    agent: Player,
    positions: list[Solved],
    solver: Solver,
    name: str,
    progress: Progress = silent,
    executor: Executor = IN_PROCESS,
) -> SetResult:
    """Let an agent move in each position, and count the moves that change the outcome. Ctrl-C ends it early.

    The executor runs the moves and the solver; results do not depend on it.
    """
    result = SetResult(name)
    try:
        for mistake in _mistakes(game, agent, positions, solver, executor):
            result.mistakes += mistake
            result.positions += 1
            progress(result.positions, len(positions), {})
    except KeyboardInterrupt:
        pass
    return result


def _mistakes(game: Game, agent: Player, positions: list[Solved], solver: Solver, executor: Executor) -> Iterator[bool]:
    player = named(agent, game)
    if executor is IN_PROCESS:
        for number, position in enumerate(positions):
            yield _mistaken(game, player, number, position, solver)
        return
    require_text(game, [agent])
    pieces = Pieces(fixed=False)

    def piece(numbers: tuple[int, ...]) -> AccuracyPiece:
        chosen = {number: positions[number] for number in numbers}
        return AccuracyPiece(game, player.text, chosen, solver.known(list(chosen.values())))

    for judged in executor.map(judge_piece, map(piece, pieces.cut(range(len(positions))))):
        solver.add(judged.added)
        pieces.took(len(judged.mistakes), judged.seconds)
        yield from judged.mistakes


def judge_piece(piece: AccuracyPiece) -> Judged:
    """Judge the moves of a piece."""
    began = time.perf_counter()
    (player,) = kept_agents(piece.game, [piece.agent])
    solver = Solver(piece.game, known=piece.known)
    mistakes = [_mistaken(piece.game, player, *item, solver) for item in piece.positions.items()]
    return Judged(mistakes, solver.added, time.perf_counter() - began)


def _mistaken(game: Game, player: Named, number: int, position: Solved, solver: Solver) -> bool:
    """Whether an agent's move changes the outcome. Its generator depends on the position's number alone."""
    turn = Turn(game, position.state, int(position.state["to_move"][0]), np.random.default_rng(number))
    return solver.after(position, turn.checked(player.agent.act(turn), player.text)) != position.outcome
