"""`boardwright games`: the installed games and their configuration."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from boardwright.cli.parameters import Json, game_argument

if TYPE_CHECKING:
    from boardwright.core.definition import Definition


def command(
    name: Annotated[str, game_argument("Show one game: its presets and its configuration.")] = "",
    as_json: Json = False,
) -> None:
    """List the installed games, or show one.

    Games come from this package and from other installed packages (`boardwright new-game` writes such a package).
    A package whose game cannot be used is named below the table, with the cause.

    Example: `boardwright games quoridor`
    """
    from boardwright.cli.output import headings, print_broken, print_json, print_table
    from boardwright.core import registry
    from boardwright.core.words import Word

    listed, unusable = ([_about(registry.definition(name))], []) if name else registry.for_each(_about)
    broken = [game.to_dict() for game in unusable]
    if as_json:
        print_json({"games": listed, "broken": broken})
        return
    if name:
        _show_one(listed[0])
    else:
        rows = [(game["name"], game["players"], _has(game), ", ".join(_distinct(game))) for game in listed]
        print_table(Word("games_title"), headings("name", "players", "has", "presets"), rows, whole=(0,), spaced=(3,))
        print(Word("games_more"))
    print_broken(broken)


def _show_one(game: dict[str, Any]) -> None:
    from boardwright.cli.output import headings, print_table
    from boardwright.core.words import Word

    row = (game["name"], game["version"], game["players"], _has(game), ", ".join(game["presets"]))
    print_table(Word("games_title"), headings("name", "version", "players", "has", "presets"), [row], spaced=(4,))
    presets = sorted(game["presets"], key=lambda preset: preset != game["preset"])
    rows = [(preset, _brief(game, preset)) for preset in presets]
    title = Word("games_presets", {"game": game["name"], "preset": game["preset"]})
    print_table(title, headings("preset", "configuration"), rows, whole=(0,), spaced=(1,))


def _has(game: dict[str, Any]) -> str:
    from boardwright.core.words import Word

    return ", ".join(str(Word(f"games_{trait}")) for trait in ("hidden", "chance") if game[trait]) or "-"


def _distinct(game: dict[str, Any]) -> list[str]:
    """The presets without other names of the same configuration: the standard one's name is kept, else the shortest."""
    chosen: list[str] = []
    for preset in sorted(game["presets"], key=lambda name: (name != game["preset"], len(name), name)):
        if all(game["presets"][preset] != game["presets"][other] for other in chosen):
            chosen.append(preset)
    return sorted(chosen)


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


def _brief(game: dict[str, Any], preset: str) -> str:
    """A preset in a cell of a table: the standard one in full, of another the values that differ.

    If it consists of whole files only their names; `--json` prints it all.
    """
    values, standard = game["presets"][preset], game["presets"][game["preset"]]
    alike = next(name for name in _distinct(game) if game["presets"][name] == values)
    if alike != preset:
        return f"= {alike}"
    if preset != game["preset"]:
        values = {key: value for key, value in values.items() if key not in standard or standard[key] != value}
    whole_files = all(isinstance(value, dict) for value in values.values())
    return ", ".join(key if whole_files else f"{key}={json.dumps(value)}" for key, value in values.items())
