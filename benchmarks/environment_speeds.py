"""Environments of several libraries, in turns in one run: moves per CPU second, masks and observations included.

`python benchmarks/environment_speeds.py [--quick] [--rows N] [--rounds N] [--sdist FILE] [--json] [GROUP ...]`: one
process, one core, one thread for each library. Groups:

* `against_random`: connect four, a learner against a random opponent that moves within the step. Peer: PufferLib's C,
  its opponent replaced by a random one and masks added; and as it is shipped, where its answer is a search.
* `every_move`: connect four, every move a step of the batch. Peers: Pgx, EnvPool.
* `alone`: connect four, one game from Python. Peers: OpenSpiel (C++ states), PettingZoo.
* `minesweeper`: 10 x 10 with 10 mines, no flags. Peers: EnvPool and Jumanji, whose game reveals one cell a step and has
  no flood fill.

The unit is a move on the board; steps that only begin a finished game anew (PufferLib, EnvPool) count no move. Actions
are found before the clock starts, except in `alone`, where each side chooses from the mask. A peer that is not
installed, or fails, is a line that says so. Peers are for a virtual environment of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import puffer_connect4 as puffer

from boardwright.bench import ours, peers
from boardwright.bench.ours import choose, choose_one
from boardwright.bench.timing import Prepare, Rates, Run, interleave, one_core
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.progress import silent
from boardwright.core.record import Array
from boardwright.envs.vector import Vector

OURS = "ours"
PACKAGES = ("numba", "numpy", "jax", "pgx", "envpool", "jumanji", "open_spiel", "pettingzoo")
SIDE, MINES = 10, 10


class Sizes(NamedTuple):
    """The amount of work: rows of a batch, steps of a round, moves of a single game's round, rounds."""

    rows: int
    steps: int
    alone: int
    rounds: int
    seed: int


Offers = dict[str, Callable[[], Prepare]]
"""A function for each side that imports its library and returns its preparation."""


def against_random(sizes: Sizes, libraries: dict[str, Path]) -> Offers:
    """A learner in the first seat against a random opponent."""
    offers: Offers = {OURS: lambda: _vector(registry.load("connect_four"), sizes)}
    offers["PufferLib, random opponent, masks added"] = lambda: _puffer(libraries["random"], sizes)
    offers["PufferLib as shipped (search)"] = lambda: _puffer(libraries["shipped"], sizes._replace(steps=8))
    return offers


def every_move(sizes: Sizes, _: dict[str, Path]) -> Offers:
    """Every move is a step."""

    def envpool() -> Prepare:
        return _envpool("ConnectFour-v1", sizes, lambda seen, info: info["legal_action_mask"], lambda chosen: chosen)

    return {
        OURS: lambda: ours.one_call(registry.load("connect_four"), sizes.rows, sizes.steps, sizes.seed),
        "Pgx": lambda: peers.Pgx("connect_four").one_call(sizes.rows, sizes.steps, sizes.seed),
        "EnvPool": envpool,
    }


def alone(sizes: Sizes, _: dict[str, Path]) -> Offers:
    """One game after another, from Python."""
    return {
        OURS: lambda: ours.single(registry.load("connect_four"), sizes.alone, sizes.seed),
        "OpenSpiel": lambda: _openspiel("connect_four", sizes),
        "PettingZoo": lambda: peers.PettingZoo("connect_four_v3").single(sizes.alone, sizes.seed),
    }


