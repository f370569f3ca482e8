"""`boardwright balance`: searches for numbers of a game with which every seat and faction wins half of the points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli import completion
from boardwright.cli.parameters import Changes, GameName, Json, On, Preset, Workers
from boardwright.cli.test import TestOpening

if TYPE_CHECKING:
    from boardwright.arena.balance_results import Balance

LOG = "games.jsonl"
"""The log in the folder of a balance: one line a piece of games."""


def command(
    game: GameName,
    space: Annotated[
        str,
        typer.Option(
            help="A YAML file: paths in the configuration, with a list of values or `{low: 3, high: 6}` each. "
            "Default: the game's own for the preset."
        ),
    ] = "",
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            help="A playtester, which plays itself; repeatable. Default: the game's levels but the weakest.",
            autocompletion=completion.agents,
        ),
    ] = None,
    candidates: Annotated[
        int | None, typer.Option(min=2, help="Candidates, the current numbers among them. Default: configs/arena.yaml.")
    ] = None,
    most: Annotated[
        int | None,
        typer.Option("--changes", min=1, help="Numbers that a candidate changes at most. Default: configs/arena.yaml."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Games of a playtester in the first round, twice as many with factions. Default: configs/arena.yaml.",
        ),
    ] = None,
    final: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Games of a playtester in the measurement, twice as many with factions. Default: configs/arena.yaml.",
        ),
    ] = None,
    keep: Annotated[
        int | None, typer.Option(min=1, help="Candidates that are measured at the end. Default: configs/arena.yaml.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same result.")] = None,
    preset: Preset = "",
    changes: Changes = None,
    opening: TestOpening = None,
    workers: Workers = None,
    on: On = "local",
    folder: Annotated[
        Path | None, typer.Option(help="Keep games and results here; the same command goes on where it stopped.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the shares to this file (.png, .svg).")] = None,
    as_json: Json = False,
) -> None:
    """Search for numbers that make a game fair.

    Each candidate changes a few of the current numbers, and playtesters play themselves with it. It is as unfair as its
    worst share of points is far from 50 %, by seat and, in a game with factions, by faction. Each round plays the same
    seeds for all candidates, and a third goes on. The last ones and the current numbers are measured with fresh seeds.

    Ctrl-C keeps the finished games in the folder (exit status 130); the same command goes on.

    Example: `boardwright balance skirmish --agent greedy --agent kite`
    """
    from boardwright.arena import balance_report
    from boardwright.arena.balance import balance, require_two
    from boardwright.arena.balance_candidates import read_space
    from boardwright.arena.ratings import BalanceDefaults, defaults
    from boardwright.cli.output import print_json, print_table
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import following
    from boardwright.core import config, registry
    from boardwright.drawing import charts
    from boardwright.scale.executors import open_executor

    given = {"candidates": candidates, "changes": most, "games": games, "final": final, "keep": keep}
    given = {name: value for name, value in given.items() if value is not None}
    schedule = config.validate(BalanceDefaults, {**defaults().balance.model_dump(), **given})
    loaded = registry.load(game, preset or None, **settings(changes or []))
    require_two(loaded)
    chosen = read_space(loaded, space or Path(preset or loaded.definition.files.preset).stem)
    if picture is not None:
        charts.require(picture)
    options: Any = {"schedule": schedule, "seed": seed, "opening": opening, "log": folder and folder / LOG}
    with open_executor(on, workers) as executor, following(game, 0, None) as follow:
        found = balance(
            loaded, chosen, agents or (), executor=executor, **options,
            report=lambda balance: follow.progress(balance.done, balance.total, {}),
        )  # fmt: skip
    file = None if folder is None else balance_report.write(found, folder)
    if found.measured and picture is not None:
        balance_report.draw(found, picture)
    if as_json:
        print_json(found.to_dict())
    elif found.measured:
        heads, rows = balance_report.headings(found), balance_report.rows(found)
        print_table(balance_report.title(found), heads, rows, spaced=range(len(heads)))
        print("\n".join(balance_report.lines(found)))
        print(balance_report.conclusion(found))
        if file is not None:
            print(balance_report.file_line(found, file))
    _tell(found, folder)


def _tell(found: Balance, folder: Path | None) -> None:
    """Tell on standard error what the games cost, and how to go on after a stop."""
    from boardwright.core.words import Word

    if found.played:
        milliseconds = f"{1000 * found.seconds / found.played:.1f}"
        typer.echo(Word("balance_cost", {"games": found.played, "milliseconds": milliseconds}), err=True)
    if found.interrupted:
        reached = {"done": found.done, "total": found.total}
        saved = Word("balance_stopped", {**reached, "folder": folder})
        typer.echo(Word("balance_stopped_unsaved", reached) if folder is None else saved, err=True)
        raise typer.Exit(130)
