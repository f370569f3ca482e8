"""What `boardwright train GAME` reaches in some minutes, for every installed game and for one fresh from `new-game`.

`python benchmarks/any_game.py [--minutes 5] [GAME ...]`: trains each by the same command, then plays the network with
random weights and the trained one against `random`, the same seeds from every seat. A game for one is played alone,
beside `random` itself. A line for each game as it ends, with a note where whoever begins wins every game: there is then
nothing to learn. `--set KEY=VALUE` tries another recipe, as with `boardwright train`. `--out FOLDER` keeps the runs,
and goes on with those that were interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

from boardwright.arena.evaluation import Evaluation, evaluate
from boardwright.arena.ratings import win_rate
from boardwright.cli.positions import settings
from boardwright.core import discovery, registry
from boardwright.core.agent import Agent
from boardwright.core.game import Game
from boardwright.learning import recipes
from boardwright.learning.checkpoints import load_model
from boardwright.learning.measurement import whole
from boardwright.learning.metrics import Metrics
from boardwright.learning.networks import build
from boardwright.learning.torch_player import NetworkAgent

FRESH = "fresh_game"
SEED = 31


def play(game: Game, agent: Agent | str, games: int) -> Evaluation:
    """Games against `random`, or alone."""
    return whole(evaluate(game, agent, "random" if game.players > 1 else None, games, SEED))


def share(played: Evaluation) -> str:
    """Points, or games won alone, with the interval; and wins, draws and losses."""
    total = played.total
    rate = win_rate(total.points if played.game.players > 1 else total.wins, total.games)
    counted = f"{total.wins}-{total.draws}-{total.losses}"
    return f"{100 * rate.rate:.1f} % [{100 * rate.low:.1f}, {100 * rate.high:.1f}], {counted}"


def first_wins(played: Evaluation) -> bool:
    """Whether the player who begins won every game for two."""
    return len(played.seats) == 2 and played.seats[0].wins + played.seats[1].losses == played.total.games


def measure(name: str, minutes: float, folder: Path, games: int, changes: list[str]) -> dict[str, object]:
    """Train a game by the command, and measure before and after."""
    command = [str(Path(sys.executable).with_name("boardwright")), "train", name, "--minutes", str(minutes)]
    command += [part for change in changes for part in ("--set", change)]
    command += ["--out", str(folder), "--resume", "--json"]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)}\n{ran.stderr}")
    report = json.loads(ran.stdout)
    recipe = recipes.read(name, recipes.ANY_GAME, settings(changes))
    game = recipes.board(name, recipe)
    torch.manual_seed(recipe.seed)
    updates = len(Metrics.rows(folder / "ppo"))
    row: dict[str, object] = {"game": name, "updates": updates, "cpu_seconds": report["cpu_seconds"]}
    if game.players == 1:
        row["random"] = share(play(game, "random", games))
    row["before"] = share(play(game, NetworkAgent(build(recipe.network, game)), games))
    after = play(game, NetworkAgent(load_model(folder / "model.safetensors")[0]), games)
    row["after"] = share(after)
    if first_wins(after):
        row["note"] = "whoever begins wins"
    return row


def fresh(folder: Path) -> None:
    """Install a game made by `new-game` for this process and its children, and leave the environment as it is."""
    there = folder / "installed"
    command = str(Path(sys.executable).with_name("boardwright"))
    subprocess.run([command, "new-game", FRESH, "--in", str(folder)], check=True, capture_output=True)
    install = ("pip", "install", "--quiet", "--no-deps", "--target", str(there), str(folder / FRESH))
    subprocess.run([sys.executable, "-m", *install], check=True)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(there), *filter(None, [os.environ.get("PYTHONPATH")])])
    sys.path.insert(0, str(there))
    discovery.offers.cache_clear()


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--evaluated", type=int, default=400, help="games of each measurement")
    parser.add_argument("--out", type=Path, default=None, help="folder of the runs; by default one that is removed")
    parser.add_argument("--set", dest="changes", action="append", default=[], help="a key of the recipe")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not given.games or FRESH in given.games:
            fresh(Path(folder))
        runs = given.out or Path(folder) / "runs"
        for name in given.games or [*registry.names(), FRESH]:
            row = measure(name, given.minutes, runs / name, given.evaluated, given.changes)
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
