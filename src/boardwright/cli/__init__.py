"""The command `boardwright`. One file per command; each imports its dependencies when it runs."""

from __future__ import annotations

import json
import os
import sys

import typer

from boardwright.cli import (
    agents,
    analyse,
    bench,
    calibration,
    check,
    compare,
    curves,
    docs,
    doctor,
    engine,
    evaluate,
    export_games,
    games,
    generate,
    import_games,
    ladder,
    levels,
    new_game,
    play,
    prove,
    replay,
    serve,
    tournament,
    train,
    usage_errors,
    warmup,
)
from boardwright.cli.usage_errors import Commands, requested_language, translated
from boardwright.core.errors import BoardwrightError

app = typer.Typer(
    help="AI for grid board games: write the rules once, get strict play, search and fast batches.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    cls=Commands,
)
app.command("games")(games.command)
app.command("agents")(agents.command)
app.command("play")(play.command)
app.command("analyse")(analyse.command)
app.command("generate")(generate.command)
app.command("check")(check.command)
app.command("train")(train.command)
app.command("curves")(curves.command)
app.command("prove")(prove.command)
app.command("evaluate")(evaluate.command)
app.command("compare")(compare.command)
app.command("calibration")(calibration.command)
app.command("tournament")(tournament.command)
app.command("ladder")(ladder.command)
app.command("levels")(levels.command)
app.command("replay")(replay.command)
app.command("import")(import_games.command)
app.command("export")(export_games.command)
app.command("engine")(engine.command)
app.command("serve")(serve.command)
app.command("bench")(bench.command)
app.command("warmup")(warmup.command)
app.command("doctor")(doctor.command)
app.command("new-game")(new_game.command)
app.command("docs")(docs.command)


@app.callback()
def language(
    language: str = typer.Option("", "--language", help="The language, `en` or `fr` (also BOARDWRIGHT_LANGUAGE)."),
) -> None:
    """Choose the language of every sentence."""
    from boardwright.cli.output import choose_language

    choose_language(language or os.environ.get("BOARDWRIGHT_LANGUAGE", "en"))


def main() -> None:
    """Run a command. Our own errors are printed as a sentence, never a traceback; with --json as an object."""
    if language := requested_language(sys.argv[1:]):
        os.environ["BOARDWRIGHT_LANGUAGE"] = language
    try:
        status = app(standalone_mode=False)
    except usage_errors.NO_ARGUMENTS as error:
        error.show()
        status = error.exit_code
    except usage_errors.parsing.UsageError as error:
        status = _report(translated(error))
    except BoardwrightError as error:
        status = _report(error)
    except typer.Abort:
        status = 1
    sys.exit(status or 0)


def _report(error: BoardwrightError) -> int:
    if "--json" in sys.argv:
        print(json.dumps({"error": {**error.word.to_dict(), "message": str(error)}}, default=str))
    else:
        typer.secho(str(error), fg="red", err=True)
    return 2
