"""Search with a network in any number of trees at once: PUCT, or Gumbel search with sequential halving at the root.

`Trees` asks an evaluator for the policy logits and values of a batch of observations; a network of torch or of ONNX
Runtime will do. The compiled loop is in `puct_loop.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boardwright.agents import puct_loop
from boardwright.core import refusals
from boardwright.core.compiled.loops import raw_bytes
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array

Floats = npt.NDArray[np.float32]
Evaluator = Callable[[Array], tuple[Floats, Floats]]
"""Observations [N] to policy logits [N, A] and values [N], from -1 to 1 for the observing player."""


@dataclass(frozen=True)
class Options:
    """The options of a search.

    `leaves`: the leaves of one tree in a batch. `considered`: the actions that Gumbel search begins with; 0 for PUCT at
    the root. `noise`: the share of the noise in the root's priors by PUCT. `cache_size`: the entries of the cache of
    the network's answers. `multiple`: the network is asked about a multiple of so many rows, old ones among them.
    """

    iterations: int
    exploration: float = 1.5
    leaves: int = 1
    considered: int = 0
    noise: float = 0.0
    cache_size: int = 0
    multiple: int = 1
    visit_scale: float = 50.0
    value_scale: float = 1.0


class Trees:
    """Searches of one game in lockstep. The memory is allocated once."""

    def __init__(self, game: Game, count: int, options: Options, evaluator: Evaluator) -> None:
        self.game, self.count, self.options, self.evaluator = game, count, options, evaluator
        definition, actions = game.definition, game.actions.policy
        room = options.iterations + 1
        slots = count * options.leaves
        opposed = game.players == 2 and definition.zero_sum
        views = 1 if opposed or game.players == 1 else game.players
        self.settings = np.zeros(1, puct_loop.SETTINGS)
        for name, value in {
            "hidden": not definition.perfect_information,
            "fixed": definition.perfect_information and not game.has_chance,
            "gumbel": options.considered > 0,
            "players": game.players,
            "views": views,
            "leaves": options.leaves,
            "room": room,
            "branches": room * actions,
            # The cache keeps one value for a position, that of the player to move.
            "cache_size": options.cache_size if views == 1 else 0,
            "exploration": options.exploration,
            "noise": options.noise,
            "least": definition.returns[0],
            "most": definition.returns[1],
            "visit_scale": options.visit_scale,
            "value_scale": options.value_scale,
        }.items():
            self.settings[name] = value
        self.trees = np.zeros(count, puct_loop.TREE)
        self.nodes = np.zeros(count * room, puct_loop.NODE)
        self.edges = np.zeros(count * room * actions, puct_loop.EDGE)
        self.noise = np.zeros((count, actions), np.float32)
        self.evaluations = 0
        self._views, self._room = views, room
        self._work, self._blank = game.new(), np.zeros(1, game.observation_dtype)
        self._slots = np.zeros(slots, puct_loop.SLOT)
        # The last row is room for a simulation that needs no answer.
        self._paths = [np.zeros((slots + 1, room), np.int32) for _ in range(2)]
        self._mask = np.zeros((slots + 1, actions), np.bool_)
        self._observations = np.zeros((slots + 1) * views + options.multiple, game.observation_dtype)
        self._raw = raw_bytes(self._observations)
        self._logits = np.zeros(((slots + 1) * views, actions), np.float32)
        self._values = np.zeros((slots + 1) * views, np.float32)
        sequences = [visit_sequence(number, options.iterations) for number in range(options.considered + 1)]
        self._sequence = np.array(sequences, np.int32)
        size = max(int(self.settings["cache_size"][0]), 1)
        self._cache = (np.zeros(size, np.int64), np.zeros((size, actions), np.float32), np.zeros(size, np.float32))

    def search(
        self, roots: Array, players: Array, seeds: Array, searching: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Search every tree from its root, or those of a mask, for the player who searches. No root may be over.

        The noise of the roots is in `noise`, [trees, actions]: for each action a Gumbel number, or a share.
        """
        self.begin(roots, players, seeds, searching)
        self.extend(roots)

    def begin(self, roots: Array, players: Array, seeds: Array, searching: Mask | None = None) -> None:
        """Forget the trees, and plant new ones."""
        trees, first = self.trees, np.arange(self.count) * self._room
        trees["wanted"] = self.options.iterations if searching is None else searching * self.options.iterations
        for name in ("done", "waiting", "stop"):
            trees[name] = 0
        trees["nodes"], trees["seed"], trees["player"] = 1, seeds, players
        trees["edges"] = np.arange(self.count) * int(self.settings["branches"][0])
        self.nodes["key"][first], self.nodes["edges"][first], self.nodes["visits"][first] = 0, puct_loop.UNSEEN, 0
        self.nodes["mover"][first] = roots["to_move"]

    def extend(self, roots: Array) -> None:
        """Go on until every tree has its simulations, or is stopped."""
        game, views, answered = self.game, self._views, 0
        while True:
            answered = int(
                game.run(
                    puct_loop.tick,
                    game.params,
                    roots,
                    self._work,
                    self.trees,
                    self.nodes,
                    self.edges,
                    self._slots,
                    *self._paths,
                    self.settings,
                    self._sequence,
                    self.noise,
                    self._mask,
                    self._blank,
                    self._observations,
                    self._raw,
                    self._logits,
                    self._values,
                    answered,
                    *self._cache,
                )
            )
            if answered == puct_loop.BLIND:
                raise refusals.of_redraw(game, roots)
            if answered == 0:
                return
            rows = answered * views
            padded = -(-rows // self.options.multiple) * self.options.multiple
            logits, values = self.evaluator(self._observations[:padded])
            self._logits[:rows], self._values[:rows] = logits[:rows], np.clip(values[:rows], -1.0, 1.0)
            self.evaluations += rows

    def conclusions(self) -> tuple[Array, Array, Array]:
        """What was found: policies [trees, actions], actions and values [trees]. Zeros in trees that rested."""
        policies = np.zeros(self.noise.shape, np.float64)
        actions, values = np.zeros(self.count, np.int64), np.zeros(self.count, np.float64)
        arrays = (self.trees, self.nodes, self.edges, self.settings, self.noise)
        self.game.run(puct_loop.conclude, *arrays, policies, actions, values)
        return policies, actions, values

    def stop(self) -> None:
        """Stop all searches, which may run in another thread, after one simulation at least."""
        self.trees["stop"] = 1

    def root_edges(self, tree: int) -> npt.NDArray[np.void]:
        """The edges of a root: one for each legal action."""
        return self.edges_of(tree * self._room)

    def edges_of(self, node: int) -> npt.NDArray[np.void]:
        """The edges of a node; none if the network was not asked about it."""
        first, count = int(self.nodes["first_edge"][node]), max(int(self.nodes["edges"][node]), 0)
        found: npt.NDArray[np.void] = self.edges[first : first + count]
        return found


def visit_sequence(considered: int, simulations: int) -> list[int]:
    """The visits that the next action has at each simulation, by sequential halving of so many actions."""
    if considered <= 1:
        return list(range(simulations))
    phases, left = math.ceil(math.log2(considered)), considered
    visits, sequence = [0] * considered, list[int]()
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            sequence += visits[:left]
            visits[:left] = [visit + 1 for visit in visits[:left]]
        left = max(2, left // 2)
    return sequence[:simulations]
