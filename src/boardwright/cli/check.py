"""`boardwright check`: tests a game against the laws."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def command(
    game: Annotated[str, typer.Argument(help="The game's name, as `boardwright games` lists it.")],
    preset: Annotated[str, typer.Option(help="A preset of the game. Default: its standard one.")] = "",
    record: Annotated[
        str, typer.Option(help="If all laws hold, write a golden game and a perft table to this folder.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Test every law on a game: interpreted, then compiled with bounds checks, then as shipped.

    Each law is tested on states of random games. For a broken law, the actions that led there and the function to look
    at are printed. Exit status 1 if any law is broken.
    """
    from rich.console import Console

    from boardwright.cli.output import headings, print_json, print_table
    from boardwright.core import config, registry
    from boardwright.core.words import Word
    from boardwright.testing import golden, phases

    definition = registry.definition(game)
    settings = registry.preset_of(definition, preset or definition.files.preset)
    config.validate(definition.configuration, settings)
    by_law: dict[str, dict[str, Any]] = {}
    with Console(stderr=True).status(f"{game}: {phases.PHASES[0]}") as status:
        for number, phase in enumerate(phases.run(game, settings)):
            status.update(f"{game}: {phases.PHASES[min(number + 1, len(phases.PHASES) - 1)]}")
            for law in phase["laws"]:
                row = by_law.setdefault(law["law"], {"law": law["law"], "passed": True, "cases": 0, "phases": {}})
                row["passed"] = row["passed"] and law["passed"]
                row["cases"] += law["cases"]
                row["phases"][phase["phase"]] = law["cases"]
                row["error"] = row.get("error") or law["error"]
    laws = list(by_law.values())
    broken = [law for law in laws if not law["passed"]]
    written = golden.record(registry.load(game, config=settings), Path(record)) if record and not broken else []
    if as_json:
        print_json(
            {"game": game, "version": definition.version, "passed": not broken, "laws": laws, "written": written}
        )
    else:
        verdicts = {True: Word("check_holds"), False: Word("check_broken")}
        rows = [(law["law"], verdicts[law["passed"]], law["cases"], _law(law)) for law in laws]
        print_table(Word("check_title", {"game": game}), headings("law", "verdict", "cases", "says"), rows)
        for path in written:
            print(path)
        for law in broken:
            typer.secho(law["error"]["message"], fg="red")
    if broken:
        raise typer.Exit(1)


def _law(law: dict[str, Any]) -> str:
    from boardwright.core.words import Word, codes

    code = f"law_{law['law']}"
    return str(Word(code)) if code in codes("core") else ""
