"""`boardwright engine`: a game and an agent for other programs, by a text protocol on standard input and output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Changes, Preset, game_argument

if TYPE_CHECKING:
    from boardwright.core.game import Game
    from boardwright.core.protocol import Session
    from boardwright.core.view import View


def command(
    game: Annotated[str, game_argument("A game that has a text protocol, such as `quoridor`.")],
    agent: Annotated[
        str, typer.Option(help="The agent that plays: a level such as `hell`, or `alphabeta:seconds=0.5`.")
    ] = "alphabeta",
    preset: Preset = "",
    changes: Changes = None,
    seed: Annotated[int | None, typer.Option("--seed", "-seed", help="The random seed of the agent.")] = None,
) -> None:
    """Answer a game's text protocol, for other programs.

    Commands come one per line, until `quit` or the end of the input.

    Quoridor's is the Quoridor Text Protocol: `list_commands` lists its commands; docs/engine.md explains them.

    Example: `boardwright engine quoridor --agent hell`
    """
    import secrets
    import sys

    from boardwright.cli.positions import settings
    from boardwright.core import registry
    from boardwright.core.dice import usable_seed

    chosen = secrets.randbits(32) if seed is None else usable_seed(seed)
    protocol = session(registry.load(game, preset or None, **settings(changes or [])), agent, chosen)
    while not protocol.ended and (line := sys.stdin.readline()):
        answer = protocol.answer(line)
        if answer is not None:
            print(answer, end="\n\n", flush=True)


def session(game: Game, agent: str, seed: int) -> Session:
    """The game's protocol, with an agent lent to it."""
    import numpy as np

    from boardwright.agents import make, spec
    from boardwright.core import registry
    from boardwright.core.errors import AgentError
    from boardwright.core.protocol import Lent

    begin = game.definition.protocol
    if begin is None:
        definitions, _ = registry.for_each(lambda definition: definition)
        known = [definition.name for definition in definitions if definition.protocol is not None]
        raise AgentError("protocol_none", game=game.name, known=known)
    name, options = spec.parse(agent)

    def made(board: Game, changed: Mapping[str, Any]) -> Any:
        return make(name, board, **{**options, **changed})

    return begin(game, Lent(name, made, np.random.default_rng(seed), _board_text))


def _board_text(view: View) -> str:
    from boardwright.core import prose
    from boardwright.drawing import terminal

    drawn = terminal.draw(view.board, view.choices).plain.strip("\n")
    rows = ["  ".join(prose.said(value) for value in row) for panel in view.panels for row in panel.rows]
    return "\n".join([drawn, *rows])
