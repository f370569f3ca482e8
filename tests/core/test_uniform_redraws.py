"""Redraws are uniform over the states that fit what a player sees: by enumeration, for every game that hides something.

`resample` takes all of them as equally likely, whatever the other players' plans (docs/secrets.md).
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import boardwright
from boardwright.cli.new_game import write
from boardwright.core import config, registry
from boardwright.core.compiled.kernels import kernels
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.minesweeper import rules as minesweeper
from planted import definition
from worlds import deviation, random_game, redraws, worlds

FEW, DRAWS, MANY = 200, 1_000, 100_000
"""Worlds of a position at most, and its redraws: as plain Python, and as machine code."""

TOO_FAR = 5.0
"""Standard deviations."""

TOYS = ("hide", "kuhn", "peek", "ranks")
SMALL = {"battleship": {"rows": 3, "cols": 4, "ships": [3, 2]}}
"""Boards on which all worlds can be enumerated. Minesweeper's draws are of more layouts: it has a test of its own."""


def load(name: str) -> Game:
    """A game by name; `hidden_stones` is what `new-game --secrets` writes."""
    if name in TOYS:
        registry.register(import_module(f"toys.{name}").DEFINITION)
    return boardwright.load(name, **SMALL.get(name, {}))


@pytest.fixture
def skeleton(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write("hidden_stones", tmp_path, secrets=True)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    registry.register(import_module("hidden_stones").DEFINITION)
    yield
    for module in [module for module in sys.modules if module.partition(".")[0] == "hidden_stones"]:
        del sys.modules[module]


def farthest(game: Game, count: int, seeds: int = 1) -> float:
    """The largest deviation among the positions of random games with the most and the fewest worlds."""
    found = []
    for seed in range(seeds):
        history = random_game(game, seed)
        for player in range(game.players):
            positions = [
                (true, possible)
                for true, possible in worlds(game, history, player)
                if 2 <= len(possible) <= FEW and true["to_move"][0] != TERMINAL
            ]
            most = max(positions, key=lambda position: len(position[1]))
            for true, possible in (most, positions[-1]):
                drawn = Counter(row.tobytes() for row in redraws(game, true, player, count))
                found.append(deviation(drawn, possible))
    return max(found)


WRONG = {
    "hide": (
        "        if s.nut[other, hole] == 0 and",
        "        while s.nut[other, hole] == 1 or s.dug[other, hole] != UNKNOWN:\n"
        "            hole = (hole + 1) % s.nut.shape[1]\n        if s.nut[other, hole] == 0 and",
    ),
    "kuhn": ("dice.below(draw, CARDS - 1)", "dice.below(draw, CARDS) // 2"),
    "peek": (
        "        if s.mine[cell] == 0 and",
        "        while s.mine[cell] == 1 or s.open[cell] == 1:\n"
        "            cell = (cell + 1) % s.mine.shape[0]\n        if s.mine[cell] == 0 and",
    ),
    "ranks": ("            draw = dice.mix(draw)\n", ""),
}
"""Redraws that go to the next free place, deal out by one draw, or halve an odd number: some worlds are likelier."""


@pytest.mark.parametrize("name", [*TOYS, *SMALL, "hidden_stones"])
def test_every_world_is_equally_likely(name: str, skeleton: None, plain_python: None) -> None:
    assert farthest(load(name), DRAWS) < TOO_FAR


@pytest.mark.slow
@pytest.mark.parametrize("name", [*TOYS, *SMALL, "hidden_stones"])
def test_every_world_is_equally_likely_in_a_hundred_thousand_redraws(name: str, skeleton: None) -> None:
    assert farthest(load(name), MANY, seeds=2) < TOO_FAR


@pytest.mark.parametrize("toy", WRONG)
def test_a_redraw_that_prefers_some_worlds_is_found(toy: str, tmp_path: Path, plain_python: None) -> None:
    wrong = registry.register(definition(toy, *WRONG[toy], tmp_path))
    assert farthest(boardwright.load(wrong.name), DRAWS) > TOO_FAR


@pytest.mark.slow
def test_ships_that_prefer_the_first_rows_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain_python: None
) -> None:
    package = tmp_path / "battleship_wrong"
    shutil.copytree(str(Path(str(import_module("battleship").__file__)).parent), package)
    for path in package.glob("*.py"):
        path.write_text(path.read_text().replace("from battleship", "from battleship_wrong"))
    placed, text = "    for ship in range(placed):\n        put(p, s, other", (package / "rules.py").read_text()
    assert placed in text
    again = (
        "    second = np.zeros(placed, np.int64)\n"
        "    place_pieces(spots[:placed], fits, covered, draw ^ 12345678, second)\n"
        "    if second[0] < chosen[0]:\n        chosen = second\n"
    )
    (package / "rules.py").write_text(text.replace(placed, again + placed))
    monkeypatch.syspath_prepend(str(tmp_path))
    wrong = import_module("battleship_wrong").DEFINITION
    settings = config.read(wrong.files.configs, wrong.files.preset) | SMALL["battleship"]
    assert farthest(Game(wrong, [settings], interpreted=True), DRAWS) > TOO_FAR


