"""A million random steps through whole games, and a hundred thousand refusals, in which nothing may go wrong.

    cd tests && python -m games.skirmish.proofs --steps 1000000 --refusals 100000 --games 10000

prints what was looked at and what was found wrong, counted by kind: all of it must be zero. Steps are taken on both
boards in both orders, and on boards that end in dead ends; one in ten is an action that only people have, while they
have any. What a state keeps of its active unit's reach is compared with a search of another kind, which goes over the
whole board again and again until nothing changes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import INTERPRETED, loop
from boardwright.core.compiled.contract import chance, check, legal
from boardwright.core.errors import BoardwrightError, IllegalAction
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.games.skirmish.actions import ConfirmDeployment, DeployUnit, Move, Target, UndeployUnit
from boardwright.games.skirmish.enums import NOWHERE, Phase

from .battles import settings
from .plain_search import search_again
from .scenarios import BOARDS, MODES, act, compiled, filtered, overlapping, swapped, tables, turn_battle

EMPTY, UNLIKE_CHECK, UNLIKE_CODEC, MOVED_UNASKED, UNLIKE_HALF_TURN, UNLIKE_SEARCH, ENDLESS = range(7)
WRONG = (
    "empty_masks",
    "mask_unlike_check",
    "index_unlike_codec",
    "moved_unasked",
    "unlike_half_turn",
    "reach_unlike_search",
    "endless_games",
)
CHARGE = int(Phase.CHARGE)
ACTIVE, ATTACKED, NOTHING = -3, -4, -2
"""Instead of a unit that an index names: the active one moves; it attacks the unit that follows; nobody moves."""


@loop
def pick(
    p: Array, s: Array, policy: int, count: int, seed: int, mask: Array, out: Array, draws: Array, wrong: Array
) -> None:
    """A random legal action a row, one in ten a person's where there is one; masks are looked at on the way."""
    for i in range(s.shape[0]):
        row = p[s[i].variant]
        legal(row, s[i], mask[i])
        bits = dice.keyed(seed, i, int(s[i].ply))
        open_actions, people = 0, 0
        for action in range(count):
            allowed = check(row, s[i], action) == OK
            if action < policy:
                open_actions += int(allowed)
                wrong[UNLIKE_CHECK] += int(mask[i, action] != allowed)
            else:
                people += int(allowed)
        wrong[EMPTY] += int(open_actions == 0)
        by_people = people > 0 and dice.below(dice.mix(bits), 10) == 0
        left = dice.below(bits, people if by_people else max(open_actions, 1))
        out[i] = policy - 1
        for action in range(policy if by_people else 0, count if by_people else policy):
            if check(row, s[i], action) == OK:
                if left == 0:
                    out[i] = action
                left -= 1
        draws[i] = dice.draw_for(chance(row, s[i], out[i]), dice.mix(bits + 1))


@loop
def compare(p: Array, before: Array, s: Array, policy: int, actions: Array, meanings: Array, wrong: Array) -> None:
    """Units gain and lose cells by their own actions alone; `meanings` holds the unit and cell by the codec.

    In battle the active unit goes where it was told, or up to an enemy in a charge; whoever is hit may be removed.
    """
    for i in range(s.shape[0]):
        action, mover = actions[i], before[i].to_move
        for unit in range(s[i].cell.shape[0]):
            was, now = before[i].cell[unit], s[i].cell[unit]
            named = action < policy and (
                meanings[mover, action, 0] == unit
                or (meanings[mover, action, 0] == ACTIVE and unit == before[i].active)
            )
            if named:
                new = meanings[mover, action, 1]
                wrong[UNLIKE_CODEC] += int(now != new or (was != NOWHERE) != (unit == before[i].active))
            elif action >= policy and unit == action - policy:
                wrong[MOVED_UNASKED] += int(was == NOWHERE or now != NOWHERE)
            elif action < policy and meanings[mover, action, 0] == ATTACKED:
                target = meanings[mover, action, 1]
                hit = unit == target and now == NOWHERE and s[i].hp[unit] == 0
                charged = unit == before[i].active and before[i].phase == CHARGE
                charged = charged and now == before[i].ends[target % p[s[i].variant].unit_slots]
                wrong[MOVED_UNASKED] += int(was != now and not hit and not charged)
            else:
                wrong[MOVED_UNASKED] += int(was != now)


def spoken(game: Game) -> Array:
    """The meaning of each index for each player by the codec: the unit's number and the cell, [players, A, 2]."""
    made = tables(game)
    meanings = np.full((2, game.actions.policy, 2), NOTHING, np.int64)
    for player in range(2):
        for action in range(game.actions.policy):
            decoded = game.actions.decode(action, player)
            if isinstance(decoded, DeployUnit):
                meanings[player, action] = (
                    made.number.get(decoded.unit_id, NOTHING),
                    made.grid.at(decoded.col, decoded.row),
                )
            elif isinstance(decoded, Move):
                meanings[player, action] = ACTIVE, made.grid.at(decoded.col, decoded.row)
            elif isinstance(decoded, Target):
                meanings[player, action] = ATTACKED, made.number.get(decoded.unit_id, NOTHING)
    return meanings


