"""The two games of the core's tests: tic-tac-toe, and a small race that uses all of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import boardwright
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.record import Array

from . import burrow as burrow_package
from .states import layers


@pytest.fixture(scope="session")
def game() -> Game:
    return boardwright.load("tic_tac_toe")


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Unregister the test's games: other tests iterate over all that are registered."""
    yield
    registry.forget("burrow")


@pytest.fixture
def burrow(plain_python: None) -> Game:
    """The race, as plain Python: it has its rules for the logic of the core, and shipped games try the machine code."""
    boardwright.register(burrow_package.DEFINITION)
    return boardwright.load("burrow")


@pytest.fixture
def compiled_burrow() -> Game:
    boardwright.register(burrow_package.DEFINITION)
    return boardwright.load("burrow")


@pytest.fixture
def toy(toy: Callable[[str], Game], plain_python: None) -> Callable[[str], Game]:
    """Load a toy game by name, for the length of a test, as plain Python."""
    return toy


@pytest.fixture(scope="session")
def reachable(game: Game) -> Array:
    """Every reachable state of tic-tac-toe, once."""
    return np.concatenate([states for states, _ in layers(game)])
