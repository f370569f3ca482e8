"""Games by name. A package offers its games in the entry-point group `boardwright.games`, as ours does."""

from __future__ import annotations

import difflib
import errno
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from boardwright.core import config as configuration
from boardwright.core import discovery
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.words import Word

R = TypeVar("R")

NO_FILES = (errno.EMFILE, errno.ENFILE)

_registered: dict[str, Definition] = {}
_loaded: dict[str, Game] = {}


class BrokenGame(NamedTuple):
    """A game that cannot be used, with the packages that offer it and the error."""

    name: str
    packages: list[str]
    error: ConfigError

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, with the sentence in the reader's language."""
        return {"game": self.name, "packages": self.packages, **self.error.word.to_dict(), "message": str(self.error)}


def register(definition: Definition) -> Definition:
    """Register a game in this process, without an entry point: for notebooks, tests and scripts."""
    forget(definition.name)
    _registered[definition.name] = definition
    return definition


def prepare(text: str) -> None:
    """Call a function given as `module:function`, which registers games that no entry point offers."""
    module, _, function = text.partition(":")
    getattr(import_module(module), function)()


def forget(name: str) -> None:
    """Undo `register`."""
    _registered.pop(name, None)
    for key in [key for key in _loaded if key.startswith(f"{name}:")]:
        del _loaded[key]


def names() -> list[str]:
    """The names of the installed games. Nothing is imported; `load` raises for a game whose package is broken."""
    return sorted({*_registered, *discovery.offers()})


def definition(name: str) -> Definition:
    """A game's definition by its name."""
    if name in _registered:
        return _registered[name]
    if name in discovery.offers():
        return discovery.definition(name)
    raise ConfigError("unknown_game", path="game", name=name, advice=_advice(name))


def packages(name: str) -> list[str]:
    """The packages that offer a game: distributions, or the package of a game that was registered in this process."""
    if name in _registered:
        return [_registered[name].rules.__name__.partition(".")[0]]
    return discovery.packages(name)


def for_each(work: Callable[[Definition], R]) -> tuple[list[R], list[BrokenGame]]:
    """Do something with every game. Games that fail are returned with their errors, and do not stop the others.

    A process that can open no more files raises OSError: that is no fault of a game.
    """
    done, broken = [], []
    for name in names():
        try:
            chosen = definition(name)
        except ConfigError as error:
            broken.append(BrokenGame(name, packages(name), error))
            continue
        try:
            done.append(work(chosen))
        except discovery.FAILURES as error:
            if isinstance(error, OSError) and error.errno in NO_FILES:
                raise
            offering = packages(name)
            broken.append(BrokenGame(name, offering, discovery.broken(name, offering, error)))
    return done, broken


def load(
    name: str,
    preset: str | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    tiered: bool = False,
    **overrides: Any,
) -> Game:
    """Load a game by preset (by default its standard one) or by a whole configuration.

    Keyword arguments replace single keys of the preset: `load("tic_tac_toe", size=4)`; a key inside a section has its
    path as its name, `**{"game.battle.rounds": 6}`. A `tiered` game runs as plain
    Python until another process has compiled it (core/compiled/tier.py); it is for people, who play one game at a time.
    """
    chosen = definition(name)
    data = preset_of(chosen, preset or chosen.files.preset) if config is None else dict(config)
    data = configuration.replaced(data, overrides)
    key = f"{name}:{sorted(data.items(), key=str)!r}:{tiered}"
    if key not in _loaded:
        _loaded[key] = Game(chosen, [data], tiered=tiered)
    return _loaded[key]


def mix(first: Game, *others: Game) -> Game:
    """One game of several configurations of the same shape, which rows of a batch may differ in."""
    return Game(first.definition, [settings.model_dump() for game in (first, *others) for settings in game.configs])


def presets(name: str) -> list[str]:
    """The names of a game's presets."""
    return configuration.names(definition(name).files.configs)


def module_of(name: str) -> str:
    """The module that a game's entry point names. The game is not imported: it may be the one that cannot be."""
    offers = discovery.offers().get(name, ())
    if len(offers) == 1 and name not in _registered:
        return offers[0].point.module
    return definition(name).rules.__name__


def is_shipped(name: str) -> bool:
    """Whether a game comes with Boardwright itself."""
    return module_of(name).startswith("boardwright.")


def preset_of(game: Definition, name: str) -> dict[str, Any]:
    """The game's configuration in a preset: the whole file, or the game's section of it."""
    data = configuration.read(game.files.configs, name)
    if not game.files.section:
        return data
    for key, value in data.items():
        if not isinstance(value, dict):
            raise ConfigError("config_value", path=key, value=repr(value), expected="{...}")
    if game.files.section not in data:
        raise ConfigError("config_missing", path=game.files.section)
    section: dict[str, Any] = data[game.files.section]
    return section


def rebuild(name: str, configs: list[dict[str, Any]], interpreted: bool, tiered: bool = False) -> Game:
    """Rebuild a pickled game."""
    if len(configs) == 1 and not interpreted:
        return load(name, config=configs[0], tiered=tiered)
    return Game(definition(name), list(configs), interpreted=interpreted, tiered=tiered)


def _advice(name: str) -> Word:
    if near := difflib.get_close_matches(name, names(), n=1):
        return Word("unknown_game_near", {"known": near})
    return Word("unknown_game_far", {"known": names()}) if names() else Word("unknown_game_none")
