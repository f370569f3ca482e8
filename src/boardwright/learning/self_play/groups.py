"""Groups of games as pieces of work: the same positions in a thread, in another process or on another machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from boardwright.agents import puct
from boardwright.arena.executors import Shared
from boardwright.core.game import Game
from boardwright.learning.self_play import games

if TYPE_CHECKING:
    from boardwright.learning.self_play.trainer import Options

ROWS = 16
"""Torch compiles code for every number of rows: in multiples of 16 there are few, and a pass is up to twice as fast."""


@dataclass(frozen=True)
class Group:
    """The games of a group in a round: all that they depend on. `passes` are those of the network that plays."""

    game: Game
    passes: Shared[puct.Evaluator]
    options: Options
    threads: int
    seed: tuple[int, int, int]
    """The run's, the round and the group."""


def play_group(group: Group, tick: Callable[[int], None]) -> games.Played:
    """Play the games of a group; `tick` is called after every ply."""
    options = group.options
    search = puct.Options(
        iterations=options.simulations,
        exploration=options.exploration,
        considered=options.considered,
        cache_size=options.cache_size,
        multiple=ROWS,
        visit_scale=options.visit_scale,
        value_scale=options.value_scale,
    )
    return games.play(
        group.game,
        puct.Trees(group.game, options.games, search, group.passes.get()),
        seed=int(np.random.SeedSequence(group.seed).generate_state(1, np.uint64)[0] >> 2),
        random_plies=options.random_plies,
        bootstrap=options.bootstrap,
        tick=tick,
    )


def play_elsewhere(group: Group) -> tuple[games.Played, float]:
    """Play a group in a process of its own. Return also the CPU seconds that it took."""
    began = time.process_time()
    # With other threads than the learner's the network's passes could be rounded otherwise.
    torch.set_num_threads(group.threads)
    return play_group(group, lambda ply: None), time.process_time() - began
