"""The compiled part of a network inside alpha-beta: a first layer that is updated move by move, in whole numbers.

A position's features are bits. The first layer is the sum of the weights of those that are on, one sum for each
player's side; after a move only the weights of changed features are added or subtracted. Every function here takes
the tuple `net`: `Accumulators`, or `()` for a search without a network, for which nothing of this is compiled.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import types

from boardwright.core.compiled.compiler import compiles_as, kernel
from boardwright.core.compiled.contract import features
from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.record import Array, Record

ONE: Final = 255
"""The activation 1.0 in whole numbers, at which a unit is clipped."""


class Accumulators(NamedTuple):
    """A network's weights, and what a search keeps for each ply."""

    words: Array
    """The features that are on, [plies, words] int64."""
    sums: Array
    """The first layer of either player's side, [plies, 2, units] int16."""
    biases: Array
    """Its biases, [units] int16."""
    first: Array
    """Its weights, [2, features, units] int16: as player 0 sees a feature, and as player 1 does."""
    value: Array
    """The weights of the value, [2, units] int16: of the side to move, and of the other."""
    policy: Array
    """The weights of each action's logit, [2, actions, 2, units] int16, by the player to move."""
    scales: Array
    """The value, and a hint for move ordering, of one unit of output, [2] float64."""
    offset: Array
    """The biases of the value [1] and of the logits by the player to move, [1 + 2 * actions] int64."""


Net = Accumulators | tuple[()]


@kernel
def lowest(bits: int) -> int:
    """The place of the lowest bit of a word that has one."""
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        if bits & ((1 << half) - 1) == 0:
            bits >>= half
            place += half
    return place


@kernel
def fill(words: Array, sums: Array, biases: Array, first: Array, ply: int) -> None:
    """Compute the first layer of a ply from nothing."""
    for side in range(2):
        here = sums[ply, side]
        for unit in range(biases.shape[0]):
            here[unit] = biases[unit]
    for at in range(words.shape[1]):
        left = int(words[ply, at])
        while left != 0:
            index = at * BITS + lowest(left)
            left &= left - 1
            for side in range(2):
                here, weights = sums[ply, side], first[side, index]
                for unit in range(biases.shape[0]):
                    here[unit] = np.int16(here[unit] + weights[unit])


@kernel
def change(words: Array, sums: Array, first: Array, ply: int) -> None:
    """Compute the first layer of a ply from that of the ply before it."""
    units = sums.shape[2]
    for side in range(2):
        here, before = sums[ply, side], sums[ply - 1, side]
        for unit in range(units):
            here[unit] = before[unit]
    for at in range(words.shape[1]):
        now = int(words[ply, at])
        changed = now ^ int(words[ply - 1, at])
        while changed != 0:
            place = lowest(changed)
            changed &= changed - 1
            index = at * BITS + place
            if (now >> place) & 1 != 0:
                for side in range(2):
                    here, weights = sums[ply, side], first[side, index]
                    for unit in range(units):
                        here[unit] = np.int16(here[unit] + weights[unit])
            else:
                for side in range(2):
                    here, weights = sums[ply, side], first[side, index]
                    for unit in range(units):
                        here[unit] = np.int16(here[unit] - weights[unit])


@kernel
def product(sums: Array, weights: Array) -> int:
    """The clipped first layer of one side times the weights of an output."""
    total = np.int32(0)
    for unit in range(sums.shape[0]):
        active = min(max(np.int32(sums[unit]), np.int32(0)), np.int32(ONE))
        total = np.int32(total + np.int32(active * np.int32(weights[unit])))
    return int(total)


def _update(net: Accumulators, row: Record, s: Record, ply: int) -> None:
    for at in range(net.words.shape[1]):
        net.words[ply, at] = 0
    features(row, s, net.words[ply])
    if ply == 0:
        fill(net.words, net.sums, net.biases, net.first, ply)
    else:
        change(net.words, net.sums, net.first, ply)


def _value(net: Accumulators, ply: int, player: int) -> float:
    total = product(net.sums[ply, player], net.value[0]) + product(net.sums[ply, 1 - player], net.value[1])
    return float(total + net.offset[0]) * float(net.scales[0])


def _hint(net: Accumulators, ply: int, player: int, action: int) -> int:
    if net.policy.shape[1] == 0:
        return 0
    weights = net.policy[player, action]
    total = product(net.sums[ply, player], weights[0]) + product(net.sums[ply, 1 - player], weights[1])
    total += net.offset[1 + player * net.policy.shape[1] + action]
    return int(float(total) * float(net.scales[1]))


def update(net: Net, row: Record, s: Record, ply: int) -> None:
    """Compute the features and the first layer of the position at a ply, from the ply before unless it is the root."""
    if isinstance(net, Accumulators):
        _update(net, row, s, ply)


def correction(net: Net, ply: int, player: int) -> float:
    """The network's value of the position at a ply to the player to move, which is added to the evaluation."""
    return _value(net, ply, player) if isinstance(net, Accumulators) else 0.0


def hint(net: Net, ply: int, player: int, action: int) -> int:
    """The network's hint for the order of an action: higher is searched first."""
    return _hint(net, ply, player, action) if isinstance(net, Accumulators) else 0


@compiles_as(update)
def _compiled_update(net: Any, row: Any, s: Any, ply: Any) -> Any:
    return _update if isinstance(net, types.NamedTuple) else lambda net, row, s, ply: None


@compiles_as(correction)
def _compiled_correction(net: Any, ply: Any, player: Any) -> Any:
    return _value if isinstance(net, types.NamedTuple) else lambda net, ply, player: 0.0


@compiles_as(hint)
def _compiled_hint(net: Any, ply: Any, player: Any, action: Any) -> Any:
    return _hint if isinstance(net, types.NamedTuple) else lambda net, ply, player, action: 0
