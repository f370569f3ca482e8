"""`boardwright curves`: the curves of a training run, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    run: Annotated[Path, typer.Argument(help="The folder of a run, as `boardwright train --out` made it.")],
    out: Annotated[
        Path | None, typer.Option(help="The file to write: PNG, SVG or PDF. Default: curves.png in the run's folder.")
    ] = None,
    over: Annotated[
        str, typer.Option(help="The horizontal axis: `updates`, `steps` (the learner's decisions) or `cpu` (minutes).")
    ] = "updates",
) -> None:
    """Draw the curves of a training run.

    Win rates with intervals, and losses; the run may be finished or not.

    Example: `boardwright curves runs/four --over steps --out four.svg`
    """
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word
    from boardwright.drawing import charts
    from boardwright.drawing.curves import OVER
    from boardwright.learning import curves

    out = out or run / "curves.png"
    charts.require(out)
    axis = next((name for name in OVER if name == over), None)
    if axis is None:
        raise ConfigError("config_value", path="over", value=over, expected=" | ".join(OVER))
    curves.draw(run, [out], axis)
    print(Word("generate_written", {"path": out}))
