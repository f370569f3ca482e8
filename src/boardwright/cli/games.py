"""`boardwright games`: what there is to play, and how it is configured."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def command(
    name: Annotated[str, typer.Argument(help="Show one game: its presets and its configuration.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the games that are installed, or show one.

    Games come from this package and from any other that offers some (`boardwright new-game` writes such a package).
    """
    from boardwright.cli.output import headings, print_json, print_table
    from boardwright.core import registry
    from boardwright.core.words import Word

    shown: list[dict[str, Any]] = []
    for each in [name] if name else registry.names():
        found = registry.definition(each)
        presets = {preset: registry.preset_of(found, preset) for preset in registry.presets(each)}
        shown.append(
            {
                "name": found.name,
                "version": found.version,
                "players": found.players,
                "hidden": not found.perfect_information,
                "chance": "chance" in found.kernels(),
                "preset": found.files.preset,
                "presets": presets,
            }
        )
    if as_json:
        print_json({"games": shown})
        return
    rows = [
        (
            game["name"],
            game["version"],
            game["players"],
            ", ".join(str(Word(f"games_{trait}")) for trait in ("hidden", "chance") if game[trait]) or "-",
            "; ".join(f"{preset}: {_brief(values)}" for preset, values in game["presets"].items()),
        )
        for game in shown
    ]
    print_table(Word("games_title"), headings("name", "version", "players", "has", "presets"), rows)


def _brief(values: dict[str, Any]) -> Any:
    """A preset in a cell of a table: of one that is made of whole files only the names, `--json` has it all."""
    return ", ".join(values) if all(isinstance(value, dict) for value in values.values()) else values
