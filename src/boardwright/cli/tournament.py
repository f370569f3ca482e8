"""`boardwright tournament`: a round robin of agents, with ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Changes, GameName, Json, On, Opening, Preset, Report, Workers, agent_argument

if TYPE_CHECKING:
    from boardwright.arena.tournament import Tournament


def command(
    game: GameName,
    agents: Annotated[list[str], agent_argument("Two agents or more: `name` or `name:option=value,...`.")],
    games: Annotated[
        int | None, typer.Option(help="The number of games of each pairing; default: configs/arena.yaml.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same results.")] = None,
    preset: Preset = "",
    changes: Changes = None,
    opening: Opening = None,
    workers: Workers = None,
    on: On = "local",
    sprt: Annotated[bool, typer.Option("--sprt", help="End a pairing as soon as the stronger agent is clear.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Draw the crosstable to this file (.png, .svg, .pdf).")] = None,
    record: Annotated[Path | None, typer.Option(help="Write every match to this file, for `replay`.")] = None,
    out: Report = None,
    as_json: Json = False,
) -> None:
    """Play agents against each other, and rate them.

    Plays every pairing, each seed from both seats, and rates all agents on one scale, with 95 % intervals.

    Ctrl-C prints the results so far (exit status 130).

    Example: `boardwright tournament quoridor easy normal hard --opening 4`
    """
    from boardwright.arena import crosstable
    from boardwright.arena.ratings import defaults
    from boardwright.arena.run_status import reporting
    from boardwright.arena.tournament import tournament
    from boardwright.cli.output import print_json, warn_of_copies
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.words import Word
    from boardwright.drawing import charts
    from boardwright.scale.executors import open_executor

    if picture:
        charts.require(picture)
    loaded = registry.load(game, preset or None, **settings(changes or []))
    per_pairing = defaults().pairing_games if games is None else games
    total = per_pairing * len(agents) * (len(agents) - 1) // 2
    test = defaults().sprt if sprt else None
    with (
        open_executor(on, workers) as executor,
        following(game, total, record) as follow,
        reporting(out, "tournament", loaded.name, ", ".join(agents), total) as report,
    ):
        callbacks: Any = {**follow._asdict(), "report": report}
        options: Any = {"sprt": test, "opening": opening or 0, "executor": executor}
        result = tournament(loaded, agents, per_pairing, seed, **options, **callbacks)
    if as_json:
        print_json(result.to_dict())
    else:
        _show(result)
    if picture:
        crosstable.draw(result, picture)
    warn_of_copies(result.played, result.distinct)
    if not result.complete:
        typer.echo(Word("stopped_early", {"done": result.played, "total": total}), err=True)
        raise typer.Exit(130)


def _show(result: Tournament) -> None:
    from boardwright.arena.ratings import defaults
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    standings = result.standings()
    heads: list[Word | str] = [
        "",
        *headings("agent", "elo"),
        Word("heading_interval", {"percent": f"{100 * defaults().confidence:g}"}),
    ]
    heads += headings("games", "won", "drawn", "lost")
    rows = []
    for place, row in enumerate(standings, 1):
        rating, tally = row.rating, row.tally
        bounds = interval(f"{rating.low:+.0f}", f"{rating.high:+.0f}")
        counts = (tally.games, tally.wins, tally.draws, tally.losses)
        rows.append((place, row.agent, f"{rating.elo:+.0f}", bounds, *counts))
    print_table(Word("tournament_title", {"game": result.game.name, "seed": result.seed}), heads, rows)
    names = [row.agent for row in standings]
    table = [(place, one, *(_score(result, one, other) for other in names)) for place, one in enumerate(names, 1)]
    numbers = [str(place) for place in range(1, len(names) + 1)]
    print_table(Word("tournament_points"), ["", *headings("agent"), *numbers], table)
    for pairing in result.pairings if result.sprt else ():
        first, second, games = result.agents[pairing.first], result.agents[pairing.second], pairing.tally.games
        if pairing.verdict is None:
            print(Word("sprt_open", {"first": first, "second": second, "games": games}))
        else:
            winner, loser = (first, second) if pairing.verdict == "elo1" else (second, first)
            print(Word("sprt_decided", {"winner": winner, "loser": loser, "games": games}))


def _score(result: Tournament, one: str, other: str) -> str:
    if one == other:
        return "·"
    tally = result.between(one, other)
    return f"{tally.points:g}/{tally.games}"
