"""`boardwright check --watch`: after each edit of a game, tries the laws that the edit can affect."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import typer
from rich.console import Console

from boardwright.cli.check_report import Report, progress_text
from boardwright.core.words import Word
from boardwright.testing import edits, phases
from boardwright.testing.edits import Effect
from boardwright.testing.laws import INTERPRETED, LAWS, STATIC

if TYPE_CHECKING:
    from boardwright.testing.edits import Fingerprints, Meanings, Stamps
    from boardwright.testing.one_phase import Plan
    from boardwright.testing.phases import Running, Trial

INTERVAL = 0.3
"""Seconds between two looks at the files."""


def watch(plan: Plan, timings: bool) -> None:
    """Try a plan, and try it again after each edit of the game's package, until Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may start background jobs without it
    with suppress(KeyboardInterrupt):
        _Watch(plan, timings).run()


class _Edited(Exception):
    """A file changed while laws were tried on its earlier contents."""


class _Watch:
    def __init__(self, plan: Plan, timings: bool) -> None:
        self._plan, self._timings = plan, timings
        self._package = edits.package_of(plan.game)
        self._console = Console(stderr=True)
        self._good: tuple[Meanings, Fingerprints] | None = None
        """The files and the fingerprints for which every law held."""

    def run(self) -> None:
        while True:
            stamps = edits.stamps(self._package)
            try:
                self._try(stamps)
            except _Edited:
                typer.echo(str(Word("check_interrupted")))
            with self._console.status(str(Word("check_waiting", {"game": self._plan.game}))):
                edited = self._edited(stamps)
            typer.echo(str(Word("check_edited", {"files": _changed(stamps, edited)})))

    def _edited(self, before: Stamps) -> Stamps:
        """Wait for an edit, and for its end: many editors empty a file before they write it."""
        while True:
            now = edits.stamps(self._package)
            time.sleep(INTERVAL)
            if now != before and now == edits.stamps(self._package):
                return now

    def _try(self, stamps: Stamps) -> None:
        began = time.monotonic()
        meanings = edits.meanings(self._package)
        report = Report(self._plan)
        fingerprints = None
        for trial in self._trials(self._only(STATIC), stamps):
            report.add(trial)
            fingerprints = trial.fingerprints
        effect = Effect.RULES
        if self._good is not None and fingerprints is not None:
            effect = edits.effect(self._good, (meanings, fingerprints))
        if not report.broken or self._plan.every:
            for trial in self._trials(self._affected(effect), stamps):
                report.add(trial)
        if effect != Effect.RULES:
            typer.echo(str(Word(f"check_{effect.name.lower()}")))
        report.print(time.monotonic() - began, timings=self._timings, table=False, limits=effect == Effect.RULES)
        # After a broken law nothing is known of those that were not tried.
        self._good = (meanings, fingerprints) if fingerprints is not None and not report.broken else None

    def _trials(self, plan: Plan, stamps: Stamps) -> list[Trial]:
        with self._console.status(plan.game) as status:

            def progress(running: Sequence[Running]) -> None:
                status.update(progress_text(plan.game, running))
                if edits.stamps(self._package) != stamps:
                    raise _Edited

            return list(phases.run(plan, progress, apart=True))

    def _only(self, phase: str) -> Plan:
        return self._plan._replace(phases=(phase,))

    def _affected(self, effect: Effect) -> Plan:
        """The plan of the laws with random games that an edit can affect."""
        with_games = tuple(phase for phase in self._plan.phases if phase != STATIC)
        if effect == Effect.RULES:
            return self._plan._replace(phases=with_games)
        if effect == Effect.NOTHING:
            return self._plan._replace(phases=())
        planned = [law for law in LAWS if law.name in self._plan.laws]
        if effect == Effect.SEARCH:
            laws = tuple(law.name for law in planned if law.of_search or law.beyond_rules)
            return self._plan._replace(laws=laws, phases=with_games)
        laws = tuple(law.name for law in planned if law.beyond_rules)
        # What an edit can affect here is not compiled in any phase.
        return self._plan._replace(laws=laws, phases=(INTERPRETED,))


def _changed(before: Stamps, after: Stamps) -> list[str]:
    return sorted({path.name for path, _ in before.items() ^ after.items()})
