"""`boardwright new-game`: writes the package of a new game, which already passes every law."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from boardwright.cli.parameters import Json

SKELETON = Path(__file__).with_name("skeleton")
SECRETS = Path(__file__).with_name("skeleton_secrets")
"""The files that differ in a game with hidden information."""


def command(
    name: Annotated[str, typer.Argument(help="The game's name, in lower_case_with_underscores.")],
    folder: Annotated[Path, typer.Option("--in", help="The folder to write the package into.")] = Path(),
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Start from a game in which both players hide something.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write the package of a new game.

    It is small, complete, and passes every law.

    The name must be free: no installed game's, no Python module's. `boardwright check ./NAME` tests the laws on the
    game, and every command takes its folder in the same way; once it is installed (`pip install -e NAME`), its name.
    `boardwright docs adding-a-game` turns it into connect four, step by step; `boardwright docs secrets` is for games
    with hidden information.

    Example: `boardwright new-game my_game --in games`
    """
    from boardwright.cli.output import print_json
    from boardwright.core import game_folders
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word

    require_free(name)
    target = folder / name
    if target.exists():
        raise ConfigError("new_game_exists", path=str(target))
    written = write(name, target, secrets=secrets)
    if as_json:
        print_json({"game": name, "folder": str(target), "files": [str(path) for path in written]})
        return
    for path in written:
        print(path)
    given = target if game_folders.is_folder(str(target)) else f"./{target}"
    page = "secrets" if secrets else "adding-a-game"
    print(Word("new_game_next", {"folder": given, "name": name, "readme": target / "README.md", "page": page}))


def require_free(name: str) -> None:
    """Raise an error with the reason, if a name cannot be that of a new game and its package."""
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise ConfigError("new_game_name", path="name", name=name)
    if keyword.iskeyword(name):
        raise ConfigError("new_game_reserved", path="name", name=name)
    if name in registry.names():
        raise ConfigError("new_game_taken", path="name", name=name, packages=registry.packages(name))
    if _importable(f"boardwright.games.{name}"):  # a copy of ours that is not installed has no entry points
        raise ConfigError("new_game_taken", path="name", name=name, packages=["boardwright"])
    if name in sys.stdlib_module_names or name in sys.modules or _importable(name):
        raise ConfigError("new_game_module", path="name", name=name)


def _importable(name: str) -> bool:
    found = find_spec(name)
    # Any folder of that name is importable, as a namespace. A package hides it, and nobody misses it.
    return found is not None and found.origin is not None


def write(name: str, target: Path, *, secrets: bool = False) -> list[Path]:
    """Write a skeleton with its placeholders filled in, and return its files."""
    from boardwright import __version__

    title = name.replace("_", " ").capitalize()
    places = {"NAME": name, "DASHED": name.replace("_", "-"), "TITLE": title, "VERSION": __version__}
    written = []
    sources = {
        path.relative_to(root): path for root in (SKELETON, SECRETS)[: 1 + secrets] for path in root.rglob("*.txt")
    }
    for place, source in sorted(sources.items()):
        relative = str(place).removesuffix(".txt").replace("NAME", name)
        text = source.read_text(encoding="utf-8")
        for key, value in places.items():
            text = text.replace(key, value)
        path = target / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written
