"""`boardwright tune`: tunes an agent's weights and options by SPSA."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import AgentText, Changes, GameName, Json, On, Preset, Workers
from boardwright.cli.test import Resume, TestOpening

if TYPE_CHECKING:
    from boardwright.arena.tuning import Report, Tuning

LOG = "iterations.jsonl"
"""The log in a tuning's folder: one line a finished iteration."""


def command(
    game: GameName,
    agent: AgentText,
    parameters: Annotated[
        Path, typer.Option(help="A YAML file: `low`, `high` and `step` of each of the `weights` and `options` to tune.")
    ],
    iterations: Annotated[
        int | None, typer.Option(min=1, help="The number of iterations. Default: configs/arena.yaml.")
    ] = None,
    pairs: Annotated[
        int | None, typer.Option(min=1, help="Pairs of games in an iteration. Default: configs/arena.yaml.")
    ] = None,
    rate: Annotated[
        float | None, typer.Option(help="Steps that a parameter moves for a point more a pair, at the end.")
    ] = None,
    opening: TestOpening = None,
    seed: Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same result.")] = None,
    preset: Preset = "",
    changes: Changes = None,
    workers: Workers = None,
    on: On = "local",
    out: Annotated[str, typer.Option(help="The folder of the tuning. Default: runs/tune-GAME.")] = "",
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Tune an agent's weights and options by games.

    SPSA: each iteration plays a few pairs of games between the agent with all parameters moved one way and the other.
    The folder has a live report.html, parameters.svg, result.json and weights.yaml, which can be played.

    Ctrl-C keeps the values so far (exit status 130); `--resume` goes on. At the end a command is printed that tests
    whether the tuned agent is stronger.

    Example: `boardwright tune quoridor alphabeta:depth=2 --parameters walls.yaml --iterations 20`
    """
    from boardwright.arena.ratings import TuningDefaults, defaults
    from boardwright.arena.tuning import Parameters, tune
    from boardwright.arena.tuning_report import headings, progress, rows, test_command, title, write
    from boardwright.cli.output import print_json, print_table
    from boardwright.cli.positions import settings
    from boardwright.core import config, registry
    from boardwright.core.words import Word
    from boardwright.scale.executors import open_executor

    given = {"iterations": iterations, "pairs": pairs, "rate": rate}
    given = {name: value for name, value in given.items() if value is not None}
    schedule = config.validate(TuningDefaults, {**defaults().tuning.model_dump(), **given})
    chosen = config.validate(Parameters, config.read(parameters.parent, f"{parameters.parent}/{parameters.name}"))
    loaded = registry.load(game, preset or None, **settings(changes or []))
    folder = Path(out or f"runs/tune-{game}")
    board = [*(["--preset", preset] if preset else []), *(part for each in changes or [] for part in ("--set", each))]
    options: Any = {"seed": seed, "opening": opening, "log": folder / LOG, "resume": resume, "schedule": schedule}
    with open_executor(on, workers) as executor, _following(game, folder, board) as report:
        tuning = tune(loaded, agent, chosen, executor=executor, report=report, **options)
    write(tuning, folder, board)
    command = test_command(tuning, folder, board)
    if as_json:
        print_json({**tuning.to_dict(), "test": command})
    else:
        print_table(title(tuning), headings(), rows(tuning))
        print(progress(tuning))
        print(Word("test_written", {"path": folder / "report.html"}))
        print(Word("tune_proof"))
        print(f"  {command}")
    if tuning.interrupted:
        typer.echo(Word("tune_stopped", {"done": tuning.done}), err=True)
        raise typer.Exit(130)


@contextmanager
def _following(game: str, folder: Path, board: list[str]) -> Iterator[Report]:
    """Yield a callback that moves a bar on standard error, and writes the report every few seconds."""
    import time

    from boardwright.arena.tuning_report import write
    from boardwright.cli.progress import following
    from boardwright.drawing.html_page import SECONDS

    written = 0.0
    with following(game, 0, None) as follow:

        def report(tuning: Tuning) -> None:
            nonlocal written
            follow.progress(tuning.done, tuning.schedule.iterations, {})
            if time.monotonic() - written > SECONDS:
                write(tuning, folder, board)
                written = time.monotonic()

        yield report
