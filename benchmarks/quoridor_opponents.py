"""Match of our agent against another program, at equal CPU time per move, from random openings with seats swapped.

    python benchmarks/quoridor_opponents.py --opponent gorisanson --path DIR --playouts 2500 --games 40 \
        --agent alphabeta:weights=standard --log gorisanson_2500.jsonl
    python benchmarks/quoridor_opponents.py --opponent zquoridor --path DIR --seconds 0.5 --games 20 --log ...
    python benchmarks/quoridor_opponents.py --opponent gorisanson --path DIR --verify 3

The budget of each of our moves is the mean CPU time of the opponent's moves so far, on the clock of the thread that
searches; other agents than alphabeta have their own. A game is a line of the log: a restarted run resumes after the
last one. A game in which the two disagree on the rules has no result: it is reported, with the move.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from opponent_processes import OPPONENTS, Opponent, OpponentError

from boardwright import Position, load
from boardwright.agents import make, spec
from boardwright.arena.openings import opening
from boardwright.arena.ratings import win_rate
from boardwright.cli.output import print_table
from boardwright.cli.progress import following
from boardwright.core.agent import Turn
from boardwright.core.errors import BoardwrightError

UNLIMITED = {"depth": 60, "nodes": 1 << 62, "seconds": 0}
"""The budget alone ends a search, unless the agent's text says otherwise."""

WARM_UP, WARM_UP_PLIES = 1 << 30, 12
"""Before the first game the opponent plays this opening against itself, which sets the first budget."""


class Ours:
    """Our side: an agent that is stopped when its thread has used its CPU time."""

    def __init__(self, game: Any, text: str) -> None:
        name, options = spec.parse(text)
        self.budgeted = name == "alphabeta"
        self.agent: Any = make(name, game, **({**UNLIMITED, **options} if self.budgeted else options))
        self.game = game
        self.seconds, self.moves = 0.0, 0

    def choose(self, position: Position, budget: float, rng: np.random.Generator) -> int:
        assert position.to_move is not None
        turn = Turn(self.game, position.state, position.to_move, rng)
        before = time.thread_time()
        with self._within(budget):
            action = turn.checked(self.agent.act(turn), "ours")
        self.seconds += time.thread_time() - before
        self.moves += 1
        return action

    @contextmanager
    def _within(self, budget: float) -> Iterator[None]:
        if not self.budgeted:
            yield
            return
        clock = time.pthread_getcpuclockid(threading.get_ident())
        end = time.clock_gettime(clock) + budget
        done = threading.Event()

        def watch() -> None:
            # CPU time of a thread never runs faster than wall-clock time.
            while not done.wait(max(end - time.clock_gettime(clock), 0.0002)):
                if time.clock_gettime(clock) >= end:
                    self.agent.stop()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