def endgame(game: Game, seed: int, unknown: int) -> tuple[Array, set[bytes]]:
    """A board of Minesweeper with so few cells that are not revealed, and its possible mines, tried one by one."""
    rng = np.random.default_rng(seed)
    state = game.apply(game.new(), 0, int(rng.integers(1 << 60)))
    while (state["shown"] >= minesweeper.HIDDEN).sum() > unknown:
        safe = np.flatnonzero((state["shown"][0] >= minesweeper.HIDDEN) & (state["mine"][0] == 0))
        state = game.apply(state, int(safe[-1]), 0)
    shown, around = state["shown"][0], game.params["around"][0]
    closed, open_cells = (np.flatnonzero((shown >= minesweeper.HIDDEN) == hidden) for hidden in (True, False))
    possible = set()
    for mines in combinations(closed.tolist(), int(game.config["mine_count"])):
        mine = np.zeros(state["mine"].shape[1], state["mine"].dtype)
        mine[list(mines)] = 1
        if (mine[around[open_cells]].sum(axis=1) == shown[open_cells]).all():
            possible.add(mine[: shown.size].tobytes())
    return state, possible


def endgames(count: int) -> list[float]:
    """The deviations of redraws in endgames of Minesweeper."""
    game = boardwright.load("minesweeper", "small", mine_count=5)
    found = []
    for seed in range(8):
        state, possible = endgame(game, seed, 15)
        if 1 < len(possible) <= FEW:
            drawn = Counter(mine.tobytes() for mine in redraws(game, state, 0, count // 4)["mine"])
            found.append(deviation(drawn, possible))
    assert len(found) >= 2
    return found


@pytest.mark.parametrize("count", [20_000, pytest.param(MANY, marks=pytest.mark.slow)])
def test_the_mines_of_an_endgame_are_equally_likely(count: int) -> None:
    assert max(endgames(count)) < TOO_FAR


def test_mines_that_prefer_the_last_cells_are_found(plain_python: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sampled = minesweeper.sample_layout

    def preferred(near: Array, shown: Array, mines: int, draw: int, mine: Array) -> int:
        other, status = mine.copy(), sampled(near, shown, mines, draw, mine)
        sampled(near, shown, mines, draw ^ 12345678, other)
        if other.tolist() < mine.tolist():
            mine[:] = other
        return status

    monkeypatch.setattr(minesweeper, "sample_layout", preferred)
    monkeypatch.setattr(kernels(boardwright.load("minesweeper").state_dtype.names[-1]), "_interpreted", {})
    assert min(endgames(400)) > TOO_FAR


def test_every_game_that_hides_something_is_tried() -> None:
    hiding = {name for name in registry.names() if not registry.definition(name).perfect_information}
    assert hiding == {*SMALL, "minesweeper"}
    toys = (Path(__file__).parents[1] / "toys").glob("*.py")
    assert {toy.stem for toy in toys if "perfect_information=False" in toy.read_text(encoding="utf-8")} == set(TOYS)
