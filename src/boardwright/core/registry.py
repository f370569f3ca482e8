"""Games by name. A package offers its games in the entry-point group `boardwright.games`; ours come in the same way."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from boardwright.core import config as configuration
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game

GROUP = "boardwright.games"

_registered: dict[str, Definition] = {}
_loaded: dict[str, Game] = {}


def register(definition: Definition) -> Definition:
    """Offer a game in this process without an entry point: in a notebook, a test, a script."""
    forget(definition.name)
    _registered[definition.name] = definition
    return definition


def forget(name: str) -> None:
    """Take back what `register` offered."""
    _registered.pop(name, None)
    for key in [key for key in _loaded if key.startswith(f"{name}:")]:
        del _loaded[key]


def names() -> list[str]:
    """Every game that can be loaded."""
    return sorted({*_registered, *_entry_points()})


def definition(name: str) -> Definition:
    """A game's definition by its name."""
    if name in _registered:
        return _registered[name]
    found = _entry_points().get(name)
    if found is None:
        close = difflib.get_close_matches(name, names(), n=1) or names()
        raise ConfigError("unknown_game", path="game", name=name, known=close)
    loaded = found.load()
    if not isinstance(loaded, Definition) or loaded.name != name:
        raise ConfigError("not_a_definition", path=found.value, name=name)
    return loaded


def load(name: str, preset: str | None = None, *, config: Mapping[str, Any] | None = None, **overrides: Any) -> Game:
    """A game ready to play: by preset (its standard one unless told otherwise), or by a whole configuration.

    Keyword arguments replace single keys of the preset: `load("tic_tac_toe", size=4)`.
    """
    found = definition(name)
    data = preset_of(found, preset or found.files.preset) if config is None else dict(config)
    data.update(overrides)
    key = f"{name}:{sorted(data.items(), key=str)!r}"
    if key not in _loaded:
        _loaded[key] = Game(found, [data])
    return _loaded[key]


def mix(first: Game, *others: Game) -> Game:
    """One game of several configurations of the same shape: each row of a batch has its own."""
    return Game(first.definition, [each.model_dump() for game in (first, *others) for each in game.configs])


def presets(name: str) -> list[str]:
    """The configurations that a game comes with."""
    return configuration.names(definition(name).files.configs)


def preset_of(found: Definition, name: str) -> dict[str, Any]:
    """A preset as the game takes it: the whole file, or the section of it that is the game's."""
    data = configuration.read(found.files.configs, name)
    if not found.files.section:
        return data
    for key, value in data.items():
        if not isinstance(value, dict):
            raise ConfigError("config_value", path=key, value=repr(value), expected="{...}")
    if found.files.section not in data:
        raise ConfigError("config_missing", path=found.files.section)
    section: dict[str, Any] = data[found.files.section]
    return section


def rebuild(name: str, configs: list[dict[str, Any]], interpreted: bool) -> Game:
    """What unpickling a game calls."""
    if len(configs) == 1 and not interpreted:
        return load(name, config=configs[0])
    return Game(definition(name), list(configs), interpreted=interpreted)


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
