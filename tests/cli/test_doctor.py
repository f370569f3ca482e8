"""`boardwright doctor`: the report as tables and as JSON, with the base alone, quick, and nothing compiled."""

from __future__ import annotations

import json
import sys
from importlib import metadata
from pathlib import Path

import numba
import pytest

import boardwright
from boardwright.cli import installed_packages, machine_code
from boardwright.cli.installed_packages import Package
from boardwright.core import registry
from boardwright.core.compiled.compiler import compilations
from conftest import Child

pytestmark = pytest.mark.usefixtures("data")

SOURCES = Path(boardwright.__file__).parents[1]

TITLES = ["doctor_title", "doctor_packages", "games_title", "doctor_loops"]
ROWS = ["doctor_system", "doctor_processor", "doctor_features", "doctor_threads", "doctor_cache", "doctor_database"]
HEADINGS = ["part", "value", "extra", "packages", "models", "loops_on_disk", "size", "loop", "entries", "last_used"]
CELLS = ["doctor_threads_most", "doctor_no_matches", "doctor_always", "doctor_others", "doctor_compiled_for"]
ENTRIES = [
    machine_code.Entry("tic_tac_toe", "loops.masks", 1_000, 1767312000.0),
    machine_code.Entry("tic_tac_toe", "loops.masks", 500, 1767398400.0),
    machine_code.Entry("ludo", "loops.step", 2_000_000, 1767312000.0),
]

BASE_ONLY = """
import sys
from importlib import metadata
from numba.core import event

PACKAGES = {}  # filled in: the extras' packages

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in PACKAGES:
            raise ModuleNotFoundError(name=name)

installed = metadata.version
def version(name):
    if name in PACKAGES:
        raise metadata.PackageNotFoundError(name)
    return installed(name)

metadata.version = version
sys.meta_path.insert(0, Absent())
sys.argv = ["boardwright", "doctor", "--json"]
from boardwright.cli import main
with event.install_recorder("numba:compile") as compilations:
    try:
        main()
    except SystemExit as ended:
        print(ended.code, len(compilations.buffer), file=sys.stderr)
"""
MODULES = ("PIL", "open_spiel", "pyspiel", "sb3_contrib", "stable_baselines3", "sse_starlette", "starlette")
"""Modules that are not called like their packages, or that come with them."""


@pytest.fixture(autouse=True)
def only_installed_games(monkeypatch):
    """Other tests of this process may have registered games of their own."""
    monkeypatch.setattr(registry, "_registered", {})


def test_tables_have_every_part(ran, monkeypatch):
    monkeypatch.setattr(machine_code, "entries", lambda: ENTRIES)
    done = ran("doctor", "tic_tac_toe")
    assert done.status == 0
    for code in [*TITLES, *ROWS, *CELLS, *(f"heading_{name}" for name in HEADINGS), "doctor_well"]:
        assert done.words(code), code
    done.tells("doctor_loops", game="tic_tac_toe")
    done.tells("size_kb", size="1.5")
    done.tells("size_mb", size="2.0")
    assert "2026-01-03" in done.out
    assert "expert, medium, small" in done.out
    for name in ("numba", "numpy", "llvmlite", "onnxruntime", "torch"):
        assert f"{name} {metadata.version(name)}" in done.out
    assert all(game in done.out for game in registry.names())


def test_json_has_every_section(ran, data, monkeypatch):
    monkeypatch.setattr(machine_code, "entries", lambda: ENTRIES)
    before = compilations()
    done = ran("doctor", "--json")
    report = done.json
    assert (done.status, done.err) == (0, "")
    assert compilations() == before
    assert report["boardwright"] == {
        "version": boardwright.__version__,
        "folder": str(Path(boardwright.__file__).parent),
    }
    assert report["python"]["program"] == sys.executable
    assert report["processor"]["features"]
    assert report["threads"]["most"] == numba.config.NUMBA_NUM_THREADS
    assert report["cache"] == {
        "folders": [str(folder) for folder in machine_code.folders()],
        "bytes": 2_001_500,
        "entries": 3,
    }
    assert report["database"] == {"path": str(data / "matches.sqlite"), "exists": False, "bytes": 0}
    games = {game["name"]: game for game in report["games"]}
    assert list(games) == registry.names()
    assert set(games["minesweeper"]["models"]) == {"expert", "medium", "small"}
    masks = {"loop": "loops.masks", "entries": 2, "bytes": 1_500, "used": "2026-01-03T00:00:00+00:00"}
    assert games["tic_tac_toe"]["loops"] == [masks]


def test_extras_are_those_of_the_package(ran):
    extras = metadata.metadata("boardwright").get_all("Provides-Extra") or []
    listed = {part["extra"]: part for part in ran("doctor", "--json").json["packages"]}
    assert set(listed) == {"", *extras} - {"dev"}
    assert listed["serve"]["install"] == "pip install 'boardwright[serve]'"
    assert {"name": "numba", "version": numba.__version__, "wanted": "<0.69,>=0.68"} in listed[""]["packages"]


@pytest.mark.parametrize(
    ("version", "wanted", "fits"),
    [
        ("2.13.0+cpu", ">=2.13", True),
        ("0.68", "<0.69,>=0.68", True),
        ("0.69.1", "<0.69,>=0.68", False),
        ("0.67.9", "<0.69,>=0.68", False),
        ("10.0", ">9.9,!=10.1", True),
        ("2.0rc1", "==2.0", True),
        ("1.10", "<=1.9", False),
        ("1.0", "", True),
        (None, ">=1", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version, wanted, fits):
    assert Package("a", version, wanted).fits is fits


def test_entries_are_read_from_the_files_of_the_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    folder = tmp_path / "boardwright"
    folder.mkdir()

    def write(game, loop):
        key = json.dumps({"game": game, "loop": f"{loop}.serial", "target": ["triple", "processor", "features"]})
        (folder / f"{game}.{loop}.serial.code").write_bytes(key.encode() + b"\n" + b"x" * 100)
        return len(key) + 101

    sizes = write("tic_tac_toe", "loops.masks"), write("any", "symmetry.transform")
    (folder / "broken.code").write_bytes(b"no key")
    (folder / "stranger.txt").write_bytes(b"another program's")
    assert [entry[:3] for entry in machine_code.entries()] == [
        ("", "symmetry.transform", sizes[1]),
        ("tic_tac_toe", "loops.masks", sizes[0]),
    ]


def test_an_unknown_game_is_refused(ran):
    ran("doctor", "tic_tac_to").refuses("unknown_game", name="tic_tac_to")


def examined(child: Child, data: Path) -> tuple[dict[str, object], list[str]]:
    """The report with the base alone; exit status and compilations."""
    packages = installed_packages.by_extra()
    base = {package.name for package in packages.pop("")}
    hidden = {package.name for extra in packages.values() for package in extra} - base
    program = BASE_ONLY.replace("{}", repr(hidden | set(MODULES)))
    done = child(program, PYTHONPATH=SOURCES, XDG_DATA_HOME=data)
    return json.loads(done.stdout), done.stderr.split()


def test_the_base_alone_is_enough_and_nothing_is_compiled(child, tmp_path):
    report, (status, compiled) = examined(child, tmp_path)
    assert (status, compiled) == ("0", "0")
    missing = [problem["params"]["extra"] for problem in report["problems"] if "extra" in problem["params"]]
    assert missing == [part["extra"] for part in report["packages"] if part["extra"]]
