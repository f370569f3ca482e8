"""`boardwright prove`: the exhaustive proof that an agent plays a game perfectly."""

from __future__ import annotations

import typer

from boardwright.cli.parameters import AgentText, Changes, GameName, Json, Preset


def command(
    game: GameName,
    agent: AgentText,
    preset: Preset = "",
    changes: Changes = None,
    as_json: Json = False,
) -> None:
    """Play every line against an agent: does it play perfectly?

    Plays every line of the opponent from both seats, and compares every state with exact minimax.

    For games small enough to enumerate. Exit status 1 if the agent ever loses, or plays a suboptimal move.

    Example: `boardwright prove tic_tac_toe perfect`
    """
    from rich.console import Console
    from rich.progress import Progress

    from boardwright.agents.options import resolve
    from boardwright.agents.spec import from_text
    from boardwright.arena.exhaustive import prove
    from boardwright.cli.output import headings, print_json, print_table
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import moving
    from boardwright.core import registry
    from boardwright.core.words import Word

    limit = resolve("perfect", {}).states
    loaded = registry.load(game, preset or None, **settings(changes or []))
    player = from_text(agent, loaded)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{game}: {agent}", total=None)
        proof = prove(loaded, player, limit=limit, progress=moving(bar, task))
    if as_json:
        print_json({"game": game, "agent": agent, "holds": proof.holds, **proof.to_dict()})
    else:
        rows = [(Word(f"prove_{name}"), value) for name, value in proof.to_dict().items()]
        print_table(Word("prove_title", {"agent": agent, "game": game}), headings("what", "found"), rows)
    if not proof.holds:
        raise typer.Exit(1)
