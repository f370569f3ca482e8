"""The toy games for servers of tests and for their workers. It imports little: each worker does."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from boardwright.core import registry
from boardwright.core.compiled.compiler import Loop
from boardwright.core.compiled.tier import Tier
from boardwright.core.game import Game

TOYS = {
    "burrow": "core.burrow",
    "deploy": "toys.deploy",
    "fences": "toys.fences",
    "hexes": "toys.hexes",
    "hide": "toys.hide",
    "pairs": "toys.pairs",
    "peek": "toys.peek",
    "pig": "toys.pig",
}


def register_toys() -> None:
    for module in TOYS.values():
        registry.register(import_module(module).DEFINITION)


class Plain(Tier):
    """Everything runs as plain Python, and nothing is there to compile."""

    def interprets(self, loop: Loop[..., Any], args: tuple[Any, ...]) -> bool:
        """Whether a call runs as plain Python."""
        return True


def prepare() -> None:
    """Register the toys, and run as plain Python what `boardwright warmup` does not compile: toys, other boards.

    The rules are the same, and compiling them costs more than all that the tests of the service do with them.
    """
    register_toys()
    load, interpreted = registry.load, {}

    def loaded(name: str, *rest: Any, **options: Any) -> Game:
        game: Game = load(name, *rest, **options)
        if name not in TOYS and game.config == load(name).config:
            return game
        if game.digest not in interpreted:
            interpreted[game.digest] = game.as_interpreted()
            interpreted[game.digest].tier = Plain(name)
        return interpreted[game.digest]

    registry.load = loaded  # type: ignore[assignment]
