"""`boardwright analyse`: what can be told of a position that was typed or read from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from boardwright.core.agent import Explanation
    from boardwright.core.analysis import Analysis
    from boardwright.core.game import Game
    from boardwright.core.record import Array
    from boardwright.core.words import Word


def command(
    game: Annotated[str, typer.Argument(help="The game's name, as `boardwright games` lists it.")],
    file: Annotated[
        Path | None, typer.Argument(help="A file with a position; its ending says the format. `-` reads a text.")
    ] = None,
    position: Annotated[
        str, typer.Option(help="The position as text, its rows apart by / or on lines of their own.")
    ] = "",
    preset: Annotated[str, typer.Option("--preset", "--board", help="The preset that the position is of.")] = "",
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="A key of the configuration: `--set mine_count=10`.")
    ] = None,
    by: Annotated[str, typer.Option(help="The agent that is asked for a move; the game's adviser unless told.")] = "",
    top: Annotated[int, typer.Option(help="How many of the agent's best moves to show.", min=1)] = 1,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the position with its numbers to this file (PNG, SVG, PDF).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell what follows from a position, the best move in it and why; or why it cannot come about (exit status 1)."""
    from rich.console import Console

    from boardwright.arena import heat
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import read

    if picture is not None:
        heat.require(picture)
    loaded, state, whole = read(game, file, position, preset, changes or [])
    found = _analysis(loaded, state)
    name, advice = (None, None) if found.problems else _advice(loaded, state, by)
    summary = loaded.definition.summary if whole else None
    facts = (*(summary(loaded, state) if summary else ()), *found.facts)
    view = loaded.view(state, 0)
    if picture is not None:
        heat.picture(view.board, found.overlay, picture, _title(loaded))
    if as_json:
        print_json(_plain(loaded, state, found, facts, name, advice, top))
    else:
        _show(Console(highlight=False, markup=False, emoji=False), loaded, state, found, facts, name, advice, top)
    if found.problems:
        raise typer.Exit(1)


def _analysis(game: Game, state: Array) -> Analysis:
    from boardwright.core.analysis import Analysis
    from boardwright.core.record import TERMINAL

    analysis = game.definition.analysis
    if analysis is None or state["to_move"][0] == TERMINAL:
        return Analysis()
    return analysis(game, game.observe(state))


def _advice(game: Game, state: Array, by: str) -> tuple[str | None, Explanation | None]:
    import numpy as np

    from boardwright.agents import naming
    from boardwright.core.agent import Turn
    from boardwright.core.record import TERMINAL

    name = by or game.definition.adviser
    if not name or state["to_move"][0] == TERMINAL:
        return None, None
    turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))
    return name, naming.from_text(name, game).explain(turn)


def _title(game: Game) -> Word:
    from boardwright.core.words import Word

    return Word(f"{game.name}.title")


def _plain(
    game: Game,
    state: Array,
    found: Analysis,
    facts: tuple[Word, ...],
    name: str | None,
    advice: Explanation | None,
    top: int,
) -> dict[str, Any]:
    told = [{**word.to_dict(), "message": str(word)} for word in facts]
    problems = [{**word.to_dict(), "message": str(word)} for word in found.problems]
    data: dict[str, Any] = {"game": game.name, "config": game.config, "possible": not problems, "problems": problems}
    data |= {"facts": told, "numbers": dict(found.numbers)}
    if found.overlay is not None:
        data["overlay"] = {"title": found.overlay.title.to_dict(), "values": dict(found.overlay.values)}
    if advice is not None:
        from boardwright.arena.text import best

        def text(action: int) -> str:
            return game.actions.to_text(action, max(int(state["to_move"][0]), 0))

        data["advice"] = {
            "agent": name,
            "action": advice.action,
            "text": text(advice.action) if advice.action >= 0 else None,
            "certain": advice.certain,
            "reason": {**advice.reason.to_dict(), "message": str(advice.reason)},
            "line": game.line(state, advice.line),
            "top": [{"text": text(each), "score": advice.scores[each]} for each in best(advice.scores, top)],
        }
    return data


def _show(
    console: Any,
    game: Game,
    state: Array,
    found: Analysis,
    facts: tuple[Word, ...],
    name: str | None,
    advice: Explanation | None,
    top: int,
) -> None:
    from boardwright.arena import text
    from boardwright.core.words import Word

    view = game.view(state, 0)
    over = text.heat(view.board, found.overlay, console.width) if found.overlay is not None else None
    drawn = text.draw(view.board, how="rulers", over=over, width=console.width)
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
        console.print(said(game, state, name or "", advice), style="bold")
        if top > 1:
            for line in ranking(game, state, advice, top):
                console.print(line)


def said(game: Game, state: Array, name: str, advice: Explanation) -> str:
    """What an agent would play, with its reason; the reason alone where it would rather not."""
    from boardwright.core.words import Word

    if advice.action < 0:
        return str(advice.reason)
    move = game.actions.to_text(advice.action, int(state["to_move"][0]))
    return str(Word("play_hint", {"agent": name, "move": move, "reason": advice.reason}))


def ranking(game: Game, state: Array, advice: Explanation, top: int) -> list[str]:
    """An agent's best moves with their scores, a line each."""
    from boardwright.arena.text import best

    player = int(state["to_move"][0])
    return [
        f"{rank:>3}. {game.actions.to_text(action, player):<14} {advice.scores[action]:.4g}"
        for rank, action in enumerate(best(advice.scores, top), 1)
    ]
