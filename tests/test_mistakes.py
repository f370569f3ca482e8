"""The page on adding a game says what Boardwright says of common mistakes."""

from __future__ import annotations

import importlib
import re
import shutil

import pytest

from boardwright.core import registry
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.testing.cases import Cases
from boardwright.testing.laws import LAWS, judge
from pages import ROOT

EXAMPLE = ROOT / "examples" / "connect_four"

MISTAKES = {
    "`s.heigth`": ("rules.py", "s.height[action] == p.rows else", "s.heigth[action] == p.rows else"),
    "an index past the end of an array": ("rules.py", "int(s.height[col])) *", "int(s.height[col + 7])) *"),
    "`return s.height[action] < p.rows` in `check`": (
        "rules.py",
        "return Reason.COLUMN_FULL if s.height[action] == p.rows else OK",
        "return s.height[action] < p.rows",
    ),
    "`s.height[a] - 7` without `int()`": ("rules.py", "int(s.height[action]) + 1", "s.height[action] - 7"),
    "a table of booleans in `params`": (
        "config.py",
        '"worth": np',
        '"free": np.ones(7, bool),\n            "worth": np',
    ),
    "a symmetry without the image of an action": ("symmetry.py", "actions=cols[::-1]", "actions=cols[:0:-1]"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_page_on_adding_a_game_says_what_is_said_of_mistakes(mistake, tmp_path, monkeypatch):
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (said,) = re.findall(rf"^\| {re.escape(mistake)} \| `` (.*) `` \|$", page, re.M)
    name = f"mistaken_{list(MISTAKES).index(mistake)}"
    package = tmp_path / name
    shutil.copytree(EXAMPLE / "src" / "connect_four", package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*package.rglob("*.py"), package / "words.yaml"]:
        path.write_text(path.read_text(encoding="utf-8").replace("connect_four", name), encoding="utf-8")
    file, old, new = MISTAKES[mistake]
    text = (package / file).read_text(encoding="utf-8")
    assert old in text
    (package / file).write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    definition = importlib.import_module(name).DEFINITION
    try:
        game = Game(definition, [registry.preset_of(definition, "standard")], interpreted=True)
        static = [law for law in LAWS if law.static]
        laws = LAWS[: len(static) + 1]  # and the first with random games
        printed = str(judge(laws, game, Cases(game, games=2, most=2, seed=0), stop=True)[-1].error)
    except BoardwrightError as error:
        printed = str(error)
    assert printed.replace(name, "connect_four") == said
