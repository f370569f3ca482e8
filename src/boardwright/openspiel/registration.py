"""Registers games with OpenSpiel, under `boardwright_` and their name."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import pyspiel

from boardwright.core import registry
from boardwright.core.definition import Definition
from boardwright.openspiel.game import PREFIX, SpielGame, game_type


def register(name: str) -> str:
    """Register a game and return its name in OpenSpiel. Games of installed packages are registered already."""
    return _register(registry.definition(name))


def register_all() -> list[str]:
    """Register every installed game. One whose package is broken is left out, as `boardwright games` says."""
    done, _ = registry.for_each(_register)
    return done


def _register(definition: Definition) -> str:
    name = f"{PREFIX}{definition.name}"
    if name not in pyspiel.registered_names():

        def make(params: Mapping[str, Any] | None = None) -> SpielGame:
            return SpielGame(definition.name, params)

        # OpenSpiel drops its reference after Python has ended, which must not be the last one.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(make))
        pyspiel.register_game(game_type(definition), make)
    return name
