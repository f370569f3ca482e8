"""What a stranger waits for: a wheel in an empty environment, the first board in the terminal and on the page.

    python benchmarks/clean_install.py [--wheel FILE] [--extras core serve] [--pythons 3.11 3.13] [--json]

For each Python from 3.11 on that is on this machine, and for the core and each extra named: a fresh virtual
environment, an install of the wheel by pip, then (each with an empty cache of machine code and an empty home) the
import of boardwright, the first board and a whole game of tic-tac-toe in the terminal, the first board of every other
game, and for `serve` the page, its scripts, and the first board of a match. Without `--wheel` the wheel is built from
this working copy. `--constraint` is pip's: with constraints.txt the versions are those of CI. Seconds are by the
clock. A download counts, so install seconds are of this network; the bytes are those that the environment grew by.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
OLDEST = (3, 11)
CORE = "core"
GAMES = ("tic_tac_toe", "minesweeper", "quoridor", "skirmish")
MOVES = "".join(f"{cell}\n" for cell in range(9)) + "quit\n"
"""Every cell of tic-tac-toe: a taken one is refused, so the game ends before the list does."""

IMPORT = "import time; began = time.perf_counter(); import boardwright; print(time.perf_counter() - began)"
PATIENCE = 300.0


def main() -> int:
    """Install, measure and print; the exit status is 1 if an installation does not do what it should."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, help="the wheel to install (default: built from this working copy)")
    parser.add_argument("--extras", nargs="+", default=[CORE, "serve"], help="`core` and names of extras")
    parser.add_argument("--pythons", nargs="+", help="versions such as 3.12 (default: all that are here)")
    parser.add_argument("--constraint", type=Path, help="pip's file of versions")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = pythons()
    wanted = options.pythons or list(found)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        wheel = options.wheel or built(Path(folder) / "dist")
        for version in wanted:
            for extra in options.extras:
                print(f"Python {version}, {extra}", file=sys.stderr, flush=True)
                environment = Path(folder) / "environment"
                try:
                    rows.append(measured(found[version], environment, wheel.resolve(), extra, options.constraint))
                except (subprocess.CalledProcessError, RuntimeError) as error:
                    said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
                    rows.append({"python": version, "extra": extra, "failed": said[-1] if said else "no words"})
                shutil.rmtree(environment, ignore_errors=True)
    if options.json:
        print(json.dumps({"wheel": wheel.name, "rows": rows}, indent=2))
    else:
        for line in table(rows):
            print(line)
    return 1 if any("failed" in row for row in rows) else 0


def pythons() -> dict[str, str]:
    """Every Python that may be used, by its version: those in PATH and those of pyenv, the oldest first."""
    programs = [sys.executable, *map(str, Path.home().glob(".pyenv/versions/*/bin/python3"))]
    programs += [path for minor in range(OLDEST[1], 30) if (path := shutil.which(f"python3.{minor}"))]
    ask = "import sys; print(*sys.version_info[:2])"
    found: dict[tuple[int, ...], str] = {}
    for program in programs:
        said = subprocess.run([program, "-c", ask], capture_output=True, text=True, check=False).stdout.split()
        version = tuple(map(int, said))
        if version >= OLDEST:
            found.setdefault(version, program)
    return {".".join(map(str, version)): found[version] for version in sorted(found)}


def built(out: Path) -> Path:
    """A wheel of this working copy."""
    run([sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(out), str(ROOT)], dict(os.environ))
    return next(out.glob("*.whl"))


def measured(python: str, folder: Path, wheel: Path, extra: str, constraint: Path | None) -> dict[str, Any]:
    """Install the wheel with an extra into a fresh environment, and measure what it does there."""
    surroundings = clean(folder / "home")
    run([python, "-m", "venv", str(folder / "venv")], surroundings)
    program = folder / "venv" / "bin" / "python"
    before = size(folder / "venv")
    target = str(wheel) if extra == CORE else f"{wheel}[{extra}]"
    pinned = ["--constraint", str(constraint.resolve())] if constraint else []
    command = [str(program), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *pinned, target]
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    install = seconds(lambda: run(command, ours))
    version = run([str(program), "-c", "import sys; print(sys.version.split()[0])"], surroundings)
    packages = json.loads(run([str(program), "-m", "pip", "list", "--format=json"], surroundings))
    run([str(program), "-m", "pip", "check"], surroundings)
    row: dict[str, Any] = {
        "python": version.strip(),
        "extra": extra,
        "packages": len([each for each in packages if each["name"] not in {"pip", "setuptools", "wheel"}]),
        "bytes": size(folder / "venv") - before,
        "install_seconds": install,
    }
    imports = [float(run([str(program), "-c", IMPORT], surroundings)) for _ in range(6)]
    row |= {"import_cold_seconds": imports[0], "import_warm_seconds": statistics.median(imports[1:])}
    command = [str(folder / "venv" / "bin" / "boardwright")]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    row["first_game_seconds"] = seconds(lambda: whole_game(command, clean(folder / "game")))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    row["first_game_cpu_seconds"] = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    for game in GAMES:
        row[f"first_board_{game}_seconds"] = seconds(lambda: first_board(command, game, clean(folder / game)))  # noqa: B023
    if extra in {"serve", "postgres"}:
        row |= served(command, folder)
    return row


