"""`boardwright check`: the first broken law, what is left out, and the last line."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path

import pytest

from author import Author
from boardwright.cli.check_report import Report, progress_text
from boardwright.core import words
from boardwright.core.words import Word, say
from boardwright.testing.laws import LAWS
from boardwright.testing.one_phase import Plan
from boardwright.testing.phases import Running, Trial


@pytest.fixture
def author(tmp_path: Path) -> Author:
    return Author(tmp_path)


def last_line(out: str) -> str:
    return out.strip().splitlines()[-1]


QUICK = len([law for law in LAWS if law.phases != ("shipped",)])
REST = len(LAWS) - QUICK


def test_a_quick_check_compiles_nothing_and_counts_the_laws(author):
    status, out, err = author.check("--quick", "--timings")
    assert status == 0, err
    assert re.fullmatch(rf"{QUICK} laws hold, {REST} not tried, [\d.]+ s", last_line(out))
    assert "seconds" in out
    assert "Compiling" not in out
    names = ", ".join(law.name for law in LAWS if law.phases == ("shipped",))
    assert f"{REST} laws are about compiled code and were not tried: {names}. Leave out --quick to try them." in out


def test_a_missing_word_is_told_before_any_game(author):
    author.edit("words.yaml", "first_steps.taken:", "first_steps.took:")
    # A rule that never returns: had a game been played, this test would not end.
    author.edit("rules.py", "return Reason.TAKEN if", "while s.ply > 0:\n        pass\n    return Reason.TAKEN if")
    status, out, _ = author.check()
    assert status == 1
    assert "everything_can_be_said, without a game: first_steps breaks a law." in out
    assert "no_sentence_for=['first_steps.taken']" in out
    games = len([law for law in LAWS if not law.static])
    assert f"{games} other laws need random games and were not tried: mend everything_can_be_said first" in out
    assert re.fullmatch(
        rf"1 law is broken, {len(LAWS) - games - 1} laws hold, {games} not tried, [\d.]+ s", last_line(out)
    )


def test_check_stops_at_the_cause_and_says_so(author):
    rule = "def legal(p, s, out):\n    out[:] = True\n\n\ndef check("
    author.edit("rules.py", "def check(", rule)
    status, out, _ = author.check("--quick")
    assert status == 1
    assert "mask_is_check, as plain Python: first_steps breaks a law." in out
    assert "not tried to the end, because they rest on mask_is_check: mend it first, or see them with --all." in out
    assert last_line(out).startswith("1 law is broken, ")
    _, out, _ = author.check("--quick", "--all", "--json")
    data = json.loads(out)
    broken = [law["law"] for law in data["laws"] if not law["passed"]]
    assert broken[0] == "mask_is_check"
    assert len(broken) > 1
    assert not data["passed"]


def test_a_fault_that_only_machine_code_has_is_told_by_its_phase(author):
    # Plain Python has numbers of any size; machine code wraps around.
    author.edit(
        "rules.py",
        "[action] = player + 1\n",
        "[action] = player + 1 if (int(action) + 1) * 6364136223846793005 % 7 else 2 - player\n",
    )
    status, out, _ = author.check("--law", "interpreted_agrees")
    assert status == 1
    assert "interpreted_agrees, as shipped: first_steps breaks a law." in out


def test_a_package_that_cannot_be_read_is_told_by_its_file(author):
    author.edit("words.yaml", "first_steps.taken:\n", "first_steps.taken:\n  de: 'Besetzt.'\n")
    status, out, _ = author.check()
    assert status == 1
    assert (
        "everything_can_be_said, without a game: first_steps cannot be loaded, because of a fault in its words. " in out
    )
    assert "words.yaml: first_steps.taken is in de: the languages are en, fr." in out
    assert "because they rest on everything_can_be_said" in out
    assert "une faute dans ses mots" in say(Word("law_words", {"game": "g", "fault": "f"}), "fr")
    assert "ne peut pas être chargé" in say(Word("law_unreadable", {"game": "g", "error": "E", "detail": "d"}), "fr")


def test_laws_are_chosen_by_name(author):
    status, out, _ = author.check("--quick", "--law", "mask_is_check", "--law", "views_can_be_drawn", "--json")
    data = json.loads(out)
    assert status == 0
    assert [law["law"] for law in data["laws"]] == ["mask_is_check", "views_can_be_drawn"]
    assert all(set(law["phases"]) == {"interpreted"} for law in data["laws"])
    assert data["seconds"] > 0


def test_a_pipe_is_told_which_phase_begins(author):
    _, out, err = author.check("--quick", "--law", "everything_can_be_said", "--law", "mask_is_check")
    assert err.splitlines() == [
        "Trying 1 law on first_steps without a game ...",
        "Trying 1 law on first_steps as plain Python ...",
    ]
    assert "Trying" not in out
    begins = Word("check_begins", {"game": "g", "phase": Word("check_phase_static"), "laws": 2})
    assert say(begins, "fr").startswith("Essai de 2 lois sur g sans ")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks for processes in /proc")
def test_no_process_is_left_when_check_is_killed(author):
    author.edit("rules.py", "return Reason.TAKEN if", "while s.ply > 0:\n        pass\n    return Reason.TAKEN if")
    process = author.start("--quick", "--law", "game_can_be_played")
    try:
        assert "as plain Python" in process.stderr.readline()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        (child,) = wait_for(lambda: children.read_text().split())
        time.sleep(1.0)  # until it is in the loop
        process.kill()
        wait_for(lambda: not running(child))
    finally:
        process.kill()
        process.communicate()


def running(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition):
    until = time.monotonic() + 20
    while not (met := condition()):
        assert time.monotonic() < until
        time.sleep(0.05)
    return met


def test_an_unknown_law_is_answered_with_the_near_ones(ran):
    status, _, err = ran("check", "tic_tac_toe", "--law", "mask_is_chek")
    assert status == 2
    assert "There is no law mask_is_chek: did you mean mask_is_check?" in err
    status, _, err = ran("check", "tic_tac_toe", "--law", "xyzzy")
    assert "There is no law xyzzy: choose among presets_can_be_loaded, " in err
    for code in ("usage_no_law", "usage_no_law_near"):
        assert "Il n'y a pas de loi x" in say(Word(code, {"found": "x", "known": "y"}), "fr")


@pytest.mark.parametrize("option", [("--json",), ("--record", "somewhere")], ids=lambda option: option[0])
def test_watching_prints_for_people_only(ran, option):
    status, out, err = ran("check", "tic_tac_toe", "--watch", *option)
    assert status == 2
    assert f"writes no file: leave out {option[0]}." in out + err
    assert "dans aucun fichier" in say(Word("usage_watch", {"found": option[0]}), "fr")


class Lines:
    """The lines that a watching process prints, one after the other."""

    def __init__(self, process):
        self.process = process

    def until(self, part: str) -> list[str]:
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if part in line:
                return lines
        raise AssertionError(f"ended before {part!r}: {lines} {self.process.stderr.read()}")


def test_watching_tries_what_an_edit_can_affect(author):
    process = author.start("--watch", "--quick")
    said = Lines(process)
    try:
        assert said.until(" not tried, ")[-1].startswith(f"{QUICK} laws hold, {REST} not tried, ")
        author.edit(
            "rules.py", "    player = int(s.to_move)", "    # The player whose turn it is.\n    player = int(s.to_move)"
        )
        lines = said.until(" not tried, ")
        assert lines[:2] == ["Edited: rules.py", "The edit changes text only: every other law holds as before."]
        static = len([law for law in LAWS if law.static])
        assert lines[-1].startswith(f"{static} laws hold, ")
        author.edit("rules.py", "s.to_move = TERMINAL if", "s.to_move = TERMINAL i")
        lines = said.until(" not tried, ")
        assert "game_can_be_played, without a game: " in lines[1]
        assert "rules.py, line" in lines[1]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert "Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.communicate()


# -- the report, without a process


def trial(phase: str, **results: bool) -> Trial:
    rows = [
        {"law": law, "passed": passed, "cases": 1, "seconds": 1.0, "error": None if passed else {"message": "Why."}}
        for law, passed in results.items()
    ]
    return Trial(phase, laws=rows, compile_seconds=2.5)


def report(every: bool = False) -> Report:
    return Report(Plan("pig", "", ("everything_can_be_said", "mask_is_check", "threads_agree"), every=every))


def test_the_last_line_counts_in_both_languages():
    some = report()
    some.add(trial("static", everything_can_be_said=True))
    some.add(trial("interpreted", mask_is_check=False))
    assert say(some.summary(2.04), "en") == "1 law is broken, 1 law holds, 1 not tried, 2.0 s"
    assert say(some.summary(2.04), "fr") == "1 loi est enfreinte, 1 loi tient, 1 non essayée, 2.0 s"
    every = report()
    every.add(trial("static", everything_can_be_said=True))
    for phase in ("interpreted", "bounds", "shipped"):
        every.add(trial(phase, mask_is_check=True))
    every.add(trial("shipped", mask_is_check=True, threads_agree=True))
    assert say(every.summary(18.4), "en") == "3 laws hold, 18 s"
    assert say(every.summary(18.4), "fr") == "3 lois tiennent, 18 s"


def test_a_law_that_was_not_tried_in_every_phase_does_not_hold_yet():
    some = report()
    some.add(trial("interpreted", mask_is_check=True))
    assert (some.held, some.untried) == ([], ["everything_can_be_said", "mask_is_check", "threads_agree"])


@pytest.mark.parametrize(
    ("law", "phase", "says"),
    [
        ("everything_can_be_said", "static", "2 other laws need random games"),
        ("game_can_be_played", "static", "3 other laws were not tried to the end, because they rest on"),
        ("mask_is_check", "interpreted", "2 other laws were not tried to the end, because they rest on"),
    ],
)
def test_the_report_says_why_other_laws_were_not_tried(capsys, law, phase, says):
    some = report()
    some.add(trial(phase, **{law: False}))
    some.print(7.0, timings=False)
    assert says in capsys.readouterr().out


def test_the_report_names_the_kinds_of_action_that_no_phase_played(capsys, monkeypatch):
    some = report()
    for phase, unplayed in (("interpreted", ("Swap", "Pass")), ("shipped", ("Swap",))):
        one = trial(phase, mask_is_check=True)
        one.unplayed = unplayed
        some.add(one)
    some.print(7.0, timings=False)
    assert "No random game played these kinds of action: Swap." in capsys.readouterr().out
    assert some.to_dict(7.0)["never_played"] == ["Swap"]
    assert "Aucune partie au hasard n'a joué" in say(Word("check_unplayed", {"kinds": ["Swap"]}), "fr")


def test_the_report_names_the_law_the_phase_and_the_cause_in_french(capsys, monkeypatch):
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    some = report()
    some.add(trial("interpreted", mask_is_check=False))
    some.print(7.0, timings=False)
    out = capsys.readouterr().out
    assert "mask_is_check, en Python simple : Why." in out
    assert "parce qu'elles reposent sur mask_is_check : corrigez-la d'abord" in out
    assert last_line(out).startswith("1 loi est enfreinte, ")


def test_the_report_has_the_seconds_of_laws_and_of_compiling(capsys):
    some = report()
    some.add(trial("bounds", mask_is_check=True))
    some.add(trial("shipped", mask_is_check=True))
    data = some.to_dict(7.0)
    assert data["laws"][0]["seconds"] == 2.0
    assert data["compile_seconds"] == {"bounds": 2.5, "shipped": 2.5}
    some.print(7.0, timings=True)
    out = capsys.readouterr().out
    assert "Compiling with bounds checks: 2.5 s\nCompiling as shipped: 2.5 s" in out
    assert "2.00" in out


def test_the_progress_line_has_the_phases_that_run_and_their_laws(monkeypatch):
    running = [Running("bounds", "mask_is_check", 3, 28), Running("shipped", "key_decides", 9, 33)]
    assert progress_text("pig", running) == (
        "pig: with bounds checks, mask_is_check (3 of 28), as shipped, key_decides (9 of 33)"
    )
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert progress_text("pig", running[1:]) == "pig : tel que livré, key_decides (9 sur 33)"


@pytest.mark.parametrize("code", [code for code in words.codes("core") if code.startswith("check_")])
def test_every_sentence_of_check_is_said_in_both_languages(code):
    names = words.parameters(words.codes("core")[code]["en"])
    word = Word(code, dict.fromkeys(names, 2))
    assert say(word, "en")
    assert say(word, "fr")
