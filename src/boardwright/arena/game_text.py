"""Games as text, `1. e2 e8 2. e3 e7 1-0`: for any game, because every action has a text."""

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
"""The results of a two-player game; `*` is unfinished."""


class Score(NamedTuple):
    """A game read from text, and the seat that resigned, if any."""

    position: Position
    resigned: int | None = None


def read(game: Game, text: str, *, dialect: str = "", seed: int | None = None) -> Score:
    """Play a score by the rules. Moves are separated by blanks, or by commas where moves contain blanks.

    Numbers such as `1.` are optional but must be correct; braces enclose comments. Raises HistoryError with the ply,
    counted from 1.
    """
    action_map = _action_map(game, dialect, back=False)
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
            _push(position, word, action_map)
    if not position.history:
        raise HistoryError("score_empty")
    return Score(position, _resigned(position, result))


def moves(game: Game, text: str) -> list[str]:
    """The moves of a score as words, without numbers, comments and the result. None is played."""
    results = {FIRST, SECOND, DRAW, OPEN} if game.players == 2 else set()
    found = [word for number, word in _tokens(game, COMMENT.sub(" ", text)) if number is None and word not in results]
    if not found:
        raise HistoryError("score_empty")
    return found


def write(position: Position, *, dialect: str = "", resigned: int | None = None) -> str:
    """Return the score of a game, with the result of a two-player game that is over."""
    game = position.game
    action_map = _action_map(game, dialect, back=True)
    movers = position.movers
    moves = [game.actions.to_text(int(action_map[step.action]), who) for step, who in zip(position.history, movers)]
    between = ", " if _has_blanks(game) else " "
    rounds = [moves[at : at + game.players] for at in range(0, len(moves), game.players)]
    parts = [f"{number}. {between.join(moves_of_round)}" for number, moves_of_round in enumerate(rounds, 1)]
    if game.players == 2 and (resigned is not None or position.outcome is not None):
        returns = game.resigned(resigned) if position.outcome is None and resigned is not None else None
        parts.append(_named(position.outcome.returns if position.outcome is not None else returns))
    return " ".join(parts)


def _named(returns: Any) -> str:
    return DRAW if returns[0] == returns[1] else FIRST if returns[0] > returns[1] else SECOND


def _tokens(game: Game, text: str) -> Iterator[tuple[int | None, str]]:
    """Yield the numbers of rounds, and the words between them."""
    inside = re.compile(r",") if _has_blanks(game) else re.compile(r"[,\s]+")
    at = 0
    for match in ROUND.finditer(text):
        yield from ((None, word) for word in _words(inside, text[at : match.start()]))
        yield int(match[1]), ""
        at = match.end()
    yield from ((None, word) for word in _words(inside, text[at:]))


def _words(inside: re.Pattern[str], text: str) -> Iterator[str]:
    for word in inside.split(text):
        # The result follows the last move, whatever separates the moves.
        match = re.fullmatch(r"(.*?)\s*(1-0|0-1|1/2-1/2|\*)", word.strip(), re.S)
        yield from (part for part in (match.groups() if match else (word.strip(),)) if part)


def _push(position: Position, word: str, action_map: Any) -> None:
    game, move_text = position.game, word
    try:
        action = game.actions.from_text(word)
        mover = position.to_move or 0
        index = game.actions.encode(action, mover)
        if index is not None and action_map[index] != index:
            action = int(action_map[index])
            move_text = f"{word} ({game.actions.to_text(action, mover)})"
        position.push(action)
    except BoardwrightError as error:
        ply = len(position.history) + 1
        raise HistoryError("score_move", ply=ply, move=move_text, problem=error.word) from error


def _resigned(position: Position, result: str) -> int | None:
    """The seat that resigned, where the score has a winner and the game is not over."""
    outcome = position.outcome
    if outcome is None:
        if result == DRAW:
            raise HistoryError("score_result", result=result, wanted=OPEN)
        return {FIRST: 1, SECOND: 0}.get(result)
    if result and result != _named(outcome.returns):
        raise HistoryError("score_result", result=result, wanted=_named(outcome.returns))
    return None


def _action_map(game: Game, dialect: str, *, back: bool) -> Any:
    """The index of each action of a dialect in ours, or with `back` of ours in the dialect."""
    if not dialect:
        return np.arange(game.actions.count)
    known = game.definition.files.dialects
    if dialect not in known:
        raise HistoryError("dialect_unknown", game=game.name, dialect=dialect, known=list(known))
    (symmetry,) = [candidate for candidate in game.symmetries if candidate.name == known[dialect]]
    return np.argsort(symmetry.actions) if back else symmetry.actions


def _has_blanks(game: Game) -> bool:
    return any(" " in game.actions.to_text(action) for action in range(game.actions.count))
