"""A plugin of pytest that notes what each test costs, children included, and holds files to their rows of the budget.

`METER=FILE` writes all costs as JSON, `--hold-budget` fails a run in which a file used far more than was recorded.
`--failures FILE` writes each failure as it comes, for a run of an hour.
`ORDER=SEED` runs the tests in random order (gate/under_load.py).
"""

from __future__ import annotations

import json
import os
import random
import resource
import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from numba.core import event

from gate import budget

DEAREST = 30
BRIEF = 0.25
"""Seconds of wall below which fixtures are not worth a look."""

SHARED = "fixtures of the session"
"""Not a file: which test is the first to use such a fixture depends on what runs beside it."""

TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """Seconds of processor of this process and of its children, of wall and of the compiler; compiled loops; seconds of
    the processor in fixtures, which other tests share."""

    own: float = 0.0
    children: float = 0.0
    wall: float = 0.0
    compiler: float = 0.0
    loops: float = 0
    fixtures: float = 0.0

    @property
    def processor(self) -> float:
        return self.own + self.children

    def plus(self, other: Cost, times: int = 1) -> Cost:
        return Cost(*(mine + times * theirs for mine, theirs in zip(self, other, strict=True)))


class Compiler(event.Listener):
    """Counts the functions that Python had compiled in this process, and the processor's seconds of it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.loops = 0
        self._depth = 0
        self._began = 0.0

    def on_start(self, event: Any) -> None:
        if self._depth == 0:
            self._began = time.process_time()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.process_time() - self._began
            self.loops += 1


def alive(process: str = "self") -> float:
    """Seconds of the processor of children that have not ended. The system counts them only when they do: a server that
    many tests share would count for the test at whose end it stops."""
    seconds = 0.0
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # it ended meanwhile
            for child in task.read_text().split():
                seconds += alive(child)
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                seconds += sum(map(int, fields[11:15])) / TICKS
    return seconds


class Meter:
    """Notes the cost of each test of this process. With xdist each worker has one, and the first process gathers."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._compiler = Compiler()
        self._file = ""
        self._before = Cost()
        self._fixtures = 0.0
        self._shared: Cost | None = None
        self.tests: dict[str, Cost] = {}
        self.paces: dict[str, list[float]] = {}
        event.register("numba:compile", self._compiler)

    def now(self) -> Cost:
        own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return Cost(
            own.ru_utime + own.ru_stime,
            ended.ru_utime + ended.ru_stime + alive(),
            time.perf_counter(),
            self._compiler.seconds,
            self._compiler.loops,
        )

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        file = budget.file_of(item.nodeid)
        if file != self._file:
            self._note_pace(self._file, file)
            self._file = file
        self._before, self._fixtures, shared = self.now(), 0.0, self.tests.get(SHARED, Cost())
        result = yield
        cost = self.now().plus(self._before, -1).plus(self.tests.get(SHARED, Cost()).plus(shared, -1), -1)
        # A grandchild whose parent ended is nobody's.
        cost = cost._replace(children=max(cost.children, 0.0), fixtures=self._fixtures)
        self.tests[item.nodeid] = self.tests.get(item.nodeid, Cost()).plus(cost)
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        if fixturedef.scope not in {"session", "package"} or self._shared is not None:
            return (yield)
        self._shared = self.now()
        try:
            return (yield)
        finally:
            cost, self._shared = self.now().plus(self._shared, -1), None
            self.tests[SHARED] = self.tests.get(SHARED, Cost()).plus(cost)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, Any, Any]:
        if time.perf_counter() - self._before.wall > BRIEF:
            spent = self.now().plus(self._before, -1)
            self._fixtures = max(spent.processor - spent.compiler, 0.0)
        return (yield)

    def _note_pace(self, *files: str) -> None:
        pace = budget.pace()
        for file in files:
            self.paces.setdefault(file, []).append(pace)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._note_pace(self._file)
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            plain = {name: list(cost) for name, cost in self.tests.items()}  # what can be sent to another process
            output["meter"] = {"tests": plain, "paces": self.paces}
        elif self._config.getoption("hold_budget"):
            for line in self.excesses():
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
                print(f"\n{line}")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        noted: Mapping[str, Any] = getattr(node, "workeroutput", {}).get("meter", {"tests": {}, "paces": {}})
        for name, cost in noted["tests"].items():
            self.tests[name] = self.tests.get(name, Cost()).plus(Cost(*cost))
        for file, paces in noted["paces"].items():
            self.paces.setdefault(file, []).extend(paces)

    def used(self) -> dict[str, budget.Used]:
        """What each file used, in calibrated seconds."""
        return budget.used({name: tuple(cost) for name, cost in self.tests.items()}, self.paces)

    def excesses(self) -> list[str]:
        return budget.excesses(self.used(), budget.rows())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        path = self._config.getoption("failures")
        if path and report.failed and not hasattr(self._config, "workerinput"):
            with Path(path).open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n{report.longreprtext}\n\n")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        path = os.environ.get("METER")
        if path:
            Path(path).write_text(json.dumps({"tests": self.tests, "paces": self.paces}), encoding="utf-8")
        if self._config.getoption("costs"):
            for line in self.table():
                terminalreporter.write_line(line)

    def table(self) -> list[str]:
        """The dearest tests and the sum."""
        total = Cost()
        for cost in self.tests.values():
            total = total.plus(cost)
        dearest = sorted(self.tests.items(), key=lambda test: -test[1].processor)[:DEAREST]
        rows = [*dearest, (f"{len(self.tests)} tests", total)]
        lines = [
            f"{cost.processor:8.1f} {cost.wall:8.1f} {cost.compiler:8.1f} {cost.loops:6.0f}  {name}"
            for name, cost in rows
        ]
        return [f"{'CPU s':>8} {'wall s':>8} {'compiler':>8} {'loops':>6}", *lines]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", action="store_true", help=f"print the {DEAREST} dearest tests and the sum")
    parser.addoption("--failures", metavar="FILE", help="append each failure to a file as it comes")
    parser.addoption(
        "--hold-budget",
        action="store_true",
        help="fail where a file uses far more than its row of tests/gate/budget.csv",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "ORDER" in os.environ:
        random.Random(int(os.environ["ORDER"])).shuffle(items)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Meter(config), "meter of costs")
