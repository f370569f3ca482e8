"""An engine that other programs play against: the Quoridor Text Protocol (QTP), a relative of Go's GTP, for any game.

A line is a command, an answer begins with `=` or `?` and ends with an empty line. A command that names a colour
speaks the game's dialect, where it has one; without a colour it is the game's own notation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from boardwright import __version__
from boardwright.agents import make, spec
from boardwright.agents.clock import NO_BUDGET
from boardwright.agents.requirements import two_sided
from boardwright.core import registry
from boardwright.core.actions import Notation, Semantic
from boardwright.core.agent import Agent, Turn
from boardwright.core.errors import (
    BoardwrightError,
    ConfigError,
    HistoryError,
    IllegalAction,
    MalformedAction,
)
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.drawing import terminal, terminal_panels

PROTOCOL = 2
"""The version of GTP whose way of asking and answering this is."""

BLACK, WHITE = "black", "white"
COLOURS = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}

DEEPEST = 100


class Engine:
    """One game with one agent, asked line by line. `ended` once it was told to quit."""

    _game: Game
    _agent: Agent
    _position: Position
    _first: str | None

    def __init__(self, game: Game, agent: str, seed: int) -> None:
        two_sided("engine", game)
        self.ended = False
        self._name, self._options = spec.parse(agent)
        self._rng = np.random.default_rng(seed)
        self._begin(game)

    def answer(self, line: str) -> str | None:
        """The answer to a line, without the empty line after it; None where the line asks nothing."""
        words = line.partition("#")[0].split()
        if not words:
            return None
        number = words.pop(0) if words[0].isdigit() else ""
        command, given = (words[0].lower(), words[1:]) if words else ("", [])
        if command not in self._commands:
            return f"?{number} unknown command"
        try:
            said = self._commands[command](given)
        except BoardwrightError as error:
            return f"?{number} {_kind(error)}{' '.join(str(error).split())}"
        first, *others = said.split("\n")
        # An empty line would end the answer.
        return "\n".join([f"={number} {first}".rstrip(), *(line.rstrip() or " " for line in others)])

    # -- the commands

    @cached_property
    def _commands(self) -> dict[str, Callable[[list[str]], str]]:
        return {
            "protocol_version": lambda given: str(PROTOCOL),
            "name": lambda given: f"Boardwright {self._game.name} {self._name}",
            "version": lambda given: __version__,
            "known_command": lambda given: str(_one("known_command", given, "COMMAND") in self._commands).lower(),
            "list_commands": lambda given: "\n".join(self._commands),
            "boardsize": lambda given: self._configure("size", _whole("boardsize", given)),
            "walls": lambda given: self._configure("walls", _whole("walls", given)),
            "clear_board": lambda given: self._begin(self._game),
            "play": self._play,
            "playmove": lambda given: self._play(_coloured("playmove", given)),
            "playwall": lambda given: self._play(_coloured("playwall", given)),
            "genmove": self._genmove,
            "undo": self._undo,
            "winner": self._winner,
            "showboard": self._show,
            "seconds": lambda given: self._budget(seconds=_number("seconds", given), nodes=NO_BUDGET, depth=DEEPEST),
            "nodes": lambda given: self._budget(seconds=0, nodes=_whole("nodes", given), depth=DEEPEST),
            "depth": lambda given: self._budget(seconds=0, nodes=NO_BUDGET, depth=_whole("depth", given)),
            "quit": self._quit,
        }

    def _play(self, given: list[str]) -> str:
        colour = COLOURS.get(given[0].lower()) if given else None
        written = " ".join(given[1:] if colour else given)
        if not written:
            raise MalformedAction("engine_words", command="play", expected="[COLOR] MOVE")
        first, notation = self._spoken(colour)
        if notation is None:
            self._position.push_text(written)
        else:
            action = notation.read(written)
            if action is None:
                raise MalformedAction("engine_move", found=written)
            self._push(action, written)
        self._first = first
        return ""

    def _genmove(self, given: list[str]) -> str:
        colour = _colour(given[0]) if given else None
        player = self._position.to_move
        if player is None:
            raise IllegalAction("game_over", {}, reason=0, action=None)
        first, notation = self._spoken(colour)
        turn = Turn(self._game, self._position.state, player, self._rng)
        action = turn.checked(self._agent.act(turn), self._name)
        self._position.push(action)
        self._first = first
        actions = self._game.actions
        return actions.to_text(action, player) if notation is None else notation.write(actions.decode(action, player))

    def _undo(self, given: list[str]) -> str:
        times = _whole("undo", given or ["1"])
        if times > len(self._position.history):
            raise HistoryError("nothing_to_undo")
        for _ in range(times):
            self._position.pop()
        if not self._position.history:
            self._first = None
        return ""

    def _winner(self, given: list[str]) -> str:
        outcome = self._position.outcome
        if outcome is None:
            return "false"
        if outcome.winner is None:
            return "true draw"
        first = self._first or BLACK
        return f"true {first if outcome.winner == 0 else _other(first)}"

    def _show(self, given: list[str]) -> str:
        view = self._position.view()
        board = view.board
        if self._game.definition.protocol is not None and self._first == BLACK:
            cells = tuple(cell.model_copy(update={"row": board.rows - 1 - cell.row}) for cell in board.cells)
            board = board.model_copy(update={"cells": cells})
        drawn = terminal.draw(board, view.choices).plain.strip("\n")
        rows = ["  ".join(terminal_panels.said(value) for value in row) for panel in view.panels for row in panel.rows]
        return "\n".join(["", drawn, *rows])

    def _quit(self, given: list[str]) -> str:
        self.ended = True
        return ""

    # -- inside

    def _begin(self, game: Game) -> str:
        self._agent = make(self._name, game, **self._options)
        self._game = game
        self._position = Position(game)
        # Which colour is our first player: the first that is named as the one to move.
        self._first = None
        return ""

    def _configure(self, key: str, value: int) -> str:
        config = self._game.config
        if key not in config:
            raise ConfigError("config_unknown", path=key, known=list(config))
        if self._position.history and key != "size":
            raise ConfigError("engine_begun", path=key)
        return self._begin(registry.load(self._game.name, config={**config, key: value}))

    def _budget(self, **options: Any) -> str:
        agent = make(self._name, self._game, **{**self._options, **options})
        self._agent, self._options = agent, {**self._options, **options}
        return ""

    def _push(self, action: Semantic, written: str) -> None:
        try:
            self._position.push(action)
        except IllegalAction as error:
            # The rules name squares our way: whoever asked should see both names.
            own = self._game.actions.notation
            shown = own.write(action) if own else str(action)
            params = {"written": written, "own": shown, "reason": error.word}
            raise IllegalAction("engine_refused", params, reason=error.reason, action=error.action) from error

    def _spoken(self, colour: str | None) -> tuple[str | None, Notation | None]:
        """The first player's colour once a move of `colour` is made, and how that move is written (None: our way)."""
        if colour is None:
            return self._first, None
        first = colour if self._position.to_move in {0, None} else _other(colour)
        if self._first not in {None, first}:
            raise IllegalAction("engine_turn", {"colour": colour}, reason=0, action=None)
        dialect = self._game.definition.protocol
        return first, None if dialect is None else dialect(self._game.configs[0], first == BLACK)


