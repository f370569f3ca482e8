"""The report of `boardwright doctor`: sections of plain data, and the problems with what to do about each.

It reads and compiles nothing, imports none of the extras' packages, and leaves files as they are.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

import llvmlite.binding
import numba

import boardwright
from boardwright.agents import incremental_model, model_files, onnx_model
from boardwright.cli import installed_packages, machine_code
from boardwright.cli.file_access import exists, writing_error
from boardwright.core import registry
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.definition import Definition
from boardwright.core.words import Word
from boardwright.server import data_folder


class Problem(NamedTuple):
    """`broken` prevents play, a `warning` costs time or a feature, a `note` is advice."""

    kind: Literal["broken", "warning", "note"]
    word: Word

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, with the sentence in the reader's language."""
        return {"kind": self.kind, **self.word.to_dict(), "message": str(self.word)}


Section = tuple[Any, list[Problem]]


def examine(data: Path) -> tuple[dict[str, Any], list[Problem]]:
    """Examine this installation; `data` is the folder of the matches of `serve`."""
    entries = machine_code.entries()
    sections = {
        "boardwright": ({"version": boardwright.__version__, "folder": _folder(boardwright.__file__)}, []),
        "python": (
            {"version": platform.python_version(), "program": sys.executable, "system": platform.platform()},
            [],
        ),
        "processor": (_processor(), []),
        "threads": ({"most": numba.config.NUMBA_NUM_THREADS, "cores": _cores()}, []),
        "packages": _packages(),
        "cache": _cache(entries),
        "games": _games(entries),
        "database": _database(data),
    }
    problems = [problem for _, found in sections.values() for problem in found]
    return {name: section for name, (section, _) in sections.items()}, problems


def _folder(file: str | None) -> str:
    return str(Path(str(file)).parent)


def _processor() -> dict[str, Any]:
    """The processor by its own name and by LLVM's, for which code is compiled, with the features that it has."""
    features = llvmlite.binding.get_host_cpu_features()
    return {
        "name": _processor_name(),
        "target": numba.config.CPU_NAME or llvmlite.binding.get_host_cpu_name(),
        "features": sorted(name for name, present in features.items() if present),
    }


def _processor_name() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _packages() -> Section:
    section, problems = [], []
    by_extra = installed_packages.by_extra()
    for extra, packages in by_extra.items():
        install = installed_packages.install_line(extra)
        section.append({"extra": extra, "packages": [package._asdict() for package in packages], "install": install})
        missing = [package.name for package in packages if package.version is None]
        if missing and extra:
            word = Word("doctor_extra_missing", {"extra": extra, "packages": missing, "install": install})
            problems.append(Problem("note", word))
        elif missing:
            problems.append(Problem("broken", Word("doctor_base_missing", {"packages": missing, "install": install})))
    # A package may be in several extras.
    unfit = {package.name: package for packages in by_extra.values() for package in packages if not package.fits}
    problems += [Problem("warning", Word("doctor_version", package._asdict())) for package in unfit.values()]
    return section, problems


def _cache(entries: Iterable[machine_code.Entry]) -> Section:
    folders = machine_code.folders()
    sizes = [entry.bytes for entry in entries]
    problems = []
    for folder in folders:
        if detail := writing_error(folder):
            word = Word("doctor_cache_unwritable", {"path": str(folder), "detail": detail})
            problems.append(Problem("warning", word))
    if INTERPRETED:
        problems.append(Problem("warning", Word("doctor_interpreted")))
    return {"folders": [str(folder) for folder in folders], "bytes": sum(sizes), "entries": len(sizes)}, problems


def _games(entries: Iterable[machine_code.Entry]) -> Section:
    def about(definition: Definition) -> dict[str, Any]:
        game = registry.load(definition.name)
        paths = sorted((definition.files.configs / model_files.FOLDER).glob("*"))
        models = {
            path.stem if path.suffix == onnx_model.ENDING else path.name: path.stat().st_size
            for path in paths
            if path.suffix in {onnx_model.ENDING, incremental_model.ENDING}
        }
        loops = _loops(entry for entry in entries if entry.game == game.name)
        return {"name": game.name, "version": game.version, "models": models, "loops": loops}

    games, broken = registry.for_each(about)
    problems = [Problem("broken", game.error.word) for game in broken]
    uncompiled = [game["name"] for game in games if not game["loops"]]
    if uncompiled and not INTERPRETED:
        problems.append(Problem("note", Word("doctor_uncompiled", {"games": uncompiled})))
    if not registry.names():
        install = installed_packages.install_line("")
        problems.append(Problem("broken", Word("doctor_no_games", {"install": install})))
    return games, problems


def _loops(entries: Iterable[machine_code.Entry]) -> list[dict[str, Any]]:
    """One row a loop: the number of its entries (one a board size), their size and their last use."""
    by_loop: dict[str, list[machine_code.Entry]] = {}
    for entry in entries:
        by_loop.setdefault(entry.loop, []).append(entry)
    return [
        {
            "loop": loop,
            "entries": len(compiled),
            "bytes": sum(entry.bytes for entry in compiled),
            "used": datetime.fromtimestamp(max(entry.used for entry in compiled), UTC).isoformat(timespec="seconds"),
        }
        for loop, compiled in sorted(by_loop.items())
    ]


def _database(folder: Path) -> Section:
    path, key = folder.absolute() / data_folder.DATABASE, folder.absolute() / data_folder.KEY
    files = [file for ending in ("", "-wal", "-shm") if exists(file := path.with_name(path.name + ending))]
    section = {"path": str(path), "exists": exists(path), "bytes": sum(file.stat().st_size for file in files)}
    problems = []
    if detail := writing_error(folder):
        problems.append(Problem("warning", Word("data_unwritable", {"path": str(folder), "detail": detail})))
    if exists(path) and (detail := _opening_error(path)):
        problems.append(Problem("broken", Word("doctor_database_broken", {"path": str(path), "detail": detail})))
    if exists(path) and not exists(key):
        problems.append(Problem("broken", Word("key_missing", {"path": str(key)})))
    return section, problems


def _opening_error(path: Path) -> str | None:
    """Why a database cannot be opened, None if it can. Nothing is written, not even SQLite's own side files."""
    try:
        connection = sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master")
        finally:
            connection.close()
    except sqlite3.Error as error:
        return str(error)
    return None
