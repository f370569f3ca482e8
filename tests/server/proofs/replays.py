"""Proof: a match replays to the same digests in every process.

Matches of every registered game are played at random, with their digests, then replayed in processes with other hash
seeds, compiled and interpreted (NUMBA_DISABLE_JIT=1). Every digest must be the same. The planted defect: a rule that
iterates a set of texts, whose order changes with the hash seed.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.core import registry
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.server.log import Event, Heading, Seat
from boardwright.server.matches import MOVE, LiveMatch

from ..toy_games import register_toys
from .report import main

GAMES = 100_000
KEY = b"proof"
PLIES = 200
"""A match that lasts longer is replayed up to here."""

SEEDS = ("1", "4242")
INTERPRETED = 0.02
"""The share of matches that are replayed interpreted, too: the rules as plain Python are hundreds of times slower."""

TESTS = Path(__file__).parents[2]


def names() -> list[str]:
    """Every game: those that packages offer, examples included, and the toys."""
    register_toys()
    return registry.names()


def heading(game: Game, number: int) -> Heading:
    """The heading of a match, the same in every process."""
    seats = (Seat("person"),) * game.players
    return Heading(f"{game.name} {number}", game.name, game.version, "", game.config, seats, 0)


def play(game: Game, number: int, rng: np.random.Generator) -> list[Any]:
    """A random match: its actions and draws, and its digests."""
    match, moves = LiveMatch(heading(game, number), game, KEY), []
    while match.now.to_move is not None and match.seq < PLIES:
        state = match.now.state
        action = int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))
        inspection = game.inspect(state, [action])
        draw = int(inspection.draws(rng.integers(1 << 62, size=1))[0])
        actor = int(inspection.actors[0])
        try:
            folded = match.fold([Event(match.seq + 1, MOVE, actor, action, draw, "", 0, b"")])
        except BoardwrightError:
            break  # a dead end of the rules, which toys have
        match.take(folded)
        moves.append((actor, action, draw, folded[0].event.state_digest.hex()))
    return [game.name, number, moves]


def replay(path: str, share: float) -> dict[str, int]:
    """Replay the matches of a file in this process, or a share of each game's, and count broken ones."""
    register_toys()
    counts = {"matches": 0, "events": 0, "broken": 0}
    taken: dict[str, float] = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        name, number, moves = json.loads(line)
        taken[name] = taken.get(name, 1.0 - share) + share
        if taken[name] < 1.0:
            continue
        taken[name] -= 1.0
        game = registry.load(name)
        match = LiveMatch(heading(game, number), game, KEY)
        counts["matches"] += 1
        counts["events"] += len(moves)
        events = [
            Event(seq, MOVE, actor, action, draw, "", 0, bytes.fromhex(digest))
            for seq, (actor, action, draw, digest) in enumerate(moves, start=1)
        ]
        try:
            match.refold(events)
        except BoardwrightError:
            counts["broken"] += 1
    return counts


def child(program: str, seed: str, *, interpreted: bool, first: Path = TESTS) -> Any:
    """Run a function of this module in a process of its own. Toys are taken from the folder `first`."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_DISABLE", "COV"))}
    environment = {**inherited, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{first}{os.pathsep}{TESTS}"}
    environment |= {"NUMBA_DISABLE_JIT": "1"} if interpreted else {}
    text = f"import json, toys.peek; from server.proofs import replays; print(json.dumps(replays.{program}))"
    ran = subprocess.run([sys.executable, "-c", text], env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(ran.stdout.splitlines()[-1])


def iterate_a_set(folder: Path) -> bool:
    """Whether the planted defect is caught: a toy takes the first number of a set of texts."""
    shutil.copytree(TESTS / "toys", folder / "toys")
    rules = folder / "toys" / "peek.py"
    text = rules.read_text(encoding="utf-8")
    line = "    s.tally[0, 0] += 1\n"
    assert line in text
    rules.write_text(
        text.replace(line, "    s.tally[0, 0] = int([*{'2', '3', '4', '5', '6', '7', '8', '9'}][0])\n"),
        encoding="utf-8",
    )
    path = folder / "planted.ndjson"
    # Interpreted, because Numba compiles no set of texts.
    child(f"write({str(path)!r}, ['peek'], 5, 0)", "0", interpreted=True, first=folder)
    same, *others = (
        child(f"replay({str(path)!r}, 1.0)", seed, interpreted=True, first=folder)["broken"] for seed in ("0", "1", "2")
    )
    return same == 0 and max(others) > 0


def write(path: str, games: list[str], each: int, seed: int) -> int:
    """Play matches of each game into a file, and return the number of events."""
    register_toys()
    rng, events = np.random.default_rng(seed), 0
    with Path(path).open("w") as file:
        for name in games:
            game = registry.load(name)
            for number in range(each):
                played = play(game, number, rng)
                events += len(played[2])
                file.write(json.dumps(played) + "\n")
    return events


def measure(folder: Path, share: float) -> dict[str, Any]:
    """Matches of every game, replayed by two hash seeds and interpreted."""
    figures = compare(folder, share)
    return {**figures, "caught": {"set": iterate_a_set(folder)}}


def compare(folder: Path, share: float, only: tuple[str, ...] = (), seeds: tuple[str, ...] = SEEDS) -> dict[str, Any]:
    """Replay matches of every game, or of those with a name, in other processes."""
    games = [name for name in names() if not only or name in only]
    folder.mkdir(parents=True, exist_ok=True)
    path, each = str(folder / "matches.ndjson"), max(2, round(GAMES * share / len(games)))
    write(path, games, each, secrets.randbits(32))
    runs = {f"seed {seed}": child(f"replay({path!r}, 1.0)", seed, interpreted=False) for seed in seeds}
    part = max(INTERPRETED, 1 / each)
    runs["interpreted"] = child(f"replay({path!r}, {part})", "7", interpreted=True)
    failures = sum(run["broken"] for run in runs.values())
    return {"games": len(games), **runs, "failures": failures}


if __name__ == "__main__":
    main("replays", measure)
