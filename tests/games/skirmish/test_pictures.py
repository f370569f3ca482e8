"""Deployment as pictures, of a board that a few games were played on: they are drawn, and say what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import boardwright
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.telemetry import correlation
from boardwright.core.words import Word, say
from boardwright.envs.vector import Vector
from boardwright.games.skirmish import pictures
from boardwright.learning.telemetry import Style

SAID = {
    "map": {"map_title", "together", "share", "unit_share"},
    "slots": {"slots_title", "unit_slots", "hex_slots", "count", "evenly"},
    "outcomes": {"outcomes_title", "depth", "centre", "survived", "damage", "note"},
}
"""Words `skirmish.placements_...` of each picture."""

PARAMS = {"name": "random", "player": 1}


@pytest.fixture(scope="module")
def game() -> Game:
    return boardwright.load("skirmish", "small")


def played(game: Game, steps: int, **choices: Any) -> dict[str, Array]:
    """The tables of some random games."""
    assert game.definition.learning.telemetry is not None
    watcher, env = game.definition.learning.telemetry(game), Vector(game, 8, seed=1, **choices)
    rng = np.random.default_rng(2)
    for _ in range(steps):
        actions = np.where(env.mask, rng.random(env.mask.shape), -1.0).argmax(axis=1)
        watcher.before(env.states, env.seats, actions)
        env.step(actions)
        watcher.after(env.states, env.seats, env.ended, env.final, env.final_seats)
    return watcher.tables()


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """All that is written on each picture, by the picture's file."""
    table: dict[str, set[str]] = {}
    save = Style.save

    def kept(figure: Any, path: Path) -> None:
        from matplotlib.text import Text

        table[path.stem.removeprefix("deployment_")] = {text.get_text() for text in figure.findobj(Text)}
        save(figure, path)

    monkeypatch.setattr(Style, "save", staticmethod(kept))
    return table


@pytest.mark.parametrize(
    ("steps", "choices", "language"),
    [(120, {}, "en"), (120, {"seat": 1}, "fr"), (3, {}, "en")],
    ids=["both seats", "one seat, in French", "no game ended"],
)
def test_every_picture_is_drawn_in_the_readers_language(
    game: Game,
    steps: int,
    choices: dict[str, Any],
    language: str,
    tmp_path: Path,
    texts: dict[str, set[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", language)
    tables = played(game, steps, **choices)
    paths = pictures.draw(game, tables, tmp_path, "random", Style())
    assert sorted(paths) == ["map", "outcomes", "slots"]
    for path in paths.values():
        with Image.open(path) as drawn:
            assert min(drawn.size) > 400
    units = {"1-01 captain", "2-03 spitter"} if not choices else {"2-03 spitter"}
    assert units <= texts["map"]
    assert ("1-01 captain" in texts["map"]) == (not choices)
    games = sum(int(tables["finished"][side, 0].sum()) for side in (0, 1))
    for name, codes in SAID.items():
        params = {**PARAMS, "games": games}
        assert {say(Word(f"skirmish.placements_{code}", params), language) for code in codes} <= texts[name], name
    assert any(text.startswith("r = ") for text in texts["outcomes"]) == (steps > 3)


def test_nothing_is_drawn_of_nothing(game: Game, tmp_path: Path) -> None:
    assert pictures.draw(game, played(game, 0), tmp_path, "random", Style()) == {}
    assert list(tmp_path.iterdir()) == []


def test_a_correlation_is_pearsons_and_none_without_variance() -> None:
    rng = np.random.default_rng(4)
    at, outcomes = rng.integers(0, 5, 200), rng.integers(0, 9, 200)
    sums = [np.bincount(at, weights) for weights in (None, outcomes, outcomes**2)]
    assert correlation(np.arange(5), *sums) == pytest.approx(np.corrcoef(at, outcomes)[0, 1])
    assert correlation(np.arange(5) / 2, *sums) == pytest.approx(np.corrcoef(at, outcomes)[0, 1])
    assert correlation(np.full(5, 0.5), *sums) is None
    assert correlation(np.arange(5), sums[0], 3 * sums[0], 9 * sums[0]) is None
    assert correlation(np.arange(5), *[np.zeros(5)] * 3) is None
