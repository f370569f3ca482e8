"""Tabular Q-learning, compiled: random games, recorded as canonical states and folded moves.

Two update rules by name. `negamax` is off-policy and exact in the limit: a move's target is its result if it ends the
game, else the value of the next state, negated if the other player moves there. `running` adds a share of the final
result to every move of the game, as simple rankings do; it does not converge to perfect play.
"""

from __future__ import annotations

import time
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from boardwright.agents.q_table import Store
from boardwright.agents.requirements import two_sided
from boardwright.core import dice, symmetry
from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.compiled.loops import hashed, perform, random_legal, raw_bytes, write_mask
from boardwright.core.config import Settings
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent
from boardwright.core.record import TERMINAL, Array

RULES = ("negamax", "running")
NEGAMAX, RUNNING = 0, 1
FREE = -1


Rate = Annotated[float, Field(gt=0, le=1)]


class Rates(Settings):
    """The learning rate of each rule: the one that suits one is too high or too low for the other."""

    negamax: Rate
    running: Rate


class Options(Settings):
    """See configs/learning/q_learning.yaml for the meaning of each key."""

    rule: Literal["negamax", "running"]
    games: Annotated[int, Field(ge=1)]
    rate: Rates
    clamp: Annotated[float, Field(gt=0)]
    draw: float
    piece: Annotated[int, Field(ge=1)]
    capacity: Annotated[int, Field(ge=2)]
    seed: Annotated[int, Field(ge=0)]

    @property
    def own_rate(self) -> float:
        """The learning rate of the rule."""
        return self.rate.negamax if self.rule == "negamax" else self.rate.running


@kernel
def _slot(keys: Array, key: int) -> int:
    # The slot of a key, or the free slot for it. The table is never full: see `learn`.
    at = key % keys.shape[0]
    while keys[at] != FREE and keys[at] != key:
        at = (at + 1) % keys.shape[0]
    return int(at)


@kernel
def _best(q: Array, slot: int, moves: Array, mask: Array) -> float:
    # The value of a state to the player to move; unknown moves count 0.
    best = -np.inf
    for action in range(mask.shape[1]):
        if mask[0, action]:
            best = max(best, q[slot, moves[0, action]])
    return best


@loop
def learn(
    p: Array,
    first: Array,
    s: Array,
    raw: Array,
    start: int,
    sources: Array,
    values: Array,
    bits: Array,
    active: Array,
    actions: Array,
    form: Array,
    form_raw: Array,
    keys: Array,
    forms: Array,
    q: Array,
    seen: Array,
    moves: Array,
    mask: Array,
    history: Array,
    used: Array,
    rule: int,
    rate: float,
    clamp: float,
    draw: float,
    seed: int,
    game: int,
    games: int,
) -> int:
    """Play games and learn from them. Return their number, which is less than `games` if the table is half full."""
    for number in range(game, game + games):
        # A table that is more than half full is slow, and a lookup in a full one would never end.
        if 2 * (used[0] + history.shape[0]) > keys.shape[0]:
            return number - game
        s[0] = first[0]
        entry, move, player, plies = -1, -1, -1, 0
        while s[0].to_move != TERMINAL:
            # Look the state up by its canonical form. This is inline rather than a function: passing a dozen arrays
            # would cost more than the work.
            write_mask(p[s[0].variant], s[0], mask[0])
            form[0] = s[0]
            symmetry.settle(raw, 0, start, sources, values, bits, active, actions, form_raw, moves)
            key = hashed(form_raw[0], start, int(form[0].to_move), int(form[0].phase), int(form[0].variant))
            slot = _slot(keys, key)
            if keys[slot] == FREE:
                keys[slot] = key
                forms[slot] = form[0]
                used[0] += 1
            if rule == NEGAMAX and entry >= 0:
                worth = _best(q, slot, moves, mask)
                target = worth if int(s[0].to_move) == player else -worth
                q[entry, move] += rate * (target - q[entry, move])
            action = random_legal(mask, 0, dice.keyed(seed, number, plies))
            entry, move, player = slot, moves[0, action], int(s[0].to_move)
            seen[entry, move] = 1
            history[plies, 0], history[plies, 1], history[plies, 2] = entry, move, player
            plies += 1
            perform(p[s[0].variant], s[0], action, 0)
        if rule == NEGAMAX:
            q[entry, move] += rate * (float(s[0].returns[player]) - q[entry, move])
        else:
            _reward(s, q, history, plies, rate, clamp, draw)
    return games


@kernel
def _reward(s: Array, q: Array, history: Array, plies: int, rate: float, clamp: float, draw: float) -> None:
    # Add the result to every move of the game; a draw is worth more to early moves. Nine plies make 4.5 of each.
    half = plies / 2.0
    own = np.zeros(2)
    for ply in range(plies):
        slot, move, player = history[ply, 0], history[ply, 1], history[ply, 2]
        result = float(s[0].returns[player])
        if result == 0.0:
            result = draw * (half - own[player]) / half
        own[player] += 1
        q[slot, move] = min(max(q[slot, move] + rate * result, -clamp), clamp)


def train(game: Game, options: Options, progress: Progress = silent) -> Store:
    """Learn a ranking from scratch. Ctrl-C keeps the table so far, and `progress` then receives `stopped`."""
    two_sided("ranking", game)
    alike = game.symmetries or (symmetry.Symmetry("Identity", actions=np.arange(game.actions.count)),)
    tables = symmetry.tables(alike, game.players, game.state_dtype)
    actions = symmetry.action_table(alike, game.actions.policy)
    active = symmetry.touched(*tables)
    s, form = game.new(), game.new()
    table = (
        np.full(options.capacity, FREE, np.int64),
        game.new(options.capacity),
        np.zeros((options.capacity, game.actions.policy)),
        np.zeros((options.capacity, game.actions.policy), np.uint8),
    )
    moves = np.zeros((1, game.actions.policy), np.int64)
    mask = np.zeros((1, game.actions.policy), np.bool_)
    history = np.zeros((game.max_plies, 3), np.int64)
    used = np.zeros(1, np.int64)
    rule = RULES.index(options.rule)
    done = 0

    def play(piece: int) -> int:
        return learn(
            game.params, game.new(), s, raw_bytes(s), game.state.position_start, *tables, active, actions, form,
            raw_bytes(form), *table, moves, mask, history, used, rule, options.own_rate, options.clamp, options.draw,
            options.seed, done, piece,
        )  # fmt: skip

    play(0)  # compiles or loads the loop, which is not part of the rate
    began = time.process_time()
    try:
        while done < options.games:
            piece = min(options.piece, options.games - done)
            played = play(piece)
            done += played
            if played < piece:
                raise AgentError("table_full", states=int(used[0]), capacity=options.capacity)
            spent = max(time.process_time() - began, 1e-9)
            values = {"states": int(used[0]), "pairs": int(table[3].sum()), "games_per_s": done / spent}
            progress(done, options.games, values)
    except KeyboardInterrupt:
        progress(done, options.games, {"stopped": 1.0})
    return _store(game, *table)


def _store(game: Game, keys: Array, forms: Array, q: Array, seen: Array) -> Store:
    store = Store()
    for slot in np.flatnonzero(keys != FREE):
        text = game.text_key(forms[slot : slot + 1])
        for move in np.flatnonzero(seen[slot]):
            store.put(text, int(move), float(q[slot, move]))
    return store
