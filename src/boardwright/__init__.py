"""AI for grid board games: rules written once in plain Python, for strict play, search, batches and replay.

>>> import boardwright
>>> game = boardwright.load("tic_tac_toe")
>>> position = boardwright.Position(game)
>>> position.push(4)
>>> position.legal_actions
[0, 1, 2, 3, 5, 6, 7, 8]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardwright.agents import make as agent
    from boardwright.core.batch import Batch
    from boardwright.core.definition import Definition, Files, Layout, Learning, People, Private, Search
    from boardwright.core.game import Game
    from boardwright.core.position import Position
    from boardwright.core.registry import load, names, register

__version__ = "0.2.0"

# Importing boardwright imports nothing heavy: numba alone takes half a second.
_HOMES = {
    "Batch": "core.batch",
    "Definition": "core.definition",
    "Files": "core.definition",
    "Game": "core.game",
    "Layout": "core.definition",
    "Learning": "core.definition",
    "People": "core.definition",
    "Position": "core.position",
    "Private": "core.definition",
    "Search": "core.definition",
    "agent": "agents",
    "load": "core.registry",
    "names": "core.registry",
    "register": "core.registry",
}
_OTHER_NAMES = {"agent": "make"}

__all__ = [
    "Batch",
    "Definition",
    "Files",
    "Game",
    "Layout",
    "Learning",
    "People",
    "Position",
    "Private",
    "Search",
    "__version__",
    "agent",
    "load",
    "names",
    "register",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'boardwright' has no attribute {name!r}")
    return getattr(import_module(f"boardwright.{_HOMES[name]}"), _OTHER_NAMES.get(name, name))
