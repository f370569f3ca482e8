"""`boardwright games`: the installed games and their configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from boardwright.core.definition import Definition


def command(
    name: Annotated[str, typer.Argument(help="Show one game: its presets and its configuration.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the installed games, or show one.

    Games come from this package and from other installed packages (`boardwright new-game` writes such a package).
    A package whose game cannot be used is named below the table, with the cause.
    """
    from boardwright.cli.output import headings, print_broken, print_json, print_table
    from boardwright.core import registry
    from boardwright.core.words import Word

    listed, unusable = ([_about(registry.definition(name))], []) if name else registry.for_each(_about)
    broken = [game.to_dict() for game in unusable]
    if as_json:
        print_json({"games": listed, "broken": broken})
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
    print_broken(broken)


def _about(definition: Definition) -> dict[str, Any]:
    from boardwright.core import registry

    return {
        "name": definition.name,
        "version": definition.version,
        "players": definition.players,
        "hidden": not definition.perfect_information,
        "chance": "chance" in definition.kernels(),
        "preset": definition.files.preset,
        "presets": {preset: registry.preset_of(definition, preset) for preset in registry.presets(definition.name)},
    }


def _brief(values: dict[str, Any]) -> Any:
    """A preset in a cell of a table. If it consists of whole files only their names; `--json` prints it all."""
    return ", ".join(values) if all(isinstance(value, dict) for value in values.values()) else values
