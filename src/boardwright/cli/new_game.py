"""`boardwright new-game`: writes the package of a new game, which already passes every law."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

SKELETON = Path(__file__).with_name("skeleton")


def command(
    name: Annotated[str, typer.Argument(help="The game's name, in lower_case_with_underscores.")],
    folder: Annotated[Path, typer.Option("--in", help="The folder to write the package into.")] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write the package of a new game: small, complete, and passing every law.

    Once installed (`pip install -e NAME`) it is known by its name, and `boardwright check NAME` tests the laws on it.
    `boardwright docs adding-a-game` turns it into connect four, step by step.
    """
    from boardwright.cli.output import print_json
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise ConfigError("new_game_name", path="name", name=name)
    target = folder / name
    if target.exists():
        raise ConfigError("new_game_exists", path=str(target))
    written = write(name, target)
    if as_json:
        print_json({"game": name, "folder": str(target), "files": [str(path) for path in written]})
        return
    for path in written:
        print(path)
    print(Word("new_game_next", {"folder": target, "name": name, "readme": target / "README.md"}))


def write(name: str, target: Path) -> list[Path]:
    """Write the skeleton with its placeholders filled in, and return its files."""
    from boardwright import __version__

    title = name.replace("_", " ").capitalize()
    places = {"NAME": name, "DASHED": name.replace("_", "-"), "TITLE": title, "VERSION": __version__}
    written = []
    for source in sorted(path for path in SKELETON.rglob("*.txt")):
        relative = str(source.relative_to(SKELETON)).removesuffix(".txt").replace("NAME", name)
        text = source.read_text(encoding="utf-8")
        for place, value in places.items():
            text = text.replace(place, value)
        path = target / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written
