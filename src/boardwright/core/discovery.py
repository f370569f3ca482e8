"""Games of packages: the entry points of the group `boardwright.games`, where our own package has its games.

Packages are installed, or stand in folders that are named (core/game_folders.py).

A package of somebody else may fail in any way. Its failure is an error with the package's name and the cause, and it
is no other game's business.
"""

from __future__ import annotations

import importlib
import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from boardwright.core import game_folders
from boardwright.core.definition import Definition
from boardwright.core.errors import BoardwrightError, ConfigError
from boardwright.core.game_folders import GROUP
from boardwright.core.words import Word

FAILURES = (Exception, SystemExit)
"""What an import may raise. Only Ctrl-C is the reader's own."""

_MACHINERY = (str(Path(importlib.__file__).parent), "<frozen ", __file__)


class Offer(NamedTuple):
    """A game that a package offers, not imported yet."""

    package: str
    point: EntryPoint


@cache
def offers() -> dict[str, tuple[Offer, ...]]:
    """The offers by the name of the game, nothing imported. A name with several cannot be loaded."""
    by_name: dict[str, dict[tuple[str, str], Offer]] = {}
    for point in entry_points(group=GROUP):
        package = _package(point)
        by_name.setdefault(point.name, {})[package, point.value] = Offer(package, point)
    for project in game_folders.projects():
        for point in project.points:
            by_name.setdefault(point.name, {})[project.name, point.value] = Offer(project.name, point)
    return {name: tuple(by_value.values()) for name, by_value in by_name.items()}


def add_folder(folder: str) -> str:
    """Offer the game of a folder to this process and to those that it starts, and return the game's name."""
    name = game_folders.add(folder)
    offers.cache_clear()
    return name


def packages(name: str) -> list[str]:
    """The distributions that offer a game of this name."""
    return [offer.package for offer in offers().get(name, ())]


def definition(name: str) -> Definition:
    """Import the definition of an offered game. Raises ConfigError with the package and the cause."""
    offered = offers()[name]
    if len(offered) > 1:
        raise ConfigError("game_twice", path="game", name=name, packages=packages(name))
    package, point = offered[0]
    try:
        loaded = point.load()
    except FAILURES as error:
        raise broken(name, [package], error) from error
    if not isinstance(loaded, Definition) or loaded.name != name:
        raise ConfigError("not_a_definition", path=point.value, name=name, package=package)
    return loaded


def broken(name: str, offering: list[str], error: BaseException) -> ConfigError:
    """The error of a game that cannot be used, with the packages that offer it and the cause."""
    return ConfigError("game_broken", path="game", name=name, packages=offering, detail=_described(error))


def _package(point: EntryPoint) -> str:
    # Metadata may lack a name; the module is then the best clue.
    name = point.dist.name if point.dist is not None else None
    return name or point.module


def _described(error: BaseException) -> Word | str:
    """An error in one line: its type, its text and where it was raised, because no traceback is printed."""
    if isinstance(error, BoardwrightError):
        return error.word
    text = " ".join(f"{type(error).__name__}: {error}".split())
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename}:{frame.lineno}" for frame in frames if not frame.filename.startswith(_MACHINERY)]
    return f"{text}, {places[-1]}" if places else text
