"""Never stale, never needless: the next process plays the edited rules, and compiles only what reaches the edit."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import boardwright
from conftest import Child

PACKAGE = Path(boardwright.__file__).parent
RULES = "boardwright/games/tic_tac_toe/rules.py"
IMPORT = "from enum import IntEnum\n"

TOP_ROW = """
import boardwright
game = boardwright.load("tic_tac_toe")
states = game.new()
for action in (0, 3, 1, 4, 2):
    game.step(states, action)
print(boardwright.__file__)
print(states["to_move"][0], states["returns"][0].tolist(), states["cells"][0].tolist())
"""
MASK = """
import boardwright
game = boardwright.load("tic_tac_toe")
print(boardwright.__file__)
print(game.legal_mask(game.new())[0].nonzero()[0].tolist())
"""
SEARCH = """
import boardwright
game = boardwright.load("tic_tac_toe")
print(boardwright.__file__)
print(boardwright.agent("alphabeta", game, depth=5).search(game.apply(game.apply(game.new(), 0), 1), 5)[0])
"""
TWO_GAMES = """
import boardwright, noughts
from boardwright.core.compiled import loops
boardwright.register(noughts.DEFINITION)
print(boardwright.__file__)
for name in ("tic_tac_toe", "noughts"):
    before = loops.step.compilations
    game = boardwright.load(name)
    states = game.new()
    game.step(states, 4)
    print(name, loops.step.compilations - before, states["cells"][0, 4])
"""


Run = Callable[[str], list[str]]


def copied(folder: Path) -> Path:
    """A copy of the package, to be edited."""
    shutil.copytree(PACKAGE, folder / "boardwright", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def running(folder: Path, child: Child) -> Run:
    """Runs a program on a copy, in a new process, with the cache of the runs before it."""

    def printed(program: str) -> list[str]:
        done = child(program, PYTHONPATH=folder, NUMBA_CACHE_DIR=folder / "cache")
        file, *lines = done.stdout.splitlines()
        assert file == str(folder / "boardwright/__init__.py"), "the copy was not what ran"
        return lines

    return printed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copied(tmp_path)


@pytest.fixture
def run(folder: Path, child: Child) -> Run:
    return running(folder, child)


def edit(path: Path, *changes: tuple[str, str]) -> None:
    source = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in source, f"{path} has no {old!r}"
        source = source.replace(old, new)
    path.write_text(source, encoding="utf-8")


@pytest.mark.slow
def test_an_edited_helper_and_an_edited_constant_of_another_file_hold_in_the_next_process(
    folder: Path, run: Run
) -> None:
    marks = folder / "boardwright/games/tic_tac_toe/marks.py"
    marks.write_text("WON = 1.0\n\n\ndef mark_for(player: int) -> int:\n    return 2 - player\n", encoding="utf-8")
    edit(
        folder / RULES,
        (IMPORT, f"{IMPORT}from boardwright.games.tic_tac_toe.marks import WON, mark_for\n"),
        ("s.cells[action] = mark_of(player)", "s.cells[action] = mark_for(player)"),
        ("s.returns[player] = 1.0", "s.returns[player] = WON"),
    )
    assert run(TOP_ROW) == ["-1 [1.0, -1.0] [2, 2, 2, 1, 1, 0, 0, 0, 0]"]
    edit(marks, ("2 - player", "5 - player"))
    assert run(TOP_ROW) == ["-1 [1.0, -1.0] [5, 5, 5, 4, 4, 0, 0, 0, 0]"]
    edit(marks, ("WON = 1.0", "WON = 0.5"))
    assert run(TOP_ROW) == ["-1 [0.5, -1.0] [5, 5, 5, 4, 4, 0, 0, 0, 0]"]


@pytest.mark.slow
def test_a_constant_from_outside_the_folder_or_from_a_data_file_holds_in_the_next_process(
    folder: Path, run: Run
) -> None:
    data, outside = folder / "boardwright/games/tic_tac_toe/won.txt", folder / "outside.py"
    data.write_text("1.0", encoding="utf-8")
    outside.write_text("LOST = -1.0\n", encoding="utf-8")
    reading = (
        "from pathlib import Path\n"
        "from outside import LOST\n"
        "WON = float(Path(__file__).with_name('won.txt').read_text(encoding='utf-8'))\n"
    )
    edit(
        folder / RULES,
        (IMPORT, IMPORT + reading),
        ("s.returns[player] = 1.0", "s.returns[player] = WON"),
        ("s.returns[1 - player] = -1.0", "s.returns[1 - player] = LOST"),
    )
    assert run(TOP_ROW) == ["-1 [1.0, -1.0] [2, 2, 2, 1, 1, 0, 0, 0, 0]"]
    data.write_text("0.5", encoding="utf-8")
    outside.write_text("LOST = -0.5\n", encoding="utf-8")
    assert run(TOP_ROW) == ["-1 [0.5, -0.5] [2, 2, 2, 1, 1, 0, 0, 0, 0]"]


@pytest.mark.slow
def test_an_edited_helper_of_the_core_holds_in_the_next_process(folder: Path, run: Run) -> None:
    assert run(MASK) == ["[0, 1, 2, 3, 4, 5, 6, 7, 8]"]
    edit(
        folder / "boardwright/core/compiled/contract.py",
        ("out[action] = check(p, s, action) == OK", "out[action] = action > 5"),
    )
    assert run(MASK) == ["[6, 7, 8]"]


@pytest.mark.slow
def test_an_edited_agent_holds_in_the_next_process(folder: Path, run: Run) -> None:
    assert run(SEARCH) == ["999995.0"]
    edit(folder / "boardwright/agents/alphabeta_loop.py", ("(WON - plies)", "(WON - plies - 90)"))
    assert run(SEARCH) == ["999905.0"]


COMPILED = """
import boardwright
from boardwright.core.compiled import compiler
game = boardwright.load("tic_tac_toe")
states = game.new()
for action in (0, 3, 1, 4, 2):
    game.step(states, action)
