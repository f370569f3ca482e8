"""Faults in a game's functions for people: one sentence with the function, its file and its line, not a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from boardwright.core.compiled import sources
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.words import Unsayable, Word


@contextmanager
def author_faults(game: Game) -> Iterator[None]:
    """Print an error of a game's own function, or of its words, as a sentence, and exit with status 1."""
    try:
        yield
    except (BoardwrightError, EOFError):
        raise
    except Unsayable as error:
        if not error.code.startswith(f"{game.name}."):
            raise
        _exit(Word("game_unsayable", {"game": game.name, "fault": error.fault}), error)
    except Exception as error:
        mistake = sources.blame(error, [sources.home_of(game.definition.rules)])
        if mistake is None:
            raise
        _exit(mistake.word, error)


def _exit(word: Word, cause: Exception) -> None:
    typer.secho(str(word), fg="red", err=True)
    raise typer.Exit(1) from cause
