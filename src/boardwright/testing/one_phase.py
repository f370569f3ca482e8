"""One phase of `boardwright check`, in this process: tries its laws and writes an event a line.

`python -m boardwright.testing.one_phase PHASE PLAN FILE` is how phases.py starts it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from numba.core import event

from boardwright.core import config as configuration
from boardwright.core import registry, words
from boardwright.core.compiled import compiler, sources
from boardwright.core.config import Settings
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.words import Word
from boardwright.testing import edits
from boardwright.testing.cases import Cases
from boardwright.testing.laws import BOUNDS, INTERPRETED, LAWS, SHIPPED, STATIC, Law, Result, judge_by
from boardwright.testing.laws.declarations import everything_can_be_said
from boardwright.testing.laws.rules import game_can_be_played
from boardwright.testing.time_limit import OutOfTime, time_limit

PHASES = (STATIC, INTERPRETED, BOUNDS, SHIPPED)

Tell = Callable[[dict[str, Any]], None]


class Effort(Settings):
    """The number of random games of a phase, and of their states that the laws are tried on."""

    games: int
    states: int


class Seconds(Settings):
    """The seconds that a law may take: as plain Python, and compiled, with the time of the compiler."""

    interpreted: int
    compiled: int

    def of(self, phase: str) -> int:
        """The seconds of a phase."""
        return self.interpreted if phase in {STATIC, INTERPRETED} else self.compiled


class Efforts(Settings):
    """One effort a phase, one for `--quick`, the seed of the random games, and the limits of time."""

    seed: int
    seconds: Seconds
    quick: Effort
    interpreted: Effort
    bounds: Effort
    shipped: Effort

    def cases(self, game: Game, phase: str, quick: bool = False) -> Cases:
        """The random games of a phase."""
        # Static laws ask for none.
        effort: Effort = self.quick if quick or phase == STATIC else getattr(self, phase)
        return Cases(game, games=effort.games, most=effort.states, seed=self.seed)


class Plan(NamedTuple):
    """What to try: a game, its preset (empty: the standard one), laws by name, and the phases to try them in."""

    game: str
    preset: str
    laws: tuple[str, ...]
    phases: tuple[str, ...] = PHASES
    quick: bool = False
    """Whether to try fewer random games."""
    every: bool = False
    """Whether to go on after a broken law."""

    def laws_of(self, phase: str) -> list[Law]:
        """The laws of a phase, in their order."""
        tried = phase in self.phases
        return [law for law in LAWS if tried and law.name in self.laws and phase in law.phases]


def efforts() -> Efforts:
    """The efforts of `boardwright check`."""
    return configuration.validate(Efforts, configuration.read(configuration.SHIPPED, "check"))


def try_here(plan: Plan, phase: str, tell: Tell) -> None:
    """Try the laws of a phase in this process, and tell each law that begins, its result, and the end."""
    clock = CompileClock()
    if not compiler.INTERPRETED:
        event.register("numba:compile", clock)
    limit = efforts().seconds.of(phase)
    try:
        with time_limit(limit):
            game = _load(plan, phase)
    except OutOfTime as stopped:
        tell(_row(Result(game_can_be_played.name, False, 0, _slow(plan, limit, stopped)), limit))
    except words.CatalogueFault as fault:
        error = Word("law_words", {"game": plan.game, "fault": str(fault)})
        tell(_row(Result(everything_can_be_said.name, False, 0, error), 0.0))
    except BoardwrightError as error:
        tell(_row(Result(game_can_be_played.name, False, 0, error.word), 0.0))
    except Exception as error:  # of any kind: it is the author's code that was imported
        tell(_row(Result(game_can_be_played.name, False, 0, _unreadable(plan.game, error)), 0.0))
    else:
        cases = efforts().cases(game, phase, plan.quick)
        held = _try(plan, phase, game, cases, clock, tell)
        if phase == STATIC and held == [law for law in LAWS if law.static]:
            tell({"fingerprints": edits.fingerprints(game)})
        if phase != STATIC and held == plan.laws_of(phase):
            tell({"unplayed": cases.unplayed})
    finally:
        if not compiler.INTERPRETED:
            event.unregister("numba:compile", clock)
    tell({"compile_seconds": round(clock.seconds, 3)})


class CompileClock(event.Listener):  # type: ignore[misc]  # Numba ships no types
    """Sums the seconds that the compiler took."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._depth = 0
        self._began = 0.0

    def on_start(self, event: Any) -> None:
        """Begin, unless one function is compiled because another one calls it."""
        if self._depth == 0:
            self._began = time.perf_counter()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """End."""
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.perf_counter() - self._began


def _load(plan: Plan, phase: str) -> Game:
    if phase != STATIC:
        return registry.load(plan.game, plan.preset or None)
    # As plain Python: a second is too short for the compiler.
    definition = registry.definition(plan.game)
    settings = registry.preset_of(definition, plan.preset or definition.files.preset)
    return Game(definition, [settings], interpreted=True)


def _try(plan: Plan, phase: str, game: Game, cases: Cases, clock: CompileClock, tell: Tell) -> list[Law]:
    """Try the laws of a phase; returns those that hold."""
    held = []
    for law in plan.laws_of(phase):
        tell({"begins": law.name})
        began, compiled = time.perf_counter(), clock.seconds
        limit = efforts().seconds.of(phase)
        try:
            with time_limit(limit):
                result = judge_by(law, game, cases)
        except OutOfTime as stopped:
            result = Result(law.name, False, 0, _slow(plan, limit, stopped))
        tell(_row(result, time.perf_counter() - began - (clock.seconds - compiled)))
        if result.passed:
            held.append(law)
        elif not plan.every and phase != STATIC:
            # The others rest on it. Static laws rest on nothing: each of them says something new.
            break
    return held


def _row(result: Result, seconds: float) -> dict[str, Any]:
    return {"result": {**result.to_dict(), "seconds": round(seconds, 3)}}


def _slow(plan: Plan, seconds: int, stopped: OutOfTime) -> Word:
    """The word for a law that took too long: an endless loop, most often."""
    functions = stopped.functions([edits.package_of(plan.game)])
    code, at = ("law_slow_in", {"functions": functions}) if functions else ("law_slow", {})
    return Word(code, {"game": plan.game, "seconds": seconds, **at})


def _unreadable(name: str, error: Exception) -> Word:
    """The word for a game whose import or constructor stopped with something else than our own errors."""
    mistake = sources.blame(error, [edits.package_of(name)])
    if mistake is not None:
        return mistake.word
    return Word("law_unreadable", {"game": name, "error": type(error).__name__, "detail": str(error)})


def _end_with_parent() -> None:
    sys.stdin.buffer.read()  # nothing comes: the pipe is closed when the parent ends, however it does
    os._exit(1)


def main(phase: str, plan: str, out: str) -> None:
    """Try the laws of a phase, and write what is told to a file. Ends when stdin is closed: nobody waits any more."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with Path(out).open("a", encoding="utf-8") as file:

        def tell(said: dict[str, Any]) -> None:
            file.write(json.dumps(said, default=str) + "\n")
            file.flush()

        try_here(Plan(**json.loads(plan)), phase, tell)


if __name__ == "__main__":
    main(*sys.argv[1:])
