"""Games of folders: packages that are not installed, found by the entry point in their `pyproject.toml`.

The environment variable `BOARDWRIGHT_GAMES` lists the folders, as `PATH` does, so that processes which this one starts
find the same games.
"""

from __future__ import annotations

import os
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NamedTuple

from boardwright.core.errors import ConfigError

VARIABLE = "BOARDWRIGHT_GAMES"
GROUP = "boardwright.games"
SOURCES = "src"
PROJECT = "pyproject.toml"


class Project(NamedTuple):
    """A package in a folder: its name, and the entry points of its games."""

    name: str
    points: tuple[EntryPoint, ...]


def is_folder(text: str) -> bool:
    """Whether a text is the path of a folder rather than the name of a game: `./stones`, `games/stones`, `.`."""
    return text in {".", ".."} or "/" in text or os.sep in text


def add(folder: str) -> str:
    """List a folder in the environment, and return the name of its game. Raises ConfigError if it has not one."""
    path = Path(folder).resolve()
    points = read(path).points
    if len(points) != 1:
        raise ConfigError("folder_games", path=str(path / PROJECT), count=len(points))
    if path not in listed():
        os.environ[VARIABLE] = os.pathsep.join(map(str, (*listed(), path)))
    return points[0].name


def listed() -> list[Path]:
    """The folders in the environment, in order."""
    return [Path(text).resolve() for text in os.environ.get(VARIABLE, "").split(os.pathsep) if text]


def projects() -> list[Project]:
    """The packages of the listed folders. Python imports their modules from there, even if they are installed, too."""
    found = []
    for folder in listed():
        found.append(read(folder))
        sources = str(folder / SOURCES if (folder / SOURCES).is_dir() else folder)
        if sources not in sys.path:
            sys.path.insert(0, sources)
    return found


def read(folder: Path) -> Project:
    """Read a package's `pyproject.toml`."""
    file = folder / PROJECT
    if not file.is_file():
        raise ConfigError("folder_no_project", path=str(folder))
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except tomllib.TOMLDecodeError as error:
        raise ConfigError("folder_toml", path=str(file), detail=str(error)) from None
    games = project.get("entry-points", {}).get(GROUP, {})
    points = tuple(EntryPoint(name, value, GROUP) for name, value in games.items())
    return Project(str(project.get("name", folder.name)), points)
