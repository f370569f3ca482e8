"""Monte Carlo tree search with a network in place of rollouts: `mcts:model=NAME`, for any game with a model.

The network's policy says which actions deserve simulations (PUCT), its value what a leaf is worth. Several leaves of
the tree are one batch. The same turn gives the same answer, unless a time budget ends the search.

No tree is kept between turns, since an answer would depend on the turns before. The network's answers are, in games
without chance and secrets: half of the positions of a search and more were met before, in it or in the last one.
"""

from __future__ import annotations

import numpy as np

from boardwright.agents import onnx_model, puct
from boardwright.agents.clock import clock
from boardwright.core import dice
from boardwright.core.agent import Explanation, Turn
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word

EXPLAINED = 30
"""Visits from which on the mean of what an action led to is told as its value."""

UNTAUGHT = -1e4
"""The logit of an action of a kind that the network was not trained on."""


MEMORY, LEAST = 1 << 24, 1024
"""The bytes of the network's answers that are kept, about, and the number of answers that are kept at least."""

OVERHEAD = 160
"""The bytes that Python takes for an entry beside the observation and the logits."""


class Answers:
    """The network's answers by observation, the oldest forgotten first. It would give a kept answer again."""

    def __init__(self, network: onnx_model.PolicyAgent, game: Game) -> None:
        self.network = network
        self.asked = 0
        """The rows that the network has answered."""
        actions = game.actions.policy
        rows = max(MEMORY // (4 * actions + game.observation_dtype.itemsize + OVERHEAD), LEAST)
        self._logits, self._values = np.zeros((rows, actions), np.float32), np.zeros(rows, np.float32)
        self._places: dict[bytes, int] = {}
        self._keys = [b""] * rows

    def __call__(self, observations: Array) -> tuple[Array, Array]:
        """The policy logits [N, A] and values [N]. The network is asked about rows that it has not answered."""
        size, raw = observations.itemsize, observations.tobytes()
        keys = [raw[at : at + size] for at in range(0, len(raw), size)]
        places = [self._places.get(key, -1) for key in keys]
        logits, values = self._logits[places], self._values[places]
        rows = [row for row, place in enumerate(places) if place < 0]
        if rows:
            logits[rows], values[rows], _ = self.network.outputs(observations[rows])
        for row in rows:
            place = self.asked % len(self._keys)
            self._places.pop(self._keys[place], None)
            self._places[keys[row]], self._keys[place] = place, keys[row]
            self._logits[place], self._values[place] = logits[row], values[row]
            self.asked += 1
        return logits, values


class NetworkMcts:
    """Tree search with a network; its memory is allocated once and reused for every turn."""

    def __init__(self, game: Game, network: onnx_model.PolicyAgent, options: puct.Options, seconds: float) -> None:
        self.game, self.network, self.seconds = game, network, seconds
        self.trees = puct.Trees(game, 1, options, self._evaluate)
        fixed = game.definition.perfect_information and not game.has_chance
        self.answers = Answers(network, game) if fixed else None
        self._trained = network.trained(game.actions.policy)

    @property
    def iterations(self) -> int:
        """Simulations of the last search."""
        return int(self.trees.trees["done"][0])

    @property
    def nodes(self) -> int:
        """Nodes in the tree of the last search."""
        return int(self.trees.trees["nodes"][0])

    def act(self, turn: Turn) -> int:
        """The most visited action."""
        legal = turn.legal_actions
        return legal[0] if len(legal) == 1 else self._best(self.search(turn))

    def explain(self, turn: Turn) -> Explanation:
        """The choice, with each action's share of the visits as its score."""
        edges = self.search(turn)
        done = max(self.iterations, 1)
        scores = dict(zip(edges["action"].tolist(), (edges["visits"] / done).tolist()))
        action = self._best(edges)
        [chosen] = edges[edges["action"] == action]
        visits = max(int(chosen["visits"]), 1)
        share = round(50.0 * (1.0 + float(chosen["total_value"]) / visits), 1)
        prior = round(100.0 * float(chosen["prior"]), 1)
        params = {"share": share, "visits": visits, "iterations": self.iterations, "prior": prior}
        reason = Word("reason_simulations", params)
        often = edges[edges["visits"] >= EXPLAINED]
        values = dict(zip(often["action"].tolist(), (often["total_value"] / often["visits"]).tolist()))
        value = share / 50.0 - 1.0
        return Explanation(action, scores, self._line(turn), reason, shares=True, value=value, values=values)

    def search(self, turn: Turn) -> np.ndarray[tuple[int], np.dtype[np.void]]:
        """Build the tree for a turn. Return the root's edges, one for each legal action."""
        player, seed = np.array([turn.player]), np.array([dice.any_seed(turn.rng)])
        self.trees.begin(turn.imagined, player, seed)
        with clock(self.seconds, self.stop):
            self.trees.extend(turn.imagined)
        return self.trees.root_edges(0)

    def stop(self) -> None:
        """Stop a search that runs in another thread; it returns its best result, after one simulation at least."""
        self.trees.stop()

    def _evaluate(self, observations: Array) -> tuple[puct.Floats, puct.Floats]:
        logits, values = self.answers(observations) if self.answers else self.network.outputs(observations)[:2]
        return np.where(self._trained, logits, UNTAUGHT), values

    @staticmethod
    def _best(edges: Array) -> int:
        """The most visited action; of equals, the one with the highest value, then prior."""
        best = np.lexsort((edges["prior"], edges["total_value"], edges["visits"]))[-1]
        return int(edges["action"][best])

    def _line(self, turn: Turn) -> tuple[int, ...]:
        """The principal variation, up to the first chance event or hidden information."""
        line: list[int] = []
        state, node = turn.imagined.copy(), 0
        fixed, hidden = (bool(self.trees.settings[name][0]) for name in ("fixed", "hidden"))
        while node >= 0 and len(edges := self.trees.edges_of(node)) and edges["visits"].any():
            line.append(self._best(edges))
            if not fixed and (hidden or int(self.game.chance(state, line[-1])[0]) != 1):
                break
            self.game.step(state, line[-1])
            [chosen] = edges[edges["action"] == line[-1]]
            node = int(chosen["first_child"])
        return tuple(line)
