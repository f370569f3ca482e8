"""Games of a network against itself: many in lockstep, each move by a tree search of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from boardwright.agents import puct
from boardwright.core import dice
from boardwright.core.errors import AgentError
from boardwright.core.game import Game, Mask
from boardwright.core.record import TERMINAL, Array
from boardwright.learning.positions import Positions


@dataclass
class Played:
    """The positions of some games, and facts about them: their number, plies, draws, and wins of the first player."""

    positions: Positions
    games: int
    plies: int
    draws: int
    first_wins: int
    evaluations: int

    @classmethod
    def joined(cls, parts: Sequence[Played]) -> Played:
        """Return the games of several parts, in order."""
        counts = (sum(getattr(part, field.name) for part in parts) for field in fields(cls)[1:])
        return cls(Positions.joined([part.positions for part in parts]), *counts)


def play_groups(groups: Sequence[Callable[[Callable[[int], None]], Played]], tick: Callable[[int], None]) -> Played:
    """Play groups of games side by side, each in a thread: one searches while another awaits its network.

    A group knows nothing of the others, so the result does not depend on which is faster.
    """
    stopped = threading.Event()

    def ticking(ply: int) -> None:
        if stopped.is_set():
            raise CancelledError
        tick(ply)

    if len(groups) == 1:
        return groups[0](tick)
    with ThreadPoolExecutor(len(groups)) as pool:
        waiting = [pool.submit(group, ticking) for group in groups]
        try:
            return Played.joined([future.result() for future in waiting])
        except BaseException:
            stopped.set()  # else a Ctrl-C would wait for whole games
            raise


def play(
    game: Game,
    trees: puct.Trees,
    *,
    seed: int,
    random_plies: int,
    bootstrap: float,
    tick: Callable[[int], None],
) -> Played:
    """Play a game in every tree to its end. Return all positions in which there was a choice.

    A game begins with up to `random_plies` random actions, so that games differ and odd positions are seen. A value is
    the return at the end, from -1 to 1; `bootstrap` of it is the value that the search found.
    """
    rows = trees.count
    rng = np.random.default_rng(seed)
    seeds = np.arange(rows) + seed
    states = np.concatenate([game.new(variant=row % len(game.configs)) for row in range(rows)])
    opening = rng.integers(0, random_plies + 1, rows)
    seen: list[tuple[npt.NDArray[np.int64], Array, Mask, Array, Array, Array]] = []
    plies = np.zeros(rows, np.int64)
    asked = trees.evaluations
    while (states["to_move"] != TERMINAL).any():
        running = np.flatnonzero(states["to_move"] != TERMINAL)
        masks = np.zeros((rows, game.actions.policy), np.bool_)
        masks[running] = game.legal_mask(states[running])
        choices = masks.sum(axis=1)
        players = np.maximum(states["to_move"].astype(np.int64), 0)
        searching = (choices > 1) & (plies >= opening)
        actions = np.argmax(masks * rng.random(masks.shape), axis=1)
        if searching.any():
            trees.noise[:] = rng.gumbel(size=masks.shape)
            trees.search(states, players, dice.keyed_rows(seeds, np.full(rows, 1), plies), searching)
            policies, chosen, values = trees.conclusions()
            which = np.flatnonzero(searching)
            observations = game.observe(states[which], players[which])
            seen.append((which, observations, masks[which], policies[which], values[which], players[which]))
            actions[which] = chosen[which]
        bits = dice.keyed_rows(seeds, np.zeros(rows, np.int64), plies)
        draws = game.draws(states[running], actions[running], bits[running])
        moved = states[running]
        game.step(moved, actions[running], draws)
        states[running] = moved
        plies[running] += 1
        tick(int(plies.max()))
    if not seen:
        raise AgentError("self_play_no_choice", game=game.name)
    least, most = game.definition.returns
    returns = 2.0 * (states["returns"].reshape(rows, -1) - least) / (most - least) - 1.0
    positions = Positions.joined(
        [
            Positions(
                observations=observations,
                masks=legal,
                policies=policies.astype(np.float32),
                values=((1.0 - bootstrap) * returns[which, players] + bootstrap * values).astype(np.float32),
            )
            for which, observations, legal, policies, values, players in seen
        ]
    )
    first = returns[:, 0]
    draws_count, wins = int((np.abs(first) < 0.5).sum()), int((first > 0.5).sum())
    return Played(positions, rows, int(plies.sum()), draws_count, wins, trees.evaluations - asked)
