"""`boardwright sweep`: trials of a recipe with other values, on Ray."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import GameName, Json, Workers

if TYPE_CHECKING:
    from boardwright.learning.sweep import Plan, Trial

STATES = {
    "finished": "sweep_finished",
    "stopped": "sweep_stopped_early",
    "failed": "sweep_failed",
    "unfinished": "sweep_unfinished",
}


def command(
    game: GameName,
    recipe: Annotated[
        str, typer.Option(help="The recipe: its name or its file. By default the one for any game.")
    ] = "",
    space: Annotated[
        Path | None,
        typer.Option(
            help="A YAML file: keys of the recipe with a list of values, or `{low: 0.001, high: 0.1, log: true}`."
        ),
    ] = None,
    trials: Annotated[int, typer.Option(min=2, help="Trials in all. The first is the recipe as it is.")] = 16,
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="A key of the recipe, the same in every trial; repeatable.")
    ] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="End a trial after so many minutes of CPU time.")] = None,
    seed: Annotated[int, typer.Option(help="The random seed of the values; a trial's own is the recipe's.")] = 0,
    workers: Workers = None,
    on: Annotated[
        str, typer.Option(help="Where: `ray`, or `ray:ADDRESS` of a cluster that shares the folder.")
    ] = "ray",
    resume: Annotated[bool, typer.Option("--resume", help="Resume the sweep in the folder.")] = False,
    out: Annotated[Path | None, typer.Option(help="The folder of the sweep. Default: runs/GAME-sweep.")] = None,
    as_json: Json = False,
) -> None:
    """Search for better values of a recipe's keys.

    Trials train with values from a space. Those that are worse than others at the same point are stopped (ASHA).
    Prints a table, draws the curves, and writes the best recipe to a file with the commands that compare it.

    Ctrl-C keeps the results (exit status 130); `--resume` goes on. Needs Ray (extra `scale`).

    Example: `boardwright sweep quoridor --space space.yaml --trials 16 --minutes 2`
    """
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings
    from boardwright.core.words import Word
    from boardwright.learning import recipes, sweep
    from boardwright.scale.executors import ray_address

    address = ray_address(on)
    folder = out or Path(f"runs/{game}-sweep")
    if resume:
        plan = sweep.Plan.read(folder)
    else:
        chosen = sweep.drawn(sweep.read_space(_given(space)), trials, seed)
        plan = sweep.Plan(game, recipe or recipes.ANY_GAME, settings(changes or []), chosen, minutes)
        for number in range(len(plan.trials)):
            plan.read_recipe(number)  # a wrong key or value is refused before anything runs
        plan.write(folder)
    complete = _run(folder, plan, address, workers)
    found = sweep.trials(folder)
    best = sweep.best_of(found)
    file = sweep.write_best(folder, best)
    _draw(folder, plan.recipe, found, best)
    commands = sweep.commands(folder)
    if as_json:
        report = {
            "game": plan.game,
            "recipe": plan.recipe,
            "complete": complete,
            "best": best.number,
            "file": str(file),
        }
        print_json({**report, "commands": commands, "trials": [trial.to_dict() for trial in found]})
    else:
        _show(plan, found, best)
        if best.rows:
            print(Word("sweep_compare", {"file": file}))
            print("\n".join(f"  {line}" for line in commands))
    if not complete:
        done = sum(trial.state != "unfinished" for trial in found)
        typer.echo(Word("sweep_interrupted", {"done": done, "total": len(found)}), err=True)
        raise typer.Exit(130)


def _given(space: Path | None) -> Path:
    from boardwright.core.errors import ConfigError

    if space is None:
        raise ConfigError("config_missing", path="--space")
    return space


def _run(folder: Path, plan: Plan, address: str | None, workers: int | None) -> bool:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from boardwright.scale import tune

    console = Console(stderr=True)
    length, reached = plan.length(), dict.fromkeys(range(len(plan.trials)), 0)
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=24), MofNCompleteColumn(), TimeElapsedColumn())
    shown: Any = {"console": console, "disable": not console.is_terminal, "transient": True}
    with Progress(*columns, TextColumn("{task.fields[figures]}"), **shown) as bar:
        task = bar.add_task(folder.name, total=length * len(reached), figures="")

        def follow(number: int, far: int, rate: float) -> None:
            reached[number] = min(far, length)
            text = f"{number:03d} {reached[number]}/{length} {rate:.1%}"
            bar.update(task, completed=sum(reached.values()), figures=text)
            if not console.is_terminal:
                typer.echo(text, err=True)

        return tune.run(folder, address, workers, follow)


def _draw(folder: Path, recipe: str, found: list[Trial], best: Trial) -> None:
    from boardwright.core.errors import AgentError
    from boardwright.core.words import Word
    from boardwright.drawing import trials
    from boardwright.learning import sweep

    curves = {
        trial.number: [(row["cpu_total"] / 60, result.rate) for row, result in zip(trial.rows, trial.hardest)]
        for trial in found
    }
    try:
        title = Word("sweep_title", {"recipe": recipe, "trials": len(found)})
        trials.draw(curves, 0, best.number, folder / sweep.PICTURE, title)
    except AgentError as error:  # without Matplotlib there is no picture
        typer.echo(str(error), err=True)


def _show(plan: Plan, found: list[Trial], best: Trial) -> None:
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    rows: list[list[Any]] = []
    for trial in sorted(found, key=lambda trial: -trial.rate):
        last = trial.rows[-1] if trial.rows else None
        values = [f"{key.rpartition('.')[2]}={value}" for key, value in trial.changed.items()]
        measured: list[Any] = ["", "", ""]
        if trial.hardest:
            rival, rate, low, high = trial.hardest[-1]
            measured = [rival, f"{rate:.1%}", interval(f"{low:.1%}", f"{high:.1%}")]
        seconds = round(last["cpu_total"], 1) if last else ""
        name = f"{trial.number}{' *' if trial is best else ''}"
        far = plan.reached(len(trial.rows), last) if last else 0
        state = f"{min(far, plan.length())}/{plan.length()} {Word(STATES[trial.state])}"
        rows.append([name, " ".join(values) or Word("sweep_first"), *measured, seconds, state])
    heads = [*headings("trial", "changed", "against", "share"), Word("heading_interval", {"percent": "95"})]
    heads += headings("cpu_seconds", "measured")
    print_table(Word("sweep_title", {"recipe": plan.recipe, "trials": len(found)}), heads, rows, whole=(0,))
