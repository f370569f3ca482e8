"""The pages of environments: written by a script, a page and an animation for every registered game."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import gymnasium
import pytest
from PIL import Image

from boardwright.core import registry
from environment_pages import FOLDER, page, stale

MOST_BYTES = 300_000


def test_every_page_is_what_the_script_writes() -> None:
    assert stale() == [], "run python tests/environment_pages.py"


def test_a_page_that_is_wrong_or_missing_is_found(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "pages")
    changed = tmp_path / "pages" / "tic_tac_toe.md"
    changed.write_text(changed.read_text(encoding="utf-8").replace("Discrete(9)", "Discrete(8)"), encoding="utf-8")
    (tmp_path / "pages" / "quoridor.md").unlink()
    assert stale(tmp_path / "pages") == ["quoridor", "tic_tac_toe"]


def test_a_page_has_what_gymnasiums_pages_have() -> None:
    text = page("quoridor")
    for expected in (
        "`boardwright/Quoridor-v0`",
        "| action space | `Discrete(209)` |",
        "| 81-208 | `wall` |",
        "| `stock` | uint8 [2] | 0 | 10 |",
        "| `on_illegal` | `'penalise'` |",
        "| an illegal action, which changes nothing | -1 |",
        "at most 300 actions",
    ):
        assert expected in text, expected
    assert "`opponent`" not in page("minesweeper")


def test_the_arguments_are_those_that_make_takes() -> None:
    text = page("tic_tac_toe")
    (call,) = re.findall(r"They follow the id: `(gymnasium.make\(.*\))`", text)
    assert eval(call, {"gymnasium": gymnasium}).reset(seed=0)[0].shape == (18,)
    defaults = re.findall(r"^\| `(\w+)` \| `('\w+'|None)` \|", text, re.M)
    given = {name: ast.literal_eval(value) for name, value in defaults}
    assert set(given) == {"preset", "opponent", "seat", "rewards", "observation", "on_illegal", "render_mode"}
    assert gymnasium.make("boardwright.envs:boardwright/TicTacToe-v0", **given).reset(seed=0)


@pytest.mark.parametrize("name", registry.names())
def test_every_page_has_a_small_animation(name: str) -> None:
    path = FOLDER / f"{name}.gif"
    assert path.stat().st_size < MOST_BYTES
    with Image.open(path) as animation:
        assert animation.n_frames > 4


def test_every_page_is_in_the_navigation_and_on_the_page_of_environments() -> None:
    root = FOLDER.parents[1]
    navigation, environments = (
        (root / "mkdocs.yml").read_text("utf-8"),
        (root / "docs/environments.md").read_text("utf-8"),
    )
    for name in registry.names():
        assert f"environments/{name}.md" in navigation
        assert f"(environments/{name}.md)" in environments
