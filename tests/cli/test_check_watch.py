"""`boardwright check --watch`, without a process: which laws an edit can affect, and edits during a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.cli import check_watch
from boardwright.core.words import Word
from boardwright.testing import edits, phases
from boardwright.testing.edits import Effect, Fingerprints
from boardwright.testing.laws import LAWS
from boardwright.testing.one_phase import Plan

ALL = Plan("pig", "", tuple(law.name for law in LAWS))
BEFORE, AFTER = {Path("rules.py"): (1, 1)}, {Path("rules.py"): (2, 1)}


@pytest.fixture
def watch(toy):
    toy("pig")
    return check_watch._Watch(ALL, False)


@pytest.mark.parametrize(
    ("effect", "tried", "left_out", "planned"),
    [
        (Effect.NOTHING, set(), {"mask_is_check"}, ()),
        (Effect.BEYOND_RULES, {"views_can_be_drawn"}, {"evaluation_is_finite"}, ("interpreted",)),
        (
            Effect.SEARCH,
            {"evaluation_is_finite", "candidates_are_legal", "interpreted_agrees", "views_can_be_drawn"},
            {"mask_is_check", "replay_is_exact"},
            ("interpreted", "bounds", "shipped"),
        ),
        (Effect.RULES, {law.name for law in LAWS if not law.static}, set(), ("interpreted", "bounds", "shipped")),
    ],
)
def test_an_edit_has_the_laws_tried_that_it_can_affect(watch, effect, tried, left_out, planned):
    plan = watch._affected(effect)
    laws = {law.name for phase in planned for law in plan.laws_of(phase)}
    assert tried <= laws
    assert not laws & left_out
    assert plan.phases == planned


def test_an_edit_of_search_is_said_and_what_is_beyond_the_rules_is_tried_with_it(watch, monkeypatch, capsys):
    def run(plan, progress, *, apart):
        fingerprints = Fingerprints("rules", "another search")
        yield phases.Trial("static", fingerprints=fingerprints)

    monkeypatch.setattr(phases, "run", run)
    watch._good = ({}, Fingerprints("rules", "search"))
    watch._try(edits.stamps("toys"))
    assert str(Word("check_search")) in capsys.readouterr().out


def test_an_edit_during_a_run_is_said(monkeypatch, capsys, toy):
    toy("pig")
    files = [BEFORE, AFTER, AFTER, AFTER]  # the second look is during the first run

    def look(package):
        return files.pop(0) if len(files) > 1 else files[0]

    def run(plan, progress, *, apart):
        progress([])
        return iter(())

    slept = []

    def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 2:  # the first waits for the end of the edit
            raise KeyboardInterrupt

    monkeypatch.setattr(edits, "stamps", look)
    monkeypatch.setattr(phases, "run", run)
    monkeypatch.setattr(check_watch.time, "sleep", sleep)
    check_watch.watch(ALL, timings=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [str(Word("check_interrupted")), str(Word("check_edited", {"files": "rules.py"}))]


def test_an_edit_is_seen_when_it_has_ended(watch, monkeypatch):
    emptied, written = {Path("rules.py"): (2, 0)}, {Path("rules.py"): (3, 9)}
    looks = iter([BEFORE, BEFORE, emptied, written, written, written])
    monkeypatch.setattr(edits, "stamps", lambda package: next(looks))
    monkeypatch.setattr(check_watch, "INTERVAL", 0)
    assert watch._edited(BEFORE) == written
