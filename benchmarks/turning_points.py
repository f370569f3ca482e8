"""Whether the turning points that the page names are those that a deeper search finds.

`python benchmarks/turning_points.py [GAME ...] [--games 10] [--seed 0] [--keep FOLDER] [--json]` plays games between
agents that err, asks the game's adviser about every position, as the page's review does, and then a deeper agent, which
in connect four is the exact solver. Both reviews go through the page's own module (web/src/analysis/turningPoints.ts;
Node and `npm ci` in web/ are needed). A named move is *confirmed* where the deeper review, which may name any number of
moves, names it, too. How many of all moves it names says what a list drawn by lot would reach. `--keep`
writes the reviews to a folder and reads those that are there, to try another criterion on the same games.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boardwright.agents import defaults, spec
from boardwright.core import registry
from boardwright.core.agent import Agent, Explanation, Turn, ask_one
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import TERMINAL
from boardwright.server.analyses import SEED
from boardwright.server.analysis_presentation import shown
from boardwright.server.findings import find
from connect_four.solver import solve as connect_four_outcome

WEB = Path(__file__).parents[1] / "web"
BEST, ALL = 10, 1000
"""The page asks for so many moves; the deeper agent for all of them."""

PLIES = 60
"""Games are reviewed up to here."""

SCRIPT = """
import { turningPoints } from "MODULE";
import { readFileSync } from "node:fs";
const games = JSON.parse(readFileSync(0, "utf8"));
const named = ({ found, moves, returns }, most) => turningPoints(found, moves, returns, most);
console.log(JSON.stringify(games.map(({ quick, deep }) => [named(quick, 5), named(deep, 1000), named(deep, 5)])));
"""


class Setup(NamedTuple):
    """A game: its preset, the agents of the recorded games, the deeper agent, and first moves to skip."""

    preset: str
    players: tuple[str, ...]
    deeper: str
    opening: int = 0


EXACT = "its own solver"
"""Connect four's own, which is no agent."""

SETUPS = {
    "tic_tac_toe": Setup("standard", ("random", "mcts:iterations=20"), "perfect"),
    "connect_four": Setup("standard", ("mcts:iterations=60", "mcts:iterations=60"), EXACT, 8),
    "quoridor": Setup("standard", ("alphabeta:depth=1", "mcts:iterations=200"), "alphabeta:depth=6"),
    "royal_ur": Setup("standard", ("mcts:iterations=50", "random"), "expectimax:depth=4"),
    "minesweeper": Setup("small", ("random",), "solver"),
    "battleship": Setup("small", ("random", "mcts:iterations=50"), "mcts:iterations=6000"),
}


def recorded(game: Game, setup: Setup, seed: int) -> Position:
    """A game between agents that err."""
    position = Position(game, seed=seed)
    agents = [spec.from_text(text, game) for text in setup.players]
    while position.to_move is not None and len(position.history) < PLIES:
        turn = Turn(game, position.state, position.to_move, np.random.default_rng((seed, len(position.history))))
        position.push(ask_one(agents[position.to_move], setup.players[position.to_move], turn))
    return position


class Exact:
    """Connect four's solver as an agent: the exact outcome of every move."""

    def act(self, turn: Turn) -> int:
        """The best move."""
        return self.explain(turn).action

    def explain(self, turn: Turn) -> Explanation:
        """The best move, with the sign of every move's outcome in place of plies to its end."""
        ends = {}
        for action in turn.legal_actions:
            after = turn.game.apply(turn.position, action)
            over = after["to_move"][0] == TERMINAL
            ends[action] = int(after["returns"][0, turn.player]) if over else -connect_four_outcome(turn.game, after)
        return Explanation(max(ends, key=ends.__getitem__), dict.fromkeys(ends, 0.0), ends=ends)


def reviewed(game: Game, position: Position, name: str, agent: Agent, best: int, opening: int) -> dict[str, Any]:
    """What the page's module is given: an agent's answers, the moves, and the result."""
    found: list[dict[str, Any] | None] = []
    moves = []
    for number, (state, move) in enumerate(zip(position.states, position.history)):
        player = int(state["to_move"][0])
        moves.append({"text": game.actions.to_text(move.action, player)})
        if number < opening:
            found.append(None)
            continue
        known = state if game.definition.perfect_information else game.resample(state, player, SEED)
        turn = Turn(game, known, player, np.random.default_rng(SEED))
        found.append(shown(game, find(turn, agent, name, best, move.action), "en").model_dump(mode="json"))
    outcome = position.outcome
    return {"found": found, "moves": moves, "returns": None if outcome is None else list(outcome.returns)}


