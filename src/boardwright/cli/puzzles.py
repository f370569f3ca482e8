"""`boardwright puzzles`: positions with a question and proved answers, for the page's Learn mode."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boardwright.cli.parameters import Changes, GameName, Json, Preset


def command(
    game: GameName,
    number: Annotated[int, typer.Option(help="The number of puzzles.", min=1)] = 30,
    seed: Annotated[int, typer.Option(help="The random seed: the same seed gives the same puzzles.", min=0)] = 0,
    plies: Annotated[
        int | None, typer.Option(help="The longest proof in plies. Default: configs/puzzles.yaml.", min=1)
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Positions a question may visit. Default: configs/puzzles.yaml.", min=1)
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="The most games that are searched. Default: configs/puzzles.yaml.", min=1)
    ] = None,
    right: Annotated[
        int | None, typer.Option(help="The most right moves of a puzzle. Default: configs/puzzles.yaml.", min=1)
    ] = None,
    wrong: Annotated[
        int | None, typer.Option(help="The fewest wrong moves of a puzzle. Default: configs/puzzles.yaml.", min=1)
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    out: Annotated[Path | None, typer.Option(help="Write the puzzles to this file, a line of JSON each.")] = None,
    proof: Annotated[
        Path | None, typer.Option("--check", help="Prove the answers of this file again, and make nothing.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make puzzles: a win or a draw that few moves keep, proved.

    Games with random moves are searched for positions in which every move is proved to keep the result or to give it
    away. A game may make its own instead: in minesweeper, a board with a cell that is certainly safe.

    The page asks the puzzles in the folder `puzzles` of a game's configurations. Exit status 1: an answer of `--check`
    is wrong.

    Example: `boardwright puzzles tic_tac_toe --number 5 --out puzzles.jsonl`
    """
    from boardwright.cli.output import print_json, print_table
    from boardwright.cli.positions import settings as changed
    from boardwright.cli.progress import following
    from boardwright.core import puzzle_records, registry
    from boardwright.core.errors import HistoryError
    from boardwright.core.words import Word
    from boardwright.puzzles.checking import faults
    from boardwright.puzzles.generator import generate
    from boardwright.puzzles.settings import settings

    numbers = settings(plies=plies, nodes=nodes, games=games, right=right, wrong=wrong)
    if proof is not None:
        records = list(puzzle_records.read(proof))
        unproved = list(faults(records, numbers))
        if as_json:
            print_json({"puzzles": len(records), "wrong": [word.to_dict() for word in unproved]})
        else:
            for word in unproved or [Word("puzzles_proved", {"count": len(records), "path": proof})]:
                print(word)
        raise typer.Exit(1 if unproved else 0)
    loaded = registry.load(game, preset or None, **changed(changes or []))
    with following(game, number, None) as follow:
        made = generate(loaded, number, seed, numbers, lambda done, searched: follow.progress(done, number, {}))
    if out is not None:
        try:
            out.write_text("".join(f"{record.line()}\n" for record in made), encoding="utf-8")
        except OSError as error:
            raise HistoryError("file_unwritable", path=out, detail=error.strerror) from None
    if as_json:
        print_json(
            {"game": game, "seed": seed, "puzzles": [record.model_dump(exclude_defaults=True) for record in made]}
        )
    elif made:
        rows = [
            [
                place,
                Word(f"puzzle_level_{record.level}"),
                record.plies or "",
                len(record.history),
                len(record.answers),
                ", ".join(map(puzzle_records.position_of(record, loaded).text, record.right)),
            ]
            for place, record in enumerate(made, 1)
        ]
        columns = [Word(f"heading_{name}") for name in ("number", "level", "plies", "ply", "moves", "right")]
        print_table(Word("puzzles_title", {"game": game, "count": len(made), "seed": seed}), columns, rows)
    if len(made) < number:
        typer.echo(Word("puzzles_few", {"count": len(made), "number": number, "games": numbers.games}), err=True)
