"""`boardwright analyse`: what can be told of a position that was typed or read from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from boardwright.cli.advice import Advice
    from boardwright.cli.model_comparison import Beside
    from boardwright.core.analysis import Analysis
    from boardwright.core.game import Game
    from boardwright.core.record import Array
    from boardwright.core.words import Word


def command(
    game: Annotated[str, typer.Argument(help="The game's name, as `boardwright games` lists it.")],
    file: Annotated[
        Path | None, typer.Argument(help="A position or a recorded game; the ending says the format. `-` reads a text.")
    ] = None,
    position: Annotated[
        str, typer.Option(help="The position as text, its rows apart by / or on lines of their own.")
    ] = "",
    moves: Annotated[str, typer.Option(help='The position after these moves: `--moves "1. e2 e8 2. e3"`.')] = "",
    dialect: Annotated[str, typer.Option(help="Another way to write moves, such as `flip` in Quoridor.")] = "",
    ply: Annotated[int | None, typer.Option(help="How far to play a game; to its end unless told.", min=0)] = None,
    number: Annotated[int, typer.Option(help="Which game of a file of records.", min=1)] = 1,
    seed: Annotated[int | None, typer.Option(help="Where the draws of --moves come from, in a game with any.")] = None,
    preset: Annotated[str, typer.Option("--preset", "--board", help="The preset that the position is of.")] = "",
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="A key of the configuration: `--set mine_count=10`.")
    ] = None,
    by: Annotated[str, typer.Option(help="The agent that is asked for a move; the game's adviser unless told.")] = "",
    top: Annotated[int, typer.Option(help="How many of the agent's best moves to show.", min=1)] = 1,
    model: Annotated[
        str, typer.Option(help="Set a model's chances beside the exact ones: a model's name (`small`) or its file.")
    ] = "",
    picture: Annotated[
        Path | None,
        typer.Option(help="Draw the position with its numbers to this file (PNG, SVG, PDF); thrice with --model."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell what follows from a position, the best move in it and why; or why it cannot come about (exit status 1)."""
    from rich.console import Console

    from boardwright.cli.model_comparison import beside
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import Source, read
    from boardwright.drawing import picture as pictures
    from boardwright.drawing.sheet import Panel, sheet

    if picture is not None:
        pictures.require(picture)
    source = Source(file, position, moves, dialect, ply, number, seed)
    loaded, state, whole = read(game, source, preset, changes or [])
    found = _analysis(loaded, state)
    advice = None if found.problems else _advice(loaded, state, by)
    compared = beside(loaded, state, model, found.overlay) if model and not found.problems else None
    summary = loaded.definition.people.summary if whole else None
    facts = (*(summary(loaded, state) if summary else ()), *found.facts)
    view = loaded.view(state, 0)
    if picture is not None and compared is not None:
        panels = [Panel(*panel) for panel in compared.panels]
        pictures.save(sheet(view.board, panels, _title(loaded), compared.summary), picture)
    elif picture is not None:
        pictures.save(sheet(view.board, [Panel("", found.overlay)], _title(loaded)), picture)
    if as_json:
        told = _plain(loaded, state, found, facts, advice, top)
        print_json({**told, **({"model": compared.to_dict()} if compared is not None else {})})
    else:
        console = Console(highlight=False, markup=False, emoji=False)
        _show(console, loaded, state, found, facts, advice, top)
        if compared is not None:
            _show_beside(console, loaded, state, compared)
    if found.problems:
        raise typer.Exit(1)


def _analysis(game: Game, state: Array) -> Analysis:
    from boardwright.core.analysis import Analysis
    from boardwright.core.record import TERMINAL

    analysis = game.definition.people.analysis
    if analysis is None or state["to_move"][0] == TERMINAL:
        return Analysis()
    return analysis(game, game.observe(state))


def _advice(game: Game, state: Array, by: str) -> Advice | None:
    import numpy as np

    from boardwright.agents import spec
    from boardwright.cli.advice import Advice
    from boardwright.core.agent import Turn
    from boardwright.core.record import TERMINAL

    name = by or game.definition.people.adviser
    if not name or state["to_move"][0] == TERMINAL:
        return None
    turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))
    return Advice(turn, name, spec.from_text(name, game).explain(turn))


def _title(game: Game) -> Word:
    from boardwright.core.words import Word

    return Word(f"{game.name}.title")


def _plain(
    game: Game, state: Array, found: Analysis, facts: tuple[Word, ...], advice: Advice | None, top: int
) -> dict[str, Any]:
    told = [{**word.to_dict(), "message": str(word)} for word in facts]
    problems = [{**word.to_dict(), "message": str(word)} for word in found.problems]
    data: dict[str, Any] = {"game": game.name, "config": game.config, "position": game.text_key(state)}
    data |= {"possible": not problems, "problems": problems, "facts": told, "numbers": dict(found.numbers)}
    if found.overlay is not None:
        data["overlay"] = {"title": found.overlay.title.to_dict(), "values": dict(found.overlay.values)}
    if advice is not None:
        data["advice"] = advice.to_dict(top)
    return data


def _show(
    console: Any,
    game: Game,
    state: Array,
    found: Analysis,
    facts: tuple[Word, ...],
    advice: Advice | None,
    top: int,
) -> None:
    from boardwright.core.words import Word
    from boardwright.drawing import terminal

    view = game.view(state, 0)
    over = terminal.heat(view.board, found.overlay, console.width) if found.overlay is not None else None
    drawn = terminal.draw(view.board, how="rulers", over=over, width=console.width)
    console.print(drawn, soft_wrap=True)
    if found.overlay is not None:
        console.print(str(found.overlay.title), style="dim")
    console.print()
    if found.problems:
        console.print(str(Word("analyse_impossible")), style="bold red")
    for word in (*found.problems, *facts):
        console.print(str(word))
    if advice is not None:
        console.print()
        console.print(advice.said(), style="bold")
        if advice.line:
            console.print(advice.line)
        if top > 1:
            for line in advice.ranking(top, console.width):
                console.print(line)


def _show_beside(console: Any, game: Game, state: Array, compared: Beside) -> None:
    from boardwright.drawing import terminal

    board = game.view(state, 0).board
    title, overlay = compared.panels[0]
    console.print()
    console.print(str(title), style="bold")
    over = terminal.heat(board, overlay, console.width)
    console.print(terminal.draw(board, how="rulers", over=over, width=console.width), soft_wrap=True)
    console.print(str(overlay.title), style="dim")
    console.print()
    console.print(str(compared.summary))
