"""`boardwright import`: a game as text, `1. e2 e8 2. e3 e7`, becomes a record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

STANDARD_INPUT = Path("-")
PERSON = "person"


def command(
    game: Annotated[str, typer.Argument(help="The game's name, as `boardwright games` lists it.")],
    file: Annotated[Path, typer.Argument(help="A text with the moves, such as `1. e2 e8 2. e3 e7`; `-` reads it.")],
    out: Annotated[Path | None, typer.Option(help="Write the record to this file; it is printed unless told.")] = None,
    dialect: Annotated[str, typer.Option(help="Another way to write moves, such as `flip` in Quoridor.")] = "",
    preset: Annotated[str, typer.Option("--preset", "--board", help="The preset that was played.")] = "",
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="A key of the configuration: `--set size=7`.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Where draws come from, in a game that needs any.")] = None,
) -> None:
    """Play a game that was written down by the rules, and keep it as a record that `replay` and `analyse` take."""
    from boardwright.arena import game_text, match_records
    from boardwright.cli.positions import loaded, settings
    from boardwright.core.errors import FormatError
    from boardwright.core.words import Word

    try:
        text = (sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes()).decode("utf-8")
    except OSError as error:
        raise FormatError("format_unreadable", path=file, detail=error.strerror) from None
    except UnicodeDecodeError as error:
        raise FormatError("format_unreadable", path=file, detail=error.reason) from None
    found = game_text.read(loaded(game, preset, settings(changes or [])), text, dialect=dialect, seed=seed)
    position = found.position
    record = match_records.record_of(position, [PERSON] * position.game.players, found.resigned)
    if out is None:
        print(record.model_dump_json())
        return
    with match_records.Recorder(out) as kept:
        kept.write(record)
    typer.echo(Word("import_done", {"plies": len(position.history), "path": out}))
