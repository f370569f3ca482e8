"""The phases of `boardwright check`: each tries its laws in a process of its own, but for the static ones.

Static laws need no random game: they are tried in this process, within a second. Interpreted, a wrong field or a
wrapped integer names its line. With bounds checks, in a cache of its own because checked code must not be found later,
an index outside an array is an error rather than garbage. Then as shipped. The last two are independent, and compiling
is most of their time: they run at once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from boardwright.core.compiled import folders
from boardwright.core.words import Word
from boardwright.testing import one_phase
from boardwright.testing.edits import Fingerprints
from boardwright.testing.laws import BOUNDS, INTERPRETED, SHIPPED, STATIC
from boardwright.testing.laws.rules import game_can_be_played
from boardwright.testing.one_phase import Plan

ROUNDS = ((INTERPRETED,), (BOUNDS, SHIPPED))
"""The phases with random games. Those of a round run at once."""

POLL = 0.05
"""Seconds between two looks at the processes."""

GRACE = 30
"""Seconds after a law's limit of time, until which a process may end in order and say where it is."""


class Running(NamedTuple):
    """A phase that runs now: the law that it is at, and its number among those of the phase."""

    phase: str
    law: str
    number: int
    total: int


Progress = Callable[[Sequence[Running]], None]
"""Called with the phases that run. It may raise: the processes are ended then."""


@dataclass
class Trial:
    """A phase: the law that it is at, the results of laws before it, and the seconds that the compiler took."""

    phase: str
    laws: list[dict[str, Any]] = field(default_factory=list)
    law: str = ""
    compile_seconds: float = 0.0
    fingerprints: Fingerprints | None = None
    """The fingerprints of the rules and of search, from a static phase in which every law holds."""

    unplayed: tuple[str, ...] | None = None
    """The kinds of action that no random game has played, from a phase with random games in which every law holds."""

    complete: bool = False

    @property
    def broken(self) -> bool:
        """Whether a law is broken."""
        return not all(law["passed"] for law in self.laws)

    def add(self, said: dict[str, Any]) -> None:
        """Add an event of the process."""
        self.law = said.get("begins", self.law)
        if "result" in said:
            self.laws.append(said["result"])
        if "fingerprints" in said:
            self.fingerprints = Fingerprints(*said["fingerprints"])
        if "unplayed" in said:
            self.unplayed = tuple(said["unplayed"])
        if "compile_seconds" in said:
            self.compile_seconds = said["compile_seconds"]
            self.complete = True


def run(plan: Plan, progress: Progress = lambda running: None, *, apart: bool = False) -> Iterator[Trial]:
    """Try the laws of a plan in each phase that has any; a phase with a broken law is the last.

    With `plan.every` broken static laws do not stop the others. `apart` tries static laws in a process of their own,
    too, for a caller that lives longer than the code of the game.
    """
    with tempfile.TemporaryDirectory(prefix="boardwright-") as scratch:
        here = [] if apart or not plan.laws_of(STATIC) else [_here(plan, progress)]
        for trial in here or _apart(plan, (STATIC,), progress, Path(scratch)):
            yield trial
            if trial.broken and not (plan.every and trial.law):
                return
        for phases in ROUNDS:
            for trial in _apart(plan, phases, progress, Path(scratch)):
                yield trial
                if trial.broken:
                    return


def _here(plan: Plan, progress: Progress) -> Trial:
    trial = Trial(STATIC)

    def tell(said: dict[str, Any]) -> None:
        trial.add(said)
        progress([_running(plan, trial)])

    one_phase.try_here(plan, STATIC, tell)
    return trial


def _apart(plan: Plan, phases: Sequence[str], progress: Progress, scratch: Path) -> Iterator[Trial]:
    """Run phases at once, and yield them in order. Those after a broken one are ended."""
    processes = [_Process(plan, phase, scratch) for phase in phases if plan.laws_of(phase)]
    try:
        waiting = list(processes)
        while waiting:
            time.sleep(POLL)
            for process in waiting:
                process.look()
            progress([_running(plan, process.trial) for process in waiting if not process.ended])
            while waiting and waiting[0].ended:
                trial = waiting.pop(0).trial
                yield trial
                if trial.broken:
                    return
    finally:
        for process in processes:
            process.kill()


def _running(plan: Plan, trial: Trial) -> Running:
    total = len(plan.laws_of(trial.phase))
    return Running(trial.phase, trial.law, min(len(trial.laws) + 1, total), total)


class _Process:
    """A process that tries a phase. It writes events to a file, so nothing that the game prints is in the way."""

    def __init__(self, plan: Plan, phase: str, scratch: Path) -> None:
        self.trial = Trial(phase)
        self.ended = False
        self._game = plan.game
        self._said, self._errors = scratch / f"{phase}.jsonl", scratch / f"{phase}.err"
        self._said.touch()
        self._read = 0
        self._limit = one_phase.efforts().seconds.of(phase)
        self._since = time.monotonic()
        command = [sys.executable, "-m", one_phase.__name__, phase, json.dumps(plan._asdict()), str(self._said)]
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(
                command,
                env=_environment(phase, scratch),
                stdin=subprocess.PIPE,  # closed when this process ends, however it does: the child ends then, too
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    def look(self) -> None:
        """Read new events; where the process has died, its death is the result of the law that it was at."""
        status = self._process.poll()
        with self._said.open(encoding="utf-8") as file:
            file.seek(self._read)
            while (line := file.readline()).endswith("\n"):
                self.trial.add(json.loads(line))
                self._read = file.tell()
                self._since = time.monotonic()
        if status is None and time.monotonic() < self._since + self._limit + GRACE:
            return
        self.ended = True
        if status is None:
            self.kill()
            self._break("law_stuck", seconds=self._limit + GRACE)
        elif not self.trial.complete:
            last = self._errors.read_text(errors="replace").strip().splitlines()[-1:] or [f"exit status {status}"]
            self._break("law_check_died", detail=last[0])

    def _break(self, code: str, **about: Any) -> None:
        word = Word(code, {"phase": Word(f"check_phase_{self.trial.phase}"), "game": self._game, **about})
        error = {**word.to_dict(), "message": str(word)}
        law = self.trial.law or game_can_be_played.name
        self.trial.laws.append({"law": law, "passed": False, "cases": 0, "error": error, "seconds": 0.0})

    def kill(self) -> None:
        """End the process if it runs."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()


def _environment(phase: str, scratch: Path) -> dict[str, str]:
    environment = dict(os.environ)
    environment.pop("NUMBA_DISABLE_JIT", None)
    # Python takes bytecode for fresh by the second and the size: two quick edits of a watched file could look like one.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    if phase in {STATIC, INTERPRETED}:
        environment["NUMBA_DISABLE_JIT"] = "1"
    if phase == BOUNDS:
        environment["NUMBA_BOUNDSCHECK"] = "1"
        own = folders.folder()
        # Beside the shipped code, whose entries it would replace in the same folder.
        environment["NUMBA_CACHE_DIR"] = str(scratch / "cache" if own is None else own / "bounds")
        environment["BOARDWRIGHT_QUIET"] = "1"
    return environment
