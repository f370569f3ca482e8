"""The command `boardwright`. One file per command; each imports its dependencies when it runs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable

import typer

from boardwright.cli import (
    accuracy,
    agents,
    analyse,
    balance,
    bench,
    calibration,
    check,
    compare,
    curves,
    dataset,
    docs,
    doctor,
    engine,
    evaluate,
    exploit,
    export_games,
    games,
    generate,
    import_games,
    ladder,
    levels,
    mcp,
    new_game,
    play,
    prove,
    puzzles,
    rate,
    replay,
    serve,
    sweep,
    test,
    tournament,
    train,
    tune,
    usage_errors,
    warmup,
)
from boardwright.cli.termination import TERMINATED, ending_in_order
from boardwright.cli.usage_errors import Commands, requested_language, translated
from boardwright.core.errors import BoardwrightError

PANELS: dict[str, dict[str, Callable[..., None]]] = {
    "Play": {
        "games": games.command,
        "agents": agents.command,
        "play": play.command,
        "analyse": analyse.command,
        "generate": generate.command,
        "puzzles": puzzles.command,
    },
    "Learn": {
        "train": train.command,
        "sweep": sweep.command,
        "tune": tune.command,
        "curves": curves.command,
        "calibration": calibration.command,
        "dataset": dataset.command,
    },
    "Measure": {
        "evaluate": evaluate.command,
        "rate": rate.command,
        "compare": compare.command,
        "test": test.command,
        "tournament": tournament.command,
        "ladder": ladder.command,
        "prove": prove.command,
        "accuracy": accuracy.command,
        "exploit": exploit.command,
        "bench": bench.command,
    },
    "Recorded games": {"replay": replay.command, "import": import_games.command, "export": export_games.command},
    "Write games": {
        "new-game": new_game.command,
        "check": check.command,
        "levels": levels.command,
        "balance": balance.command,
        "docs": docs.command,
    },
    "Serve and install": {
        "serve": serve.command,
        "mcp": mcp.command,
        "engine": engine.command,
        "warmup": warmup.command,
        "doctor": doctor.command,
    },
}
"""The commands by their group in `boardwright --help`."""

app = typer.Typer(
    help="AI for grid board games: write the rules once, get strict play, search and fast batches.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    cls=Commands,
)
for panel, commands in PANELS.items():
    for name, command in commands.items():
        app.command(name, rich_help_panel=panel)(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        from boardwright import __version__

        typer.echo(f"boardwright {__version__}")
        raise typer.Exit


@app.callback()
def language(
    language: str = typer.Option("", "--language", help="`en` or `fr`; also by BOARDWRIGHT_LANGUAGE."),
    version: bool = typer.Option(False, "--version", help="Print the version.", is_eager=True, callback=_print_version),
) -> None:
    """Choose the language of every sentence."""
    from boardwright.cli.output import choose_language

    choose_language(language or os.environ.get("BOARDWRIGHT_LANGUAGE", "en"))


def main() -> None:
    """Run a command. Our own errors are printed as a sentence, never a traceback; with --json as an object."""
    if language := requested_language(sys.argv[1:]):
        os.environ["BOARDWRIGHT_LANGUAGE"] = language
    with ending_in_order() as terminated:
        status = _run()
    sys.exit(TERMINATED if terminated else status)


def _run() -> int:
    try:
        status = app(standalone_mode=False)
    except usage_errors.NO_ARGUMENTS as error:
        error.show()
        status = error.exit_code
    except usage_errors.parsing.UsageError as error:
        status = _report(translated(error))
    except BoardwrightError as error:
        status = _report(error)
    except ModuleNotFoundError as error:
        from boardwright.cli import installed_packages

        module = str(error.name)
        extra = installed_packages.extra_of(module)
        if extra is None:
            raise
        install = installed_packages.install_line(extra)
        status = _report(BoardwrightError("package_missing", package=module, install=install))
    except typer.Abort:
        status = 1
    return int(status or 0)


def _report(error: BoardwrightError) -> int:
    if "--json" in sys.argv:
        print(json.dumps({"error": {**error.word.to_dict(), "message": str(error)}}, default=str))
    else:
        typer.secho(str(error), fg="red", err=True)
    return 2
