"""Perft: the number of sequences of actions from a position, depth by depth. A table of them pins the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import chance, legal
from boardwright.core.compiled.loops import perform
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import TERMINAL, Array
from boardwright.core.registry import load


@loop
def count(p: Array, stack: Array, masks: Array, ply: int, depth: int) -> int:
    """Count sequences of `depth` policy actions (and of draws, if enumerable); -1 where a draw is raw bits."""
    s = stack[ply]
    if depth == 0:
        return 1
    if s.to_move == TERMINAL:
        return 0
    row = p[s.variant]
    legal(row, s, masks[ply])
    total = 0
    for action in range(masks.shape[1]):
        if not masks[ply, action]:
            continue
        draws = chance(row, s, action)
        if draws == 0:
            return -1
        if depth == 1:  # the state after the last action does not matter
            total += draws
            continue
        for draw in range(draws):
            stack[ply + 1] = stack[ply]
            perform(row, stack[ply + 1], action, draw)
            below = count(p, stack, masks, ply + 1, depth - 1)
            if below < 0:
                return -1
            total += below
    return total


def perft(game: Game, state: Array, depth: int) -> int:
    """The number of ways to play `depth` plies from a state."""
    stack = game.new(depth + 1)
    stack[0] = state[0]
    masks = np.zeros((depth + 1, game.actions.policy), np.bool_)
    sequences: int = game.run(count, game.params, stack, masks, 0, depth)
    if sequences < 0:
        raise AgentError("perft_raw_bits", game=game.name)
    return sequences


def make_table(game: Game, depth: int, histories: list[list[int]]) -> dict[str, Any]:
    """The perft table of these positions."""
    positions = []
    for history in histories:
        position = Position(game)
        for action in history:
            position.push(action)
        counts = [perft(game, position.state, d) for d in range(1, depth + 1)]
        positions.append({"history": history, "counts": counts})
    return {"game": game.name, "version": game.version, "config": game.config, "positions": positions}


def verify(path: Path, *, most: int | None = None) -> int:
    """Count a table's positions again. Returns the number of compared counts; raises at the first that differs.

    Counts above `most` are left out: interpreted, a million takes minutes.
    """
    table = json.loads(path.read_text(encoding="utf-8"))
    game = load(table["game"], config=table["config"])
    assert game.version == table["version"], f"{path}: made for version {table['version']} of the rules"
    compared = 0
    for row in table["positions"]:
        wanted = [number for number in row["counts"] if most is None or number <= most]
        counts = make_table(game, len(wanted), [row["history"]])["positions"][0]["counts"]
        assert counts == wanted, f"{path}: after {row['history']} {counts}, not {wanted}"
        compared += len(counts)
    return compared
