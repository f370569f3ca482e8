"""Games of a value network against itself by best-first minimax: many in lockstep, each with one tree for all moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boardwright.agents.descent_trees import Trees
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.learning.positions import Valued


@dataclass
class Played:
    """The positions of some games, and facts about them: plies, games whose root was solved, and full trees."""

    positions: Valued
    games: int
    plies: int
    solved: int
    full: int
    evaluations: int


def play(
    game: Game,
    trees: Trees,
    *,
    seed: int,
    random_plies: int,
    greedy: float,
    tick: Callable[[int], None],
) -> Played:
    """Play a game in every tree. Return all nodes that were expanded, with their minimax values.

    A game begins with up to `random_plies` random actions. Moves are drawn by their rank (see `ordinal`). It ends with
    its last move, or once its outcome is proved: the values of its nodes are known then. So they are if its tree is
    full, which ends it, too.
    """
    rows = trees.count
    rng = np.random.default_rng(seed)
    states = opened(game, rows, random_plies, rng)
    trees.begin(states)
    plies, asked = 0, trees.evaluations
    running = states["to_move"] != TERMINAL
    solved = 0
    while running.any():
        trees.extend(states)
        drawn = rng.random(rows)  # a number for every tree: a game does not depend on when others end
        roots = trees.trees["root"].copy()
        which = [int(tree) for tree in np.flatnonzero(running)]
        for tree in which:
            children, _ = trees.children(tree)
            proved = bool(trees.nodes["solved"][roots[tree]])
            solved += proved
            if proved or trees.trees["full"][tree] or not len(children):
                running[tree] = False
            else:
                roots[tree] = children[np.searchsorted(ordinal(len(children), greedy).cumsum(), drawn[tree])]
        moving = np.flatnonzero(running)
        moved = states[moving]
        game.step(moved, trees.nodes["action"][roots[moving]].astype(np.int64))
        states[moving] = moved
        running[moving] = moved["to_move"] != TERMINAL
        plies += len(moving)
        trees.move(roots, ~running)
        tick(int(states["ply"].max()))
    observations, values = trees.lessons()
    if not len(values):
        raise AgentError("self_play_no_choice", game=game.name)
    positions = Valued(observations, values.astype(np.float32))
    return Played(positions, rows, plies, solved, int(trees.trees["full"].sum()), trees.evaluations - asked)


def opened(game: Game, rows: int, most: int, rng: np.random.Generator) -> Array:
    """Return a start position for each row, after up to `most` random plies. A game that would be over is not begun."""
    states = np.concatenate([game.new(variant=row % len(game.configs)) for row in range(rows)])
    plies = rng.integers(0, most + 1, rows)
    for ply in range(most):
        numbers = rng.random((rows, game.actions.policy))
        moving = np.flatnonzero((states["to_move"] != TERMINAL) & (plies > ply))
        if len(moving):
            moved = states[moving]
            game.step(moved, np.argmax(game.legal_mask(moved) * numbers[moving], axis=1))
            states[moving] = moved
    return states


def ordinal(count: int, greedy: float) -> npt.NDArray[np.float64]:
    """The ordinal distribution: the chances of actions by their rank alone, the best first.

    Whoever is at the head of a line of n is taken with the chance g + (1 - g) / n, where g is `greedy`; else the next
    one is at the head of a line of n - 1.
    """
    chances, left = np.zeros(count), 1.0
    for rank in range(count):
        chances[rank] = left * (greedy + (1.0 - greedy) / (count - rank))
        left -= chances[rank]
    return chances