def turned(game: Game, states: Array) -> Array:
    """Rows turned by half with the players swapped: see scenarios.turned, here for many rows."""
    made, out = tables(game), states.copy()
    turn = made.turned[1]
    cells = np.roll(states["cell"], made.unit_slots, axis=1)
    out["cell"] = np.where(cells == NOWHERE, NOWHERE, turn[cells])
    out["hp"] = np.roll(states["hp"], made.unit_slots, axis=1)
    out["occupant"] = 0
    rows, units = np.nonzero(cells != NOWHERE)
    out["occupant"][rows, out["cell"][rows, units]] = units + 1
    out["undeploys"], out["confirmed"] = states["undeploys"][:, ::-1], states["confirmed"][:, ::-1]
    out["to_move"] = 1 - states["to_move"]
    out["vp"] = states["vp"][:, ::-1]
    fighting = states["phase"] != Phase.DEPLOYMENT
    part = out[fighting]
    turn_battle(made, states[fighting], part)
    out[fighting] = part
    return out


def half_turn_differs(game: Game, other: Game, states: Array, mask: Array) -> int:
    """Rows whose half-turn is seen or may be played otherwise. `seat` alone may differ."""
    across = turned(game, states)
    seats = states["to_move"].astype(np.int64)
    seen, seen_across = game.observe(states, seats), other.observe(across, 1 - seats)
    unlike = (other.legal_mask(across) != mask).any(axis=1)
    for name in game.layout.observation:
        if name != "seat":
            unlike |= (seen[name] != seen_across[name]).reshape(len(states), -1).any(axis=1)
    return int(unlike.sum())


def walk(game: Game, other: Game | None, steps: int, rows: int, seed: int) -> tuple[int, Array, int]:
    """So many steps or a few more. `other` is the game with the armies swapped, where the board is symmetric."""
    wrong = np.zeros(len(WRONG), np.int64)
    meanings = spoken(game)
    states = game.new(rows)
    mask = np.zeros((rows, game.actions.policy), np.bool_)
    actions, draws = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    cost = np.zeros(states["reach"].shape[1], np.int64)
    taken, dead_ends = 0, 0
    while taken < steps:
        size = (game.actions.policy, game.actions.count)
        game.run(pick, game.params, states, *size, seed + taken, mask, actions, draws, wrong)
        wrong[UNLIKE_SEARCH] += game.run(search_again, game.params, states, cost)
        if other is not None:
            wrong[UNLIKE_HALF_TURN] += half_turn_differs(game, other, states, mask)
        before = states.copy()
        faults = game.step(states, actions, draws)
        wrong[ENDLESS] += int((states["ply"] > game.max_plies).sum())
        game.run(compare, game.params, before, states, game.actions.policy, actions, meanings, wrong)
        dead_ends += int((faults != 0).sum())
        over = states["to_move"] == TERMINAL
        states[over] = game.new(int(over.sum()))
        taken += rows
    return taken, wrong, dead_ends


