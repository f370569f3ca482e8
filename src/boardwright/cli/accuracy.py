"""`boardwright accuracy`: the mistakes of an agent on positions whose outcome is known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boardwright.cli.parameters import AgentText, Changes, GameName, Json, On, Preset, Workers


def command(
    game: GameName,
    agent: AgentText,
    sets: Annotated[
        Path | None, typer.Option(help="The folder of the sets, a .txt file each. Default: those of the game.")
    ] = None,
    most: Annotated[
        int | None, typer.Option(min=1, help="Take only so many positions of each set, the first ones.")
    ] = None,
    answers: Annotated[
        Path | None, typer.Option(help="A file of answers. A solver adds its own: hard positions take seconds.")
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    workers: Workers = None,
    on: On = "local",
    as_json: Json = False,
) -> None:
    """Count an agent's mistakes on solved positions.

    A mistake is a move that changes the outcome: a win given away, or a draw. A line of a set has the moves from the
    start and the exact score for the player to move. For games with a solver, or with a file of answers that has every
    move of the sets. Ctrl-C prints the results so far (exit status 130).

    Example: `boardwright accuracy quoridor mcts --preset small --most 50`
    """
    from rich.console import Console
    from rich.progress import Progress

    from boardwright.agents.spec import named
    from boardwright.arena import accuracy
    from boardwright.arena.executors import IN_PROCESS
    from boardwright.arena.ratings import defaults
    from boardwright.cli.file_access import writing_error
    from boardwright.cli.output import headings, interval, print_json, print_table
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import moving
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word
    from boardwright.scale.executors import open_executor

    loaded = registry.load(game, preset or None, **settings(changes or []))
    folder = sets or accuracy.shipped(loaded)
    if sets is None and answers is None and (folder / accuracy.ANSWERS).is_file():
        answers = folder / accuracy.ANSWERS
    solver = accuracy.Solver(loaded, answers)
    if answers is not None and solver.grows and (detail := writing_error(answers.parent)):
        raise ConfigError("file_unwritable", path=str(answers), detail=detail)
    player = named(agent, loaded)
    read = [(path.stem, accuracy.read(loaded, path, most)) for path in accuracy.sets(folder)]
    for _, positions in read:
        solver.require(positions)
    results, stopped = [], False
    with open_executor(on, workers) as executor, Progress(console=Console(stderr=True), transient=True) as bar:
        # Other processes make the agent anew, and this one keeps the one that it made.
        asked = player if executor is IN_PROCESS else agent
        for name, positions in read:
            task = bar.add_task(name, total=len(positions))
            follow = moving(bar, task)
            results.append(accuracy.accuracy(loaded, asked, positions, solver, name, follow, executor))
            stopped = results[-1].positions < len(positions)
            if stopped:
                break
    solver.keep()
    if as_json:
        report = {"game": game, "config": loaded.config, "agent": agent, "complete": not stopped}
        print_json({**report, "sets": [result.to_dict() for result in results]})
    else:
        rows = []
        for result in results:
            rate = result.rate()
            bounds = interval(f"{rate.low:.1%}", f"{rate.high:.1%}")
            rows.append((result.name, result.positions, result.mistakes, f"{rate.rate:.1%}", bounds))
        names = headings("set", "positions", "mistakes", "share")
        percent = Word("heading_interval", {"percent": f"{100 * defaults().confidence:g}"})
        print_table(Word("accuracy_title", {"agent": agent, "game": game}), [*names, percent], rows)
    if stopped:
        raise typer.Exit(130)