def _kind(error: BoardwrightError) -> str:
    # What the protocol calls it, for programs; our own sentence follows.
    if isinstance(error, ConfigError):
        return f"unacceptable {error.path}: "
    kinds = {IllegalAction: "illegal move", MalformedAction: "syntax error", HistoryError: "cannot undo"}
    kind = next((name for each, name in kinds.items() if isinstance(error, each)), "")
    return f"{kind}: " if kind else ""


def _other(colour: str) -> str:
    return WHITE if colour == BLACK else BLACK


def _colour(word: str) -> str:
    if word.lower() not in COLOURS:
        raise MalformedAction("engine_colour", found=word)
    return COLOURS[word.lower()]


def _coloured(command: str, given: list[str]) -> list[str]:
    if len(given) < 2:
        raise MalformedAction("engine_words", command=command, expected="COLOR MOVE")
    return [_colour(given[0]), *given[1:]]


def _one(command: str, given: list[str], expected: str) -> str:
    if len(given) != 1:
        raise MalformedAction("engine_words", command=command, expected=expected)
    return given[0]


def _whole(command: str, given: list[str]) -> int:
    word = _one(command, given, "NUMBER")
    if not (word.isascii() and word.isdigit() and len(word) < 16) or int(word) == 0:
        raise MalformedAction("engine_words", command=command, expected="NUMBER")
    return int(word)


def _number(command: str, given: list[str]) -> float:
    try:
        value = float(_one(command, given, "NUMBER"))
    except ValueError:
        value = 0
    if not 0 < value < inf:
        raise MalformedAction("engine_words", command=command, expected="NUMBER")
    return value
