"""The command line of a proof: `--full`, a line of JSON, and the exit status."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Measure = Callable[[Path, float], dict[str, Any]]
"""Called with an empty folder and the share of the full figure. The figures have `failures`, and `caught`: each planted
defect, and whether it was caught."""

SMALL, FULL = 0.01, 1.0


def holds(figures: dict[str, Any]) -> bool:
    """Whether the promise holds, and every planted defect was caught."""
    return figures["failures"] == 0 and all(figures["caught"].values())


def main(promise: str, measure: Measure) -> None:
    """Measure, print and exit."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--full", dest="share", action="store_const", const=FULL, default=SMALL, help="the figure of a release run"
    )
    parser.add_argument("--share", type=float, default=SMALL, help="of the full figure")
    share = parser.parse_args().share
    start, cpu = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory(prefix="boardwright-proof-") as name:
        figures = measure(Path(name), share)
    seconds = {"seconds": round(time.monotonic() - start, 1), "cpu_seconds": round(time.process_time() - cpu, 1)}
    print(json.dumps({"promise": promise, "share": share, **figures, **seconds}), flush=True)
    sys.exit(0 if holds(figures) else 1)
