"""Repeats the tests that a busy machine could fail, beside two busy loops: `python -m gate.under_load --minutes 60`.

They are those that start processes, open sockets, drive a browser or read a clock; a third of the runs is in random
order. Each run is a line of JSON in `.cache/under_load.jsonl`, with the output of a failure, so a stopped command has
lost nothing. The exit status is 1 if there was a failure. (PYTHONPATH=tests)
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time

from gate import budget

SUSPECT = re.compile(
    r"subprocess|start_child|run_child|\bchild\b|Server\(|\bserver\b|httpx|socket|\btime\.|sleep|signal|Thread|ray\."
)
OUT = budget.ROOT / ".cache" / "under_load.jsonl"
BUSY = "while True: pass"
LONGEST = 1800
"""Seconds that a file may take beside the busy loops."""


def suspects() -> list[str]:
    """The files of tests that touch what a busy machine disturbs."""
    return [name for name in budget.files() if SUSPECT.search((budget.ROOT / name).read_text(encoding="utf-8"))]


def run(file: str, seed: int | None) -> dict[str, object]:
    """Run a file once, in random order if there is a seed."""
    command = [sys.executable, "-m", "pytest", "-m", "not slow", "-n", "0", "-p", "no:cacheprovider", file]
    environment = {**os.environ, **({} if seed is None else {"ORDER": str(seed)})}
    began = time.monotonic()
    try:
        ran = subprocess.run(
            command, cwd=budget.ROOT, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False
        )
        status, said = ran.returncode, ran.stdout + ran.stderr
    except subprocess.TimeoutExpired as endless:
        status, said = -1, str(endless.stdout)
    good = status in (0, 5)  # 5: all tests of the file are slow
    row: dict[str, object] = {"file": file, "seed": seed, "good": good, "seconds": round(time.monotonic() - began, 1)}
    return row if good else {**row, "said": said[-20_000:]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--loops", type=int, default=2, help="busy loops; 0 where other work is the load")
    parser.add_argument("files", nargs="*", help="by default all that could be disturbed")
    chosen = parser.parse_args()
    files, ends, rng = chosen.files or suspects(), time.monotonic() + chosen.minutes * 60, random.Random(chosen.seed)
    OUT.parent.mkdir(exist_ok=True)
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(chosen.loops)]
    runs = failures = 0
    try:
        while time.monotonic() < ends:
            for file in rng.sample(files, len(files)):
                row = run(file, rng.randrange(10**6) if runs % 3 == 2 else None)
                with OUT.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(row) + "\n")
                runs, failures = runs + 1, failures + (not row["good"])
                print("good  " if row["good"] else "FAILED", row["seconds"], "s", file, flush=True)
                if time.monotonic() > ends:
                    break
    except KeyboardInterrupt:
        pass
    finally:
        for loop in busy:
            loop.kill()
            loop.wait()
    print(f"{runs} runs of {len(files)} files under load, {failures} failed: {OUT}")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
