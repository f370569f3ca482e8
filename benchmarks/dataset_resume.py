"""A dataset that is killed on the way and resumed has the checksums of one that was not.

Runs `boardwright dataset` to its end once, then again for each way with `kill -9` of the driver at random times, and
compares the manifests and the checksums of all files.

    python benchmarks/dataset_resume.py --positions 1000000 --ways local:1 --kills 3
    python benchmarks/dataset_resume.py --positions 200000 --ways local:1,local:2,ray:1,ray:2,ray:4
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PROGRAM = "from boardwright.cli import main; main()"


def command(arguments: argparse.Namespace, folder: Path, way: str) -> list[str]:
    """The command that makes the dataset, or continues it."""
    on, _, workers = way.partition(":")
    options = ["--positions", arguments.positions, "--shard", arguments.shard, "--seed", arguments.seed]
    if arguments.preset:
        options += ["--preset", arguments.preset]
    where = ["--out", folder, "--on", on, "--workers", workers, "--json"]
    return [sys.executable, "-c", PROGRAM, "dataset", arguments.game, *map(str, [*options, *where])]


def shards(folder: Path) -> int:
    """The number of shards that the manifest names."""
    path = folder / "manifest.json"
    return len(json.loads(path.read_text(encoding="utf-8"))["shards"]) if path.is_file() else 0


def whole(arguments: argparse.Namespace, folder: Path, way: str) -> tuple[float, float]:
    """Run to the end. Return the seconds on the clock and of CPU time."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command(arguments, folder, way), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def killed(arguments: argparse.Namespace, folder: Path, way: str, chance: random.Random) -> int:
    """Run, and kill the driver by SIGKILL after some more shards and a moment. Return the shards by then."""
    more = chance.randint(1, max(1, -(-arguments.positions // arguments.shard) // (arguments.kills + 1)))
    target = shards(folder) + more
    # In a session of its own, so that what the driver leaves behind can be ended with it, as a machine's loss does.
    driver = subprocess.Popen(command(arguments, folder, way), stdout=subprocess.DEVNULL, start_new_session=True)
    while driver.poll() is None and shards(folder) < target:
        time.sleep(0.01)
    time.sleep(chance.random() * 0.2)
    driver.kill()
    driver.wait()
    with suppress(ProcessLookupError):
        os.killpg(driver.pid, signal.SIGKILL)
    return shards(folder)


def checksum(folder: Path) -> str:
    """One digest of the names and bytes of all files."""
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        digest.update(f"{path.name}:{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def main() -> None:
    """Print a line for each way; the exit status is 1 if a checksum differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="minesweeper")
    parser.add_argument("--preset", default="")
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--shard", type=int, default=16_384)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--ways", default="local:1,local:2")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        first = Path(name) / "whole"
        seconds, cpu = whole(arguments, first, "local:1")
        size = sum(path.stat().st_size for path in first.iterdir())
        rate = arguments.positions / cpu
        print(
            f"whole, local:1: {arguments.positions:,} positions, {shards(first)} shards, {size / 1e6:.1f} MB,", end=" "
        )
        print(f"{seconds:.1f} s, {cpu:.1f} CPU s ({rate:,.0f} positions a CPU second), {checksum(first)[:16]}")
        same = True
        for number, way in enumerate(arguments.ways.split(",")):
            folder, chance = Path(name) / f"killed-{number}", random.Random(number)
            at = [killed(arguments, folder, way, chance) for _ in range(arguments.kills)]
            whole(arguments, folder, way)
            found = checksum(folder)
            same &= found == checksum(first)
            equal = "equal" if found == checksum(first) else "DIFFERENT"
            print(f"killed, {way}: kill -9 after {at} of {shards(folder)} shards, then resumed: {found[:16]}, {equal}")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
