"""Games as people write them down, `1. e2 e8 2. e3 e7 1-0`: for any game, because every move has a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from boardwright.core.errors import BoardwrightError, HistoryError
from boardwright.core.game import Game
from boardwright.core.position import Position

COMMENT = re.compile(r"\{[^{}]*\}")
ROUND = re.compile(r"(?<!\S)(\d{1,6})\.\s*")
FIRST, SECOND, DRAW, OPEN = "1-0", "0-1", "1/2-1/2", "*"
"""How a game of two ended; `*` says that it did not."""


class Score(NamedTuple):
    """A game that was read, and the seat that gave it up before its rules ended it, if one did."""

    position: Position
    resigned: int | None = None


def read(game: Game, text: str, *, dialect: str = "", seed: int | None = None) -> Score:
    """Play a score by the rules. Moves are apart by blanks, or by commas where they have blanks inside.

    Numbers such as `1.` may be left out, and must be right where they stand; what is in braces is a comment. What is
    wrong is raised as a HistoryError that names the ply, counted from 1.
    """
    turn = _turn(game, dialect, back=False)
    position = Position(game, seed=seed)
    result = ""
    for number, word in _tokens(game, COMMENT.sub(" ", text)):
        plies = len(position.history)
        if result:
            raise HistoryError("score_after", result=result, found=word or f"{number}.")
        if number is not None:
            if (number - 1) * game.players != plies:
                raise HistoryError("score_number", found=number, ply=plies + 1, wanted=plies // game.players + 1)
        elif game.players == 2 and word in {FIRST, SECOND, DRAW, OPEN}:
            result = word
        else:
            _push(position, word, turn)
    if not position.history:
        raise HistoryError("score_empty")
    return Score(position, _resigned(position, result))


def write(position: Position, *, dialect: str = "", resigned: int | None = None) -> str:
    """The score of a game, with how it ended where it is over and has two players."""
    game = position.game
    turn = _turn(game, dialect, back=True)
    movers = position.movers
    moves = [game.actions.to_text(int(turn[step.action]), who) for step, who in zip(position.history, movers)]
    between = ", " if _has_blanks(game) else " "
    rounds = [moves[at : at + game.players] for at in range(0, len(moves), game.players)]
    written = [f"{number}. {between.join(each)}" for number, each in enumerate(rounds, 1)]
    if game.players == 2 and (resigned is not None or position.outcome is not None):
        returns = game.resigned(resigned) if position.outcome is None and resigned is not None else None
        written.append(_named(position.outcome.returns if position.outcome is not None else returns))
    return " ".join(written)


def _named(returns: Any) -> str:
    return DRAW if returns[0] == returns[1] else FIRST if returns[0] > returns[1] else SECOND


def _tokens(game: Game, text: str) -> Iterator[tuple[int | None, str]]:
    """The numbers of rounds, and the words between them."""
    inside = re.compile(r",") if _has_blanks(game) else re.compile(r"[,\s]+")
    at = 0
    for found in ROUND.finditer(text):
        yield from ((None, word) for word in _words(inside, text[at : found.start()]))
        yield int(found[1]), ""
        at = found.end()
    yield from ((None, word) for word in _words(inside, text[at:]))


def _words(inside: re.Pattern[str], text: str) -> Iterator[str]:
    for word in inside.split(text):
        # How a game ended stands after its last move, whatever moves look like.
        found = re.fullmatch(r"(.*?)\s*(1-0|0-1|1/2-1/2|\*)", word.strip(), re.S)
        yield from (part for part in (found.groups() if found else (word.strip(),)) if part)


def _push(position: Position, word: str, turn: Any) -> None:
    game, shown = position.game, word
    try:
        action = game.actions.from_text(word)
        mover = position.to_move or 0
        index = game.actions.encode(action, mover)
        if index is not None and turn[index] != index:
            action = int(turn[index])
            shown = f"{word} ({game.actions.to_text(action, mover)})"
        position.push(action)
    except BoardwrightError as error:
        ply = len(position.history) + 1
        raise HistoryError("score_move", ply=ply, move=shown, problem=error.word) from error


def _resigned(position: Position, result: str) -> int | None:
    """Whoever gave up, where a score says who won and the rules do not."""
    outcome = position.outcome
    if outcome is None:
        if result == DRAW:
            raise HistoryError("score_result", result=result, wanted=OPEN)
        return {FIRST: 1, SECOND: 0}.get(result)
    if result and result != _named(outcome.returns):
        raise HistoryError("score_result", result=result, wanted=_named(outcome.returns))
    return None


def _turn(game: Game, dialect: str, *, back: bool) -> Any:
    """What each action of a dialect is to us, or ours to it."""
    if not dialect:
        return np.arange(game.actions.count)
    known = game.definition.files.dialects
    if dialect not in known:
        raise HistoryError("dialect_unknown", game=game.name, dialect=dialect, known=list(known))
    (found,) = [each for each in game.symmetries if each.name == known[dialect]]
    return np.argsort(found.actions) if back else found.actions


def _has_blanks(game: Game) -> bool:
    return any(" " in game.actions.to_text(action) for action in range(game.actions.count))
