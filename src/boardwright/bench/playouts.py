"""Benchmark of search: random playouts beside OpenSpiel, perft, evaluations, nodes, and the time of a level's move."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.agents import levels, make
from boardwright.bench import peers
from boardwright.bench.ours import choose_one
from boardwright.bench.plan import Engine, Plan
from boardwright.bench.timing import Prepare, Rates, Run, interleave
from boardwright.core import dice
from boardwright.core.agent import Turn
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import check, evaluate, legal
from boardwright.core.compiled.loops import perform, random_legal
from boardwright.core.game import Game
from boardwright.core.progress import Progress, Tracker
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.testing.perft import perft


@loop
def by_rejection(p: Array, s: Array, first: Array, policy: int, seed: int, moves: int) -> int:
    """Play random games by rejection: draw actions until `check` allows one. Return the number of finished games."""
    ended = 0
    tries = dice.mix(seed) >> 1
    s[0] = first[0]
    for _ in range(moves):
        row = p[s[0].variant]
        # A counter rather than the last random number, so that the CPU need not wait for that one.
        tries += 1
        action = dice.below(dice.mix(tries), policy)
        while check(row, s[0], action) != OK:
            tries += 1
            action = dice.below(dice.mix(tries), policy)
        perform(row, s[0], action, 0)
        if s[0].to_move == TERMINAL:
            s[0] = first[0]
            ended += 1
    return ended


@loop
def by_mask(p: Array, s: Array, first: Array, mask: Array, seed: int, moves: int) -> int:
    """The same with the full legal action mask at each move, and an action drawn from it."""
    ended = 0
    bits = dice.mix(seed)
    s[0] = first[0]
    for _ in range(moves):
        row = p[s[0].variant]
        legal(row, s[0], mask[0])
        bits = dice.mix(bits)
        perform(row, s[0], random_legal(mask, 0, bits), 0)
        if s[0].to_move == TERMINAL:
            s[0] = first[0]
            ended += 1
    return ended


@loop
def evaluate_all(p: Array, w: Array, s: Array) -> float:
    """Evaluate every row for the player to move."""
    total = 0.0
    for i in range(s.shape[0]):
        total += evaluate(p[s[i].variant], w[0], s[i], int(s[i].to_move))
    return total


def run(game: Game, plan: Plan, report: dict[str, Any], stage: Tracker) -> None:
    """Fill `playouts` and `engine`: rates per CPU second, or the time of one operation."""
    chosen = plan.engines[game.name]
    report["playouts"] = playouts(game, plan, stage("random playouts"))
    sides = {
        "evaluations": _evaluations(game, chosen, plan),
        "nodes": _nodes(game, chosen, plan),
        "perft": _perft(game, chosen),
    }
    rates = interleave(sides, rounds=plan.rounds, seconds=4 * plan.seconds, progress=stage("search"))
    figures: dict[str, Any] = {f"{side}_per_s": round(rate.per_cpu_second) for side, rate in rates.items()}
    figures["distance_queries_per_s"] = chosen.distances * figures.pop("evaluations_per_s")
    leaves = perft(game, game.new(), chosen.perft)
    figures |= {"perft_depth": chosen.perft, "perft_leaves": leaves}
    figures["perft_seconds"] = round(leaves / rates["perft"].per_cpu_second, 2)
    figures["spread"] = {side: rate.spread for side, rate in rates.items()}
    figures["depth_in_1s"] = _depth(game, chosen, plan, figures["nodes_per_s"])
    figures["levels"] = _levels(game, chosen, plan, stage("levels"))
    report["engine"] = figures


def playouts(game: Game, plan: Plan, progress: Progress) -> dict[str, Any]:
    """Moves of random games per CPU second by two methods, beside OpenSpiel's from Python."""
    sides: dict[str, Prepare] = {
        "rejection": _compiled(game, plan, by_rejection, game.actions.policy),
        "mask": _compiled(game, plan, by_mask, np.zeros((1, game.actions.policy), np.bool_)),
    }
    spiel, note = peers.find(peers.OpenSpiel, "open_spiel", game)
    if spiel:
        sides["open_spiel"] = spiel.playouts(plan.playout_peer_moves, plan.seed)
    rates = interleave(sides, rounds=plan.rounds, seconds=plan.seconds, progress=progress)
    rows = []
    for shape in ("rejection", "mask"):
        row: dict[str, Any] = {"shape": shape, "moves_per_s": round(rates[shape].per_cpu_second)}
        if spiel:
            row["open_spiel_moves_per_s"] = round(rates["open_spiel"].per_cpu_second)
            row["vs_openspiel"] = round(rates[shape].per_cpu_second / rates["open_spiel"].per_cpu_second, 2)
        row["spread"] = {side: rates[side].spread for side in (shape, *(["open_spiel"] if spiel else []))}
        rows.append(row)
    return {"rows": rows, "rounds": len(rates["mask"].cpu), "note": note}