def clean(home: Path) -> dict[str, str]:
    """The environment of a user who has just come: no cache, no settings, no other packages."""
    home.mkdir(parents=True)
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}


def whole_game(command: list[str], surroundings: dict[str, str]) -> None:
    """A game of tic-tac-toe in the terminal, from the command to the last word."""
    run([*command, "play", "tic_tac_toe", "--seed", "1"], surroundings, MOVES)


def first_board(command: list[str], game: str, surroundings: dict[str, str]) -> None:
    """A game in the terminal, from the command to the first question for a move."""
    process = subprocess.Popen(
        [*command, "play", game, "--seed", "1"],
        env=surroundings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        said = b""
        while b"move" not in said or not said.rstrip().endswith(b">"):
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                raise RuntimeError(f"boardwright play {game} ended before its first board")
            said += more
    finally:
        process.kill()
        process.communicate()


def served(command: list[str], folder: Path) -> dict[str, float]:
    """Seconds from `boardwright serve` to its address, the page with its scripts, a board, and one of each game."""
    times = {}
    began = time.perf_counter()
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", "--data", str(folder / "data")],
        env=clean(folder / "serve"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = re.findall(r"http://\S+/", process.stdout.readline())[0]
        times["serve_address_seconds"] = time.perf_counter() - began
        page = fetch(address)
        for asset in re.findall(r'(?:src|href)="\./([^"]+)"', page):
            fetch(address + asset)
        times["serve_page_seconds"] = time.perf_counter() - began
        fetch(f"{address}api/v1/games")
        for game, body in bodies():
            made = json.loads(fetch(f"{address}api/v1/matches", body))
            match = json.loads(fetch(f"{address}api/v1/matches/{made['id']}", token=made["token"]))
            if not match["view"]["board"]["cells"]:
                raise RuntimeError(f"the first match of {game} has no board")
            times.setdefault("serve_board_seconds", time.perf_counter() - began)
        times["serve_boards_seconds"] = time.perf_counter() - began
    finally:
        process.kill()
        process.communicate()
    return times


def bodies() -> Iterator[tuple[str, dict[str, Any]]]:
    """A match of each game, for one person in every seat."""
    presets = {"minesweeper": ("small", 1), "skirmish": ("small", 2)}
    for game in GAMES:
        preset, seats = presets.get(game, ("standard", 2))
        yield game, {"game": game, "preset": preset, "seats": ["person"] * seats}


def fetch(address: str, body: dict[str, Any] | None = None, token: str = "") -> str:
    """The text of an answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(urllib.request.Request(address, data, headers), timeout=PATIENCE) as answer:
        text: str = answer.read().decode("utf-8", "replace")
        return text


def run(command: list[str], environment: dict[str, str], said: str = "") -> str:
    """The output of a program."""
    done = subprocess.run(
        command, env=environment, input=said, capture_output=True, text=True, check=True, timeout=3600, cwd="/"
    )
    return done.stdout


def seconds(work: Callable[[], object]) -> float:
    """How long something takes, by the clock."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def size(folder: Path) -> int:
    """The bytes of all files under a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A column for each installation, a line for each figure."""
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if name not in {"python", "extra"}]
    yield "| | " + " | ".join(f"{row['python']} {row['extra']}" for row in rows) + " |"
    yield "|---" * (len(rows) + 1) + "|"
    for name in names:
        label = name.removesuffix("_seconds").replace("_", " ").replace("bytes", "MB")
        yield f"| {label} | " + " | ".join(shown(name, row.get(name)) for row in rows) + " |"


def shown(name: str, value: Any) -> str:
    """A figure as people read it."""
    if value is None:
        return ""
    if name == "bytes":
        return f"{value / 1e6:.0f}"
    return f"{value:.2f} s" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
