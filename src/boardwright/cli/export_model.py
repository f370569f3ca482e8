"""`boardwright export --onnx`: a trained network as an ONNX file, to play."""

from __future__ import annotations

from pathlib import Path

import typer


def run(file: Path, out: Path, as_json: bool) -> None:
    """Write a model.safetensors as ONNX."""
    from boardwright.cli.output import print_json
    from boardwright.core.words import Word
    from boardwright.learning.onnx_export import export_onnx

    report = export_onnx(file, out)
    if as_json:
        print_json(report)
    else:
        typer.echo(Word("export_done", {"path": out, "kilobytes": round(report["bytes"] / 1000)}))
