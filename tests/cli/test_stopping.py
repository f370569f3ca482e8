"""Ctrl-C and SIGTERM end a command in order: what is done by then is printed and written."""

from __future__ import annotations

import json
import signal
import time

import pytest

from boardwright.arena.match_records import Recorder
from boardwright.learning.metrics import Metrics

SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
ENDLESS = 1_000_000
PATIENCE = 120
"""Seconds for a process to do what takes one or two."""


@pytest.fixture(autouse=True)
def ctrl_c():
    """Let SIGINT interrupt: a test run in the background ignores it, and its children would, too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def signalled(monkeypatch):
    """Send this process a signal when something is written for the third time."""

    def at_the_third(kind, sign):
        write, written = kind.write, []

        def counted(self, *given):
            write(self, *given)
            written.append(1)
            if len(written) == 3:
                signal.raise_signal(sign)

        monkeypatch.setattr(kind, "write", counted)

    return at_the_third


@pytest.mark.parametrize(("sign", "status"), SIGNALS)
@pytest.mark.parametrize("command", ["evaluate", "tournament"])
def test_a_signal_prints_what_is_done(ran, signalled, command, sign, status, tmp_path):
    signalled(Recorder, sign)
    path = tmp_path / "matches.jsonl"
    done = ran(command, "tic_tac_toe", "random", "alphabeta", f"--games={ENDLESS}", "--json", "--record", path)
    assert done.status == status, done.err
    data = done.json
    assert not data["complete"]
    assert data["games"] > 0
    done.tells("stopped_early", done=data["games"], total=ENDLESS)
    assert ran("replay", path, "--json").json["agree"] == pytest.approx(data["games"], abs=1)


@pytest.mark.parametrize(
    ("sign", "status"), [SIGNALS[0], pytest.param(*SIGNALS[1], marks=pytest.mark.slow)], ids=["int", "term"]
)
def test_a_signal_ends_a_process_and_its_workers(started, ran, sign, status, tmp_path):
    path = tmp_path / "matches.jsonl"
    command = ("evaluate", "tic_tac_toe", "random", "alphabeta", f"--games={ENDLESS}", "--workers=2", "--json")
    process = started(*command, "--record", path)
    until = time.monotonic() + PATIENCE
    while not (path.exists() and path.stat().st_size):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until, f"nothing was played within {PATIENCE} s"
        time.sleep(0.05)
    process.send_signal(sign)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Traceback" in err) == (status, False), err
    data = json.loads(out)
    assert not data["complete"]
    assert ran("replay", path, "--json").json["agree"] == pytest.approx(data["games"], abs=1)


def test_sigterm_writes_what_was_learned(ran, signalled, tmp_path):
    signalled(Metrics, signal.SIGTERM)
    path = tmp_path / "values.json"
    command = ("train", "tic_tac_toe", "--agent=ranking", "--games=1000000000", "--capacity=100000", "--json")
    done = ran(*command, "--out", path, "--metrics", tmp_path)
    assert done.status == 143, done.err
    assert 0 < done.json["games"] < 1000000000
    assert path.stat().st_size > 0
