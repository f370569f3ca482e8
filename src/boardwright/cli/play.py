"""`boardwright play`: a game in the terminal against an agent, between two people, or alone."""

from __future__ import annotations

from typing import Annotated

import typer

from boardwright.cli.parameters import Changes, GameName, Preset

NOBODY = "nobody"


def command(
    game: GameName,
    seat: Annotated[int, typer.Option("--as", help="Your seat: 1 moves first.")] = 1,
    against: Annotated[
        str,
        typer.Option(
            help="A level such as `hard`, or an agent such as `alphabeta:depth=4`; `nobody` for people in every seat. "
            "Default: the game's own choice or second level, else a search that can play it."
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="The random seed of dice and agents.")] = None,
    preset: Preset = "",
    changes: Changes = None,
    adviser: Annotated[
        str,
        typer.Option(help="The agent that answers `hint` and `top`. Default: the game's own, or its strongest level."),
    ] = "",
    auto: Annotated[
        str, typer.Option(help="In a game for one player: this agent plays while it is certain, then it is your move.")
    ] = "",
    level: Annotated[str, typer.Option(help="Start with a puzzle of this level: see `boardwright generate`.")] = "",
    first: Annotated[
        tuple[int, int] | None, typer.Option(help="The first cell of the puzzle, as ROW COLUMN. Default: the middle.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the game's record at the end; everything else goes to stderr.")
    ] = False,
) -> None:
    """Play a game in the terminal.

    Type a move as the board shows it, or `hint`, `top`, `undo`, `moves`, `history`, `help`, `quit`; `help` explains
    them. Games with an analysis of their own, such as Minesweeper, also have `analyse`.

    Example: `boardwright play quoridor --against hard --as 2`
    """
    import secrets

    from rich.console import Console

    from boardwright.agents import defaults, spec
    from boardwright.agents.preparation import Preparation
    from boardwright.cli.author_faults import author_faults
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings
    from boardwright.cli.solvable_boards import make
    from boardwright.cli.terminal_game import TerminalGame
    from boardwright.core import registry
    from boardwright.core.errors import AgentError
    from boardwright.core.position import Position
    from boardwright.core.words import Word

    loaded = registry.load(game, preset or None, tiered=True, **settings(changes or []))
    if not 1 <= seat <= loaded.players:
        raise AgentError("play_seat", found=seat, players=loaded.players)
    if loaded.players == 1 and against not in {"", NOBODY}:
        raise AgentError("play_for_one", game=loaded.title)
    alone = loaded.players == 1 or against == NOBODY
    name = "" if alone else against or defaults.opponent(loaded)
    agent = spec.from_text(name, loaded) if name else None
    if auto and loaded.players > 1:
        raise AgentError("play_auto_seats", game=loaded.title, players=loaded.players)
    chosen = secrets.randbits(32) if seed is None else seed
    position = Position(loaded, seed=chosen)
    console = Console(stderr=as_json, highlight=False, markup=False, emoji=False)
    if level:
        assert loaded.tier is not None
        loaded.tier.in_place = True  # a puzzle is found by a search, before anything can be shown
        puzzle = make(loaded, level, first, chosen, 0)
        position = Position.replay(loaded, puzzle.history, seed=chosen)
        console.print(str(Word("play_puzzle", {"tries": puzzle.tries})))
    preparation = Preparation()
    session = None
    try:
        with author_faults(loaded):
            session = TerminalGame(position, console, preparation, seat - 1, name, agent, adviser=adviser, auto=auto)
            session.play()
    except (EOFError, KeyboardInterrupt):
        console.print()
        if session is not None:
            session.leave()
    finally:
        preparation.close()
    if as_json:
        print_json(position.to_dict())
