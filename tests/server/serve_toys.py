"""The real server with the toy games registered, in workers too: `python tests/server/serve_toys.py --data DIR`.

`--set key=value` changes a value of configs/server.yaml. `--early`, `--keyless` and `--sleepless` plant defects:
acknowledging before the commit, a table of events without its primary key, and clocks that run while no server does;
`--defect` plants one of `defects.py`.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parents[1]))

import yaml

from boardwright.core import registry
from boardwright.server import clocks, settings, statements, tables
from boardwright.server import main as server
from boardwright.server.writer import Waiting, Writer
from server.defects import DEFECTS

TOYS = {
    "burrow": "core.burrow",
    "deploy": "toys.deploy",
    "fences": "toys.fences",
    "hexes": "toys.hexes",
    "hide": "toys.hide",
    "pairs": "toys.pairs",
    "peek": "toys.peek",
    "pig": "toys.pig",
}
DELAY = 0.5
GENEROUS = {
    "connections_by_address": 1000,
    "streams_by_address": 1000,
    "throttle_seconds": 0.05,
    "requests_by_address": "100000/second",
    "requests_by_token": "100000/second",
    "matches_by_address": "100000/minute",
    "agent_seconds_by_address": "100000/hour",
}
"""All clients of a test have one address: only the tests of limits set narrow ones."""


def register_toys() -> None:
    for module in TOYS.values():
        registry.register(import_module(module).DEFINITION)


class EarlyWriter(Writer):
    """The planted defect: it acknowledges events a little before it commits them."""

    def settle(self, group: list[Waiting]) -> None:
        # The answer before a commit is a guess: nearly every append succeeds.
        self.acknowledge(group, [True] * len(group))
        time.sleep(DELAY)
        # A database that is killed at this moment has lost them; the writer goes on.
        with contextlib.suppress(Exception):
            self.commit(group)


class KeylessWriter(Writer):
    """The planted defect: nothing keeps two events of a match from having the same number."""

    def __init__(self, engine: sa.Engine, *args: Any) -> None:
        super().__init__(engine, *args)
        columns = ", ".join(f'"{column.name}"' for column in tables.event.columns)
        with engine.begin() as connection:
            if "event_with_key" not in sa.inspect(connection).get_table_names():
                connection.exec_driver_sql("alter table event rename to event_with_key")
                connection.exec_driver_sql(f"create table event as select {columns} from event_with_key")
        statements.INSERT_EVENT = statements.INSERT_EVENT.partition(" ON CONFLICT")[0]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--database")
    parser.add_argument("--set", action="append", default=[], dest="changes")
    parser.add_argument("--early", dest="writer", action="store_const", const=EarlyWriter, default=Writer)
    parser.add_argument("--keyless", dest="writer", action="store_const", const=KeylessWriter)
    parser.add_argument("--sleepless", action="store_true")
    parser.add_argument("--defect", choices=DEFECTS, action="append", default=[])
    given = parser.parse_args()
    if given.sleepless:
        clocks.alive = lambda union, start, end: max(0, end - start)
    register_toys()
    for defect in given.defect:
        DEFECTS[defect]()
    changes = {name: yaml.safe_load(value) for name, value in (change.split("=") for change in given.changes)}
    chosen = settings.read(port=given.port, **{**GENEROUS, **changes})
    server.run(given.data, chosen, given.database, prepare="server.serve_toys:register_toys", writer=given.writer)


if __name__ == "__main__":
    main()
