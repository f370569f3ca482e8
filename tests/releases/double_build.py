"""Builds the source archive and the wheel twice, from two clones in unlike surroundings, and compares the bytes.

`make proof-build`. The second clone has another path, umask, language, time zone and hash seed than the first.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from releases.archives import ROOT, differences, problems_of_source, problems_of_wheel, tracked

SURROUNDINGS = (
    {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "2"},
)
UMASKS = (0o022, 0o077)


def main() -> int:
    """Build twice and compare; the exit status is 1 if a byte differs or a file is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="a folder for the archives of the first build")
    parser.add_argument(
        "--without-page", action="store_true", help="build without Node's part, which needs npm's registry"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        built = [build(Path(folder) / name, turn, options.without_page) for turn, name in enumerate(("a", "second/b"))]
        lines = [line for one, other in zip(*built, strict=True) for line in differences(one, other)]
        files = tracked(Path(folder) / "a")
        source, wheel = built[0]
        lines += problems_of_source(source, files) + problems_of_wheel(wheel, files, page=not options.without_page)
        for archive in built[0]:
            data = archive.read_bytes()
            print(f"{hashlib.sha256(data).hexdigest()}  {archive.name}  {len(data):,} bytes")
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / archive.name).write_bytes(data)
    for line in lines:
        print(line)
    print(f"{len(lines)} differences" if lines else "two builds, the same bytes")
    return 1 if lines else 0


def build(clone: Path, turn: int, without_page: bool) -> tuple[Path, Path]:
    """The source archive and the wheel of a fresh clone of the current commit."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True, umask=UMASKS[turn])
    date = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=clone, capture_output=True, text=True, check=True)
    environment = {**os.environ, **SURROUNDINGS[turn], "SOURCE_DATE_EPOCH": date.stdout.strip()}
    if without_page:
        environment["BOARDWRIGHT_SKIP_PAGE"] = "1"
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(clone / "dist"), str(clone)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, umask=UMASKS[turn], cwd=clone
    )
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    (source,), (wheel,) = (clone / "dist").glob("*.tar.gz"), (clone / "dist").glob("*.whl")
    return source, wheel


if __name__ == "__main__":
    sys.exit(main())
