"""The command `boardwright`. One file a command; what a command needs is imported when it runs."""

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
    engine,
    evaluate,
    games,
    generate,
    ladder,
    new_game,
    play,
    prove,
    replay,
    scores,
    serve,
    tournament,
    train,
    warmup,
)

app = typer.Typer(
    help="AI for grid board games: write the rules once, get strict play, search and fast batches.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
app.command("games")(games.command)
app.command("agents")(agents.command)
app.command("play")(play.command)
app.command("analyse")(analyse.command)
app.command("generate")(generate.command)
app.command("check")(check.command)
app.command("train")(train.command)
app.command("prove")(prove.command)
app.command("evaluate")(evaluate.command)
app.command("compare")(compare.command)
app.command("calibration")(calibration.command)
app.command("tournament")(tournament.command)
app.command("ladder")(ladder.command)
app.command("replay")(replay.command)
app.command("import")(scores.read)
app.command("export")(scores.write)
app.command("engine")(engine.command)
app.command("serve")(serve.command)
app.command("bench")(bench.command)
app.command("warmup")(warmup.command)
app.command("new-game")(new_game.command)


@app.callback()
def language(
    language: str = typer.Option("", "--language", help="Speak `en` or `fr` (also BOARDWRIGHT_LANGUAGE)."),
) -> None:
    """Choose the language of every sentence."""
    from boardwright.cli.output import choose_language

    choose_language(language or os.environ.get("BOARDWRIGHT_LANGUAGE", "en"))


def main() -> None:
    """Run a command. An error of ours is a sentence, never a traceback; with --json it is an object."""
    from boardwright.core.errors import BoardwrightError

    try:
        app()
    except BoardwrightError as error:
        if "--json" in sys.argv:
            print(json.dumps({"error": {**error.word.to_dict(), "message": str(error)}}, default=str))
        else:
            typer.secho(str(error), fg="red", err=True)
        sys.exit(2)
