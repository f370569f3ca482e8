"""What every stage of a training run has: imitation, PPO, self-play and Descent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from torch import Tensor

from boardwright.core.agent import Agent
from boardwright.core.progress import Progress
from boardwright.core.telemetry import Watcher
from boardwright.learning.networks import Network


class Player(Agent, Protocol):
    """An agent that plays by a network."""

    network: Network


class Stage(Protocol):
    """A stage of a run. `done` and `total` count its rounds; `advance` carries out one and returns its metrics.

    `pace` has how far the stage is at the beginning of each round, if not by the number of rounds: see pace.py.
    """

    done: int
    pace: list[float]

    @property
    def total(self) -> int: ...
    @property
    def player(self) -> Player: ...
    @property
    def watcher(self) -> Watcher | None: ...
    def advance(self, progress: Progress) -> dict[str, float]: ...
    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]: ...
    def restore(self, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None: ...
