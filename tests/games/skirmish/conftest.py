"""The shipped boards in both orders of deployment: tests that state no order run in each."""

from __future__ import annotations

import pytest

from boardwright.core.game import Game

from .scenarios import BOARDS, MODES, load

SLOW = {"small": (), "large": pytest.mark.slow}
"""The large board is compiled apart, for a minute: the gate has the small one."""


@pytest.fixture(
    params=[pytest.param((board, mode), id=f"{board} {mode}", marks=SLOW[board]) for board in BOARDS for mode in MODES]
)
def game(request: pytest.FixtureRequest) -> Game:
    return load(*request.param)


@pytest.fixture(params=[pytest.param(board, marks=SLOW[board]) for board in BOARDS])
def board(request: pytest.FixtureRequest) -> str:
    return str(request.param)
