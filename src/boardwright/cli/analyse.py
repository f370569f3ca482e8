"""`boardwright analyse`: the analysis of a position that was typed or read from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Changes, GameName, Json, Preset

if TYPE_CHECKING:
    from boardwright.agents.advice import Advice
    from boardwright.cli.model_comparison import ModelComparison
    from boardwright.core.analysis import Analysis
    from boardwright.core.game import Game
    from boardwright.core.position import Position
    from boardwright.core.record import Array
    from boardwright.core.view import View
    from boardwright.core.words import Word
    from boardwright.drawing.routes import BestMove


def command(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Argument(help="A position or a recorded game; the suffix gives the format. `-` reads standard input."),
    ] = None,
    position: Annotated[
        str, typer.Option(help="The position as text, its rows separated by / or by line breaks.")
    ] = "",
    moves: Annotated[str, typer.Option(help='The position after these moves: `--moves "1. e2 e8 2. e3"`.')] = "",
    dialect: Annotated[str, typer.Option(help="Another notation of moves, such as `flip` in Quoridor.")] = "",
    ply: Annotated[int | None, typer.Option(help="The ply of a game to analyse. Default: its last one.", min=0)] = None,
    number: Annotated[int, typer.Option(help="The number of the game in a file of records.", min=1)] = 1,
    seed: Annotated[
        int | None, typer.Option(help="The random seed of the draws of --moves, in a game with chance.")
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    by: Annotated[
        str,
        typer.Option(
            help="The agent that advises a move. Default: the game's adviser, its strongest level or a search."
        ),
    ] = "",
    top: Annotated[int, typer.Option(help="The number of the agent's best moves to show.", min=1)] = 1,
    model: Annotated[
        str, typer.Option(help="Compare a model's chances with the exact ones: a model's name (`small`) or its file.")
    ] = "",
    picture: Annotated[
        Path | None,
        typer.Option(
            help="Draw the position, its numbers and the best move to a PNG, SVG or PDF; with --model, three boards."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Analyse a position: what follows from it, and the best move.

    The move is printed with its reason. If the position is impossible, the reason for that is printed (exit status 1).

    Example: `boardwright analyse quoridor --moves "1. e2 e8 2. e3" --top 5`
    """
    from rich.console import Console

    from boardwright.cli.model_comparison import compare
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import Source, read
    from boardwright.drawing import picture as pictures
    from boardwright.drawing.sheet import Panel, sheet

    if picture is not None:
        pictures.require(picture)
    source = Source(file, position, moves, dialect, ply, number, seed)
    loaded, state, whole, line = read(game, source, preset, changes or [])
    analysis = _analysis(loaded, state)
    advice = None if analysis.problems else _advice(loaded, state, by)
    comparison = compare(loaded, state, model, analysis.overlay) if model and not analysis.problems else None
    summary = loaded.definition.people.summary if whole else None
    facts = (*(summary(loaded, state) if summary else ()), *analysis.facts)
    view = _view(loaded, state, line)
    if picture is not None and comparison is not None:
        panels = [Panel(*panel) for panel in comparison.panels]
        pictures.save(sheet(view.board, panels, _title(loaded), comparison.summary), picture)
    elif picture is not None:
        best = _best(view, advice)
        pictures.save(sheet(view.board, [Panel("", analysis.overlay, analysis.routes, best)], _title(loaded)), picture)
    if as_json:
        data = _plain(loaded, state, analysis, facts, advice, top)
        print_json({**data, **({"model": comparison.to_dict()} if comparison is not None else {})})
    else:
        console = Console(highlight=False, markup=False, emoji=False)
        _show(console, view, analysis, facts, advice, top)
        if comparison is not None:
            _show_comparison(console, view, comparison)
    if analysis.problems:
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

    from boardwright.agents import defaults, spec
    from boardwright.agents.advice import Advice
    from boardwright.core.agent import Turn
    from boardwright.core.record import TERMINAL

    if state["to_move"][0] == TERMINAL:
        return None
    name = by or defaults.adviser(game)
    turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))
    return Advice(turn, name, spec.from_text(name, game).explain(turn))


def _view(game: Game, state: Array, line: Position | None) -> View:
    """The position as the player to move sees it, whom the advice is for; by the moves that led there, if known."""
    player = max(int(state["to_move"][0]), 0)
    return game.view(state, player) if line is None else line.view(player)


def _best(view: View, advice: Advice | None) -> BestMove | None:
    """The advised move as the picture marks it, None if the agent declines to move."""
    from boardwright.core.words import Word
    from boardwright.drawing.routes import BestMove

    if advice is None or advice.explanation.action < 0:
        return None
    choice = next(choice for choice in view.choices if choice.action == advice.explanation.action)
    # The notation, as in the printed sentence: a label may count rows from 1, and the picture counts from 0.
    title = Word("analyse_best_move", {"agent": advice.agent, "move": choice.text})
    return BestMove(title, choice.cells, choice.sides)


def _title(game: Game) -> Word:
    from boardwright.core.words import Word

    return Word(f"{game.name}.title")


def _plain(
    game: Game, state: Array, analysis: Analysis, facts: tuple[Word, ...], advice: Advice | None, top: int
) -> dict[str, Any]:
    sentences = [{**word.to_dict(), "message": str(word)} for word in facts]
    problems = [{**word.to_dict(), "message": str(word)} for word in analysis.problems]
    data: dict[str, Any] = {"game": game.name, "config": game.config, "position": game.text_key(state)}
    data |= {"possible": not problems, "problems": problems, "facts": sentences, "numbers": dict(analysis.numbers)}
    if analysis.overlay is not None:
        data["overlay"] = {"title": analysis.overlay.title.to_dict(), "values": dict(analysis.overlay.values)}
    if advice is not None:
        data["advice"] = advice.to_dict(top)
    return data


def _show(
    console: Any,
    view: View,
    analysis: Analysis,
    facts: tuple[Word, ...],
    advice: Advice | None,
    top: int,
) -> None:
    from boardwright.core.words import Word
    from boardwright.drawing import terminal

    over = terminal.heat(view.board, analysis.overlay, console.width) if analysis.overlay is not None else None
    drawn = terminal.draw(view.board, how="rulers", over=over, width=console.width)
    console.print(drawn, soft_wrap=True)
    if analysis.overlay is not None:
        console.print(str(analysis.overlay.title), style="dim")
    console.print()
    if analysis.problems:
        console.print(str(Word("analyse_impossible")), style="bold red")
    for word in (*analysis.problems, *facts):
        console.print(str(word))
    if advice is not None:
        console.print()
        console.print(advice.sentence(), style="bold")
        if advice.line:
            console.print(advice.line)
        if top > 1:
            unscored = str(Word("analyse_no_scores", {"agent": advice.agent}))
            for line in advice.ranking(top, console.width) or [unscored]:
                console.print(line)


def _show_comparison(console: Any, view: View, comparison: ModelComparison) -> None:
    from boardwright.drawing import terminal

    board = view.board
    title, overlay = comparison.panels[0]
    console.print()
    console.print(str(title), style="bold")
    over = terminal.heat(board, overlay, console.width)
    console.print(terminal.draw(board, how="rulers", over=over, width=console.width), soft_wrap=True)
    console.print(str(overlay.title), style="dim")
    console.print()
    console.print(str(comparison.summary))