def _compiled(game: Game, plan: Plan, loop: Any, extra: Any) -> Prepare:
    def prepare(number: int) -> Run:
        def run() -> int:
            game.run(loop, game.params, game.new(), game.new(), extra, plan.seed + number, plan.playout_moves)
            return plan.playout_moves

        return run

    return prepare


def positions(game: Game, count: int, plies: int, seed: int) -> Array:
    """Unfinished positions of random games, `plies` plies from the start."""
    rng = np.random.default_rng(seed)
    states: list[Array] = []
    while len(states) < count:
        state = game.new()
        for _ in range(plies):
            if state["to_move"][0] != TERMINAL:
                game.step(state, [choose_one(game.legal_mask(state)[0], rng)])
        if state["to_move"][0] != TERMINAL:
            states.append(state)
    return np.concatenate(states)


def _evaluations(game: Game, chosen: Engine, plan: Plan) -> Prepare:
    rows = np.tile(positions(game, chosen.positions, chosen.plies, plan.seed), 64)
    weights = game.weights()
    for name in weights.dtype.names[:-1] if weights.dtype.names else ():
        weights[name] = chosen.weights.get(name, 0.0)

    def run() -> int:
        game.run(evaluate_all, game.params, weights, rows)
        return len(rows)

    return lambda _: run


def _nodes(game: Game, chosen: Engine, plan: Plan) -> Prepare:
    rows = positions(game, chosen.positions, chosen.plies, plan.seed)
    agent: Any = make("alphabeta", game, depth=60, nodes=plan.search_nodes)

    def prepare(number: int) -> Run:
        at = number % len(rows)

        def run() -> int:
            agent.deepen(rows[at : at + 1])
            return int(agent.nodes)

        return run

    return prepare


def _depth(game: Game, chosen: Engine, plan: Plan, nodes: int) -> dict[str, Any]:
    """The search depth with the nodes of one CPU second: the median, the least and the most."""
    agent: Any = make("alphabeta", game, depth=60, nodes=nodes, table=chosen.table)
    rows = positions(game, chosen.positions, chosen.plies, plan.seed)
    depths = sorted(agent.deepen(rows[at : at + 1]).depth for at in range(len(rows)))
    return {"median": depths[len(depths) // 2], "least": depths[0], "most": depths[-1]}


def _perft(game: Game, chosen: Engine) -> Prepare:
    return lambda _: lambda: perft(game, game.new(), chosen.perft)


def _levels(game: Game, chosen: Engine, plan: Plan, progress: Progress) -> list[dict[str, Any]]:
    """CPU milliseconds per move of each level, over positions of random games."""
    rows = positions(game, chosen.positions, chosen.plies, plan.seed)
    times = []
    for profile in game.definition.search.levels:
        for name in levels.profile(game.definition, profile).levels:
            agent = make(name, game, profile=profile)
            sides = {name: _moves(game, agent, rows)}
            rates: Rates = interleave(sides, rounds=chosen.positions, seconds=plan.seconds, progress=progress)[name]
            milliseconds = sorted(1000 / rate for rate in rates.cpu)
            middle, last = milliseconds[len(milliseconds) // 2], milliseconds[-1]
            times.append({"profile": profile, "level": name, "ms": round(middle, 3), "slowest_ms": round(last, 3)})
    return times


def _moves(game: Game, agent: Any, rows: Array) -> Prepare:
    def prepare(number: int) -> Run:
        at = number % len(rows)
        state = rows[at : at + 1]
        turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(number))

        def run() -> int:
            agent.act(turn)
            return 1

        return run

    return prepare
