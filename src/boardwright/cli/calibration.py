"""`boardwright calibration`: how good are a model's chances of what is hidden?"""

from __future__ import annotations

from typing import Annotated, Any

import typer


def command(
    game: Annotated[str, typer.Argument(help="A game that hides something under its cells: `minesweeper`.")],
    agent: Annotated[
        str, typer.Argument(help="An agent that gives chances: `model:small`, `model:path/to/file.onnx`.")
    ],
    positions: Annotated[
        int | None, typer.Option(help="How many positions; configs/learning/calibration.yaml unless told.", min=1)
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed, the same positions.", min=0)] = None,
    preset: Annotated[
        str, typer.Option("--preset", "--board", help="Which of the game's presets; its standard one unless told.")
    ] = "",
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="A key of the configuration: `--set mine_count=13`.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score a model's chances of what is hidden against what is really there, beside the exact chances.

    Positions are from games of exact inference; every hidden cell counts whose exact chance is known. The Brier score
    is the mean square of what a chance is wrong by: 0 is perfect. AUC is how often a cell that hides something has a
    higher chance than an empty one: 1 is perfect, 0.5 is what chance gets. Who sees only the board cannot beat exact
    inference on average.
    """
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings
    from boardwright.core import registry
    from boardwright.learning.calibration import measured

    loaded = registry.load(game, preset or None, **settings(changes or []))
    found = measured(loaded, agent, positions, seed)
    if as_json:
        print_json(found)
    else:
        _show(found)


def _show(found: dict[str, Any]) -> None:
    from boardwright.cli.output import print_table
    from boardwright.core.words import Word

    rows = [
        [name, f"{scores['brier']:.4f}", f"{scores['auc']:.4f}"]
        for name, scores in ((found["agent"], found["model"]), (Word("calibration_exact"), found["exact"]))
    ]
    asked = {"game": found["game"], "positions": found["positions"], "seed": found["seed"]}
    print_table(Word("calibration_title", asked), ["", "Brier", "AUC"], rows)
    points = f"{100 * found['mean_difference']:.2f}"
    print(Word("calibration_summary", {"cells": found["cells"], "points": points}))
