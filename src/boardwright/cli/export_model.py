"""`boardwright export --onnx`: a trained network as an ONNX file, to play."""

from __future__ import annotations

from pathlib import Path

import typer


def run(file: Path, out: Path, as_json: bool) -> None:
    """Write a model.safetensors as ONNX."""
    from boardwright.cli.output import print_json
    from boardwright.core.words import Word
    from boardwright.learning.onnx_export import export_onnx

    found = export_onnx(file, out)
    if as_json:
        print_json(found)
    else:
        typer.echo(Word("export_done", {"path": out, "kilobytes": round(found["bytes"] / 1000)}))
