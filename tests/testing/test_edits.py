"""Edits of a package: text, parts beyond the rules, and the rules themselves."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from author import NAME, Author
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.testing import edits
from boardwright.testing.edits import Effect
from boardwright.testing.laws.law import FOR_SEARCH


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Author]:
    written = Author(tmp_path)
    monkeypatch.syspath_prepend(str(written.sources))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield written
    _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]
    importlib.invalidate_caches()


def known() -> tuple[edits.Meanings, edits.Fingerprints]:
    """The meanings of the files and the fingerprints, as another process would see them."""
    _forget()
    definition = importlib.import_module(NAME).DEFINITION
    game = Game(definition, [registry.preset_of(definition, definition.files.preset)], interpreted=True)
    return edits.meanings(NAME), edits.fingerprints(game)


EDITS = {
    "a comment in the rules": ("rules.py", "    player = ", "    # Who moves.\n    player = ", Effect.NOTHING),
    "a docstring": ("rules.py", '"""Write what', '"""Writes what', Effect.NOTHING),
    "a comment in a preset": ("configs/standard.yaml", "rows:", "# Rows first.\nrows:", Effect.NOTHING),
    "a view": ("view.py", '"XO"', '"xo"', Effect.BEYOND_RULES),
    "a sentence": ("words.yaml", "Cell {cell} is", "The cell {cell} is", Effect.BEYOND_RULES),
    "a rule": ("rules.py", "else 1 - player", "else player", Effect.RULES),
    "a value of a preset": ("configs/standard.yaml", "rows: 3", "rows: 4", Effect.RULES),
    "a Reason": ("rules.py", "TAKEN = 1", "TAKEN = 1\n    CURSED = 2", Effect.RULES),
    "the codec": ("actions.py", "config.cols})", "config.cols}, public=True)", Effect.RULES),
    "a fact of the definition": ("__init__.py", "players=2,", "players=2,\n    zero_sum=False,", Effect.RULES),
}


@pytest.mark.parametrize(("file", "old", "new", "effect"), EDITS.values(), ids=EDITS)
def test_the_effect_of_an_edit(author, file, old, new, effect):
    before = known()
    author.edit(file, old, new)
    assert edits.effect(before, known()) == effect


SEARCH_EDITS = {
    "an evaluation": ("search.py", "w.stone * ply", "-w.stone * ply", Effect.SEARCH),
    "a weight": ("configs/weights/standard.yaml", "1.5", "2.5", Effect.SEARCH),
    "a comment on a weight": ("configs/weights/standard.yaml", "stone", "# A stone.\nstone", Effect.NOTHING),
    "a level": ("configs/levels/standard.yaml", "games: 400", "games: 200", Effect.BEYOND_RULES),
    "a rule that search calls": ("rules.py", "return Reason.TAKEN if", "return Reason.TAKEN if 1 and", Effect.RULES),
}


@pytest.mark.parametrize(("file", "old", "new", "effect"), SEARCH_EDITS.values(), ids=SEARCH_EDITS)
def test_the_effect_of_an_edit_beside_the_rules(author, file, old, new, effect):
    (author.package / "search.py").write_text(
        "from first_steps.rules import check\n\n\n"
        "def evaluate(p, w, s, player):\n    ply = int(s.ply) + check(p, s, 0)\n    return w.stone * ply\n"
    )
    for folder, text in (("weights", "stone: 1.5\n"), ("levels", "ladder: {games: 400}\n")):
        (author.package / "configs" / folder).mkdir()
        (author.package / "configs" / folder / "standard.yaml").write_text(text)
    author.edit("__init__.py", "    scene=scene,\n", '    scene=scene,\n    search=Search(search, ("stone",)),\n')
    author.edit("__init__.py", "import Definition", "import Definition, Search")
    author.edit("__init__.py", "import rules", "import rules, search")
    before = known()
    author.edit(file, old, new)
    assert edits.effect(before, known()) == effect


def test_the_parts_of_search_are_named_alike_by_laws_and_edits():
    assert {*edits.SEARCH, "configs/weights"} == FOR_SEARCH


def test_a_file_that_cannot_be_read_is_another_one(author):
    before = edits.meanings(NAME)
    author.edit("rules.py", "def check(", "def check(((")
    assert edits.meanings(NAME) != before


def test_files_that_come_go_or_change_are_seen(author):
    before = edits.stamps(NAME)
    (author.package / "search.py").write_text("", encoding="utf-8")
    (author.package / "notes.txt").write_text("", encoding="utf-8")
    assert {path.name for path in edits.stamps(NAME).keys() - before.keys()} == {"search.py"}
    (author.package / "search.py").unlink()
    assert edits.stamps(NAME) == before


@pytest.mark.parametrize(
    ("game", "package"),
    [("tic_tac_toe", "boardwright.games.tic_tac_toe"), ("connect_four", "connect_four")],
)
def test_the_package_of_a_game_is_known_before_it_is_imported(game, package, child):
    program = (
        "import sys; from boardwright.testing import edits\n"
        f"print(edits.package_of({game!r}), {package!r} in sys.modules)"
    )
    assert child(program).stdout.split() == [package, "False"]


def test_the_package_of_a_registered_game_is_that_of_its_rules(toy):
    toy("pairs")
    assert edits.package_of("pairs") == "toys"


def test_a_lone_module_is_its_own_package(tmp_path, monkeypatch):
    (tmp_path / "lonely.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "module_of", lambda name: "lonely")
    assert edits.package_of("lonely") == "lonely"
    assert list(edits.stamps("lonely")) == [tmp_path / "lonely.py"]