def prove_steps(steps: int, seed: int) -> dict[str, Any]:
    """The steps shared out over boards and orders."""
    rows, sizes = (4, ("small",)) if INTERPRETED else (512, BOARDS)
    total, wrong, dead_ends = 0, np.zeros(len(WRONG), np.int64), 0
    # The opening rule is for player 1 alone, so a half-turn is alike without it; the tight boards keep it.
    fair = settings(opening_penalty=0, opening_charge=True)
    orders = [(size, mode) for size in sizes for mode in MODES]
    boards = [(compiled(*order, fair), compiled(*order, fair, swapped)) for order in orders]
    tight = [
        (overlapping("sequential", compiled), None),
        (overlapping(run=compiled), None),
        (filtered(run=compiled), None),
        (filtered("alternated", compiled), None),
    ]
    games = boards + tight
    games += [(compiled(size), None) for size in sizes]
    for number, (game, other) in enumerate(games):
        taken, more, met = walk(game, other, steps // len(games), rows, seed + (number << 32))
        total, wrong, dead_ends = total + taken, wrong + more, dead_ends + met
    return {"steps": total, "dead_ends": dead_ends, **{name: int(count) for name, count in zip(WRONG, wrong)}}


def prove_refusals(attempts: int, seed: int, sizes: tuple[str, ...] = BOARDS) -> dict[str, Any]:
    """Refused actions, half by index and half as people say them: bytes that changed, and the reasons that came."""
    rng = np.random.default_rng(seed)
    games = [compiled(size, mode) for size in sizes for mode in MODES] + [filtered(run=compiled)]
    changed, refused, reasons = 0, 0, set()
    while refused < attempts:
        game = games[int(rng.integers(len(games)))]
        state = some_state(game, rng)
        for _ in range(100):
            before = state.tobytes()
            action = int(rng.integers(game.actions.count)) if rng.random() < 0.5 else some_saying(game, rng)
            try:
                index = game.index(state, action)
                act(game, state, index, int(rng.integers(1 << 62)))
            except IllegalAction as error:
                refused += 1
                reasons.add(error.code.removeprefix("skirmish."))
                changed += int(state.tobytes() != before)
            except BoardwrightError:
                changed += 1
            if state["to_move"][0] == TERMINAL:
                break
    return {"refused": refused, "bytes_changed": changed, "reasons": sorted(reasons)}


def some_state(game: Game, rng: np.random.Generator) -> Array:
    """A state some way into a deployment, or into the battle after it."""
    state = game.new()
    plies = int(rng.integers(len(tables(game).roster) if rng.random() < 0.5 else game.max_plies))
    for _ in range(plies):
        legal_actions = game.open_actions(state)
        people = legal_actions[legal_actions >= game.actions.policy]
        policy = legal_actions[legal_actions < game.actions.policy]
        pool = people if people.size and rng.random() < 0.3 else policy
        after = state.copy()
        act(game, after, int(rng.choice(pool)), int(rng.integers(1 << 62)))
        if after["to_move"][0] == TERMINAL:
            break
        state = after
    return state


def some_saying(game: Game, rng: np.random.Generator) -> Any:
    """Any action in words, sensible or not."""
    made = tables(game)
    ids = [*made.number, "3-01", ""]
    unit = ids[int(rng.integers(len(ids)))]
    kind = int(rng.integers(10))
    if kind == 0:
        return UndeployUnit(unit)
    if kind == 1:
        return ConfirmDeployment(int(rng.integers(-1, 5)))
    if kind == 2:
        return Target(unit)
    col, row = int(rng.integers(-2, made.grid.cols + 2)), int(rng.integers(-2, made.grid.rows + 2))
    return Move(col, row) if kind < 5 else DeployUnit(unit, col, row)


def record(game: Game, games: int, seed: int) -> Array:
    """Random games, their actions and draws ply by ply, -1 once a game is over, [plies, games, 2]."""
    states = game.new(games)
    mask = np.zeros((games, game.actions.policy), np.bool_)
    wrong = np.zeros(len(WRONG), np.int64)
    history = []
    while (running := np.flatnonzero(states["to_move"] != TERMINAL)).size:
        rows, actions, draws = states[running], np.zeros(running.size, np.int64), np.zeros(running.size, np.int64)
        size = (game.actions.policy, game.actions.count)
        game.run(pick, game.params, rows, *size, seed + len(history), mask[: running.size], actions, draws, wrong)
        game.step(rows, actions, draws)
        states[running] = rows
        history.append(np.full((games, 2), -1, np.int64))
        history[-1][running] = np.stack([actions, draws], axis=1)
    return np.array(history)


def replay(game: Game, history: Array, size: int) -> str:
    """A digest of how recorded games end, played again in batches of a size."""
    digest = hashlib.sha256()
    for first in range(0, history.shape[1], size):
        part = history[:, first : first + size]
        states = game.new(part.shape[1])
        for ply in part:
            running = np.flatnonzero(ply[:, 0] >= 0)
            rows = states[running]
            game.step(rows, *ply[running].T.copy())
            states[running] = rows
        digest.update(states.tobytes())
    return digest.hexdigest()


def prove_replay(games: int, seed: int) -> dict[str, Any]:
    """The same digest from one batch, from small ones, and in another process."""
    report: dict[str, Any] = {"games": games, "same_digest": True, "digest": {}}
    for board in ("small", "large"):
        game = compiled(board, "alternated")
        history = record(game, games, seed)
        here = {replay(game, history, games), replay(game, history, 77)}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "history.npy"
            np.save(file, history)
            program = [sys.executable, "-m", "games.skirmish.proofs", "--replay", str(file), "--board", board]
            completed = subprocess.run(
                program, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
            )
        here.add(completed.stdout.split()[-1])
        report["same_digest"] &= len(here) == 1
        report["digest"][board] = min(here)[:16]
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--refusals", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--replay", type=Path)
    parser.add_argument("--board", default="small")
    options = parser.parse_args()
    if options.replay:
        print(replay(compiled(options.board, "alternated"), np.load(options.replay), 1000))
        return 0
    steps = prove_steps(options.steps, options.seed)
    print(json.dumps(steps))
    refusals = prove_refusals(options.refusals, options.seed)
    print(json.dumps(refusals))
    replayed = prove_replay(options.games, options.seed)
    print(json.dumps(replayed))
    sound = not any(steps[name] for name in WRONG) and not refusals["bytes_changed"] and replayed["same_digest"]
    return int(not sound)


if __name__ == "__main__":
    sys.exit(main())
