"""The output of commands: tables for people, JSON for scripts, and the language of both."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from boardwright.cli.usage_errors import UsageError
from boardwright.core.words import LANGUAGES, Word


def choose_language(language: str) -> None:
    """Set the language of all sentences, also in child processes."""
    if language not in LANGUAGES:
        raise UsageError("usage_language", found=language, known=list(LANGUAGES))
    os.environ["BOARDWRIGHT_LANGUAGE"] = language


def print_json(data: Any) -> None:
    """Print one JSON document on standard output."""
    print(json.dumps(data, indent=2, ensure_ascii=False, default=str))


def headings(*names: str) -> list[Word]:
    """The words of a table's columns, by their names in the catalogue."""
    return [Word(f"heading_{name}") for name in names]


def interval(low: str, high: str) -> Word:
    """An interval in a cell of a table."""
    return Word("interval", {"low": low, "high": high})


def size(count: int) -> Word:
    """A number of bytes for people."""
    code, unit = ("size_kb", 1e3) if count < 1e6 else ("size_mb", 1e6)
    return Word(code, {"size": f"{count / unit:.1f}"})


def print_table(
    title: Word | str,
    columns: Sequence[Word | str],
    rows: Sequence[Sequence[Any]],
    *,
    whole: Sequence[int] = (),
    spaced: Sequence[int] = (),
) -> None:
    """Print a table that fits the terminal, in the reader's language.

    Columns that are `whole` are not broken, and those that are `spaced` only at spaces.
    """
    from rich.console import Console
    from rich.table import Table

    table = Table(title=str(title), title_justify="left")
    for number, column in enumerate(columns):
        words = " ".join(str(row[number]) for row in rows).split() if number in spaced else []
        least = max(map(len, words), default=None)
        table.add_column(str(column), overflow="fold", no_wrap=number in whole, min_width=least)
    for row in rows:
        table.add_row(*(str(value) for value in row))
    # Values are text as it is: a path or an extra may have brackets.
    Console(markup=False, emoji=False).print(table)


def warn_of_copies(games: int, distinct: int, *, nothing_new: bool = False) -> None:
    """Say on standard error that games were played again; `nothing_new` if more games would be copies, too."""
    if nothing_new:
        typer.echo(Word("same_games", {"distinct": distinct}), err=True)
    elif distinct < games:
        typer.echo(Word("repeated_games", {"games": games, "distinct": distinct}), err=True)


def print_broken(games: Sequence[Mapping[str, Any]], *, err: bool = False) -> None:
    """Print a line for each `BrokenGame.to_dict`: the game, its package and the cause."""
    for game in games:
        typer.secho(game["message"], fg="red", err=err)
