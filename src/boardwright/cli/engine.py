"""`boardwright engine`: a game and an agent for other programs, by a text protocol on standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    game: Annotated[str, typer.Argument(help="A game for two without dice or secrets, such as `quoridor`.")],
    agent: Annotated[
        str, typer.Option(help="Who plays: a level such as `hell`, or `alphabeta:seconds=0.5`.")
    ] = "alphabeta",
    preset: Annotated[
        str, typer.Option("--preset", "--board", help="Which of the game's presets; its standard one unless told.")
    ] = "",
    seed: Annotated[int | None, typer.Option("--seed", "-seed", help="Where an agent's chances come from.")] = None,
) -> None:
    """Answer commands of the Quoridor Text Protocol, one a line, until `quit` or the end of the input.

    `list_commands` lists them; docs/engine.md says what they mean.
    """
    import secrets
    import sys

    from boardwright.arena.engine import Engine
    from boardwright.core import registry
    from boardwright.core.dice import usable_seed

    chosen = secrets.randbits(32) if seed is None else usable_seed(seed)
    asked = Engine(registry.load(game, preset or None), agent, chosen)
    while not asked.ended and (line := sys.stdin.readline()):
        answer = asked.answer(line)
        if answer is not None:
            print(answer, end="\n\n", flush=True)
