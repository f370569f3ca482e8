"""Rendering: one picture for every kind of environment, and a board that is printed for a person."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest

import boardwright.envs
from boardwright.core import registry
from boardwright.core.board_text import text_board
from boardwright.core.position import Position
from boardwright.drawing.picture import pixels, svg
from boardwright.envs.gymnasium import Env
from boardwright.envs.pettingzoo import Env as Zoo
from boardwright.envs.sb3 import Games

EMPTY = ". . .\n. . .\n. . .\n"


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_pictures_of_every_kind_come_from_the_one_renderer() -> None:
    game = registry.load("tic_tac_toe")
    position = Position(game)
    expected = pixels(position.view())
    env, zoo = Env(game, seat=0, render_mode="rgb_array"), Zoo(game, render_mode="rgb_array")
    env.reset(seed=0)
    zoo.reset(seed=0)
    frames = [env.render(), zoo.render(), *Games(game, 2, seed=0, seat=0).get_images()]
    assert all(np.array_equal(frame, expected) for frame in frames)
    assert position._repr_svg_() == svg(position.view())


def test_a_person_sees_every_board_of_an_episode(capsys: pytest.CaptureFixture[str]) -> None:
    name = boardwright.envs.register("tic_tac_toe")
    env = gymnasium.make(name, render_mode="human", seat=0, opponent="perfect")
    assert {"human", "ansi", "rgb_array"} == set(env.metadata["render_modes"])
    assert env.metadata["render_fps"] > 0
    _, info = env.reset(seed=0)
    assert capsys.readouterr().out == EMPTY + "\n"
    steps, over, boards = 0, False, ""
    while not over:
        _, _, terminated, truncated, info = env.step(int(np.argmax(info["action_mask"])))
        steps, over = steps + 1, terminated or truncated
        boards = capsys.readouterr().out
        assert boards.count("\n\n") == 1
    assert steps > 1
    # The last board is the end of the episode, not the beginning of the next.
    assert boards.strip() == text_board(registry.load("tic_tac_toe").view(env.unwrapped._vector.final.copy(), 0).board)
    assert env.render() is None
    assert capsys.readouterr().out == boards


def test_a_person_sees_every_board_of_all_players(capsys: pytest.CaptureFixture[str]) -> None:
    env = Zoo("tic_tac_toe", render_mode="human")
    assert env.metadata["render_fps"] > 0
    env.reset(seed=0)
    for action in (0, 4):
        env.step(action)
    assert capsys.readouterr().out == "\n".join((EMPTY, "X . .\n. . .\n. . .\n", "X . .\n. O .\n. . .\n")) + "\n"


def test_gymnasiums_own_wrapper_would_have_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Env.metadata, "render_modes", ["rgb_array"])
    with pytest.raises(Warning, match="doesn't natively support it"):
        gymnasium.make(boardwright.envs.register("tic_tac_toe"), render_mode="human")
