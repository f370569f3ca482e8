"""A match in plain sentences and text, for readers without a screen: language models, logs, text protocols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boardwright.core.board_guide import Guide
from boardwright.core.board_text import guided, text_board
from boardwright.core.view import Choice, Outcome, Panel, Text, View
from boardwright.core.words import Word


def said(words: Text | str) -> str:
    """Return words in the reader's language, and plain text unchanged."""
    return words if isinstance(words, str) else str(Word(words.code, words.params))


def position(view: View, how: Guide) -> str:
    """The position as its reader may see it: whose move it is, the board, the panels, and what is asked."""
    parts = [str(standing(view)), text_board(guided(view.board, view.choices, how)), *map(table, view.panels)]
    if view.prompt is not None:
        parts.append(said(view.prompt))
    parts += [said(text) for text in view.summary]
    return "\n\n".join(part for part in parts if part.strip())


def standing(view: View) -> Word:
    """Who the reader is, and whose move it is."""
    alone = {"ply": view.ply}
    you = {"you": view.player, **alone}
    if view.to_move is None:
        return Word("prose_over", you)
    if view.to_move == view.player:
        return Word("prose_your_turn", you)
    return Word("prose_their_turn", {**you, "player": view.to_move})


def table(panel: Panel) -> str:
    """A panel as lines, its columns apart."""
    rows = [[said(column) for column in panel.columns], *([said(value) for value in row] for row in panel.rows)]
    return "\n".join([said(panel.title), *(" | ".join(row) for row in rows if row)])


def moves(choices: Sequence[Choice], most: int | None = None) -> str:
    """The texts of choices, the first ones if there is a limit, and how many there are."""
    texts = [choice.text for choice in choices[:most]]
    left = len(choices) - len(texts)
    listed = ", ".join(texts)
    return f"{listed}, ... (+{left})" if left else listed


def result(outcome: Outcome, plies: int, you: int | None, name: Callable[[int], str]) -> Iterable[Word]:
    """The result of a match for a reader: `you` is the reader's seat, None for a spectator."""
    if outcome.truncated:
        yield Word("play_limit", {"plies": plies})
    if len(outcome.returns) == 1:
        won = outcome.returns[0]
        yield Word("play_you_win" if won > 0 else "play_you_lose" if won < 0 else "play_over")
    elif outcome.winner is None:
        yield Word("play_draw")
    elif outcome.winner == you:
        yield Word("play_you_win")
    else:
        yield Word("play_wins", {"player": name(outcome.winner)})