def minesweeper(sizes: Sizes, _: dict[str, Path]) -> Offers:
    """The same board of 10 x 10 with 10 mines."""
    board = {"H": SIDE, "W": SIDE, "mine_count": MINES, "allow_flags": False}
    fewer = sizes._replace(steps=max(4, sizes.steps // 8))

    def envpool() -> Prepare:
        return _envpool(
            "Minesweeper-v0",
            fewer,
            lambda seen, info: seen["action_mask"].reshape(fewer.rows, -1),
            lambda chosen: np.stack(np.divmod(chosen, SIDE), axis=1),
        )

    return {
        OURS: lambda: ours.one_call(
            registry.load("minesweeper", "small", **board), sizes.rows, sizes.steps, sizes.seed
        ),
        "EnvPool": envpool,
        "Jumanji": lambda: peers.Jumanji("Minesweeper-v0").one_call(
            SIDE, SIDE, MINES, fewer.rows, fewer.steps, fewer.seed
        ),
    }


GROUPS = {group.__name__: group for group in (against_random, every_move, alone, minesweeper)}


def _replay(step: Callable[[Array], object], actions: list[Array], moves: int) -> Run:
    """A run that takes steps with actions found before, and so many moves on the boards."""

    def run() -> int:
        for row_actions in actions:
            step(row_actions)
        return moves

    return run


def _vector(game: Game, sizes: Sizes) -> Prepare:
    """Our vector with flat observations, written into the same buffers as PufferLib writes into its own."""
    env = Vector(game, sizes.rows, seed=sizes.seed, opponent="random", seat=0, observation="flat")

    def prepare(number: int) -> Run:
        rng = np.random.default_rng(sizes.seed + number)
        env.reset(sizes.seed + sizes.rows * number)
        actions, moves = [], 0
        for _ in range(sizes.steps):
            actions.append(choose(env.mask, rng))
            env.step_shared(actions[-1])
            moves += int(env.final["ply"][env.ended].sum())
        moves += int(env.states["ply"].sum())
        env.reset(sizes.seed + sizes.rows * number)

        return _replay(env.step_shared, actions, moves)

    return prepare


def _puffer(library: Path, sizes: Sizes) -> Prepare:
    """PufferLib's environments: the same seed of C's `rand` gives the same games."""

    def prepare(number: int) -> Run:
        rng = np.random.default_rng(sizes.seed + number)
        env, actions, moves = puffer.Puffer(library, sizes.rows, sizes.seed + number), [], 0
        for _ in range(sizes.steps):
            # The observation has a piece for each move; of an ended game it stays until the next step clears it.
            over = env.terminals != 0
            before = int((env.observations[~over] != 0).sum())
            actions.append(choose(env.mask, rng).astype(np.int32))
            env.step(actions[-1])
            moves += int((env.observations[~over] != 0).sum()) - before
        again = puffer.Puffer(library, sizes.rows, sizes.seed + number)

        return _replay(again.step, actions, moves)

    return prepare


def _envpool(
    task: str, sizes: Sizes, mask_of: Callable[[Any, Any], Array], action_of: Callable[[Array], Array]
) -> Prepare:
    """EnvPool with one thread. The same seed gives the same games."""
    import envpool

    def begin(number: int) -> Any:
        seed = sizes.seed + 1000 * number
        return envpool.make(task, env_type="gymnasium", num_envs=sizes.rows, num_threads=1, seed=seed)

    def prepare(number: int) -> Run:
        rng = np.random.default_rng(sizes.seed + number)
        env, actions, moves = begin(number), [], 0
        seen, info = env.reset()
        over = np.zeros(sizes.rows, np.bool_)
        for _ in range(sizes.steps):
            mask = np.asarray(mask_of(seen, info), np.bool_)
            actions.append(np.ascontiguousarray(action_of(choose(mask, rng)), np.int32))
            moves += sizes.rows - int(over.sum())
            seen, _, terminated, truncated, info = env.step(actions[-1])
            over = np.asarray(terminated) | np.asarray(truncated)
        again = begin(number)
        again.reset()

        return _replay(again.step, actions, moves)

    return prepare


def _openspiel(name: str, sizes: Sizes) -> Prepare:
    """OpenSpiel's states from Python: mask, observation, action."""
    import pyspiel

    game = pyspiel.load_game(name)

    def prepare(number: int) -> Run:
        rng = np.random.default_rng(sizes.seed + number)

        def run() -> int:
            state = game.new_initial_state()
            for _ in range(sizes.alone):
                state.observation_tensor(state.current_player())
                state.apply_action(choose_one(np.array(state.legal_actions_mask()), rng))
                if state.is_terminal():
                    state = game.new_initial_state()
            return sizes.alone

        return run

    return prepare


def measure(name: str, sizes: Sizes, libraries: dict[str, Path]) -> dict[str, Any]:
    """The rows of a group, and a note for each peer that could not be measured."""
    sides: dict[str, Prepare] = {}
    notes = []
    for side, offer in GROUPS[name](sizes, libraries).items():
        try:
            prepare = offer()
            prepare(0)()
        except Exception as error:  # each library fails in its own way; ours must not
            if side == OURS:
                raise
            notes.append(f"{side}: not measured ({type(error).__name__}: {_first_line(error)})")
            continue
        sides[side] = prepare
    rates = interleave(sides, rounds=sizes.rounds, seconds=float("inf"), progress=silent)
    return {"group": name, "rows": [_row(side, rate, rates[OURS]) for side, rate in rates.items()], "notes": notes}


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "no message")


def _row(side: str, rate: Rates, mine: Rates) -> dict[str, Any]:
    ratios = sorted(one / other for one, other in zip(mine.cpu, rate.cpu))
    row: dict[str, Any] = {"side": side, "moves_per_cpu_second": round(rate.per_cpu_second), "spread": rate.spread}
    if side != OURS:
        row |= {
            "ours_over_it": round(float(np.median(ratios)), 2),
            "from": round(ratios[0], 2),
            "to": round(ratios[-1], 2),
        }
    return row


def _libraries(stack: ExitStack, sdist: Path | None) -> tuple[dict[str, Path], list[str]]:
    """PufferLib's environment, built twice, or the reason why it is not."""
    try:
        folder = stack.enter_context(puffer.source(sdist))
        return {opponent: puffer.build(folder, opponent) for opponent in puffer.OPPONENTS}, []
    except (OSError, KeyError, subprocess.CalledProcessError) as error:
        return {}, [f"PufferLib: not built ({type(error).__name__}: {error})"]


def _versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return {**found, "pufferlib": puffer.VERSION, "python": platform.python_version()}


def main() -> None:
    """Print a table a group."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--quick", action="store_true", help="few rows and rounds: to try it, not to quote it")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sdist", type=Path, help="the source distribution of PufferLib, if it is here already")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.groups if name not in GROUPS]:
        parser.error(f"no group {unknown[0]}: choose from {', '.join(GROUPS)}")
    base = Sizes(64, 16, 500, 3, chosen.seed) if chosen.quick else Sizes(1024, 128, 20_000, 11, chosen.seed)
    sizes = base._replace(rows=chosen.rows or base.rows, rounds=chosen.rounds or base.rounds)
    warnings.simplefilter("ignore")
    report: dict[str, Any] = {"sizes": sizes._asdict(), "versions": _versions(), "machine": platform.machine()}
    report |= {"load": os.getloadavg(), "groups": []}
    names = chosen.groups or list(GROUPS)
    with ExitStack() as stack:
        libraries, notes = _libraries(stack, chosen.sdist) if against_random.__name__ in names else ({}, [])
        report["notes"] = notes
        with one_core():
            for name in names:
                print(f"{name} ...", file=sys.stderr, flush=True)
                report["groups"].append(measure(name, sizes, libraries))
                if not chosen.json:
                    _print(report["groups"][-1])
    if chosen.json:
        print(json.dumps(report, indent=2))
    else:
        print("\n".join([f"sizes {sizes._asdict()}; versions {report['versions']}; load {report['load']}", *notes]))


def _print(group: dict[str, Any]) -> None:
    for row in group["rows"]:
        low, high = row["spread"]
        ratio = f"  ours over it {row['ours_over_it']} ({row['from']} to {row['to']})" if "ours_over_it" in row else ""
        print(f"  {row['side']:42} {row['moves_per_cpu_second']:>14,}  ({low:,} to {high:,}){ratio}")
    print("\n".join(f"  {note}" for note in group["notes"]), end="\n" if group["notes"] else "")


if __name__ == "__main__":
    main()
