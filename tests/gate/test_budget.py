"""The budget of the gate: facts that it refuses, files that use far more than their row, and the table as it stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gate import budget
from gate.budget import Row, Used

MOST = {"all": 100.0, "file": 50.0, "test": 5.0}
ROW = Row("tests/test_one.py", "abc", own=20.0, children=6.0, cold=10.0, compiler=40.0, dearest=3.0)


def test_a_table_that_says_what_is_there_has_no_fault():
    assert budget.faults({ROW.file: ROW}, {ROW.file: "abc"}, MOST) == []


@pytest.mark.parametrize(
    ("rows", "files"),
    [
        ([ROW], {ROW.file: "abc", "tests/test_new.py": "def"}),
        ([ROW, ROW._replace(file="tests/test_gone.py", own=0.0)], {ROW.file: "abc"}),
        ([ROW], {ROW.file: "changed"}),
        ([ROW._replace(own=45.0)], {ROW.file: "abc"}),
        ([ROW._replace(dearest=6.0)], {ROW.file: "abc"}),
        ([ROW, *(ROW._replace(file=f"tests/test_{n}.py") for n in range(3))], None),
    ],
    ids=[
        "a file without a row",
        "a row without a file",
        "a changed file",
        "a dear file",
        "a dear test",
        "too much in all",
    ],
)
def test_each_fact_that_is_not_so_is_one_fault(rows, files):
    there = files or {row.file: row.hash for row in rows}
    assert len(budget.faults({row.file: row for row in rows}, there, MOST)) == 1


def test_a_file_may_use_three_times_its_row_and_ten_seconds_more():
    most = Used(own=3 * 20.0 + 10, children=3 * 10.0 + 10, compiler=500.0, dearest=80.0)
    assert budget.excesses({ROW.file: most}, {ROW.file: ROW}) == []
    assert len(budget.excesses({ROW.file: most._replace(own=most.own + 1)}, {ROW.file: ROW})) == 1
    assert len(budget.excesses({ROW.file: most._replace(children=most.children + 1)}, {ROW.file: ROW})) == 1


def test_seconds_are_calibrated_and_without_the_compiler():
    tests = {"tests/a.py::one": (7.0, 2.0, 30.0, 3.0, 1, 1.0), "tests/a.py::two": (1.0, 0.0, 1.0, 0.0, 0, 0.0)}
    tests["fixtures of the session"] = (9.0, 9.0, 9.0, 9.0, 9, 9.0)
    assert budget.used(tests, {"tests/a.py": [1.5, 2.5]}) == {"tests/a.py": Used(2.5, 1.0, 1.5, 2.5)}


BUSY = """
import time

def test_busy():
    end = time.process_time() + {seconds}
    while time.process_time() < end:
        pass
"""


@pytest.mark.slow
def test_a_busy_loop_of_a_minute_fails_the_gate(tmp_path: Path):
    (tmp_path / "test_busy.py").write_text(BUSY.format(seconds=60))
    (tmp_path / "test_brief.py").write_text(BUSY.format(seconds=0.1))
    command = [sys.executable, "-m", "pytest", "-p", "gate.meter", "--hold-budget", "-n", "2", str(tmp_path)]
    environment = {"PYTHONPATH": str(budget.ROOT / "tests")}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ran.returncode == 1, ran.stdout
    assert "2 passed" in ran.stdout
    assert ran.stdout.count("budget: test_busy.py used") == 1
    assert "test_brief" not in ran.stdout.partition("budget:")[2]
