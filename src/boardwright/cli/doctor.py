"""`boardwright doctor`: what is installed, compiled and kept on this machine, and what to do about problems."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boardwright.cli.parameters import Json, game_argument


def command(
    game: Annotated[str, game_argument("Show also which loops of this game have machine code on disk.")] = "",
    data: Annotated[Path | None, typer.Option(help="The folder of the matches, as for `serve`.")] = None,
    as_json: Json = False,
) -> None:
    """Examine this installation, and say what is wrong with it.

    Versions, extras, processor, machine code, games with their models, matches.

    It compiles nothing and changes nothing. The exit status is 1 if something prevents play.

    Example: `boardwright doctor`
    """
    from boardwright.cli.doctor_report import examine
    from boardwright.cli.doctor_tables import print_problems, print_tables
    from boardwright.cli.output import print_json
    from boardwright.core import registry
    from boardwright.server import data_folder

    if game and game not in registry.names():
        registry.definition(game)  # raises, with the names that are near
    report, problems = examine(data or data_folder.usual())
    broken = any(problem.kind == "broken" for problem in problems)
    if as_json:
        print_json({**report, "problems": [problem.to_dict() for problem in problems], "broken": broken})
    else:
        print_tables(report, game)
        print_problems(problems)
    if broken:
        raise typer.Exit(1)
