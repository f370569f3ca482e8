"""Laws about the functions for search: candidates, order, evaluation, quick choices."""

from __future__ import annotations

import numpy as np

from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.testing.cases import Cases
from boardwright.testing.laws.law import law, require

SUGGESTIONS = 4
"""Draws tried in each state. The states are many; what one draw misses in a state, another shows in the next."""


@law("candidates", "order")
def candidates_are_legal(game: Game, cases: Cases) -> int:
    """The moves worth searching are legal, at least one, and none twice; and `order` ranks the same each time."""
    rows = cases.rows()
    masks = game.legal_mask(rows)
    for i, (case, moves) in enumerate(zip(cases.open, game.candidates(rows))):
        require(0 < len(moves) <= game.actions.policy, case, candidates=len(moves))
        require(bool(masks[i][moves].all()), case, candidates=moves)
        require(len(set(moves.tolist())) == len(moves), case, candidates=moves)
        many = np.repeat(case.state, len(moves))
        require(np.array_equal(game.order(many, moves), game.order(many, moves)), case, order="differs")
    return len(rows)


@law("evaluate")
def evaluation_is_finite(game: Game, cases: Cases) -> int:
    """An evaluation is a number below that of a win, the same in every call."""
    rows = cases.rows()
    for player in range(game.players):
        values = game.evaluate(rows, player)
        wrong = np.flatnonzero(~np.isfinite(values) | (np.abs(values) >= 1e5))
        require(not wrong.size, cases.open[wrong[0]] if wrong.size else None, value=values[wrong[:1]])
        require(np.array_equal(values, game.evaluate(rows, player)), None, value="differs")
    return len(rows) * game.players


@law("suggest")
def suggestions_are_legal(game: Game, cases: Cases) -> int:
    """A suggested action is legal, and the same draw gives the same action."""
    rows = cases.rows()
    masks = game.legal_mask(rows)
    for number, draws in enumerate(cases.rng.integers(0, 1 << dice.BITS, (SUGGESTIONS, len(rows)))):
        suggested = game.suggest(rows, draws)
        for i, case in enumerate(cases.open):
            action = int(suggested[i])
            require(0 <= action < game.actions.policy and masks[i, action], case, suggested=action, draw=draws[i])
        if number == 0:
            differs = np.flatnonzero(suggested != game.suggest(rows, draws))
            require(not differs.size, cases.open[differs[0]] if differs.size else None, suggested="differs")
    return SUGGESTIONS * len(rows)


@law("actor")
def actors_exist(game: Game, cases: Cases) -> int:
    """An action belongs to a player who exists; a policy's action to the one who is to move."""
    tried = 0
    for case in cases.open:
        legal = cases.legal(case.state)
        actors = game.actor(np.repeat(case.state, legal.size), legal)
        require(bool(np.all((actors >= 0) & (actors < game.players))), case, actors=actors)
        own = actors[legal < game.actions.policy]
        require(bool(np.all(own == case.state["to_move"][0])), case, actors=own)
        tried += int(legal.size)
    return tried