def play(options: argparse.Namespace, ours: Ours, theirs: Opponent, number: int, spent: list[float]) -> dict[str, Any]:
    """Play one game. `spent` is the opponent's seconds and moves so far, and is updated."""
    seat, begun = number % 2, opening(ours.game, options.plies, options.seed, number // 2)
    position = Position(ours.game)
    rng = np.random.default_rng([options.seed, number])
    actions = ours.game.actions
    ours.seconds, ours.moves, theirs.seconds, theirs.moves = 0.0, 0, 0.0, 0
    record: dict[str, Any] = {"number": number, "seat": seat, "opening": [actions.to_text(action) for action in begun]}
    mover, move = "", ""
    try:
        theirs.begin(number // 2 + 1000 * options.seed)
        while position.to_move is not None:
            ply = len(position.history)
            if ply < len(begun):
                mover, move = "opening", actions.to_text(begun[ply])
            elif position.to_move == seat:
                budget = (spent[0] + theirs.seconds) / (spent[1] + theirs.moves)
                mover, move = "ours", actions.to_text(ours.choose(position, budget, rng))
            else:
                mover = "theirs"
                move = theirs.choose()
            position.push_text(move)
            if position.to_move is not None:
                theirs.play(move)
    except (OpponentError, BoardwrightError) as error:
        record["fault"] = {"by": mover, "move": move, "says": str(error)}
    outcome = position.outcome
    if outcome is not None:
        record["result"] = 0.5 if outcome.winner is None else float(outcome.winner == seat)
        record["ended"] = "goal" if outcome.winner is not None else "limit" if outcome.truncated else "repetition"
    record["moves"] = [actions.to_text(step.action) for step in position.history]
    record["ours"] = {"moves": ours.moves, "seconds": round(ours.seconds, 6)}
    record["theirs"] = {"moves": theirs.moves, "seconds": round(theirs.seconds, 6)}
    spent[0] += theirs.seconds
    spent[1] += theirs.moves
    return record


def warm_up(options: argparse.Namespace, ours: Ours, theirs: Opponent) -> list[float]:
    """Compile and warm up both sides. Return the opponent's seconds and moves."""
    position = Position(ours.game)
    for action in opening(ours.game, options.plies, options.seed, WARM_UP):
        position.push(action)
    ours.choose(position, 0.05, np.random.default_rng(0))
    theirs.begin(0)
    for step in position.history:
        theirs.play(ours.game.actions.to_text(step.action))
    theirs.seconds, theirs.moves = 0.0, 0
    while theirs.moves < WARM_UP_PLIES and position.to_move is not None:
        move = theirs.choose()
        position.push_text(move)
        theirs.play(move)
    return [theirs.seconds, theirs.moves]


def verify(options: argparse.Namespace, game: Any, theirs: Opponent) -> None:
    """Play random games on both sides, and compare the legal moves at every ply if the opponent lists them."""
    for number in range(options.verify):
        rng = np.random.default_rng([options.seed, number])
        position, compared = Position(game), 0
        theirs.begin(number)
        while position.to_move is not None:
            legal = {game.actions.to_text(action) for action in position.legal_actions}
            known = theirs.legal()
            if known is not None:
                compared += 1
                if known != legal:
                    where = " ".join(game.actions.to_text(step.action) for step in position.history)
                    sys.exit(f"after {where}: only ours {sorted(legal - known)}, only theirs {sorted(known - legal)}")
            # Random walls are soon used up, so pawn moves are preferred.
            steps = sorted(move for move in legal if len(move) == 2)
            move = str(rng.choice(steps if rng.random() < 0.6 else sorted(legal)))
            position.push_text(move)
            if position.to_move is not None:
                theirs.play(move)
        comparison = (
            f"the same legal moves in {compared} positions" if compared else "which it took, but it lists no moves"
        )
        print(f"game {number}: {len(position.history)} plies, {comparison}")


def summary(options: argparse.Namespace, games: list[dict[str, Any]], complete: bool) -> dict[str, Any]:
    """Our wins, draws and losses, the share of points with its interval, and the CPU time per move of both."""
    results = [game["result"] for game in games if "result" in game]
    score = win_rate(sum(results), len(results)).rounded(4)
    report = {"setup": setup(options), "games": len(results), "complete": complete}
    report |= {name: results.count(value) for name, value in (("wins", 1.0), ("draws", 0.5), ("losses", 0.0))}
    report |= {"score": score.rate, "low": score.low, "high": score.high}
    for side in ("ours", "theirs"):
        moves = sum(game[side]["moves"] for game in games)
        seconds = sum(game[side]["seconds"] for game in games)
        report[f"{side}_cpu_ms_a_move"] = round(1000 * seconds / max(moves, 1), 1)
    report["mean_plies"] = round(float(np.mean([len(game["moves"]) for game in games])) if games else 0.0, 1)
    report["drawn_by"] = [game["ended"] for game in games if game.get("result") == 0.5]
    report["faults"] = [{"number": game["number"], **game["fault"]} for game in games if "fault" in game]
    return report


def setup(options: argparse.Namespace) -> dict[str, Any]:
    """The settings that all games of one log share."""
    budget = {"playouts": options.playouts} if options.opponent == "gorisanson" else {"seconds": options.seconds}
    return {
        "opponent": options.opponent,
        **budget,
        "agent": options.agent,
        "plies": options.plies,
        "seed": options.seed,
    }


def resumed(options: argparse.Namespace) -> list[dict[str, Any]]:
    """The games of the log. An incomplete last line is removed; games of another setup are refused."""
    if options.log is None or not options.log.exists():
        return []
    whole = [line for line in options.log.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    options.log.write_text("".join(whole), encoding="utf-8")
    games: list[dict[str, Any]] = [json.loads(line) for line in whole]
    for game in games:
        if game["setup"] != setup(options):
            sys.exit(f"{options.log} holds games of {game['setup']}: choose another file.")
    return games


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opponent", choices=OPPONENTS, required=True)
    parser.add_argument("--path", type=Path, required=True, help="a local copy: a folder, or titanium's executable")
    parser.add_argument("--playouts", type=int, default=2500, help="of gorisanson, a move")
    parser.add_argument("--seconds", type=float, default=0.5, help="of the others, a move")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--agent", default="alphabeta")
    parser.add_argument("--plies", type=int, default=4, help="random plies at the start")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, help="a line of JSON a game; a run goes on where this ends")
    parser.add_argument("--verify", type=int, default=0, help="instead: so many random games, comparing legal moves")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Play the missing games, print the summary."""
    options = arguments()
    game = load("quoridor")

    def started() -> Opponent:
        return OPPONENTS[options.opponent](options.path.resolve(), options.playouts, options.seconds)

    theirs = started()
    if options.verify:
        verify(options, game, theirs)
        theirs.close()
        return
    games, complete = resumed(options), False
    ours = Ours(game, options.agent)
    try:
        spent = warm_up(options, ours, theirs)
        if games:
            spent = [sum(record["theirs"][part] for record in games) for part in ("seconds", "moves")]
        with following(f"quoridor, {options.opponent}", options.games, None) as follow:
            follow.progress(len(games), options.games, {})
            for number in range(len(games), options.games):
                played = {**play(options, ours, theirs, number, spent), "setup": setup(options)}
                games.append(played)
                if options.log is not None:
                    with options.log.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(played) + "\n")
                if "fault" in played:
                    # Its board may differ from ours by now.
                    theirs.close()
                    theirs = started()
                follow.progress(len(games), options.games, {})
        complete = True
    except KeyboardInterrupt:
        pass
    finally:
        theirs.close()
    report = summary(options, games, complete)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        show(options, report)
    sys.exit(0 if complete else 130)


def show(options: argparse.Namespace, report: dict[str, Any]) -> None:
    """Print the summary as a table."""
    heads = ["against", "won-drawn-lost", "share", "95 % interval", "CPU ms a move, ours", "theirs", "plies", "faults"]
    row = [
        f"{options.opponent} {options.playouts if options.opponent == 'gorisanson' else options.seconds}",
        f"{report['wins']}-{report['draws']}-{report['losses']}",
        f"{report['score']:.1%}",
        f"{report['low']:.1%} to {report['high']:.1%}",
        report["ours_cpu_ms_a_move"],
        report["theirs_cpu_ms_a_move"],
        report["mean_plies"],
        len(report["faults"]),
    ]
    print_table(f"{options.agent}, seed {options.seed}", heads, [row])
    for fault in report["faults"]:
        print(f"game {fault['number']}: {fault['by']} played {fault['move']}: {fault['says']}")


if __name__ == "__main__":
    main()