game.key(states)
print(boardwright.__file__)
print(*sorted(compiler.compilations()))
print(states["to_move"][0], states["returns"][0].tolist())
"""
ALL = "loops.keys loops.step"
NOTHING = ""
WON, WENT_ON = "-1 [1.0, -1.0]", "1 [0.0, 0.0]"
NO_LINE_WINS = ("    if completes_line(", "    if False and completes_line(")
KEYS = ("        if filled == 7:", "        if filled == 6:")


def reword(package: Path) -> None:
    """Edit what no machine code hangs on: comments, docstrings, a sentence, a view and a command."""
    for path in (*package.glob("core/*.py"), *package.glob("core/compiled/*.py"), *package.glob("games/*/rules.py")):
        text = path.read_text(encoding="utf-8").replace('"""\n\nfrom', ' More words."""\n\nfrom', 1)
        path.write_text("# A comment.\n" + text.replace('."""\n', ', in other words."""\n'), encoding="utf-8")
    words = package / "games/tic_tac_toe/words.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace(".", "!"), encoding="utf-8")
    edit(package / "games/tic_tac_toe/view.py", ("def scene(", "def unused() -> None: ...\n\n\ndef scene("))
    edit(package / "cli/play.py", ("def command(", "def unused() -> None: ...\n\n\ndef command("))
    edit(package / "core/words.py", ("def say(", "def unused() -> None: ...\n\n\ndef say("))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, child: Child) -> Path:
    """A copy that has its machine code."""
    folder = copied(tmp_path_factory.mktemp("compiled"))
    assert running(folder, child)(COMPILED) == [ALL, WON]
    return folder


@pytest.fixture
def known(compiled: Path, tmp_path: Path) -> Path:
    """A copy of that, to be edited."""
    return Path(shutil.copytree(compiled, tmp_path / "known"))


def test_the_next_process_compiles_nothing_for_words_and_comments(known: Path, child: Child) -> None:
    reword(known / "boardwright")
    assert running(known, child)(COMPILED) == [NOTHING, WON]


def test_the_next_process_compiles_what_an_edit_reaches_and_plays_the_edited_rule(known: Path, child: Child) -> None:
    edit(known / RULES, NO_LINE_WINS)
    assert running(known, child)(COMPILED) == ["loops.step", WENT_ON]


@pytest.mark.slow
def test_an_edit_compiles_exactly_the_loops_that_reach_it(folder: Path, run: Run) -> None:
    assert run(COMPILED) == [ALL, WON]
    edit(folder / RULES, ("    return check_mark(p, s, action)", "    return check_mark(p, s, action + 0)"))
    assert run(COMPILED) == ["loops.step", WON]
    edit(folder / RULES, NO_LINE_WINS)
    assert run(COMPILED) == ["loops.step", WENT_ON]
    edit(folder / "boardwright/core/compiled/loops.py", KEYS)
    assert run(COMPILED) == ["loops.keys", WENT_ON]
    assert run(COMPILED) == [NOTHING, WENT_ON]


@pytest.mark.slow
def test_what_was_compiled_from_earlier_sources_is_removed(folder: Path, run: Run) -> None:
    run(COMPILED)
    before = {path.name for path in (folder / "cache").rglob("*.code")}
    edit(folder / RULES, ("    return check_mark(p, s, action)", "    return check_mark(p, s, action + 0)"))
    run(COMPILED)
    after = {path.name for path in (folder / "cache").rglob("*.code")}
    assert len(before) == len(after) == 2
    assert len(before & after) == 1  # keys


@pytest.mark.slow
def test_only_the_game_that_was_edited_is_compiled_again(folder: Path, run: Run) -> None:
    source = PACKAGE / "games/tic_tac_toe"
    shutil.copytree(source, folder / "noughts", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / "noughts").glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("boardwright.games.tic_tac_toe", "noughts")
        path.write_text(text.replace('name="tic_tac_toe"', 'name="noughts"'), encoding="utf-8")
    assert run(TWO_GAMES) == ["tic_tac_toe 1 2", "noughts 1 2"]
    assert run(TWO_GAMES) == ["tic_tac_toe 0 2", "noughts 0 2"]
    edit(folder / "noughts/rules.py", ("return CROSS if player == 0", "return 7 if player == 0"))
    assert run(TWO_GAMES) == ["tic_tac_toe 0 2", "noughts 1 7"]
