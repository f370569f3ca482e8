"""Parts of a rollout as pieces of work: a part's games travel with it, so that any process can play any part.

A piece has all that its steps depend on, and the games come back with the steps. A part whose process died is played
again from the same piece, to the same bytes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from boardwright.agents.spec import Named, named
from boardwright.arena.executors import Executor, Shared
from boardwright.core import dice
from boardwright.core.game import Game
from boardwright.core.progress import silent
from boardwright.core.record import Array
from boardwright.envs.opponents import Pool
from boardwright.learning import devices
from boardwright.learning.checkpoints import pack_bytes, unpack_bytes
from boardwright.learning.networks import Network
from boardwright.learning.rollout import RolloutBuffer
from boardwright.learning.rollout_rows import Rows, collect, require_truth
from boardwright.learning.rollout_stats import RolloutStats
from boardwright.learning.telemetry import watcher_of
from boardwright.learning.torch_player import NetworkAgent

if TYPE_CHECKING:
    from boardwright.learning.ppo import Options

State = Mapping[str, Array]


class SentPool:
    """A pool of opponents that can be pickled: agents are made again from their text, networks travel."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def __reduce__(self) -> tuple[Any, ...]:
        members = [
            (member.text, member.agent if isinstance(member.agent, NetworkAgent) else None, share)
            for member, share in zip(self.pool.members, self.pool.shares)
        ]
        return _received, (self.pool.game, members)


def _received(game: Game, members: Sequence[tuple[str, NetworkAgent | None, float]]) -> SentPool:
    pool = Pool(game, {"random": 1.0})
    pool.set([(Named(text, agent) if agent else named(text, game), share) for text, agent, share in members])
    return SentPool(pool)


class Opponents:
    """The opponents of all parts, shared anew when a league has changed them."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._members: list[Named] | None = None
        self.shared: Shared[SentPool] | None = None
        self.choices: dict[str, Any] = {}

    def update(self, choices: Mapping[str, Any]) -> None:
        """Take the environment's settings: a pool is shared, the others travel with each piece."""
        self.choices, pool = dict(choices), choices.get("opponent")
        if isinstance(pool, Pool):
            del self.choices["opponent"]
            if pool.members is not self._members:
                self._members, self.shared = pool.members, self._executor.share(SentPool(pool))


@dataclass(frozen=True)
class Piece:
    """A part of a board's rows before a rollout. `env` is None at the beginning; `watched` where nobody watches."""

    game: Game
    count: int
    options: Options
    choices: Mapping[str, Any]
    opponent: Shared[SentPool] | None
    network: Shared[Network]
    threads: int
    seeds: Sequence[int]
    frontier_only: bool
    env: State | None
    draws: Array | None
    watched: State | None
    name: str


@dataclass(frozen=True)
class Collected:
    """The steps of a part, and its games after them."""

    steps: State
    last: Array
    env: State
    draws: Array
    watched: State | None
    stats: RolloutStats
    seconds: float


def collect_part(piece: Piece) -> Collected:
    """Play the steps of a part."""
    began = time.process_time()
    # With other threads than the learner's the network's passes could be rounded otherwise.
    torch.set_num_threads(piece.threads)
    # The other way to say it, `use_deterministic_algorithms`, imports the compiler of torch: seconds for each process.
    torch.set_deterministic_debug_mode("error" if piece.options.deterministic else "default")
    network, stats = piece.network.get(), RolloutStats()
    devices.prepare(str(network.device))
    opponent = {} if piece.opponent is None else {"opponent": piece.opponent.get().pool}
    choices = {**piece.choices, **opponent}
    rows = Rows(piece.game, piece.count, piece.options, network, piece.seeds, choices, piece.name)
    generator = torch.Generator().manual_seed(piece.seeds[0])
    if piece.env is not None and piece.draws is not None:
        rows.env.restore(piece.env)
        generator.set_state(torch.from_numpy(piece.draws.copy()))
    if piece.watched is None:
        rows.watcher = None
    elif rows.watcher is not None:
        rows.watcher.restore(piece.watched)
    network.eval()
    with torch.no_grad():
        last = collect(
            rows, network, piece.options, generator, stats, frontier_only=piece.frontier_only, progress=silent
        )
    return Collected(
        rows.buffer.columns(),
        last.cpu().numpy(),
        rows.env.snapshot(),
        generator.get_state().numpy(),
        None if rows.watcher is None else rows.watcher.snapshot(),
        stats,
        time.process_time() - began,
    )


class Parts:
    """The rows that play one board, in parts, and their rollout buffer. The game's watcher sees the first part."""

    def __init__(
        self, game: Game, count: int, options: Options, device: torch.device, seed: int, name: str = ""
    ) -> None:
        require_truth(game, options)
        self.name = name
        self.game, self.count, self.options, self.device = game, count, options, device
        self._seeds = dice.row_seeds(seed, count, game.players)
        self.watcher = watcher_of(game)
        self.buffer: RolloutBuffer
        cuts = np.linspace(0, count, min(options.parts, count) + 1).astype(int)
        self._starts, self._sizes = cuts[:-1].tolist(), np.diff(cuts).tolist()
        self._envs: list[State | None] = [None] * len(self)
        self._draws: list[Array | None] = [None] * len(self)

    def __len__(self) -> int:
        return len(self._sizes)

    def pieces(
        self, network: Shared[Network], choices: Mapping[str, Any], opponent: Shared[SentPool] | None,
        *, frontier_only: bool,
    ) -> Iterator[Piece]:  # fmt: skip
        """The pieces of the next rollout."""
        for number, (start, size) in enumerate(zip(self._starts, self._sizes)):
            yield Piece(
                self.game,
                size,
                self.options,
                choices,
                opponent,
                network,
                torch.get_num_threads(),
                self._seeds[start : start + size],
                frontier_only,
                self._envs[number],
                self._draws[number],
                self.watcher.snapshot() if self.watcher is not None and number == 0 else None,
                self.name,
            )

    def accept(self, results: Sequence[Collected]) -> None:
        """Join the steps of all parts, keep their games for the next rollout, and compute advantages."""
        self.buffer = RolloutBuffer.joined([result.steps for result in results], self.device)
        self._envs = [result.env for result in results]
        self._draws = [result.draws for result in results]
        if self.watcher is not None and results[0].watched is not None:
            self.watcher.restore(results[0].watched)
        last = torch.cat([torch.from_numpy(result.last) for result in results]).to(self.device)
        self.buffer.compute_gae(last, self.options.gamma, self.options.gae_lambda)

    def state(self, prefix: str) -> dict[str, Tensor]:
        """The games and generators of all parts, and the watcher, under a prefix."""
        tensors = pack_bytes(f"{prefix}.watched", self.watcher.snapshot() if self.watcher else {})
        for number, (env, draws) in enumerate(zip(self._envs, self._draws)):
            if env is not None and draws is not None:
                tensors |= pack_bytes(f"{prefix}.{number}.env", env) | pack_bytes(
                    f"{prefix}.{number}", {"draws": draws}
                )
        return tensors

    def restore(self, prefix: str, tensors: Mapping[str, Tensor]) -> None:
        """Resume from a state."""
        if self.watcher is not None:
            self.watcher.restore(unpack_bytes(f"{prefix}.watched", tensors))
        for number in range(len(self)):
            draws = tensors.get(f"{prefix}.{number}.draws")
            if draws is not None:
                self._draws[number] = draws.numpy()
                self._envs[number] = unpack_bytes(f"{prefix}.{number}.env", tensors)
