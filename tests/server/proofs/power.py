"""Proof: an acknowledged event survives a power cut, on SQLite.

A library (`disk.c`, LD_PRELOAD) journals every write and every sync of the database's files while writers play. A cut
at any place of the journal leaves what was synced before it, and a random part of the other writes, some of them torn
between sectors. The log must then open, be whole, replay by its digests, and hold every event that was acknowledged
before the cut. The planted defects: `synchronous=OFF` and `synchronous=NORMAL` must lose something.

What is assumed: files appear and disappear at once and in order, and a sync keeps its promise.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from boardwright.server.data_folder import DATABASE, KEY

from ..kills import Notes, Writer, check
from ..places import SQLITE, Place, place
from .report import main

CUTS = 10_000
EVENTS = 4_000
"""Acknowledged events of a full run, enough for many checkpoints of the write-ahead log."""

WRITERS = 8
SECTOR = 512
HEADER = struct.Struct("<c63sqq")
GCC = shutil.which("gcc")


class Record(NamedTuple):
    """An entry of the journal, and the places of its begin and its end."""

    kind: str
    name: str
    offset: int
    data: bytes
    begin: int
    end: int


@dataclass
class Timed(Notes):
    """Acknowledged events with the size of the journal when they were acknowledged."""

    journal: Path = Path()
    times: list[tuple[int, str, int, int]] = field(default_factory=list)

    def acknowledged(self, match: str, seq: int, action: int) -> None:
        self.times.append((self.journal.stat().st_size, match, seq, action))
        super().acknowledged(match, seq, action)

    def before(self, place: int) -> dict[str, dict[int, int]]:
        """What was acknowledged before a place of the journal."""
        events: dict[str, dict[int, int]] = {}
        for size, match, seq, action in self.times:
            if size <= place:
                events.setdefault(match, {})[seq] = action
        return events


def build(folder: Path) -> Path:
    """Compile the library."""
    assert GCC is not None
    library = folder / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run([GCC, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
    return library


@contextmanager
def preloaded(library: Path, journal: Path) -> Iterator[None]:
    """Processes that start meanwhile write into the journal."""
    added = {"LD_PRELOAD": str(library), "CUT_NAME": DATABASE, "CUT_JOURNAL": str(journal)}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


def play(home: Place, library: Path, journal: Path, events: int, *options: str) -> Timed:
    """Let writers play until so many events are acknowledged."""
    journal.touch()
    with preloaded(library, journal):
        server = home.server(*options)
    notes, up, over = Timed(journal=journal), threading.Event(), threading.Event()
    up.set()
    team = [Writer(server, notes, up, over, number) for number in range(WRITERS)]
    for writer in team:
        writer.start()
    while notes.count < events:
        time.sleep(0.02)
    over.set()
    for writer in team:
        writer.join()
    # Without a shutdown: that would sync everything.
    server.kill()
    return notes


def records(journal: Path) -> list[Record]:
    """The entries of a journal."""
    data, found, place = journal.read_bytes(), [], 0
    while place + HEADER.size <= len(data):
        kind, name, offset, length = HEADER.unpack_from(data, place)
        end = place + HEADER.size + length
        text = name.rstrip(b"\0").decode()
        found.append(Record(kind.decode(), text, offset, data[place + HEADER.size : end], place, end))
        place = end
    return found


def cut(entries: list[Record], place: int, rng: random.Random) -> dict[str, bytearray]:
    """The files after a power cut at a place of the journal."""
    past = [entry for entry in entries if entry.end <= place]
    # What came before the begin of a sync that has ended is on the disk.
    safe: dict[str, int] = {}
    for entry in past:
        if entry.kind == "e":
            safe[entry.name] = max(safe.get(entry.name, 0), entry.offset)
    keeping = rng.choice([0.0, 0.1, 0.5, 0.9, 1.0])
    files: dict[str, bytearray] = {}
    for entry in past:
        content = files.setdefault(entry.name, bytearray())
        synced = entry.begin < safe.get(entry.name, 0)
        if entry.kind == "u":
            del files[entry.name]
        elif entry.kind == "t" and (synced or rng.random() < keeping):
            del content[entry.offset :]
            content.extend(bytes(entry.offset - len(content)))
        elif entry.kind == "w" and (synced or rng.random() < keeping):
            _write(content, entry, None if synced or rng.random() < 0.7 else rng)
    return files


def _write(content: bytearray, entry: Record, torn: random.Random | None) -> None:
    """Write, or write some of the sectors only."""
    content.extend(bytes(max(0, entry.offset + len(entry.data) - len(content))))
    for start in range(0, len(entry.data), SECTOR if torn is not None else max(1, len(entry.data))):
        piece = entry.data[start : start + SECTOR] if torn is not None else entry.data
        if torn is None or torn.random() < 0.5:
            content[entry.offset + start : entry.offset + start + len(piece)] = piece


def verify(folder: Path, files: dict[str, bytearray], key: bytes, events: dict[str, dict[int, int]]) -> str | None:
    """Open what is left, and return the fault, if there is one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / KEY).write_bytes(key)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        with closing(sqlite3.connect(folder / DATABASE)) as database:
            whole = database.execute("PRAGMA integrity_check").fetchone()[0]
        if whole != "ok":
            return f"integrity: {whole}"
        lost, broken = check(Place(folder, None), events)
    except Exception as error:  # whatever a torn file does to the driver is a loss
        return f"{type(error).__name__}: {error}"
    return f"{lost} lost, {broken} broken" if lost or broken else None


def sweep(folder: Path, entries: list[Record], notes: Timed, key: bytes, cuts: int, seed: int = 0) -> list[str]:
    """Cut at random places, and return the faults."""
    rng, faults = random.Random(seed), []
    # Before the first acknowledgement the schema is made, which is another promise.
    first, last = min(size for size, *_ in notes.times), entries[-1].end
    for _ in range(cuts):
        place = rng.randint(first, last)
        fault = verify(folder, cut(entries, place, rng), key, notes.before(place))
        faults += [] if fault is None else [f"cut at {place}: {fault}"]
    return faults


def measure(folder: Path, share: float) -> dict[str, Any]:
    """Cuts of one run, and of one run with each planted defect."""
    if GCC is None:
        return {"skipped": "there is no gcc to build the library of the power cut", "failures": 0, "caught": {}}
    folder.mkdir(parents=True, exist_ok=True)
    library, figures, caught = build(folder), dict[str, Any](), {}
    for defect in (None, "off", "normal"):
        name = defect or "honest"
        with place(SQLITE, folder / name) as home:
            options = () if defect is None else ("--defect", f"synchronous_{defect}")
            # A cut is cheap beside a run: a small share has fewer cuts of a run that still has a checkpoint.
            events = max(300, round(EVENTS * min(1.0, 20 * share))) if defect is None else 300
            notes = play(home, library, folder / f"{name}.journal", events, *options)
            entries = records(folder / f"{name}.journal")
            cuts = max(20, round(CUTS * share)) if defect is None else 20
            faults = sweep(folder / "left", entries, notes, home.key, cuts)
        if defect is None:
            kinds = {kind: sum(entry.kind == kind for entry in entries) for kind in "wtbeu"}
            figures = {"cuts": cuts, "acknowledged": notes.count, "writes": kinds["w"], "syncs": kinds["e"]}
            figures |= {"failures": len(faults), **({"first": faults[:3]} if faults else {})}
        else:
            caught[f"synchronous={defect.upper()}"] = bool(faults)
            figures[f"{defect}_faults"] = len(faults)
    return {**figures, "caught": caught}


if __name__ == "__main__":
    main("power", measure)
