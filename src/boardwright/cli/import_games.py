"""`boardwright import`: a game as text, `1. e2 e8 2. e3 e7`, becomes a record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from boardwright.cli.parameters import Changes, GameName, Preset

STANDARD_INPUT = Path("-")
PERSON = "person"


def command(
    game: GameName,
    file: Annotated[
        Path, typer.Argument(help="A text with the moves, such as `1. e2 e8 2. e3 e7`; `-` reads standard input.")
    ],
    out: Annotated[Path | None, typer.Option(help="Write the record to this file. Default: print it.")] = None,
    dialect: Annotated[str, typer.Option(help="Another notation of moves, such as `flip` in Quoridor.")] = "",
    preset: Preset = "",
    changes: Changes = None,
    seed: Annotated[int | None, typer.Option(help="The random seed of draws, in a game with chance.")] = None,
) -> None:
    """Turn a game as text into a record.

    The game is replayed by the rules. `replay` and `analyse` read the record.

    Example: `boardwright import quoridor game.txt --out game.jsonl`
    """
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
    parsed = game_text.read(loaded(game, preset, settings(changes or [])), text, dialect=dialect, seed=seed)
    position = parsed.position
    record = match_records.record_of(position, [PERSON] * position.game.players, parsed.resigned)
    if out is None:
        print(record.model_dump_json())
        return
    with match_records.Recorder(out) as recorder:
        recorder.write(record)
    typer.echo(Word("import_done", {"plies": len(position.history), "path": out}))
