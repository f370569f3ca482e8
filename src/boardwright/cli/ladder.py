"""`boardwright ladder`: tests that each level of difficulty is stronger than the one below."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boardwright.cli.parameters import Changes, Json, On, Preset, Report, Workers, game_argument

if TYPE_CHECKING:
    from boardwright.arena.ladder import Ladder


def command(
    game: Annotated[str, game_argument("A game with levels, such as `quoridor`.")],
    profile: Annotated[str, typer.Option(help="A profile of levels. Default: the standard one.")] = "",
    games: Annotated[int | None, typer.Option(help="The maximum of games of a rung. Default: the profile's.")] = None,
    opening: Annotated[int | None, typer.Option(help="Random plies at the start. Default: the profile's.")] = None,
    seed: Annotated[int | None, typer.Option(help="The random seed of openings and noise.")] = None,
    sprt: Annotated[
        bool | None,
        typer.Option("--sprt/--all", help="End a rung once it is decided, or play all games. Default: the profile's."),
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    workers: Workers = None,
    on: On = "local",
    record: Annotated[Path | None, typer.Option(help="Write every match to this file, for `replay`.")] = None,
    out: Report = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the ratings to this file (.png, .svg, .pdf).")] = None,
    as_json: Json = False,
) -> None:
    """Play each level of a game against the one below.

    Games begin with random openings, and seats are swapped.

    Prints each rung's share of points with a 95 % interval, and how often noise made a level play a move that it
    evaluates as worse. The same seed gives the same games. Ctrl-C prints the results so far (exit status 130).

    Example: `boardwright ladder quoridor --games 100`
    """
    from boardwright.agents import levels
    from boardwright.arena.evaluation import shared_out
    from boardwright.arena.ladder import climb
    from boardwright.arena.ratings import defaults
    from boardwright.arena.run_status import reporting
    from boardwright.cli.output import print_json, warn_of_copies
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.words import Word
    from boardwright.drawing import charts
    from boardwright.scale.executors import open_executor

    if picture is not None:
        charts.require(picture)
    loaded = registry.load(game, preset or None, **settings(changes or []))
    chosen = levels.profile(loaded.definition, profile)
    most = chosen.ladder.games if games is None else games
    shared_out(most, loaded.players)
    test = defaults().ladder if (chosen.ladder.sprt if sprt is None else sprt) else None
    total = most * (len(chosen.levels) - 1)
    name = profile or loaded.definition.search.levels[0]
    with (
        open_executor(on, workers) as executor,
        following(game, total, record) as follow,
        reporting(out, "ladder", loaded.name, name, total) as report,
    ):
        ladder = climb(
            loaded,
            name,
            chosen,
            games=most,
            least=chosen.ladder.least,
            plies=chosen.ladder.opening if opening is None else opening,
            seed=defaults().seed if seed is None else seed,
            sprt=test,
            executor=executor,
            keep=follow.keep,
            progress=follow.progress,
            report=report,
        )
    if picture is not None:
        _draw(ladder, picture)
    if as_json:
        print_json(ladder.to_dict())
    else:
        _show(ladder)
    warn_of_copies(ladder.played, ladder.distinct)
    if not ladder.complete:
        typer.echo(Word("stopped_early", {"done": ladder.played, "total": total}), err=True)
        raise typer.Exit(130)


def _draw(ladder: Ladder, path: Path) -> None:
    from boardwright.arena.ratings import defaults
    from boardwright.core.words import Word
    from boardwright.drawing import ladder_chart

    rated = [ladder_chart.Rated(level, *rating) for level, rating in ladder.ratings()]
    title = Word("ladder_title", {"game": ladder.game.name, "profile": ladder.profile, "seed": ladder.seed})
    label = Word("ladder_elo", {"level": ladder.rungs[0].below, "percent": f"{100 * defaults().confidence:g}"})
    ladder_chart.draw(rated, path, title, label)


def _show(ladder: Ladder) -> None:
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    data = ladder.to_dict()
    heads = headings("level", "against", "results", "share")
    heads += [Word("heading_interval", {"percent": f"{100 * data['confidence']:g}"}), *headings("stronger", "spoilt")]
    rows = []
    for rung in data["rungs"]:
        worse = f"{rung['worse_moves_below']:.0%}" if "worse_moves_below" in rung else "-"
        accepted = rung.get("sprt", {}).get("accepted")
        clear = {"elo1": Word("ladder_yes"), "elo0": Word("ladder_no")}.get(accepted, "-")
        if not ladder.sprt:
            clear = Word("ladder_yes" if rung["low"] > 0.5 else "ladder_no" if rung["high"] < 0.5 else "ladder_open")
        bounds = interval(f"{rung['low']:.1%}", f"{rung['high']:.1%}")
        counts = f"{rung['wins']}-{rung['draws']}-{rung['losses']}"
        spoilt = f"{rung['below']}: {worse}" if worse != "-" else worse
        rows.append((rung["level"], rung["below"], counts, f"{rung['score']:.1%}", bounds, clear, spoilt))
    title = {"game": ladder.game.name, "profile": ladder.profile, "seed": ladder.seed}
    print_table(Word("ladder_title", title), heads, rows)
