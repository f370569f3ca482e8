"""The shipped boards in both orders of deployment: tests that state no order run in each."""

from __future__ import annotations

import pytest

from boardwright.core.game import Game

from .scenarios import BOARDS, MODES, load


@pytest.fixture(params=[(board, mode) for board in BOARDS for mode in MODES], ids=lambda each: " ".join(each))
def game(request: pytest.FixtureRequest) -> Game:
    return load(*request.param)


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> str:
    return str(request.param)
