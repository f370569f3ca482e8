"""The interface that the laws ask of any environment: an adapter for each library implements it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]

RAISES: Final = "raises"
ENDS: Final = "ends"
IGNORED: Final = "ignored"
ACCEPTED: Final = "accepted"
"""The answers to an illegal action: an error; the end of the episode against the player; no change; or a step."""


class Environment(ABC):
    """One episode at a time of another library's environment, played by whoever calls, in every seat.

    `refusals` are the answers to illegal actions that the library documents, empty if it documents none. `total` is
    the sum of all players' rewards over an episode, None where nothing is known of it. `longest` is the most actions
    of an episode, None without a declared limit, and `bounds` the lowest and highest return of a player.
    """

    library: str
    """The library's key in `Definition.peers`."""

    name: str
    players: int
    actions: int
    refusals: tuple[str, ...]
    total: float | None = None
    longest: int | None = None
    bounds: tuple[float, float] | None = None

    @abstractmethod
    def begin(self, seed: int) -> None:
        """Begin an episode."""

    @property
    @abstractmethod
    def mover(self) -> int | None:
        """The player to act, None when the episode is over."""

    @abstractmethod
    def mask(self) -> Mask:
        """The legal action mask of the player to act, [A]; all False when the episode is over."""

    @abstractmethod
    def act(self, action: int) -> None:
        """Take an action for the player to act."""

    @abstractmethod
    def returns(self) -> list[float]:
        """The rewards of each player so far in the episode, summed, [P]."""

    @abstractmethod
    def observations(self) -> Mapping[str, Any]:
        """Everything that players can observe now, by name."""

    @abstractmethod
    def misfits(self) -> list[str]:
        """The names of observations that are outside their declared spaces."""

    @abstractmethod
    def copies(self) -> Mapping[str, Environment]:
        """Independent copies of the episode, by the way in which they were made."""

    def act_illegally(self, action: int) -> None:
        """Take an action that the mask forbids, in the way for which the library documents the answer."""
        self.act(action)

    def unfinished(self) -> list[str]:
        """At the end of an episode: the parts of the library's protocol that deny it. May end the episode for good."""
        return []

    def close(self) -> None:
        """Release what the environment holds."""
        return


def fingerprint(env: Environment) -> bytes:
    """All that can be seen from outside: the player to act, mask, returns and observations."""
    return freeze([env.mover, env.mask(), env.returns(), dict(env.observations())])


def freeze(value: Any) -> bytes:
    """Bytes that are equal for equal values: arrays, numbers and texts in lists, tuples and dictionaries."""
    if isinstance(value, Mapping):
        return b"{" + b",".join(freeze(key) + b":" + freeze(value[key]) for key in sorted(value, key=str)) + b"}"
    if isinstance(value, list | tuple):
        return b"[" + b",".join(map(freeze, value)) + b"]"
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str}{value.shape}".encode() + np.ascontiguousarray(value).tobytes()
    return repr(value.item() if isinstance(value, np.generic) else value).encode()
