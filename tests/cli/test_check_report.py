"""The report of `boardwright check`: the last line, and why laws were not tried."""

from __future__ import annotations

import pytest

from boardwright.cli.check_report import Report, progress_text
from boardwright.core.words import Word
from boardwright.testing.one_phase import Plan
from boardwright.testing.phases import Running, Trial
from saying import told


def trial(phase: str, **results: bool) -> Trial:
    rows = [
        {"law": law, "passed": passed, "cases": 1, "seconds": 1.0, "error": None if passed else {"message": "Why."}}
        for law, passed in results.items()
    ]
    return Trial(phase, laws=rows, compile_seconds=2.5)


def report(every: bool = False) -> Report:
    return Report(Plan("pig", "", ("everything_can_be_said", "mask_is_check", "threads_agree"), every=every))


def counts(summary: Word) -> dict[str, int]:
    return {part.code: part.params["laws"] for part in summary.params["parts"]}


def test_the_last_line_counts():
    some = report()
    some.add(trial("static", everything_can_be_said=True))
    some.add(trial("interpreted", mask_is_check=False))
    told(some.summary(2.04), "check_summary", seconds="2.0")
    assert counts(some.summary(2.04)) == {"check_are_broken": 1, "check_hold": 1, "check_not_tried": 1}
    every = report()
    every.add(trial("static", everything_can_be_said=True))
    for phase in ("interpreted", "bounds", "shipped"):
        every.add(trial(phase, mask_is_check=True))
    every.add(trial("shipped", mask_is_check=True, threads_agree=True))
    told(every.summary(18.4), "check_summary", seconds=18)
    assert counts(every.summary(18.4)) == {"check_hold": 3}


def test_a_law_that_was_not_tried_in_every_phase_does_not_hold_yet():
    some = report()
    some.add(trial("interpreted", mask_is_check=True))
    assert (some.held, some.untried) == ([], ["everything_can_be_said", "mask_is_check", "threads_agree"])


@pytest.mark.parametrize(
    ("law", "phase", "code", "laws"),
    [
        ("everything_can_be_said", "static", "check_need_a_game", 2),
        ("game_can_be_played", "static", "check_rest_on_it", 3),
        ("mask_is_check", "interpreted", "check_rest_on_it", 2),
    ],
)
def test_the_report_says_why_other_laws_were_not_tried(capsys, law, phase, code, laws):
    some = report()
    some.add(trial(phase, **{law: False}))
    some.print(7.0, timings=False)
    assert str(Word(code, {"laws": laws, "law": law})) in capsys.readouterr().out


def test_the_report_names_the_kinds_of_action_that_no_phase_played(capsys):
    some = report()
    for phase, unplayed in (("interpreted", ("Swap", "Pass")), ("shipped", ("Swap",))):
        one = trial(phase, mask_is_check=True)
        one.unplayed = unplayed
        some.add(one)
    some.print(7.0, timings=False)
    assert str(Word("check_unplayed", {"kinds": ["Swap"]})) in capsys.readouterr().out
    assert some.to_dict(7.0)["never_played"] == ["Swap"]


def test_the_report_names_the_law_the_phase_and_the_cause(capsys):
    some = report()
    some.add(trial("interpreted", mask_is_check=False))
    some.print(7.0, timings=False)
    out = capsys.readouterr().out
    cause = {"law": "mask_is_check", "phase": Word("check_phase_interpreted"), "message": "Why."}
    assert str(Word("check_message", cause)) in out
    assert out.strip().splitlines()[-1] == str(some.summary(7.0))


def test_the_report_has_the_seconds_of_laws_and_of_compiling(capsys):
    some = report()
    some.add(trial("bounds", mask_is_check=True))
    some.add(trial("shipped", mask_is_check=True))
    data = some.to_dict(7.0)
    assert data["laws"][0]["seconds"] == 2.0
    assert data["compile_seconds"] == {"bounds": 2.5, "shipped": 2.5}
    some.print(7.0, timings=True)
    out = capsys.readouterr().out
    for phase in ("bounds", "shipped"):
        assert str(Word("check_compiling", {"phase": Word(f"check_phase_{phase}"), "seconds": "2.5"})) in out
    assert "2.00" in out


def test_the_progress_line_has_the_phases_that_run_and_their_laws():
    running = [Running("bounds", "mask_is_check", 3, 28), Running("shipped", "key_decides", 9, 33)]
    said = progress_text("pig", running)
    for run in running:
        about = {"law": run.law, "number": run.number, "total": run.total}
        assert str(Word("check_at", {"phase": Word(f"check_phase_{run.phase}"), **about})) in said
