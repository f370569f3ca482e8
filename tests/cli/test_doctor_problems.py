"""`boardwright doctor`: planted problems, and what it says to do about each, in both languages."""

from __future__ import annotations

import json
import os
import sqlite3
from importlib import metadata

import numba
import pytest

from boardwright.cli import doctor_report, installed_packages, machine_code
from boardwright.core import discovery, registry
from boardwright.server import data_folder

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture(autouse=True)
def only_installed_games(monkeypatch):
    """Other tests of this process may have registered games of their own."""
    monkeypatch.setattr(registry, "_registered", {})


def problems(ran, *arguments: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """The exit status, and by code the kind of each problem and its sentence."""
    status, out, _ = ran("doctor", "--json", *arguments)
    report = json.loads(out)
    assert report["broken"] == (status == 1)
    return status, {problem["code"]: (problem["kind"], problem["message"]) for problem in report["problems"]}


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
    status, out, _ = ran("doctor")
    assert status == 0
    assert "uvicorn missing" in out
    assert "Note: The extra serve lacks uvicorn: `pip install 'boardwright[serve]'`\n" in out
    assert "Note: The extra learn lacks matplotlib, onnxruntime: `pip install 'boardwright[learn]'`\n" in out
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    _, out, _ = ran("doctor")
    assert "uvicorn manquant" in out
    assert "À noter : Il manque uvicorn à l'extra serve : `pip install 'boardwright[serve]'`\n" in out


def test_a_missing_or_unfit_package_of_the_base_is_told(ran, monkeypatch):
    without(monkeypatch, "rich")
    status, found = problems(ran)
    assert status == 1
    assert found["doctor_base_missing"] == ("broken", "Boardwright lacks rich: `pip install boardwright`")
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert "En panne : Il manque rich à Boardwright" in ran("doctor")[1]
    monkeypatch.setattr(metadata, "version", {"numba": "0.69.0"}.get)
    assert "numba 0.69.0 est installé, et il faut <0.69,>=0.68 : `pip install 'numba<0.69,>=0.68'`" in ran("doctor")[1]


def test_a_database_that_opens_is_healthy_and_left_as_it_is(ran, data):
    data.mkdir(parents=True)
    data_folder.server_key(data)
    with sqlite3.connect(data / data_folder.DATABASE) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE matches (id TEXT)")
    database.close()
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    _, out, _ = ran("doctor", "--json")
    report = json.loads(out)
    assert report["database"]["exists"]
    assert report["database"]["bytes"] == (data / "matches.sqlite").stat().st_size
    assert not report["broken"]
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before
    assert f"{data / 'matches.sqlite'}: " in ran("doctor")[1]


def test_a_database_that_does_not_open_is_broken(ran, data, monkeypatch):
    data.mkdir(parents=True)
    data_folder.server_key(data)
    (data / data_folder.DATABASE).write_text("this is no database", encoding="utf-8")
    status, found = problems(ran)
    assert status == 1
    assert found["doctor_database_broken"][0] == "broken"
    assert "(file is not a database): gain access to the file, restore a backup" in found["doctor_database_broken"][1]
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    status, out, _ = ran("doctor")
    assert status == 1
    assert "En panne : Les parties de" in out
    assert "Rien n'empêche" not in out


def test_matches_without_their_key_are_broken(ran, tmp_path):
    sqlite3.connect(tmp_path / data_folder.DATABASE).execute("CREATE TABLE matches (id TEXT)").connection.close()
    status, found = problems(ran, "--data", str(tmp_path))
    assert status == 1
    assert found["key_missing"][0] == "broken"


def test_folders_that_cannot_be_written_to_are_warnings(ran, tmp_path, monkeypatch):
    # Root may write to any folder, but nobody to one below a file.
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file" / "cache"))
    status, found = problems(ran, "--data", str(tmp_path / "file" / "data"))
    assert status == 0
    kind, message = found["doctor_cache_unwritable"]
    assert kind == "warning"
    assert message.startswith(
        f"Machine code cannot be kept in {tmp_path / 'file' / 'cache' / 'boardwright'} (Not a directory)"
    )
    assert "set NUMBA_CACHE_DIR to a writable folder" in message
    assert found["data_unwritable"][0] == "warning"
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert "Attention : Le code machine ne peut pas être gardé" in ran("doctor")[1]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to any folder")
def test_a_folder_of_somebody_else_is_a_warning(ran, tmp_path, monkeypatch):
    (tmp_path / "cache").mkdir(mode=0o500)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    assert "(Permission denied)" in problems(ran)[1]["doctor_cache_unwritable"][1]


def test_a_package_that_is_not_installed_has_no_games(ran, monkeypatch):
    monkeypatch.setattr(installed_packages, "DISTRIBUTION", "no-such-package")
    monkeypatch.setattr(discovery, "offers", dict)
    status, found = problems(ran)
    assert status == 1
    assert found == {"doctor_no_games": ("broken", "No game is installed: `pip install no-such-package`")}
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert "Aucun jeu n'est installé" in ran("doctor")[1]


def test_games_without_machine_code_are_a_note_and_plain_python_a_warning(ran, monkeypatch):
    monkeypatch.setattr(machine_code, "entries", lambda: [machine_code.Entry("tic_tac_toe", "loops.masks", 1, 0.0)])
    _, found = problems(ran)
    kind, message = found["doctor_uncompiled"]
    assert kind == "note"
    assert message.startswith("No machine code on disk for ")
    assert "tic_tac_toe" not in message
    monkeypatch.setattr(doctor_report, "INTERPRETED", True)
    _, found = problems(ran)
    assert "doctor_uncompiled" not in found
    assert found["doctor_interpreted"][0] == "warning"
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert "NUMBA_DISABLE_JIT est défini" in ran("doctor")[1]
