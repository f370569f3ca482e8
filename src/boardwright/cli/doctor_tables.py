"""The report of `boardwright doctor` for people: tables, and a sentence for each problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from boardwright.cli.doctor_report import Problem
from boardwright.cli.output import headings, print_table, size
from boardwright.core.words import Word

COLOURS = {"broken": "red", "warning": "yellow", "note": None}
"""The kinds of problems, the worst first."""


def print_tables(report: dict[str, Any], game: str = "") -> None:
    """Print the tables, and one more for the loops of a game."""
    print_table(Word("doctor_title"), headings("part", "value"), _installation(report))
    print_table(Word("doctor_packages"), headings("extra", "packages"), _packages(report))
    columns = headings("name", "version", "models", "loops_on_disk", "size")
    print_table(Word("games_title"), columns, _games(report))
    for row in report["games"]:
        if row["name"] == game:
            columns = headings("loop", "entries", "size", "last_used")
            print_table(Word("doctor_loops", {"game": game}), columns, _loops(row))


def print_problems(problems: Sequence[Problem]) -> None:
    """Print a line for each problem, the worst first. Lines are not wrapped, so that a command can be copied."""
    for kind, colour in COLOURS.items():
        for problem in problems:
            if problem.kind == kind:
                typer.secho(str(Word(f"doctor_{kind}", {"problem": problem.word})), fg=colour)
    if all(problem.kind != "broken" for problem in problems):
        typer.secho(str(Word("doctor_well")), fg="green")


def _installation(report: dict[str, Any]) -> list[tuple[Any, Any]]:
    ours, python, processor = report["boardwright"], report["python"], report["processor"]
    cache, database = report["cache"], report["database"]
    kept = {"path": cache["folders"], "size": size(cache["bytes"]), "entries": cache["entries"]}
    matches = {"path": database["path"], "size": size(database["bytes"])}
    return [
        ("Boardwright", f"{ours['version']}, {ours['folder']}"),
        ("Python", f"{python['version']}, {python['program']}"),
        (Word("doctor_system"), python["system"]),
        (Word("doctor_threads"), Word("doctor_threads_most", report["threads"])),
        (Word("doctor_cache"), Word("doctor_cache_kept", kept)),
        (Word("doctor_database"), Word("doctor_matches" if database["exists"] else "doctor_no_matches", matches)),
        (Word("doctor_processor"), Word("doctor_compiled_for", processor)),
        (Word("doctor_features"), ", ".join(processor["features"])),
    ]


def _packages(report: dict[str, Any]) -> list[tuple[Any, Any]]:
    return [
        (part["extra"] or Word("doctor_always"), ", ".join(_package(**package) for package in part["packages"]))
        for part in report["packages"]
    ]


def _package(name: str, version: str | None, wanted: str) -> str:
    return str(Word("doctor_missing", {"package": name})) if version is None else f"{name} {version}"


def _games(report: dict[str, Any]) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    others = report["cache"]["bytes"]
    for game in report["games"]:
        code = sum(loop["bytes"] for loop in game["loops"])
        others -= code
        models = ", ".join(game["models"]) or "-"
        rows.append((game["name"], game["version"], models, len(game["loops"]), size(code) if code else "-"))
    # Games that are not installed any more, and loops that take no game's records.
    return [*rows, (Word("doctor_others"), "-", "-", "-", size(others))] if others else rows


def _loops(game: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(loop["loop"], loop["entries"], size(loop["bytes"]), loop["used"][:10]) for loop in game["loops"]]
