"""Starting up: quick from a warm cache, one line while it compiles, and a move even without a cache."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import boardwright
from boardwright.core.words import Word, say
from conftest import Child, start_child

PACKAGE = Path(boardwright.__file__).parent
HEAVY = ("numba", "numpy", "gymnasium", "matplotlib", "torch", "ray", "fastapi", "pydantic", "yaml")

FIRST_MOVE = """
import time
import boardwright
position = boardwright.Position(boardwright.load("tic_tac_toe"))
position.push(4)
assert str(position) == ". . .\\n. X .\\n. . ."
print(time.process_time(), boardwright.__file__)
"""
ONLY_NUMBA = """
import time
import numba
print(time.process_time())
"""
SEEDED_GAMES = """
import boardwright
from boardwright.core import dice
game = boardwright.load("tic_tac_toe")
for seed in range(30):
    position = boardwright.Position(game, seed=seed)
    while legal := position.legal_actions:
        position.push(legal[dice.below(dice.keyed(seed, 0, len(position.history)), len(legal))])
    print(position.state.tobytes().hex())
batch = boardwright.Batch(game, 8, seed=5)
print(batch.play_randomly(20), batch.states.tobytes().hex(), batch.observations.tobytes().hex())
print(game.key(batch.states).tolist(), game.canonical(batch.states).tolist())
"""

COUNTED = """
from numba.core import event
with event.install_recorder("numba:compile") as compilations:
    import boardwright
    from core.burrow import DEFINITION
    boardwright.register(DEFINITION)
    position = boardwright.Position(boardwright.load(NAME), seed=1)
    position.push(0)
print(len(compilations.buffer))
"""

COMPILING = say(Word("compiling"), "en")
NO_CACHE = say(Word("cache_unavailable"), "en")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for compiled code, empty until a test has run."""
    return tmp_path_factory.mktemp("cache")


def processor_seconds(child: Child, program: str, **environment: str | Path) -> float:
    """The best of three, the least disturbed by other processes."""
    return min(float(child(program, **environment).stdout.split()[0]) for _ in range(3))


def test_a_first_run_says_once_that_it_compiles_and_a_second_says_nothing(child: Child, cache: Path) -> None:
    assert child(FIRST_MOVE, NUMBA_CACHE_DIR=cache).stderr == f"{COMPILING}\n"
    assert child(FIRST_MOVE, NUMBA_CACHE_DIR=cache).stderr == ""


@pytest.mark.slow
def test_the_line_is_said_in_the_language_of_the_reader_or_not_at_all(child: Child, tmp_path: Path) -> None:
    # A folder for each: both compile.
    french = child(FIRST_MOVE, NUMBA_CACHE_DIR=tmp_path / "french", BOARDWRIGHT_LANGUAGE="fr").stderr
    assert french == f"{say(Word('compiling'), 'fr')}\n"
    assert child(FIRST_MOVE, NUMBA_CACHE_DIR=tmp_path / "quiet", BOARDWRIGHT_QUIET="1").stderr == ""


@pytest.mark.slow
def test_a_first_move_from_a_warm_cache_takes_at_most_a_second_more_than_numba(child: Child, cache: Path) -> None:
    child(FIRST_MOVE, NUMBA_CACHE_DIR=cache)
    ours = processor_seconds(child, FIRST_MOVE, NUMBA_CACHE_DIR=cache)
    assert ours - processor_seconds(child, ONLY_NUMBA) <= 1.0


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        "burrow",
    ],
)
def test_a_first_move_from_a_warm_cache_compiles_nothing(child: Child, cache: Path, name: str) -> None:
    for _ in range(2):
        done = child(COUNTED.replace("NAME", repr(name)), NUMBA_CACHE_DIR=cache, PYTHONPATH=Path(__file__).parent)
    assert done.stdout == "0\n"


def test_two_processes_may_fill_one_empty_cache_at_once(tmp_path: Path) -> None:
    both = [start_child(FIRST_MOVE, NUMBA_CACHE_DIR=tmp_path) for _ in range(2)]
    for process in both:
        _, stderr = process.communicate()
        assert process.returncode == 0, stderr
        assert stderr == f"{COMPILING}\n"


@pytest.fixture
def nowhere_to_write(tmp_path: Path) -> dict[str, str | Path]:
    """A package, a home and a user that leave no folder for compiled code, as in many containers.

    Tests may run as root, who may write to any folder. But nobody can make a folder where a file is: here a file is
    in the place of every `__pycache__`, and the home is under a device.
    """
    copy = shutil.copytree(PACKAGE, tmp_path / "boardwright", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in [copy, *(path for path in copy.rglob("*") if path.is_dir())]:
        (folder / "__pycache__").write_text("not a folder", encoding="utf-8")
    home = "/dev/null/home"
    return {"PYTHONPATH": tmp_path, "HOME": home, "XDG_CACHE_HOME": f"{home}/.cache", "PYTHONDONTWRITEBYTECODE": "1"}


def test_where_nothing_can_be_kept_a_move_is_made_and_one_line_says_why_it_was_slow(
    child: Child, nowhere_to_write: dict[str, str | Path]
) -> None:
    done = child(FIRST_MOVE, **nowhere_to_write)
    assert done.stdout.split()[1].startswith(str(nowhere_to_write["PYTHONPATH"]))
    assert done.stderr.splitlines().count(NO_CACHE) == 1
    assert set(done.stderr.splitlines()) <= {NO_CACHE, COMPILING}


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_to_is_no_cache(child: Child, nowhere_to_write: dict[str, str | Path]) -> None:
    done = child(FIRST_MOVE, **nowhere_to_write, NUMBA_CACHE_DIR="/dev/null/cache")
    assert NO_CACHE in done.stderr.splitlines()


def test_importing_boardwright_imports_nothing_heavy(child: Child) -> None:
    program = "import sys, boardwright\nprint([name for name in sys.argv[1:] + LIST if name in sys.modules])"
    assert child(program.replace("LIST", repr(list(HEAVY)))).stdout == "[]\n"


def test_loading_a_game_imports_no_engine_and_no_service(child: Child, cache: Path) -> None:
    heavy = [name for name in HEAVY if name not in ("numba", "numpy", "pydantic", "yaml")]
    program = f"{FIRST_MOVE}\nimport sys\nprint([name for name in {heavy} if name in sys.modules])"
    assert child(program, NUMBA_CACHE_DIR=cache).stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_interpreted_plays_the_same_games_to_the_same_bytes(child: Child, cache: Path) -> None:
    compiled = child(SEEDED_GAMES, NUMBA_CACHE_DIR=cache).stdout
    assert compiled == child(SEEDED_GAMES, NUMBA_DISABLE_JIT="1").stdout
    assert len(compiled.splitlines()) == 32


SYMBOLS = """
import sys, numba, boardwright
from numba.core.itanium_mangler import mangle
for preset in {presets}:
    states = boardwright.load("skirmish", preset).new()
    print(preset, mangle("advance", [numba.typeof(states), numba.typeof(states).dtype]))
"""


def test_machine_code_is_named_by_what_it_is_for_in_every_process(child: Child) -> None:
    """Code of boards compiled in two processes and loaded by a third must not be confused."""
    symbols = [
        child(SYMBOLS.format(presets=presets)).stdout.split() for presets in (["small", "large"], ["large", "small"])
    ]
    first, second = ({words[at]: words[at + 1] for at in (0, 2)} for words in symbols)
    assert first == second
    assert len(set(first.values())) == 2
