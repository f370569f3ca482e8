"""The real server with the toy games registered, in workers too: `python tests/server/serve_toys.py --data DIR`.

`--set key=value` changes a value of configs/server.yaml; `--early` plants a defect: acknowledging before the commit.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import yaml

from boardwright.core import registry
from boardwright.server import main as server
from boardwright.server import settings
from boardwright.server.writer import Waiting, Writer

TOYS = {
    "burrow": "core.burrow",
    "deploy": "toys.deploy",
    "fences": "toys.fences",
    "hexes": "toys.hexes",
    "pairs": "toys.pairs",
    "peek": "toys.peek",
    "pig": "toys.pig",
}
DELAY = 0.2
GENEROUS = {
    "connections_by_address": 1000,
    "streams_by_address": 1000,
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
        self.commit(group)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--database")
    parser.add_argument("--set", action="append", default=[], dest="changes")
    parser.add_argument("--early", action="store_true")
    given = parser.parse_args()
    register_toys()
    changes = {name: yaml.safe_load(value) for name, value in (change.split("=") for change in given.changes)}
    chosen = settings.read(port=given.port, **{**GENEROUS, **changes})
    writer = EarlyWriter if given.early else Writer
    server.run(given.data, chosen, given.database, prepare="server.serve_toys:register_toys", writer=writer)


if __name__ == "__main__":
    main()
