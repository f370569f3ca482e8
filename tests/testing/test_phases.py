"""The phases of `boardwright check`: in order, at once where they are independent, and ended with their caller."""

from __future__ import annotations

import signal
import time
import types
from typing import ClassVar

import pytest

from boardwright.testing import one_phase, phases
from boardwright.testing.laws import BOUNDS, INTERPRETED, LAWS, SHIPPED, STATIC
from boardwright.testing.one_phase import Plan, Seconds
from boardwright.testing.phases import Trial

ALL = Plan("tic_tac_toe", "", tuple(law.name for law in LAWS))


class Fake:
    """A process that ends after some looks, with one law broken or none."""

    scripts: ClassVar[dict[str, tuple[int, bool]]] = {}
    made: ClassVar[list[Fake]] = []

    def __init__(self, plan, phase, scratch):
        self.trial = Trial(phase)
        self.ended = self.killed = False
        self.looks, self.passes = self.scripts[phase]
        self.made.append(self)

    def look(self):
        self.looks -= 1
        if self.looks <= 0 and not self.ended:
            self.ended = True
            self.trial.laws.append({"law": "mask_is_check", "passed": self.passes, "cases": 1, "seconds": 0.0})

    def kill(self):
        self.killed = True


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> type[Fake]:
    monkeypatch.setattr(phases, "_Process", Fake)
    monkeypatch.setattr(phases, "POLL", 0.0)
    Fake.made = []
    Fake.scripts = {INTERPRETED: (1, True), BOUNDS: (3, True), SHIPPED: (1, True)}
    return Fake


def test_phases_come_in_order_though_a_later_one_ends_first(fakes):
    assert [trial.phase for trial in phases.run(ALL)] == [STATIC, INTERPRETED, BOUNDS, SHIPPED]
    assert all(fake.killed for fake in fakes.made)


def test_bounds_and_shipped_run_at_once(fakes):
    fakes.scripts = {INTERPRETED: (1, True), BOUNDS: (3, True), SHIPPED: (3, True)}
    seen = []
    list(phases.run(ALL, lambda running: seen.append(tuple(run.phase for run in running))))
    assert (BOUNDS, SHIPPED) in seen
    assert (INTERPRETED, BOUNDS) not in seen


@pytest.mark.parametrize("phase", [INTERPRETED, BOUNDS])
def test_a_phase_with_a_broken_law_is_the_last(fakes, phase):
    fakes.scripts[phase] = (2, False)
    fakes.scripts[SHIPPED] = (1, False)  # of garbage that it read
    assert [trial.phase for trial in phases.run(ALL)][-1] == phase


def test_phases_without_a_law_to_try_are_left_out(fakes):
    assert [trial.phase for trial in phases.run(ALL._replace(laws=("threads_agree",)))] == [SHIPPED]
    quick = ALL._replace(phases=(STATIC, INTERPRETED), quick=True)
    assert [trial.phase for trial in phases.run(quick)] == [STATIC, INTERPRETED]


def test_processes_end_when_the_caller_stops(fakes):
    def stop(running):
        if running and running[0].phase == BOUNDS:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(phases.run(ALL, stop))
    assert len(fakes.made) == 3
    assert all(fake.killed for fake in fakes.made)


def test_static_laws_are_tried_in_this_process_or_apart():
    only = ALL._replace(phases=(STATIC,))
    here, apart = (next(iter(phases.run(only, apart=apart))) for apart in (False, True))
    assert [law["law"] for law in here.laws] == [law.name for law in LAWS if law.static]
    assert not here.broken
    assert here.fingerprints == apart.fingerprints is not None
    assert [law["cases"] for law in here.laws] == [law["cases"] for law in apart.laws]


def limits(monkeypatch, seconds):
    shipped = one_phase.efforts()
    short = shipped.model_copy(update={"seconds": Seconds(interpreted=seconds, compiled=seconds)})
    monkeypatch.setattr(one_phase, "efforts", lambda: short)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_a_rule_that_never_returns_is_named_with_its_functions(monkeypatch):
    limits(monkeypatch, 1)
    namespace = {"__name__": "boardwright.games.tic_tac_toe.view", "time": time}
    scene, repeat = (types.FunctionType(f.__code__, namespace, f.__name__) for f in (flat_scene, flat_repeat))
    namespace["flat_repeat"] = repeat
    monkeypatch.setattr(one_phase, "judge_by", lambda law, game, cases: scene())
    told = []
    one_phase.try_here(ALL._replace(laws=("mask_is_check", "someone_can_move")), INTERPRETED, told.append)
    (result,) = [said["result"] for said in told if "result" in said]
    assert result["law"] == "mask_is_check"
    assert result["error"]["code"] == "law_slow_in"
    first = result["error"]["params"]["functions"][0]
    assert first.startswith("`flat_scene` (test_phases.py:")
    assert result["error"]["params"]["seconds"] == 1


def flat_scene():
    while True:
        try:
            flat_repeat()
        except Exception:
            continue


def flat_repeat():
    time.sleep(0.01)


def test_a_process_that_says_nothing_any_more_is_ended(monkeypatch, tmp_path):
    limits(monkeypatch, 1)
    monkeypatch.setattr(phases, "GRACE", 0)
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexec sleep 60\n")
    silent.chmod(0o755)
    monkeypatch.setattr(phases.sys, "executable", str(silent))
    (trial,) = phases.run(ALL._replace(phases=(SHIPPED,)))
    error = trial.laws[0]["error"]
    assert (error["code"], error["params"]["game"], error["params"]["seconds"]) == ("law_stuck", "tic_tac_toe", 1)
    assert error["params"]["phase"] == {"code": f"check_phase_{SHIPPED}", "params": {}}


def test_a_phase_that_dies_breaks_the_law_that_it_was_at(monkeypatch):
    monkeypatch.setattr(phases.sys, "executable", "/bin/false")
    (trial,) = phases.run(ALL._replace(phases=(INTERPRETED,)))
    error = trial.laws[0]["error"]
    assert trial.laws[0]["law"] == "game_can_be_played"
    assert (error["code"], error["params"]["game"]) == ("law_check_died", "tic_tac_toe")
    assert "1" in str(error["params"]["detail"])
