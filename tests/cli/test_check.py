"""`boardwright check`: the first broken law, what is left out, and the last line."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from author import NAME, Author
from boardwright.core import discovery
from boardwright.core.words import Word
from boardwright.testing.laws import LAWS

PATIENCE = 120
"""Seconds for a process to do what takes one or two."""


@pytest.fixture
def author(tmp_path: Path) -> Author:
    return Author(tmp_path)


@pytest.fixture
def checked(author, ran, monkeypatch):
    """Run `boardwright check` on the author's game, whose static laws are tried in this process."""
    monkeypatch.syspath_prepend(author.sources)
    monkeypatch.setenv("PYTHONPATH", str(author.sources))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    discovery.offers.cache_clear()
    yield lambda *options: ran("check", NAME, *options)
    discovery.offers.cache_clear()
    for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[module]


QUICK = len([law for law in LAWS if law.phases != ("shipped",)])
REST = len(LAWS) - QUICK


def counts(done) -> dict[str, int]:
    """The numbers of the last line."""
    return {part.code: part.params["laws"] for part in done.tells("check_summary").params["parts"]}


def test_a_quick_check_compiles_nothing_and_counts_the_laws(checked):
    done = checked("--quick", "--timings")
    assert done.status == 0, done.err
    assert counts(done) == {"check_hold": QUICK, "check_not_tried": REST}
    assert not done.words("check_compiling")
    done.tells("heading_seconds")
    done.tells("check_unplanned", laws=REST, names=[law.name for law in LAWS if law.phases == ("shipped",)])
    begun = [word.params["phase"].code for word in done.words("check_begins")]
    assert begun == ["check_phase_static", "check_phase_interpreted"]
    assert str(done.words("check_begins")[0]) in done.err


def test_a_missing_word_is_told_before_any_game(author, checked):
    author.edit("words.yaml", "first_steps.taken:", "first_steps.took:")
    # A rule that never returns: had a game been played, this test would not end.
    author.edit("rules.py", "return Reason.TAKEN if", "while s.ply > 0:\n        pass\n    return Reason.TAKEN if")
    done = checked()
    assert done.status == 1
    message = done.tells("check_message", law="everything_can_be_said", phase=Word("check_phase_static"))
    assert "no_sentence_for=['first_steps.taken']" in message.params["message"]
    games = len([law for law in LAWS if not law.static])
    done.tells("check_need_a_game", laws=games, law="everything_can_be_said")
    assert counts(done) == {"check_are_broken": 1, "check_hold": len(LAWS) - games - 1, "check_not_tried": games}


def test_check_stops_at_the_cause_and_says_so(author, checked):
    rule = "def legal(p, s, out):\n    out[:] = True\n\n\ndef check("
    author.edit("rules.py", "def check(", rule)
    done = checked("--quick")
    assert done.status == 1
    done.tells("check_message", law="mask_is_check", phase=Word("check_phase_interpreted"))
    done.tells("check_rest_on_it", law="mask_is_check")
    assert counts(done)["check_are_broken"] == 1
    data = checked("--quick", "--all", "--json").json
    broken = [law["law"] for law in data["laws"] if not law["passed"]]
    assert broken[0] == "mask_is_check"
    assert len(broken) > 1
    assert not data["passed"]


def test_a_fault_that_only_machine_code_has_is_told_by_its_phase(author, checked):
    # Plain Python has numbers of any size; machine code wraps around.
    author.edit(
        "rules.py",
        "[action] = player + 1\n",
        "[action] = player + 1 if (int(action) + 1) * 6364136223846793005 % 7 else 2 - player\n",
    )
    done = checked("--law", "interpreted_agrees")
    assert done.status == 1
    done.tells("check_message", law="interpreted_agrees", phase=Word("check_phase_shipped"))


def test_a_package_that_cannot_be_read_is_told_by_its_file(author, checked):
    author.edit("words.yaml", "first_steps.taken:\n", "first_steps.taken:\n  de: 'Besetzt.'\n")
    done = checked()
    assert done.status == 1
    told = done.tells("law_words", game=NAME)
    assert "words.yaml: first_steps.taken is in de" in told.params["fault"]
    done.tells("check_rest_on_it", law="everything_can_be_said")


def test_laws_are_chosen_by_name(checked):
    done = checked("--quick", "--law", "mask_is_check", "--law", "views_can_be_drawn", "--json")
    data = done.json
    assert done.status == 0
    assert [law["law"] for law in data["laws"]] == ["mask_is_check", "views_can_be_drawn"]
    assert all(set(law["phases"]) == {"interpreted"} for law in data["laws"])
    assert data["seconds"] > 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks for processes in /proc")
def test_no_process_is_left_when_check_is_killed(author):
    author.edit("rules.py", "return Reason.TAKEN if", "while s.ply > 0:\n        pass\n    return Reason.TAKEN if")
    process = author.start("--quick", "--law", "game_can_be_played")
    try:
        assert str(Word("check_phase_interpreted")) in process.stderr.readline()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        (child,) = wait_for(lambda: children.read_text().split())
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
    until = time.monotonic() + PATIENCE
    while not (met := condition()):
        assert time.monotonic() < until, f"nothing came within {PATIENCE} s"
        time.sleep(0.05)
    return met


def test_an_unknown_law_is_answered_with_the_near_ones(ran):
    done = ran("check", "tic_tac_toe", "--law", "mask_is_chek")
    done.refuses("usage_no_law_near", found="mask_is_chek", known=["mask_is_check"])
    done = ran("check", "tic_tac_toe", "--law", "xyzzy")
    done.refuses("usage_no_law", known=[law.name for law in LAWS])


@pytest.mark.parametrize("option", [("--json",), ("--record", "somewhere")], ids=lambda option: option[0])
def test_watching_prints_for_people_only(ran, option):
    done = ran("check", "tic_tac_toe", "--watch", *option)
    assert done.status == 2
    assert done.words("usage_watch")[0].params["found"] == option[0]


class Lines:
    """The lines that a watching process prints, one after the other."""

    def __init__(self, process):
        self.process = process

    def until(self, part: str) -> list[str]:
        lines = []
        watchdog = Timer(PATIENCE, self.process.kill)
        watchdog.start()
        try:
            for line in self.process.stdout:
                lines.append(line.strip())
                if part in line:
                    return lines
        finally:
            watchdog.cancel()
        raise AssertionError(f"ended, or {PATIENCE} s passed, before {part!r}: {lines} {self.process.stderr.read()}")


COUNTED = f"{Word('check_not_tried', {'laws': ''})}, "


@pytest.fixture
def watched(author):
    """A process that watches, after its first look at everything."""
    process = author.start("--watch", "--quick")
    said = Lines(process)
    try:
        assert str(QUICK) in said.until(COUNTED)[-1]
        yield said
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0
        assert "Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.communicate()


def test_watching_tries_what_an_edit_can_affect(author, watched):
    edit = ("    player = int(s.to_move)", "    # The player whose turn it is.\n    player = int(s.to_move)")
    author.edit("rules.py", *edit)
    lines = watched.until(COUNTED)
    assert lines[:2] == [str(Word("check_edited", {"files": "rules.py"})), str(Word("check_nothing"))]
    static = len([law for law in LAWS if law.static])
    assert lines[-1].startswith(str(Word("check_hold", {"laws": static})))


@pytest.mark.slow
def test_watching_tells_a_rule_that_an_edit_broke(author, watched):
    author.edit("rules.py", "s.to_move = TERMINAL if", "s.to_move = TERMINAL i")
    lines = watched.until(COUNTED)
    assert "game_can_be_played" in lines[1]
    assert "rules.py" in lines[1]
