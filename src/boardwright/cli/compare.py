"""`boardwright compare`: a paired comparison of agents in a game for one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Changes, Json, On, Preset, Workers, agent_argument, game_argument

if TYPE_CHECKING:
    from boardwright.arena.paired import Comparison


def command(
    game: Annotated[str, game_argument("A game for one player: its name, as `boardwright games` lists it.")],
    agents: Annotated[list[str], agent_argument("Two agents or more; the others are compared with the first.")],
    games: Annotated[int | None, typer.Option(help="The number of games of each; default: configs/arena.yaml.")] = None,
    seed: Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same results.")] = None,
    preset: Preset = "",
    changes: Changes = None,
    first: Annotated[
        str, typer.Option(help="The first action: `uniform`, random and the same for all, or each agent's `own`.")
    ] = "uniform",
    workers: Workers = None,
    on: On = "local",
    as_json: Json = False,
) -> None:
    """Compare agents on the same games for one player.

    Differences from the first agent are printed with 95 % intervals.

    Games that are easy for one agent are easy for all: paired differences have less variance than separate games.

    Ctrl-C prints the games that all have played so far (exit status 130). For two players, use `tournament`.

    Example: `boardwright compare minesweeper solver rules-guess --games 200`
    """
    from boardwright.arena.paired import compare
    from boardwright.arena.ratings import defaults
    from boardwright.cli.output import print_json, warn_of_copies
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word
    from boardwright.scale.executors import open_executor

    if first not in {"own", "uniform"}:
        raise ConfigError("config_value", path="first", value=first, expected="own, uniform")
    loaded = registry.load(game, preset or None, **settings(changes or []))
    total = defaults().games if games is None else games
    title, any_first = ", ".join(agents), first == "uniform"
    with open_executor(on, workers) as executor, following(title, total * len(agents), None) as follow:
        options: Any = {"any_first": any_first, "executor": executor, "progress": follow.progress}
        comparison = compare(loaded, agents, total, seed, **options)
    if as_json:
        print_json(comparison.to_dict())
    else:
        _show(comparison)
    warn_of_copies(comparison.games, comparison.distinct)
    if not comparison.complete:
        typer.echo(Word("stopped_early", {"done": comparison.games, "total": total}), err=True)
        raise typer.Exit(130)


def _show(comparison: Comparison) -> None:
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    reference = {"agent": comparison.agents[0]}
    heads = [*headings("agent", "won"), Word("heading_interval", {"percent": f"{100 * comparison.confidence:g}"})]
    heads += [Word("compare_difference", reference), Word("compare_ratio", reference)]
    rows = []
    for number, agent in enumerate(comparison.agents):
        share, low, high = comparison.share(number)
        row: list[object] = [agent, f"{share:.2%}", interval(f"{low:.2%}", f"{high:.2%}")]
        ratio = comparison.ratio(number)
        if number:
            row.append("{:+.2f} [{:+.2f}, {:+.2f}]".format(*(100 * value for value in comparison.difference(number))))
            row.append("-" if ratio is None else "{:.3f} [{:.3f}, {:.3f}]".format(*ratio))
        else:
            row += ["", ""]
        rows.append(row)
    title = {"game": comparison.game.name, "games": comparison.games, "seed": comparison.seed}
    print_table(Word("compare_title", title), heads, rows)
