"""`boardwright play`: a person against an agent in the terminal, or two people, or one alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    pass

NOBODY = "nobody"


def command(
    game: Annotated[str, typer.Argument(help="The game's name, as `boardwright games` lists it.")],
    seat: Annotated[int, typer.Option("--as", help="Your seat: 0 moves first.")] = 0,
    against: Annotated[
        str,
        typer.Option(
            help="An agent, such as `perfect` or `alphabeta:depth=4`; `nobody` for people in every seat. "
            "Unless told, alphabeta where it can play the game, else random."
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Where dice and an agent's chances come from.")] = None,
    preset: Annotated[str, typer.Option(help="Which of the game's presets; its standard one unless told.")] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the game's record at the end, and talk on stderr.")
    ] = False,
) -> None:
    """Play a game in the terminal.

    Type a move as the board shows it, or `hint`, `undo`, `moves`, `history`, `help`, `quit`.
    """
    import secrets

    from rich.console import Console

    from boardwright.cli.output import print_json
    from boardwright.cli.sitting import Sitting, opponent
    from boardwright.core import registry
    from boardwright.core.errors import AgentError, MalformedAction
    from boardwright.core.position import Position

    loaded = registry.load(game, preset or None)
    if not 0 <= seat < loaded.players:
        raise MalformedAction("no_such_player", last=loaded.players - 1)
    if loaded.players == 1 and against not in {"", NOBODY}:
        raise AgentError("play_for_one", game=game)
    name, agent = ("", None) if loaded.players == 1 or against == NOBODY else opponent(loaded, against)
    position = Position(loaded, seed=secrets.randbits(32) if seed is None else seed)
    sitting = Sitting(position, Console(stderr=as_json, highlight=False, markup=False, emoji=False), seat, name, agent)
    try:
        sitting.play()
    except (EOFError, KeyboardInterrupt):
        sitting.console.print()
        sitting.leave()
    if as_json:
        print_json(position.to_dict())
