"""Laws about chance."""

from __future__ import annotations

import numpy as np

from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.testing.cases import Cases
from boardwright.testing.laws.law import law, require

TRIED = 8
"""Actions drawn in each state."""

MANY = 64
"""Draws tried where an action needs raw bits or one number out of very many."""


def _after(game: Game, state: Array, action: int, draws: list[int]) -> Array:
    rows = np.repeat(state, len(draws))
    game.step(rows, np.full(len(draws), action), np.array(draws))
    return rows


@law("chance", "advance")
def draws_are_used_as_declared(game: Game, cases: Cases) -> int:
    """Where `chance` is 1 the draw does not matter; elsewhere it does, and every draw in range is accepted."""
    tried = 0
    draws_matter, needs_draws = False, False
    for case in cases.open:
        legal = cases.legal(case.state)
        for action in dict.fromkeys(cases.action(legal) for _ in range(TRIED)):
            needed = int(game.chance(case.state, action)[0])
            require(0 <= needed < 1 << 31, case, action=action, chance=needed)
            if needed == 1:
                after = _after(game, case.state, action, [0, 1, 12345])
                require(_equal(after), case, action=action, chance=1)
                tried += 3
                continue
            needs_draws = True
            many = needed == 0 or needed > MANY
            draws = cases.rng.integers(0, needed or 1 << dice.BITS, MANY).tolist() if many else list(range(needed))
            after = _after(game, case.state, action, draws)
            require(_sound(game, after), case, action=action, chance=needed)
            draws_matter = draws_matter or not _equal(after)
            tried += len(draws)
    require(draws_matter or not needs_draws, None, draws="never change anything")
    return tried


def _equal(rows: Array) -> bool:
    return all(rows[i : i + 1].tobytes() == rows[:1].tobytes() for i in range(1, len(rows)))


def _sound(game: Game, rows: Array) -> bool:
    # A draw may end the game but must not lead into a position without moves.
    over = rows["to_move"] == TERMINAL
    return bool(np.all(over | game.legal_mask(rows).any(axis=1)))
