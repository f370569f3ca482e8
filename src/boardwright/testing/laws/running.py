"""Laws about running a game: in any batch, on any number of threads, compiled or not."""

from __future__ import annotations

import numba
import numpy as np

from boardwright.core import dice
from boardwright.core.batch import Batch
from boardwright.core.compiled import compiler
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.testing.cases import Case, Cases
from boardwright.testing.laws.law import INTERPRETED, SHIPPED, law, require


def _moves(cases: Cases) -> tuple[Array, Array]:
    actions = [cases.action(cases.legal(case.state)) for case in cases.open]
    draws = [cases.draw(case.state, action) for case, action in zip(cases.open, actions)]
    return np.array(actions), np.array(draws)


@law("advance", "legal", "observe")
def batch_is_its_rows(game: Game, cases: Cases) -> int:
    """A batch of N has the results of N batches of one."""
    actions, draws = _moves(cases)
    rows = cases.rows()
    game.step(rows, actions, draws)
    masks, seen = game.legal_mask(rows), game.observe(rows, 0)
    for i, case in enumerate(cases.open):
        one = case.state.copy()
        game.step(one, actions[i : i + 1], draws[i : i + 1])
        require(one.tobytes() == rows[i : i + 1].tobytes(), case, action=actions[i], row=i)
        require(np.array_equal(game.legal_mask(one)[0], masks[i]), case, mask="differs", row=i)
        require(game.observe(one, 0).tobytes() == seen[i : i + 1].tobytes(), case, observation="differs", row=i)
    return len(rows)


@law("check")
def bad_row_stops_all(game: Game, cases: Cases) -> int:
    """If one action of a batch is illegal, no row changes."""
    actions, draws = _moves(cases)
    rows = cases.rows()
    before = rows.tobytes()
    for bad in {0, len(rows) // 2, len(rows) - 1}:
        spoilt = actions.copy()
        spoilt[bad] = game.actions.count
        try:
            game.step(rows, spoilt, draws)
            raised = False
        except BoardwrightError:
            raised = True
        require(raised and rows.tobytes() == before, cases.open[bad], row=bad)
    return len(rows)


# Not with bounds checks: three more loops to compile, a third of the time, for functions that other laws ran there.
@law("advance", "observe", phases=(SHIPPED,))
def threads_agree(game: Game, cases: Cases) -> int:
    """A batch on several threads has the bytes of a batch on one."""
    threads = 1 if compiler.INTERPRETED or game.interpreted else min(2, numba.config.NUMBA_NUM_THREADS)
    n, steps = (64, 40) if threads > 1 else (4, 10)
    one = Batch(game, n, seed=7)
    several = Batch(game, n, seed=7, threads=threads)
    for step in range(steps):
        actions = _random(one.mask, step)
        one.step(actions)
        several.step(actions)
        for name in ("states", "mask", "observations", "ended"):
            same = getattr(one, name).tobytes() == getattr(several, name).tobytes()
            require(same, None, differs=name, step=step)
    return n * steps


@law("advance", phases=(INTERPRETED, SHIPPED))
def games_do_not_depend_on_the_batch(game: Game, cases: Cases) -> int:
    """Game g of a seed is the same game in a batch of any size."""
    small, large = _first_plies(game, 2), _first_plies(game, 5)
    shared = min(len(small), len(large))
    for ply in range(shared):
        require(small[ply] == large[ply], None, ply=ply)
    return 2 * shared


def _first_plies(game: Game, n: int) -> list[bytes]:
    # The states of games 0 and 1, ply by ply, until some row starts another game.
    batch = Batch(game, n, seed=3)
    seen = [batch.states[:2].tobytes()]
    for ply in range(min(game.max_plies, 12)):
        batch.step(_random(batch.mask, ply))
        if batch.ended.any():
            break
        seen.append(batch.states[:2].tobytes())
    return seen


def _random(mask: Array, step: int) -> Array:
    bits = [int(dice.keyed(11, row, step)) for row in range(len(mask))]
    return np.array([np.flatnonzero(m)[b % m.sum()] for m, b in zip(mask, bits)])


@law("advance", "legal", "observe", "order", "evaluate", "suggest", "resample", phases=(SHIPPED,))
def interpreted_agrees(game: Game, cases: Cases) -> int:
    """Run as plain Python, the game gives the bytes that its machine code gives."""
    other = game.as_interpreted()
    tried = 0
    for case in cases.open[:60]:
        tried += _same(game, other, case, cases)
    return tried


def _same(game: Game, other: Game, case: Case, cases: Cases) -> int:
    action = cases.action(cases.legal(case.state))
    draw = cases.draw(case.state, action)
    bits = dice.raw_bits(cases.rng)
    every = np.arange(game.actions.count)
    many = np.repeat(case.state, every.size)
    pairs: dict[str, list[Array]] = {
        "check": [g.why_not(many, every) for g in (game, other)],
        "legal": [g.legal_mask(case.state) for g in (game, other)],
        "observe": [g.observe(case.state) for g in (game, other)],
        "chance": [g.chance(case.state, action) for g in (game, other)],
        "actor": [g.actor(case.state, action) for g in (game, other)],
        "order": [g.order(case.state, action) for g in (game, other)],
        "evaluate": [g.evaluate(case.state, 0) for g in (game, other)],
        "suggest": [g.suggest(case.state, bits) for g in (game, other)],
        "resample": [g.resample(case.state, 0, draw) for g in (game, other)],
        "key": [g.key(case.state) for g in (game, other)],
    }
    for name, (compiled, plain) in pairs.items():
        require(compiled.tobytes() == plain.tobytes(), case, function=name, compiled=compiled, interpreted=plain)
    after, plain_after = case.state.copy(), case.state.copy()
    game.step(after, [action], [draw])
    other.step(plain_after, [action], [draw])
    require(after.tobytes() == plain_after.tobytes(), case, function="advance", action=action, draw=draw)
    return len(pairs) + 1
