"""Descent: in each round the value network plays itself by best-first minimax, then learns from all expanded nodes.

Cohen-Solal and Cazenave, arXiv 2012.10700. There is no policy: the value head learns the minimax value of every
expanded node of the search trees, with exact values at the ends of games and proofs passed on. The average of the
weights plays. A round is whole games, so that a stopped run goes on from its last round to the same bytes.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

from boardwright.agents import descent_trees
from boardwright.agents.descent import BestFirst
from boardwright.agents.requirements import two_sided
from boardwright.core.config import Count, Share
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.core.record import Array
from boardwright.learning import learner
from boardwright.learning.descent import games
from boardwright.learning.networks import Network
from boardwright.learning.positions import Valued
from boardwright.learning.self_play.groups import ROWS
from boardwright.learning.torch_player import Precision, cast, converted

STAGE = "descent"


class Options(learner.Options):
    """The section `descent` of a recipe."""

    games: Count = Field(description="Games of a round, all at once.")
    evaluations: Count = Field(description="Positions that the network is asked about for a move.")
    nodes: Count = Field(description="Room of a game's tree; a game whose tree is full ends.")
    greedy: Share = Field(
        description="Ordinal distribution of moves by their rank: 0 is uniform, 1 the best move always."
    )
    last_greedy: Share = Field(description="The same in the last round; it changes in equal steps.")


class ValuePlayer(BestFirst):
    """The network of a run as an agent: the move after which its value is best, without a deeper search."""

    def __init__(self, game: Game, network: Network, *, precision: Precision) -> None:
        self.network = network
        self._asks = Asked(network, precision)
        super().__init__(game, self._asks, evaluations=1)


class Asked:
    """A network as the evaluator of a search, with its weights converted once."""

    def __init__(self, network: Network, precision: Precision) -> None:
        self.network, self.precision = converted(network, precision), precision

    def __call__(self, observations: Array) -> np.ndarray[Any, np.dtype[np.float32]]:
        with torch.inference_mode(), cast(self.network.device, self.precision):
            values: Tensor = self.network(self.network.inputs(observations))[1]
        return values.float().cpu().numpy()


class Descent(learner.Learner[Options, Valued]):
    """A run of Descent. One call of `advance` is one round."""

    def __init__(self, network: Network, game: Game, options: Options, *, seed: int, folder: Path) -> None:
        two_sided(STAGE, game)
        super().__init__(network, game, options, Valued, rows=options.games * ROWS, seed=seed, folder=folder)
        chosen = descent_trees.Options(options.evaluations, options.nodes, to_the_end=True, multiple=ROWS)
        self._asks = Asked(self.average.network, self.precision)
        self._trees = descent_trees.Trees(game, options.games, chosen, lambda seen: self._asks(seen))

    @property
    def player(self) -> ValuePlayer:
        """The network of the EMA as an agent that looks one ply ahead."""
        return ValuePlayer(self.game, self.average.network, precision=self.precision)

    def advance(self, progress: Progress) -> dict[str, float]:
        """Play a round, then learn. Return the metrics; `progress` is called after every ply and every batch."""
        began = time.process_time()
        options = self.options
        self._asks = Asked(self.average.network, self.precision)
        key = np.random.SeedSequence((self.seed, self.done, 0xDE5C))
        played = games.play(
            self.game,
            self._trees,
            seed=int(key.generate_state(1, np.uint64)[0] >> 2),
            random_plies=options.random_plies,
            greedy=options.greedy + (options.last_greedy - options.greedy) * self.done / max(1, self.total - 1),
            tick=lambda ply: progress(ply, None, {"ply": ply}),
        )
        collected = time.process_time() - began
        figures = self.learn(played.positions, np.random.default_rng((self.seed, self.done, 0x1EA2)), progress)
        return {
            **self.metrics(len(played.positions), time.process_time() - began),
            "loss": float(figures[0]),
            "value_loss": float(figures[0]),
            "played_plies": played.plies / played.games,
            "solved": played.solved / played.games,
            "full": played.full / played.games,
            "evaluations": float(played.evaluations),
            "collect_seconds": collected,
        }

    def kept(self, done: int) -> int:
        """The rounds that a round learns from."""
        return self.options.window

    def losses(self, batch: Valued, rng: np.random.Generator) -> Tensor:
        """The squared error of the values."""
        observations, _ = self.turned(batch.observations, rng)
        value = self.heads(observations)[1]
        return functional.mse_loss(value.float(), torch.from_numpy(batch.values).to(value.device)).reshape(1)
