"""The Quoridor Text Protocol (QTP), a relative of Go's GTP: other programs request moves line by line.

A line is a command; a response begins with `=` or `?` and ends with an empty line. A command that names a colour
uses the protocol's notation (qtp_moves.py); without a colour it uses ours. See docs/engine.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import inf
from typing import Any

from boardwright import __version__
from boardwright.core import registry
from boardwright.core.actions import Notation, Semantic
from boardwright.core.agent import NO_BUDGET, Agent, Turn
from boardwright.core.errors import (
    BoardwrightError,
    ConfigError,
    HistoryError,
    IllegalAction,
    MalformedAction,
)
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.protocol import Lent
from boardwright.games.quoridor.qtp_moves import notation_of

PROTOCOL = 2
"""The version of GTP whose command and response format this is."""

BLACK, WHITE = "black", "white"
COLOURS = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}

DEEPEST = 100


class Engine:
    """A QTP session of one game with one agent: a `core.protocol.Session`."""

    _game: Game
    _agent: Agent
    _position: Position
    _first: str | None

    def __init__(self, game: Game, lent: Lent) -> None:
        self.ended = False
        self._lent = lent
        self._options: dict[str, Any] = {}
        self._begin(game)

    def answer(self, line: str) -> str | None:
        """Return the response to a line, without the empty line after it; None for a line without a command."""
        words = line.partition("#")[0].split()
        if not words:
            return None
        number = words.pop(0) if words[0].isdigit() else ""
        command, given = (words[0].lower(), words[1:]) if words else ("", [])
        if command not in self._commands:
            return f"?{number} unknown command"
        try:
            response = self._commands[command](given)
        except BoardwrightError as error:
            return f"?{number} {_kind(error)}{' '.join(str(error).split())}"
        first, *others = response.split("\n")
        # An empty line would end the response.
        return "\n".join([f"={number} {first}".rstrip(), *(line.rstrip() or " " for line in others)])

    # -- the commands

    @cached_property
    def _commands(self) -> dict[str, Callable[[list[str]], str]]:
        return {
            "protocol_version": lambda given: str(PROTOCOL),
            "name": lambda given: f"Boardwright {self._game.name} {self._lent.agent}",
            "version": lambda given: __version__,
            "known_command": lambda given: str(_one("known_command", given, "COMMAND") in self._commands).lower(),
            "list_commands": lambda given: "\n".join(self._commands),
            "boardsize": lambda given: self._configure("size", _whole("boardsize", given)),
            "walls": lambda given: self._configure("walls", _whole("walls", given, least=0)),
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
            raise MalformedAction("quoridor.qtp_words", command="play", expected="[COLOR] MOVE")
        first, notation = self._spoken(colour)
        if notation is None:
            self._position.push_text(written)
        else:
            action = notation.read(written)
            if action is None:
                raise MalformedAction("quoridor.qtp_move", found=written)
            self._push(action, written)
        self._first = first
        return ""

    def _genmove(self, given: list[str]) -> str:
        colour = _colour(given[0]) if given else None
        player = self._position.to_move
        if player is None:
            raise IllegalAction("game_over", {}, reason=0, action=None)
        first, notation = self._spoken(colour)
        turn = Turn(self._game, self._position.state, player, self._lent.rng)
        action = turn.checked(self._agent.act(turn), self._lent.agent)
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
        if self._first == BLACK:
            board = view.board
            cells = tuple(cell.model_copy(update={"row": board.rows - 1 - cell.row}) for cell in board.cells)
            view = view.model_copy(update={"board": board.model_copy(update={"cells": cells})})
        return "\n" + self._lent.show(view)

    def _quit(self, given: list[str]) -> str:
        self.ended = True
        return ""

    # -- inside

    def _begin(self, game: Game) -> str:
        self._agent = self._lent.make(game, self._options)
        self._game = game
        self._position = Position(game)
        # The colour of our first player, set by the first command that names one.
        self._first = None
        return ""

    def _configure(self, key: str, value: int) -> str:
        if self._position.history and key != "size":
            raise ConfigError("quoridor.qtp_begun", path=key)
        config = {**self._game.config, key: value}
        if key == "size":  # a square board, whatever the rows and columns were
            config = {name: config[name] for name in config if name not in {"rows", "cols"}}
        return self._begin(registry.load(self._game.name, config=config))

    def _budget(self, **options: Any) -> str:
        options = {**self._options, **options}
        self._agent, self._options = self._lent.make(self._game, options), options
        return ""

    def _push(self, action: Semantic, written: str) -> None:
        try:
            self._position.push(action)
        except IllegalAction as error:
            # The rules name squares in our notation: the client should see both names.
            own = self._game.actions.notation
            translated = own.write(action) if own else str(action)
            params = {"written": written, "own": translated, "reason": error.word}
            raise IllegalAction("quoridor.qtp_refused", params, reason=error.reason, action=error.action) from error

    def _spoken(self, colour: str | None) -> tuple[str | None, Notation | None]:
        """Return the first player's colour after a move of `colour`, and the notation of that move (None for ours)."""
        if colour is None:
            return self._first, None
        first = colour if self._position.to_move in {0, None} else _other(colour)
        if self._first not in {None, first}:
            raise IllegalAction("quoridor.qtp_turn", {"colour": colour}, reason=0, action=None)
        return first, notation_of(int(self._game.params["rows"][0]), far=first == BLACK)


def _kind(error: BoardwrightError) -> str:
    # The protocol's name of the error, for programs; our own sentence follows.
    if isinstance(error, ConfigError):
        return f"unacceptable {error.path}: "
    kinds = {IllegalAction: "illegal move", MalformedAction: "syntax error", HistoryError: "cannot undo"}
    kind = next((name for error_type, name in kinds.items() if isinstance(error, error_type)), "")
    return f"{kind}: " if kind else ""


def _other(colour: str) -> str:
    return WHITE if colour == BLACK else BLACK


def _colour(word: str) -> str:
    if word.lower() not in COLOURS:
        raise MalformedAction("quoridor.qtp_colour", found=word)
    return COLOURS[word.lower()]


def _coloured(command: str, given: list[str]) -> list[str]:
    if len(given) < 2:
        raise MalformedAction("quoridor.qtp_words", command=command, expected="COLOR MOVE")
    return [_colour(given[0]), *given[1:]]


def _one(command: str, given: list[str], expected: str) -> str:
    if len(given) != 1:
        raise MalformedAction("quoridor.qtp_words", command=command, expected=expected)
    return given[0]


def _whole(command: str, given: list[str], least: int = 1) -> int:
    word = _one(command, given, "NUMBER")
    if not (word.isascii() and word.isdigit() and len(word) < 16) or int(word) < least:
        raise MalformedAction("quoridor.qtp_words", command=command, expected="NUMBER")
    return int(word)


def _number(command: str, given: list[str]) -> float:
    try:
        value = float(_one(command, given, "NUMBER"))
    except ValueError:
        value = 0
    if not 0 < value < inf:
        raise MalformedAction("quoridor.qtp_words", command=command, expected="NUMBER")
    return value
