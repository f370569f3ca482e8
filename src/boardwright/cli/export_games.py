"""`boardwright export`: recorded games as text, `1. e2 e8 2. e3 e7`; with `--onnx`, a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boardwright.cli.parameters import Json

WIDTH = 100


def command(
    file: Annotated[Path, typer.Argument(help="A file that `import`, `play --json` or `--record` wrote; or a model.")],
    dialect: Annotated[str, typer.Option(help="Another notation of moves, such as `flip` in Quoridor.")] = "",
    onnx: Annotated[
        bool, typer.Option("--onnx", help="FILE is a model.safetensors: export it as ONNX, to play.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="With --onnx: the file to write. Default: beside FILE.")] = None,
    as_json: Json = False,
) -> None:
    """Print recorded games as text, or export a model.

    Games are printed in the usual notation, each replayed by the rules first.

    Example: `boardwright export games.jsonl`
    """
    if onnx:
        from boardwright.cli import export_model

        export_model.run(file, out or file.with_suffix(".onnx"), as_json)
        return
    from textwrap import fill

    from boardwright.arena import game_text, match_records
    from boardwright.cli.output import print_json

    exported = []
    for number, line in match_records.lines(file):
        record = match_records.read(line, number)
        position = match_records.replay(record, line=number)
        resigned = record.resigned if isinstance(record, match_records.Record) else None
        score = game_text.write(position, dialect=dialect, resigned=resigned)
        exported.append({"game": position.game.name, "plies": len(position.history), "score": score})
    if as_json:
        print_json({"games": exported})
        return
    print("\n\n".join(fill(str(entry["score"]), WIDTH, break_on_hyphens=False) for entry in exported))
