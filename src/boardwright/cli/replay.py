"""`boardwright replay`: replays recorded matches, compares their ends, and narrates them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Json

if TYPE_CHECKING:
    from boardwright.arena.match_records import Record, UnfinishedRecord
    from boardwright.core.position import Position


def command(
    file: Annotated[Path, typer.Argument(help="A file that `--record`, `import` or `play --json` wrote.")],
    log: Annotated[bool, typer.Option("--log", help="Print every move and its events in words.")] = False,
    boards: Annotated[bool, typer.Option("--boards", help="With --log: show the board after every move.")] = False,
    as_json: Json = False,
) -> None:
    """Replay recorded matches, and compare their ends.

    Every match is replayed by the rules, and its final state is compared byte for byte.

    Exit status 1 if one disagrees; each such line is printed with its error. Ctrl-C stops early (exit status 130).

    Example: `boardwright replay games.jsonl --log`
    """
    from rich.console import Console
    from rich.progress import track

    from boardwright.arena import match_records
    from boardwright.cli.output import print_json
    from boardwright.core.errors import HistoryError
    from boardwright.core.words import Word

    console = Console(stderr=True)
    matches = list(match_records.lines(file))
    wrong: list[HistoryError] = []
    done = 0
    try:
        for number, line in track(matches, str(file), console=console, transient=True, disable=not console.is_terminal):
            try:
                record = match_records.read(line, number)
                position = match_records.replay(record, line=number)
                if log and not as_json:
                    _narrate(record, position, number, boards=boards)
            except HistoryError as problem:
                wrong.append(problem)
            done += 1
    except KeyboardInterrupt:
        pass
    stopped = done < len(matches)
    if as_json:
        errors: list[dict[str, Any]] = [{**error.word.to_dict(), "message": str(error)} for error in wrong]
        agree = done - len(wrong)
        print_json(
            {"matches": len(matches), "replayed": done, "agree": agree, "complete": not stopped, "errors": errors}
        )
    else:
        for error in wrong:
            typer.secho(str(error), fg="red")
        typer.echo(Word("replay_agrees", {"agree": done - len(wrong), "matches": done}))
    if stopped:
        typer.echo(Word("stopped_early", {"done": done, "total": len(matches)}), err=True)
        raise typer.Exit(130)
    if wrong:
        raise typer.Exit(1)


def _narrate(record: Record | UnfinishedRecord, position: Position, line: int, *, boards: bool) -> None:
    """Print a match in words: each move with its events."""
    from rich.console import Console

    from boardwright.core import prose, visibility
    from boardwright.core.words import Word
    from boardwright.drawing import terminal

    console = Console(highlight=False, markup=False, emoji=False)
    game = position.game
    agents = getattr(record, "agents", []) or [
        str(Word("play_player", {"player": seat})) for seat in range(game.players)
    ]
    console.print(str(Word("replay_match", {"number": line, "game": game.name, "players": agents})), style="bold")
    states = position.states
    for number, (step, before, after) in enumerate(zip(position.history, states, states[1:]), 1):
        mover = int(game.actor(before, [step.action])[0])
        move = game.actions.to_text(step.action, int(before["to_move"][0]))
        params = {"number": number, "player": agents[mover], "move": move}
        console.print(str(Word("play_history", params)), style="dim")
        for event in game.narration(after, visibility.ALL):
            console.print(prose.said(event))
        if boards:
            view = game.view(after, mover)
            console.print(terminal.draw(view.board, view.choices, width=console.width), soft_wrap=True)
