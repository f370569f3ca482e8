"""`boardwright check`: tests a game against the laws."""

from __future__ import annotations

import difflib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Json, Preset, game_argument

if TYPE_CHECKING:
    from boardwright.testing.one_phase import Plan
    from boardwright.testing.phases import Running


def command(
    game: Annotated[str, game_argument()] = "",
    env: Annotated[
        str,
        typer.Option(metavar="LIBRARY:NAME", help="Check another library's environment: `pettingzoo:tictactoe_v3`."),
    ] = "",
    preset: Preset = "",
    law: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Try this law only; may be given several times.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Compile nothing: static laws, and the others on few games as plain Python.")
    ] = False,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="Stay, and after an edit of the game try the laws that it can affect. Ctrl-C ends."
        ),
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Go on after a broken law, to see all of them. Later ones may mislead.")
    ] = False,
    timings: Annotated[
        bool, typer.Option("--timings", help="Print the seconds of each law, and of compiling in each phase.")
    ] = False,
    record: Annotated[
        str, typer.Option(help="If all laws hold, write a golden game and a perft table to this folder.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Test a game against the laws, up to the first broken one.

    Laws that need no game come first and take a second: words, presets, weights, actions, the first view. The others
    are tested on states of random games: interpreted, where an error names its line; then, at the same time, compiled
    with bounds checks and as shipped.

    For a broken law its name, the actions that led there and the function to look at are printed. Laws are in an order
    in which each rests on those before it, so the first broken one is the cause. The last line counts the laws. Exit
    status 1 if any law is broken.

    While you write a game: `boardwright check GAME --watch --quick`. Before you share it: `boardwright check GAME`.

    With `--env` the laws that can be asked from outside are tried on an environment of PettingZoo, Gymnasium or
    OpenSpiel (`openspiel:tic_tac_toe`). Ctrl-C prints the findings so far (exit status 130).

    Example: `boardwright check tic_tac_toe --quick`
    """
    began = time.monotonic()
    if env:
        from boardwright.cli import check_env

        given = {"GAME": game, "--preset": preset, "--watch": watch, "--record": record, "--timings": timings}
        check_env.check(env, law or [], quick=quick, as_json=as_json, unfit=[name for name in given if given[name]])
        return
    if not game:
        from boardwright.cli.usage_errors import UsageError

        raise UsageError("usage_missing", parameter="GAME", command="boardwright check")
    from rich.console import Console

    from boardwright.cli import check_watch
    from boardwright.cli.check_report import Report, begins_text, progress_text
    from boardwright.cli.output import print_json
    from boardwright.core import config, registry
    from boardwright.testing import golden, phases

    plan = _plan(game, preset, law or [], quick, every)
    if watch:
        _refuse_with_watch({"--json": as_json, "--record": bool(record)})
        check_watch.watch(plan, timings)
        return
    definition = registry.definition(game)
    settings = registry.preset_of(definition, preset or definition.files.preset)
    config.validate(definition.configuration, settings)
    report = Report(plan)
    console, begun = Console(stderr=True), set[str]()
    with console.status(game) as status:

        def progress(running: Sequence[Running]) -> None:
            status.update(progress_text(game, running))
            for run in running:
                if run.phase not in begun and not console.is_terminal:
                    # A pipe or a file sees no status line.
                    typer.echo(begins_text(game, run), err=True)
                begun.add(run.phase)

        for trial in phases.run(plan, progress):
            report.add(trial)
    written = []
    if record and not report.broken:
        written = golden.record(registry.load(game, config=settings), Path(record))
    seconds = time.monotonic() - began
    if as_json:
        print_json({"game": game, "version": definition.version, **report.to_dict(seconds), "written": written})
    else:
        report.print(seconds, timings=timings, written=written)
    if report.broken:
        raise typer.Exit(1)


def _plan(game: str, preset: str, names: list[str], quick: bool, every: bool) -> Plan:
    from boardwright.testing.laws import INTERPRETED, LAWS, STATIC
    from boardwright.testing.one_phase import PHASES, Plan

    known = [law.name for law in LAWS]
    require_laws(names, known)
    laws = tuple(name for name in known if not names or name in names)
    phases: Any = (STATIC, INTERPRETED) if quick else PHASES
    return Plan(game, preset, laws, phases, quick=quick, every=every)


def require_laws(names: list[str], known: list[str]) -> None:
    """Raise for the first name that is no law's."""
    from boardwright.cli.usage_errors import UsageError

    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known)
            raise UsageError("usage_no_law_near" if near else "usage_no_law", found=name, known=near or known)


def _refuse_with_watch(options: dict[str, bool]) -> None:
    from boardwright.cli.usage_errors import UsageError

    for option, given in options.items():
        if given:
            raise UsageError("usage_watch", found=option)
