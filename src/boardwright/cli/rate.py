"""`boardwright rate`: an agent against levels of known strength, for agents whose matches are slow, resumable."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boardwright.cli.parameters import AgentText, Changes, GameName, Json, Preset


def command(
    game: GameName,
    agent: AgentText,
    games: Annotated[int, typer.Option(help="Matches against each level, from each seat in turn.", min=1)] = 10,
    seed: Annotated[int, typer.Option(help="The random seed of dice and opponents.", min=0)] = 0,
    file: Annotated[
        Path | None, typer.Option(help="Keep every match in this file, and go on from what it has already.")
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    as_json: Json = False,
) -> None:
    """Rate an agent against the game's measured levels.

    Prints a rating on the levels' scale, the share of proven optimal moves, illegal answers, tokens and seconds.

    Ctrl-C prints the results so far (exit status 130); with --file the next run goes on from there.

    Example: `boardwright rate tic_tac_toe random --games 4 --file games.jsonl`
    """
    from boardwright.arena.anchors import rate
    from boardwright.cli.output import headings, print_json, print_table
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.words import Word

    loaded = registry.load(game, preset or None, **settings(changes or []))
    with following(agent, games, None) as follow:
        result = rate(loaded, agent, games, seed, file, follow.progress)
    data = result.to_dict()
    if as_json:
        print_json(data)
    else:
        entries = data["anchors"].items()
        rows = [[name or agent, entry["elo"], entry["points"], entry["games"]] for name, entry in entries]
        title = Word("rate_title", {"agent": agent, "game": loaded.title})
        print_table(title, headings("level", "elo", "result", "games"), rows)
        if data["rating"] is not None:
            print(Word("rate_rating", data["rating"]))
        if result.judged:
            print(Word("rate_optimal", {"optimal": result.optimal, "judged": result.judged}))
        print(Word("rate_forfeits", {"forfeits": result.forfeits}))
        for name, value in data["usage"].items():
            print(f"{name}: {value:g}")
    total = games * max(len(result.anchors), 1)
    done = sum(entry["games"] for entry in data["anchors"].values())
    if done < total:
        typer.echo(Word("stopped_early", {"done": done, "total": total}), err=True)
        raise typer.Exit(130)
