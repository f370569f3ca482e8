"""`boardwright compare`: which of several agents is better at a game for one?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from boardwright.arena.paired import Comparison


def command(
    game: Annotated[str, typer.Argument(help="A game for one: its name, as `boardwright games` lists it.")],
    agents: Annotated[list[str], typer.Argument(help="Two agents or more; the others are measured by the first.")],
    games: Annotated[int | None, typer.Option(help="How many games each; configs/arena.yaml unless told.")] = None,
    seed: Annotated[int | None, typer.Option(help="Where chance comes from: the same seed, the same results.")] = None,
    preset: Annotated[
        str, typer.Option("--preset", "--board", help="Which of the game's presets; its standard one unless told.")
    ] = "",
    first: Annotated[
        str, typer.Option(help="The first action: `uniform`, the same for all, or each agent's `own`.")
    ] = "uniform",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Have agents play the same games, and tell by how much they differ, with 95 % intervals.

    Games that are easy for one are easy for all: differences over the same games are surer than over games apart.

    Ctrl-C prints what all have played so far (exit status 130). In a game for two, `tournament` compares.
    """
    from boardwright.arena.paired import compare
    from boardwright.arena.ratings import defaults
    from boardwright.cli.output import print_json
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word

    if first not in {"own", "uniform"}:
        raise ConfigError("config_value", path="first", value=first, expected="own, uniform")
    loaded = registry.load(game, preset or None)
    total = defaults().games if games is None else games
    with following(", ".join(agents), total * len(agents), None) as follow:
        found = compare(loaded, agents, total, seed, any_first=first == "uniform", progress=follow.progress)
    if as_json:
        print_json(found.to_dict())
    else:
        _show(found)
    if not found.complete:
        typer.echo(Word("stopped_early", {"done": found.games, "total": total}), err=True)
        raise typer.Exit(130)


def _show(found: Comparison) -> None:
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    reference = {"agent": found.agents[0]}
    heads = [*headings("agent", "won"), Word("heading_interval", {"percent": f"{100 * found.confidence:g}"})]
    heads += [Word("compare_difference", reference), Word("compare_ratio", reference)]
    rows = []
    for number, agent in enumerate(found.agents):
        share, low, high = found.share(number)
        row: list[object] = [agent, f"{share:.2%}", interval(f"{low:.2%}", f"{high:.2%}")]
        ratio = found.ratio(number)
        if number:
            row.append("{:+.2f} [{:+.2f}, {:+.2f}]".format(*(100 * each for each in found.difference(number))))
            row.append("-" if ratio is None else "{:.3f} [{:.3f}, {:.3f}]".format(*ratio))
        else:
            row += ["", ""]
        rows.append(row)
    title = {"game": found.game.name, "games": found.games, "seed": found.seed}
    print_table(Word("compare_title", title), heads, rows)
