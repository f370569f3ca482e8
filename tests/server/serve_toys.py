"""The real server with the toy games registered, in workers too: `python tests/server/serve_toys.py --data DIR`.

`--set key=value` changes a value of configs/server.yaml. `--early`, `--keyless` and `--sleepless` plant defects:
acknowledging before the commit, a table of events without its primary key, and clocks that run while no server does;
`--defect` plants one of `defects.py`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).parents[1]))

GENEROUS = {
    "connections_by_address": 1000,
    "streams_by_address": 1000,
    "throttle_seconds": 0.05,
    "work_by_address": "1000000/second",
    "work_by_token": "1000000/second",
    "matches_by_address": "100000/minute",
    "agent_seconds_by_address": "100000/hour",
    "agent_moves_by_address": 1000,
    "workers": 1,
}
"""All clients of a test have one address: only the tests of limits set narrow ones. A worker costs seconds to start."""


def main() -> None:
    # Here, because a worker imports this file: multiprocessing begins with the main module.
    from boardwright.server import clocks, settings
    from boardwright.server import main as server
    from boardwright.server.writer import Writer
    from server import toy_games
    from server.defective_writers import EarlyWriter, KeylessWriter
    from server.defects import DEFECTS

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
    toy_games.prepare()
    for defect in given.defect:
        DEFECTS[defect]()
    changes = {name: yaml.safe_load(value) for name, value in (change.split("=") for change in given.changes)}
    chosen = settings.read(port=given.port, **{**GENEROUS, **changes})
    server.run(given.data, chosen, given.database, prepare="server.toy_games:prepare", writer=given.writer)


if __name__ == "__main__":
    main()
