"""`boardwright test`: is a new agent stronger than an old one? Pairs of games until a sequential test decides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Changes, GameName, Json, On, Preset, Workers, agent_argument

if TYPE_CHECKING:
    from boardwright.arena.strength_test import Report, StrengthTest

PAIRS = "pairs.jsonl"
"""The log in a test's folder: one line a finished pair."""

Resume = Annotated[bool, typer.Option("--resume", help="Resume the run in the folder.")]
TestOpening = Annotated[
    int | None,
    typer.Option(
        min=0, help="Random plies at the start of a game or pair. Default: configs/arena.yaml; none with chance."
    ),
]


def command(
    game: GameName,
    new: Annotated[str, agent_argument("The new agent: `name` or `name:option=value,...`.")],
    old: Annotated[str, agent_argument("The agent that it is compared with.")],
    elo0: Annotated[float | None, typer.Option(help="The advantage in Elo points that is not enough.")] = None,
    elo1: Annotated[float | None, typer.Option(help="The advantage in Elo points that is hoped for.")] = None,
    alpha: Annotated[float | None, typer.Option(help="The rate of accepting elo1 where elo0 is true.")] = None,
    beta: Annotated[float | None, typer.Option(help="The rate of accepting elo0 where elo1 is true.")] = None,
    normalised: Annotated[
        bool | None,
        typer.Option("--normalised/--logistic", help="The scale of elo0 and elo1. Default: configs/arena.yaml."),
    ] = None,
    games: Annotated[int | None, typer.Option(help="The maximum of games. Default: configs/arena.yaml.")] = None,
    opening: TestOpening = None,
    seed: Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same result.")] = None,
    preset: Preset = "",
    changes: Changes = None,
    workers: Workers = None,
    on: On = "local",
    out: Annotated[str, typer.Option(help="The folder of the test. Default: runs/test-GAME.")] = "",
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Test whether a new agent is stronger than an old one.

    Plays pairs of games, one opening from both seats, until a sequential test (pentanomial GSPRT) accepts an advantage
    of elo1 or of elo0. The folder has a live report.html, result.json and a log of all pairs.

    Ctrl-C keeps all finished pairs (exit status 130); `--resume` goes on, also after a crash.

    Example: `boardwright test quoridor alphabeta:depth=3 alphabeta:depth=1`
    """
    from boardwright.arena.gsprt import Gsprt
    from boardwright.arena.ratings import Sprt, defaults
    from boardwright.arena.strength_report import verdict, write
    from boardwright.arena.strength_report import workers as about_workers
    from boardwright.arena.strength_test import strength_test
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings
    from boardwright.core import config, registry
    from boardwright.core.words import Word
    from boardwright.scale.executors import open_executor

    fixed = defaults().test
    given = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta}
    given = {name: value for name, value in given.items() if value is not None}
    sprt = config.validate(Sprt, {**fixed.sprt.model_dump(), **given})
    scale = fixed.scale if normalised is None else "normalised" if normalised else "logistic"
    loaded = registry.load(game, preset or None, **settings(changes or []))
    folder = Path(out or f"runs/test-{game}")
    options: Any = {"games": games, "seed": seed, "opening": opening, "log": folder / PAIRS, "resume": resume}
    with open_executor(on, workers) as executor, _following(folder) as report:
        test = strength_test(loaded, new, old, gsprt=Gsprt(sprt, scale), executor=executor, report=report, **options)
    write(test, folder)
    if as_json:
        print_json(test.to_dict())
    else:
        _show(test)
        print(verdict(test))
        if len(test.workers) > 1:
            print(about_workers(test))
        print(Word("test_written", {"path": folder / "report.html"}))
    if test.interrupted:
        typer.echo(Word("test_stopped", {"pairs": test.pairs}), err=True)
        raise typer.Exit(130)


@contextmanager
def _following(folder: Path) -> Iterator[Report]:
    """Yield a callback that shows the figures in a terminal, and writes the report every few seconds."""
    import time

    from rich.console import Console
    from rich.live import Live

    from boardwright.arena.strength_report import write
    from boardwright.drawing.html_page import SECONDS

    written = 0.0
    console = Console(stderr=True, markup=False, emoji=False)
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def report(test: StrengthTest) -> None:
            nonlocal written
            if console.is_terminal:
                live.update(_table(test), refresh=True)
            if time.monotonic() - written > SECONDS:
                write(test, folder)
                written = time.monotonic()

        yield report


def _table(test: StrengthTest) -> Any:
    from rich.table import Table

    from boardwright.arena.strength_report import figures, title

    table = Table(title=str(title(test)), title_justify="left", show_header=False)
    for name, value in figures(test):
        table.add_row(str(name), value)
    table.add_row("", "  ".join(str(count) for count in test.counts))
    return table


def _show(test: StrengthTest) -> None:
    from rich.console import Console

    Console(markup=False, emoji=False).print(_table(test))
