"""`boardwright curves`: the curves of a training run, or of several in comparison, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs, as `boardwright train --out` made them.")],
    out: Annotated[
        Path | None,
        typer.Option(
            help="The file to write: PNG, SVG or PDF. Default: curves.png in the run's folder, or comparison.png."
        ),
    ] = None,
    over: Annotated[
        str | None,
        typer.Option(
            help="The horizontal axis: `updates`, `steps` (the learner's decisions) or `cpu` (minutes). Default: "
            "`updates`; several runs are compared over `cpu`."
        ),
    ] = None,
) -> None:
    """Draw the curves of a training run, or compare several.

    Of one run: win rates with intervals, and losses. Of several: their measured win rates on each board by CPU time.
    A run may be finished or not.

    Example: `boardwright curves runs/four --over steps --out four.svg`
    """
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word
    from boardwright.drawing import charts
    from boardwright.drawing.curves import OVER
    from boardwright.learning import curves

    several = len(runs) > 1
    if out is not None:
        charts.require(out)
    out = out or (Path("comparison.png") if several else runs[0] / "curves.png")
    known = ("cpu",) if several else OVER
    axis = next((name for name in known if name == (over or known[0])), None)
    if axis is None:
        raise ConfigError("config_value", path="over", value=over, expected=" | ".join(known))
    if several:
        curves.compare(runs, out)
    else:
        curves.draw(runs[0], [out], axis)
    print(Word("generate_written", {"path": out}))
