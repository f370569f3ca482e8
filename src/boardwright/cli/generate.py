"""`boardwright generate`: positions that an agent can solve, such as Minesweeper boards without a guess."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from boardwright.cli.parameters import Changes, GameName, Json, On, Preset, Workers


def command(
    game: GameName,
    level: Annotated[
        str, typer.Option(help="The reasoning that must solve them; in minesweeper an agent's name.")
    ] = "",
    first: Annotated[
        tuple[int, int] | None, typer.Option(help="The first cell, as ROW COLUMN. Default: the middle.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The random seed: the same seed gives the same positions.")] = 0,
    count: Annotated[int, typer.Option(help="The number of positions.", min=1)] = 1,
    preset: Preset = "",
    changes: Changes = None,
    out: Annotated[
        Path | None, typer.Option(help="Write to this file; several are numbered. The suffix gives the format.")
    ] = None,
    workers: Workers = None,
    on: On = "local",
    as_json: Json = False,
) -> None:
    """Make puzzles: positions that reasoning alone can solve.

    They are printed with their difficulty; `play --level` plays them. Ctrl-C prints those that are made by then (exit
    status 130).

    Example: `boardwright generate minesweeper --count 5 --set mine_count=12`
    """
    from functools import partial

    from rich.console import Console

    from boardwright.cli.output import print_json, print_table
    from boardwright.cli.positions import form_of, settings, write
    from boardwright.cli.solvable_boards import make
    from boardwright.core import registry
    from boardwright.core.position import Position
    from boardwright.core.words import Word
    from boardwright.drawing import terminal
    from boardwright.scale.executors import open_executor

    loaded = registry.load(game, preset or None, **settings(changes or []))
    if out is not None:
        form_of(loaded.definition, out)
    console = Console(highlight=False, markup=False, emoji=False)
    listed: list[dict[str, Any]] = []
    stopped = False
    with open_executor(on, workers) as executor:
        made = executor.map(partial(make, loaded, level, first, seed), range(count))
        for number in range(count):
            try:
                puzzle = next(made)
            except KeyboardInterrupt:
                stopped = True
                break
            position = Position.replay(loaded, puzzle.history, seed=seed)
            row = {"number": number, "tries": puzzle.tries, **puzzle.numbers, "history": puzzle.history}
            if out is not None:
                path = out if count == 1 else out.with_stem(f"{out.stem}-{number + 1:0{len(str(count))}}")
                write(loaded, position.state, path)
                row["file"] = str(path)
            listed.append(row)
            if not as_json and count == 1:
                console.print(terminal.draw(position.view().board, width=console.width), soft_wrap=True)
                for word in (Word("generate_tries", {"tries": puzzle.tries}), *puzzle.facts):
                    console.print(str(word))
    if as_json:
        print_json({"game": game, "config": loaded.config, "level": level, "seed": seed, "positions": listed})
    elif count > 1 and listed:
        columns = [name for name in listed[0] if name != "history"]
        own = {name: Word(f"{game}.puzzle.{name}") for name in puzzle.numbers}
        title = Word("generate_title", {"game": game, "count": count, "seed": seed})
        rows = [[row[name] for name in columns] for row in listed]
        print_table(title, [own.get(name) or Word(f"heading_{name}") for name in columns], rows)
    elif out is not None and listed:
        print(Word("generate_written", {"path": out}))
    if stopped:
        typer.echo(Word("generate_stopped", {"done": len(listed), "total": count}), err=True)
        raise typer.Exit(130)
