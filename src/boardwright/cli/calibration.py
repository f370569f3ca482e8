"""`boardwright calibration`: the quality of a model's chances of hidden cells."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from boardwright.cli.parameters import Changes, Json, Preset, agent_argument, game_argument


def command(
    game: Annotated[str, game_argument("A game with hidden cells: `minesweeper`.")],
    agent: Annotated[str, agent_argument("An agent that gives chances: `model:small`, `model:path/to/file.onnx`.")],
    positions: Annotated[
        int | None, typer.Option(help="The number of positions; default: configs/learning/calibration.yaml.", min=1)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The random seed: the same seed gives the same positions.", min=0)
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    as_json: Json = False,
) -> None:
    """Score a model's chances of hidden cells against the truth.

    Positions come from games of exact inference; every hidden cell counts whose exact chance is known. The Brier score
    is the mean squared error of a chance: 0 is perfect. AUC is the share of pairs in which the
    cell that hides something has a higher chance than the empty one: 1 is perfect, 0.5 is random. From the board alone,
    exact inference is the best on average.

    Example: `boardwright calibration minesweeper model:small --positions 500`
    """
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings
    from boardwright.core import registry
    from boardwright.learning.calibration import measured

    loaded = registry.load(game, preset or None, **settings(changes or []))
    result = measured(loaded, agent, positions, seed)
    if as_json:
        print_json(result)
    else:
        _show(result)


def _show(result: dict[str, Any]) -> None:
    from boardwright.cli.output import print_table
    from boardwright.core.words import Word

    rows = [
        [name, f"{scores['brier']:.4f}", f"{scores['auc']:.4f}"]
        for name, scores in ((result["agent"], result["model"]), (Word("calibration_exact"), result["exact"]))
    ]
    title = {"game": result["game"], "positions": result["positions"], "seed": result["seed"]}
    print_table(Word("calibration_title", title), ["", "Brier", "AUC"], rows)
    points = f"{100 * result['mean_difference']:.2f}"
    print(Word("calibration_summary", {"cells": result["cells"], "points": points}))
