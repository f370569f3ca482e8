"""How commands speak: tables for people, JSON for scripts, and the language of both."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import typer

from boardwright.core.words import LANGUAGES


def choose_language(language: str) -> None:
    """Set the language of every sentence from here on, in processes that this one starts, too."""
    if language not in LANGUAGES:
        raise typer.BadParameter(f"{language!r} is not one of {', '.join(LANGUAGES)}")
    os.environ["BOARDWRIGHT_LANGUAGE"] = language


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(data, indent=2, ensure_ascii=False, default=str))


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table that fits the terminal."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*(str(value) for value in row))
    Console().print(table)
