"""The pages of games: facts that a script writes, a picture, and a place on the landing page."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from boardwright.core import registry
from game_pages import FOLDER, facts, stale, with_facts

ROOT = FOLDER.parents[1]


def test_the_facts_of_every_page_are_current() -> None:
    assert stale() == [], "run python tests/game_pages.py"


def test_a_page_with_wrong_facts_and_a_missing_page_are_found(tmp_path: Path) -> None:
    pages = tmp_path / "games"
    shutil.copytree(FOLDER, pages)
    changed = pages / "quoridor.md"
    changed.write_text(changed.read_text(encoding="utf-8").replace("882 [593, 1172]", "900 [593, 1172]"), "utf-8")
    (pages / "tic_tac_toe.md").unlink()
    assert stale(pages) == ["quoridor", "tic_tac_toe"]


def test_the_facts_have_what_the_game_declares() -> None:
    text = facts("quoridor")
    assert "| `oblivion` | `alphabeta` `depth=40`, `nodes=150000`, `model=standard` | 1894 [1545, 2242] |" in text
    assert "`boardwright/Quoridor-v0`" in text
    assert "| opponent in `play` | `normal` |" in text


def test_facts_replace_older_ones_and_leave_the_rest() -> None:
    page = "# Quoridor\n\nA game.\n\nBy hand.\n"
    once = with_facts("quoridor", page)
    assert once == with_facts("quoridor", once)
    assert once.startswith("# Quoridor\n\nA game.\n\n<!-- facts")
    assert once.endswith("<!-- end of facts -->\n\nBy hand.\n")


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_a_picture_and_is_on_the_landing_page(name: str) -> None:
    landing = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert f"](games/{name}.svg)](games/{name}.md)" in landing
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg ")
