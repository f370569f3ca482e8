"""`boardwright doctor`: planted problems, and what it says to do about each."""

from __future__ import annotations

import os
import sqlite3
from importlib import metadata
from typing import Any

import numba
import pytest

from boardwright.cli import doctor_report, installed_packages, machine_code
from boardwright.core import discovery, registry
from boardwright.core.words import Word
from boardwright.server import data_folder
from saying import told

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture(autouse=True)
def only_installed_games(monkeypatch):
    """Other tests of this process may have registered games of their own."""
    monkeypatch.setattr(registry, "_registered", {})


def problems(ran, *arguments: object) -> tuple[int, dict[str, tuple[str, dict[str, Any]]]]:
    """The exit status, and by code the kind of each problem and its parameters."""
    done = ran("doctor", "--json", *arguments)
    report = done.json
    assert report["broken"] == (done.status == 1)
    return done.status, {problem["code"]: (problem["kind"], problem["params"]) for problem in report["problems"]}


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Hide packages."""
    installed = metadata.version

    def version(name: str) -> str:
        if name in names:
            raise metadata.PackageNotFoundError(name)
        return installed(name)

    monkeypatch.setattr(metadata, "version", version)


def test_a_missing_extra_is_a_note_with_its_pip_line(ran, monkeypatch):
    without(monkeypatch, "uvicorn", "onnxruntime", "matplotlib")
    done = ran("doctor")
    assert done.status == 0
    done.tells("doctor_missing", package="uvicorn")
    notes = {word.params["problem"].params["extra"]: word for word in done.words("doctor_note") if extra_of(word)}
    assert done.words("doctor_extra_missing")
    for extra, packages in (("serve", ["uvicorn"]), ("learn", ["matplotlib", "onnxruntime"])):
        problem = notes[extra].params["problem"]
        told(problem, "doctor_extra_missing", packages=packages, install=f"pip install 'boardwright[{extra}]'")
        assert str(notes[extra]) in done.out


def extra_of(note: Word) -> str:
    return note.params["problem"].params.get("extra", "")


def test_a_missing_or_unfit_package_of_the_base_is_told(ran, monkeypatch):
    without(monkeypatch, "rich")
    status, found = problems(ran)
    assert status == 1
    assert found["doctor_base_missing"] == ("broken", {"packages": ["rich"], "install": "pip install boardwright"})
    ran("doctor").tells("doctor_broken")
    monkeypatch.setattr(metadata, "version", {"numba": "0.69.0"}.get)
    assert problems(ran)[1]["doctor_version"][1] == {"name": "numba", "version": "0.69.0", "wanted": "<0.69,>=0.68"}


def test_a_database_that_opens_is_healthy_and_left_as_it_is(ran, data):
    data.mkdir(parents=True)
    data_folder.server_key(data)
    with sqlite3.connect(data / data_folder.DATABASE) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE matches (id TEXT)")
    database.close()
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    report = ran("doctor", "--json").json
    assert report["database"]["exists"]
    assert report["database"]["bytes"] == (data / "matches.sqlite").stat().st_size
    assert not report["broken"]
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before
    (matches,) = ran("doctor").words("doctor_matches")
    assert matches.params["path"] == str(data / "matches.sqlite")


def test_a_database_that_does_not_open_is_broken(ran, data):
    data.mkdir(parents=True)
    data_folder.server_key(data)
    (data / data_folder.DATABASE).write_text("this is no database", encoding="utf-8")
    status, found = problems(ran)
    assert status == 1
    kind, params = found["doctor_database_broken"]
    assert (kind, params["detail"]) == ("broken", "file is not a database")
    done = ran("doctor")
    assert done.status == 1
    done.tells("doctor_broken")
    assert not done.words("doctor_well")


def test_matches_without_their_key_are_broken(ran, tmp_path):
    sqlite3.connect(tmp_path / data_folder.DATABASE).execute("CREATE TABLE matches (id TEXT)").connection.close()
    status, found = problems(ran, "--data", tmp_path)
    assert status == 1
    assert found["key_missing"][0] == "broken"


def test_folders_that_cannot_be_written_to_are_warnings(ran, tmp_path, monkeypatch):
    # Root may write to any folder, but nobody to one below a file.
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file" / "cache"))
    status, found = problems(ran, "--data", tmp_path / "file" / "data")
    assert status == 0
    kind, params = found["doctor_cache_unwritable"]
    assert (kind, params["detail"]) == ("warning", "Not a directory")
    assert params["path"] == str(tmp_path / "file" / "cache" / "boardwright")
    assert found["data_unwritable"][0] == "warning"
    ran("doctor").tells("doctor_warning")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to any folder")
def test_a_folder_of_somebody_else_is_a_warning(ran, tmp_path, monkeypatch):
    (tmp_path / "cache").mkdir(mode=0o500)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    assert problems(ran)[1]["doctor_cache_unwritable"][1]["detail"] == "Permission denied"


def test_a_package_that_is_not_installed_has_no_games(ran, monkeypatch):
    monkeypatch.setattr(installed_packages, "DISTRIBUTION", "no-such-package")
    monkeypatch.setattr(discovery, "offers", dict)
    status, found = problems(ran)
    assert status == 1
    assert found == {"doctor_no_games": ("broken", {"install": "pip install no-such-package"})}


def test_games_without_machine_code_are_a_note_and_plain_python_a_warning(ran, monkeypatch):
    monkeypatch.setattr(machine_code, "entries", lambda: [machine_code.Entry("tic_tac_toe", "loops.masks", 1, 0.0)])
    _, found = problems(ran)
    kind, params = found["doctor_uncompiled"]
    assert kind == "note"
    assert "quoridor" in params["games"]
    assert "tic_tac_toe" not in params["games"]
    monkeypatch.setattr(doctor_report, "INTERPRETED", True)
    _, found = problems(ran)
    assert "doctor_uncompiled" not in found
    assert found["doctor_interpreted"][0] == "warning"
