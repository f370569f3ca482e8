"""`boardwright import` and `boardwright export`: games as text, `1. e2 e8 2. e3 e7`, and as records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

STANDARD_INPUT = Path("-")
WIDTH = 100
PERSON = "person"


def read(
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


def write(
    file: Annotated[Path, typer.Argument(help="What `import`, `play --json` or `--record` wrote; or a model.")],
    dialect: Annotated[str, typer.Option(help="Another way to write moves, such as `flip` in Quoridor.")] = "",
    onnx: Annotated[
        bool, typer.Option("--onnx", help="FILE is a model.safetensors: write it as ONNX, to play.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="With --onnx: the file to write, beside FILE unless told.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print recorded games as people write them down, each played again by the rules first; or export a model."""
    if onnx:
        _model(file, out or file.with_suffix(".onnx"), as_json)
        return
    from textwrap import fill

    from boardwright.arena import game_text, match_records
    from boardwright.cli.output import print_json

    shown = []
    for number, line in match_records.lines(file):
        record = match_records.read(line, number)
        position = match_records.replay(record, line=number)
        resigned = record.resigned if isinstance(record, match_records.Record) else None
        score = game_text.write(position, dialect=dialect, resigned=resigned)
        shown.append({"game": position.game.name, "plies": len(position.history), "score": score})
    if as_json:
        print_json({"games": shown})
        return
    print("\n\n".join(fill(str(each["score"]), WIDTH, break_on_hyphens=False) for each in shown))


def _model(file: Path, out: Path, as_json: bool) -> None:
    from boardwright.cli.output import print_json
    from boardwright.core.words import Word
    from boardwright.learning.onnx_export import export_onnx

    found = export_onnx(file, out)
    if as_json:
        print_json(found)
    else:
        typer.echo(Word("export_done", {"path": out, "kilobytes": round(found["bytes"] / 1000)}))
