"""`boardwright bench`: speed measurements beside other libraries."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from boardwright.cli.parameters import Json, game_argument

ENVIRONMENTS = "envs"
LEARNING = "ppo"
SCALE = "scale"
SELF_PLAY = "self_play"
SERVICE = "service"


def command(
    game: Annotated[
        str,
        game_argument("A game as `boardwright games` lists it; or `envs`, `ppo`, `self_play`, `scale`, `service`."),
    ],
    as_json: Json = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter rounds.")] = False,
    depth: Annotated[
        int | None, typer.Option(min=1, help="Search to exactly this depth in plies, however large the tree.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="With `service`: the URL of a PostgreSQL database, to measure it as well.")
    ] = None,
    of: Annotated[str, typer.Option(help="With `envs` and `self_play`: the game that is measured.")] = "tic_tac_toe",
) -> None:
    """Measure a game's speed beside other libraries.

    Pgx, PettingZoo and OpenSpiel are measured in alternation in the same run.

    Steps of batches and of one game, nodes of a search, and the gain of a second thread. A library that is not
    installed, or has no such game, is left out. Ctrl-C prints the measurements so far.
    Progress goes to standard error: a bar in a terminal, a line for each part elsewhere.

    `boardwright bench envs` measures the environments instead: our vector, Gymnasium and PettingZoo ones, Gymnasium's
    SyncVectorEnv over ours, and PettingZoo's own. `boardwright bench ppo` measures learning beside sb3-contrib.
    `boardwright bench self_play` measures tree search with a network beside mctx, and beside the network alone.
    `boardwright bench scale` measures executors beside bare Ray, in a network namespace of its own.
    `boardwright bench service` measures the server beside FastAPI and SQLite alone.

    Example: `boardwright bench tic_tac_toe --quick`
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from boardwright.bench import measure, plan, report
    from boardwright.cli.output import print_json, print_table
    from boardwright.cli.progress import moving
    from boardwright.core import registry
    from boardwright.core.progress import Progress as Callback

    if game == SCALE:
        _alone()
    name = of if game in (ENVIRONMENTS, SELF_PLAY) else "minesweeper" if game == LEARNING else game
    results: dict[str, Any] = {"game": name, "machine": report.machine(), "quick": quick}
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    stopped = False
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:

        def stage(title: str) -> Callback:
            if not console.is_terminal:
                typer.echo(title, err=True)  # a file or a pipe has no bar, and a measurement takes minutes
            for task in progress.task_ids:
                progress.stop_task(task)
            new = progress.add_task(title, total=1.0)
            return moving(progress, new)

        try:
            if game == ENVIRONMENTS:
                from boardwright.bench import envs

                envs.run(registry.load(name), plan.read(quick=quick), results, stage)
            elif game == SCALE:
                from boardwright.bench import scale

                scale.run(plan.read(quick=quick), results, stage)
            elif game == SERVICE:
                from boardwright.bench import service

                service.run(quick, database, results, stage)
            elif game == SELF_PLAY:
                from boardwright.bench import self_play

                self_play.run(registry.load(name), plan.read(quick=quick), results, stage)
            elif game == LEARNING:
                from boardwright.bench import ppo

                ppo.run(name, plan.read(quick=quick), results, stage)
            else:
                measure.run(registry.load(name), plan.read(quick=quick), depth, results, stage)
        except KeyboardInterrupt:
            stopped = True
    results["complete"] = not stopped
    if as_json:
        print_json(results)
    else:
        tables = {
            ENVIRONMENTS: report.environments,
            LEARNING: report.learning,
            SCALE: report.scale,
            SELF_PLAY: report.self_play,
            SERVICE: report.service,
        }
        printed = tables.get(game, report.tables)(results)
        for title, heads, rows in printed:
            print_table(title, heads, rows)
        for note in results.get("notes", []):
            typer.echo(note)
    if stopped:
        raise typer.Exit(130)


def _alone() -> None:
    """Run this command again where nobody can reach Ray's ports, unless it is there already."""
    import subprocess
    import sys

    from boardwright.scale import loopback
    from boardwright.scale.executors import require_ray

    require_ray(SCALE)
    if not loopback.is_alone():
        again = loopback.command([sys.executable, "-m", "boardwright", *sys.argv[1:]])
        raise typer.Exit(subprocess.run(again, check=False).returncode)
