"""Environments for learning: a vector of games, Gymnasium, PettingZoo, stable-baselines3.

Importing this package registers every installed game with Gymnasium, if Gymnasium is installed:
`gymnasium.make("boardwright/TicTacToe-v0")`. The other environments are imported by name:
`boardwright.envs.pettingzoo`, `boardwright.envs.sb3`.
"""

from __future__ import annotations

from importlib.util import find_spec

from boardwright.envs.vector import Step, Vector

__all__ = ["Step", "Vector", "register"]


def register(name: str) -> str:
    """Register a game with Gymnasium and return its id. Games of installed packages are registered already."""
    from boardwright.envs.registration import register

    return register(name)


if find_spec("gymnasium"):
    from boardwright.core import registry

    for _name in registry.names():
        if _name.isidentifier():  # Gymnasium refuses an id of other signs, and an import must not fail for one package
            register(_name)
