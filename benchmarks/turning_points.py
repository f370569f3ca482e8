"""Whether the turning points that the page names are those that a deeper search finds.

`python benchmarks/turning_points.py [GAME ...] [--games 10] [--json]` plays games between agents that err, asks the
game's adviser about every position, as the page's review does, and then a deeper agent. Both reviews go through the
page's own module (web/src/analysis/turningPoints.ts; Node and `npm ci` in web/ are needed). A named move is *confirmed*
where the deeper review names it, too, or finds that it lost something; *refuted* where it finds that it lost nothing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boardwright.agents import defaults, spec
from boardwright.core import registry
from boardwright.core.agent import Agent, Turn, ask_one
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.server.analyses import SEED
from boardwright.server.analysis_presentation import shown
from boardwright.server.findings import find

WEB = Path(__file__).parents[1] / "web"
BEST = 1000
"""All moves are asked for: a move that is not listed would have no loss."""

PLIES = 60
"""Games are reviewed up to here."""

SCRIPT = """
import { turningPoints } from "MODULE";
import { readFileSync } from "node:fs";
const games = JSON.parse(readFileSync(0, "utf8"));
const named = ({ found, moves, returns }, most) => turningPoints(found, moves, returns, most);
console.log(JSON.stringify(games.map(({ quick, deep }) => [named(quick, 5), named(deep, 1000)])));
"""


class Setup(NamedTuple):
    """A game: its preset, the agents of the recorded games, and the deeper agent."""

    preset: str
    players: tuple[str, ...]
    deeper: str


SETUPS = {
    "tic_tac_toe": Setup("standard", ("random", "mcts:iterations=20"), "perfect"),
    "connect_four": Setup("standard", ("mcts:iterations=60", "mcts:iterations=60"), "mcts:iterations=100000"),
    "quoridor": Setup("standard", ("alphabeta:depth=1", "mcts:iterations=200"), "alphabeta:depth=6"),
    "royal_ur": Setup("standard", ("mcts:iterations=50", "random"), "expectimax:depth=4"),
    "minesweeper": Setup("small", ("random",), "solver"),
    "battleship": Setup("small", ("random", "mcts:iterations=50"), "mcts:iterations=20000"),
}


def recorded(game: Game, setup: Setup, seed: int) -> Position:
    """A game between agents that err."""
    position = Position(game, seed=seed)
    agents = [spec.from_text(text, game) for text in setup.players]
    while position.to_move is not None and len(position.history) < PLIES:
        turn = Turn(game, position.state, position.to_move, np.random.default_rng((seed, len(position.history))))
        position.push(ask_one(agents[position.to_move], setup.players[position.to_move], turn))
    return position


def reviewed(game: Game, position: Position, name: str, agent: Agent) -> dict[str, Any]:
    """What the page's module is given: an agent's answers, the moves, and the result."""
    found, moves = [], []
    for state, move in zip(position.states, position.history):
        player = int(state["to_move"][0])
        known = state if game.definition.perfect_information else game.resample(state, player, SEED)
        turn = Turn(game, known, player, np.random.default_rng(SEED))
        found.append(shown(game, find(turn, agent, name, BEST), "en").model_dump(mode="json"))
        moves.append({"text": game.actions.to_text(move.action, player)})
    outcome = position.outcome
    return {"found": found, "moves": moves, "returns": None if outcome is None else list(outcome.returns)}


def turns(pairs: list[dict[str, Any]]) -> list[tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
    """The turning points of each game by both agents, by the page's own module."""
    with tempfile.TemporaryDirectory() as folder:
        module, script = Path(folder) / "turning_points.mjs", Path(folder) / "run.mjs"
        source = str(WEB / "src" / "analysis" / "turningPoints.ts")
        bundle = ["npx", "rolldown", source, "--file", str(module), "--format", "esm"]
        subprocess.run(bundle, cwd=WEB, check=True, stdout=subprocess.DEVNULL)
        script.write_text(SCRIPT.replace("MODULE", module.as_uri()), encoding="utf-8")
        done = subprocess.run(
            ["node", str(script)], input=json.dumps(pairs), capture_output=True, text=True, check=True
        )
    found: list[tuple[list[dict[str, Any]], list[dict[str, Any]]]] = json.loads(done.stdout)
    return found


def measure(name: str, games: int) -> dict[str, Any]:
    """Count the named moves of a game, and how many a deeper search confirms."""
    setup = SETUPS[name]
    game = registry.load(name, setup.preset)
    adviser = defaults.adviser(game)
    agents = {text: spec.from_text(text, game) for text in {adviser, setup.deeper}}
    pairs = []
    for seed in range(games):
        position = recorded(game, setup, seed)
        quick, deep = (reviewed(game, position, text, agents[text]) for text in (adviser, setup.deeper))
        pairs.append({"quick": quick, "deep": deep})
        print(f"{name}: game {seed + 1} of {games}, {len(position.history)} moves", file=sys.stderr, flush=True)
    named = confirmed = first = 0
    for quick, deep in turns(pairs):
        losing = {turn["move"] for turn in deep}
        named += len(quick)
        confirmed += sum(turn["move"] in losing for turn in quick)
        if deep:
            worst = [turn for turn in deep if turn["kind"] != "loss"] or [max(deep, key=lambda turn: turn["loss"])]
            first += worst[0]["move"] in {turn["move"] for turn in quick}
    told = {"game": name, "preset": setup.preset, "adviser": adviser, "deeper": setup.deeper, "games": games}
    return {**told, "named": named, "confirmed": confirmed, "worst_is_named": first}


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(SETUPS))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = []
    for name in asked.names or SETUPS:
        rows.append(measure(name, asked.games))
        row = rows[-1]
        if not asked.json:
            print(
                f"{name}: {row['confirmed']} of {row['named']} moves named by {row['adviser']} are confirmed by "
                f"{row['deeper']}; its own worst move is named in {row['worst_is_named']} of {row['games']} games",
                flush=True,
            )
    if asked.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