def turns(pairs: list[dict[str, Any]]) -> list[Sequence[list[dict[str, Any]]]]:
    """Of each game the turning points by the adviser, all by the deeper agent, and its worst, by the page's module."""
    with tempfile.TemporaryDirectory() as folder:
        module, script = Path(folder) / "turning_points.mjs", Path(folder) / "run.mjs"
        source = str(WEB / "src" / "analysis" / "turningPoints.ts")
        bundle = ["npx", "rolldown", source, "--file", str(module), "--format", "esm"]
        subprocess.run(bundle, cwd=WEB, check=True, stdout=subprocess.DEVNULL)
        script.write_text(SCRIPT.replace("MODULE", module.as_uri()), encoding="utf-8")
        done = subprocess.run(
            ["node", str(script)], input=json.dumps(pairs), capture_output=True, text=True, check=True
        )
    found: list[Sequence[list[dict[str, Any]]]] = json.loads(done.stdout)
    return found


def review(name: str, seed: int) -> dict[str, Any]:
    """A recorded game of a seed, reviewed by the adviser and by the deeper agent."""
    setup = SETUPS[name]
    game = registry.load(name, setup.preset)
    position, adviser = recorded(game, setup, seed), defaults.adviser(game)
    deeper = Exact() if setup.deeper == EXACT else spec.from_text(setup.deeper, game)
    quick = reviewed(game, position, adviser, spec.from_text(adviser, game), BEST, setup.opening)
    return {"quick": quick, "deep": reviewed(game, position, "deeper", deeper, ALL, setup.opening)}


def kept(name: str, seed: int, folder: Path | None) -> dict[str, Any]:
    """A review from the folder, or else a new one, which is written there."""
    path = None if folder is None else folder / f"{name}-{seed}.json"
    if path is not None and path.exists():
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found
    made = review(name, seed)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(made), encoding="utf-8")
    print(f"{name}: seed {seed}, {len(made['quick']['moves'])} moves", file=sys.stderr, flush=True)
    return made


def asked_about(pair: dict[str, Any]) -> int:
    """The moves of a game that are reviewed."""
    return sum(found is not None for found in pair["quick"]["found"])


def measure(name: str, seeds: range, folder: Path | None) -> dict[str, Any]:
    """Count the named moves of a game, and how many a deeper search confirms."""
    pairs = [kept(name, seed, folder) for seed in seeds]
    row = dict.fromkeys(("named", "confirmed", "losing", "worst", "worst_named"), 0)
    row |= {"games": len(pairs), "moves": sum(map(asked_about, pairs))}
    for lists in turns(pairs):
        told, losing, worst = ({turn["move"] for turn in named} for named in lists)
        row["named"] += len(told)
        row["confirmed"] += len(told & losing)
        row["losing"] += len(losing)
        row["worst"] += len(worst)
        row["worst_named"] += len(told & worst)
    setup = SETUPS[name]
    adviser = defaults.adviser(registry.load(name, setup.preset))
    return {"game": name, "preset": setup.preset, "adviser": adviser, "deeper": setup.deeper, **row}


def sentence(row: dict[str, Any]) -> str:
    """A row in words."""
    return (
        f"{row['game']}: {row['confirmed']} of {row['named']} moves named by {row['adviser']} are confirmed by "
        f"{row['deeper']}, which names {row['losing']} of {row['moves']} moves; of its own worst, at most five a game, "
        f"{row['worst_named']} of {row['worst']} are named"
    )


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(SETUPS))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write reviews, and read those that are there")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows, seeds = [], range(asked.seed, asked.seed + asked.games)
    for name in asked.names or SETUPS:
        rows.append(measure(name, seeds, asked.keep))
        if not asked.json:
            print(sentence(rows[-1]), flush=True)
    if asked.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
