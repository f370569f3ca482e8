"""`boardwright games`: the installed games and their configuration."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def command(
    name: Annotated[str, typer.Argument(help="Show one game: its presets and its configuration.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the installed games, or show one.

    Games come from this package and from other installed packages (`boardwright new-game` writes such a package).
    """
    from boardwright.cli.output import headings, print_json, print_table
    from boardwright.core import registry
    from boardwright.core.words import Word

    listed: list[dict[str, Any]] = []
    for game_name in [name] if name else registry.names():
        definition = registry.definition(game_name)
        presets = {preset: registry.preset_of(definition, preset) for preset in registry.presets(game_name)}
        listed.append(
            {
                "name": definition.name,
                "version": definition.version,
                "players": definition.players,
                "hidden": not definition.perfect_information,
                "chance": "chance" in definition.kernels(),
                "preset": definition.files.preset,
                "presets": presets,
            }
        )
    if as_json:
        print_json({"games": listed})
        return
    rows = [
        (
            game["name"],
            game["version"],
            game["players"],
            ", ".join(str(Word(f"games_{trait}")) for trait in ("hidden", "chance") if game[trait]) or "-",
            # All configurations of all games are pages: one game shows its own.
            "; ".join(f"{preset}: {_brief(values)}" for preset, values in game["presets"].items())
            if name
            else ", ".join(game["presets"]),
        )
        for game in listed
    ]
    print_table(Word("games_title"), headings("name", "version", "players", "has", "presets"), rows)


def _brief(values: dict[str, Any]) -> Any:
    """A preset in a cell of a table. If it consists of whole files only their names; `--json` prints it all."""
    return ", ".join(values) if all(isinstance(value, dict) for value in values.values()) else values
