"""A vectorised environment over NumPy arrays: actions in; observations, rewards and legal action masks out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boardwright.core import dice, forms
from boardwright.core.batch import run_on_threads, usable_threads
from boardwright.core.errors import AgentError, BatchError, KernelError
from boardwright.core.game import Game, Mask
from boardwright.core.record import OK, Array, only_fields
from boardwright.core.words import Word, say
from boardwright.envs import opponents, turns
from boardwright.envs.buffers import Buffers, aligned
from boardwright.envs.rewards import Floats
from boardwright.envs.settings import Settled, settle


class Step(NamedTuple):
    """The transition of one action a row. Where an episode ended, observation and mask are the next episode's first.

    `truncated` is always False: a game that reaches its limit of plies is over by its rules, with the return that they
    give it, so no value of its last state may be added. `Vector.final["truncated"]` says that a limit ended it.
    """

    observations: Array
    rewards: Floats
    terminated: Mask
    truncated: Mask
    mask: Mask


class Vector:
    """A vector of `n` games with auto-reset, each row a learner's seat. Row i equals a vector of one with `seeds[i]`.

    `seats` are the learner's seats, `mask` the legal action mask, [N, A], and `observations` the current observations:
    records with the fields that the game declares, or one array by the setting `observation`. Where an episode ended
    in the last step, `ended` is true, and `final` and `final_observations` hold its last state. `reasons` are the
    reasons of refused actions, where illegal ones are penalised rather than raised. `final_opponents` are the members
    of a pool of opponents that played the ended episodes. Settings not given (see `envs.settings.settle`) are those of
    configs/envs.yaml.
    """

    def __init__(self, game: Game | str, n: int, *, seed: int | Sequence[int], **choices: Any) -> None:
        self.settled: Settled = settle(game, **choices)
        self.game = game = self.settled.game
        self.n = n
        self.threads = usable_threads(self.settled.threads)
        self.states = game.new(n)
        self.seats = np.zeros(n, np.int64)
        self.mask: Mask = aligned((n, game.actions.policy), np.bool_)
        self._records, self._final_records = (np.zeros(n, game.observation_dtype) for _ in range(2))
        self._fields = only_fields(game.observation_dtype, game.layout.observation)
        name = self.settled.observation
        self._form = None if name == forms.FIELDS else forms.form(game, name)
        self.ended = np.zeros(n, np.bool_)
        self.final = game.new(n)
        self.final_seats = np.zeros(n, np.int64)
        self.final_opponents = np.zeros(n, np.int64)
        self.reasons = np.zeros(n, np.int64)
        self.rewards = self.settled.rewards
        self._counted = self.rewards.tallies(self.states, self.seats)
        self._seeds, self._episodes = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._commands, self._actions = np.zeros(n, np.uint8), np.zeros(n, np.int64)
        self._decisions, self._unplayed = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._resting = np.zeros(n, np.bool_)
        self._waiting, self._trouble = np.zeros(n, np.bool_), np.zeros(n, np.uint8)
        self._arguments = (
            game.params,
            self.states,
            self._commands,
            self._actions,
            np.concatenate([game.new(variant=variant) for variant in range(len(game.configs))]),
            game.players,
            self.settled.seat,
            opponents.plays_randomly(self.settled.opponent),
            self.settled.patience,
            self.settled.opens,
            _openings(game, self.settled.opens),
            self.settled.random_plies,
            self._seeds,
            self._episodes,
            self.seats,
            self._decisions,
            self._unplayed,
            self._waiting,
            self.ended,
            self.final,
            self.final_seats,
            self.mask,
            np.zeros(1, game.observation_dtype),
            self._records,
            self._final_records,
            self._trouble,
        )
        self._buffers: Buffers | None = None
        self.reset(seed)

    @property
    def observations(self) -> Array:
        """The current observations, [N, ...]."""
        return self._formed(self._records)

    @property
    def final_observations(self) -> Array:
        """The last observations of the episodes that ended, [N, ...]."""
        return self._formed(self._final_records)

    @property
    def seeds(self) -> list[int]:
        """The seed of each row: a vector of one with it plays the same games."""
        return [int(seed) for seed in self._seeds]

    def observations_at(self, over: Mask) -> Array:
        """A copy of the current observations, and in rows of a mask the last ones of the ended episode, [N, ...]."""
        if not over.any():
            return self._copied()
        records = self._records.copy()
        records[over] = self._final_records[over]
        return self._formed(records)

    def reset(self, seed: int | Sequence[int] | None = None, *, rows: Mask | None = None) -> Array:
        """Begin an episode in every row, or in those of a mask: the first of a seed, or without one the row's next.

        Seeds of rows come from one seed by `dice.row_seeds`, or are given.
        """
        chosen = np.ones(self.n, np.bool_) if rows is None else self._a_row_each(np.asarray(rows, np.bool_))
        if seed is None:
            self._episodes[chosen] += 1
        else:
            if isinstance(seed, Sequence):
                seeds = list(seed)
            else:
                seeds = dice.row_seeds(dice.usable_seed(seed), self.n, self.game.players)
            self._a_row_each(np.asarray(seeds))
            self._seeds[chosen] = [dice.usable_seed(row_seed) for row_seed, begin in zip(seeds, chosen) if begin]
            self._episodes[chosen] = 0
        self.ended[:] = False
        self._commands[:] = np.where(chosen, turns.BEGIN, turns.REST)
        self._advance()
        self._begin_counting(chosen)
        self._share()
        return self._copied()

    def step(self, actions: Any, *, resting: Mask | None = None) -> Step:
        """Apply one action a row. An illegal one raises and no row changes, or costs its row the penalty alone.

        Rows that are `resting` keep their state, whatever their action.
        """
        rewards = self._take(actions, resting)
        return Step(self._copied(), rewards, self.ended.copy(), np.zeros(self.n, np.bool_), self.mask.copy())

    @property
    def buffers(self) -> Buffers:
        """Arrays that stay where they are, for DLPack; `step_shared` and `reset` write the next values into them.

        Observations are in the vector's form, or `flat` if that is `fields`.
        """
        if self._buffers is None:
            self._buffers = Buffers(self, forms.FLAT if self._form is None else self._form.name)
            self._share()
        return self._buffers

    def step_shared(self, actions: Any) -> Buffers:
        """Apply one action a row as `step` does, and return nothing new: the values are in `buffers`."""
        buffers = self.buffers
        buffers.rewards[:] = self._take(actions, None)
        buffers.terminated[:] = self.ended
        self._share()
        return buffers

    def _share(self) -> None:
        if self._buffers is not None:
            self._buffers.form.fill(self._records, self._buffers.observations)

    def _take(self, actions: Any, resting: Mask | None) -> Floats:
        """Apply one action a row. Returns rewards, [N]."""
        chosen = self.game.integers(actions, self.states)
        self._resting[:] = False
        self._commands[:] = turns.ACT
        if resting is not None:
            self._resting[:] = self._a_row_each(resting)
            self._commands[self._resting] = turns.REST
        self.reasons[:] = OK
        if self.settled.penalise:
            self._rest_illegal(chosen)
        self._actions[:] = chosen
        self.ended[:] = False
        episodes = self._episodes.copy()
        self._advance()
        some_ended = bool(self.ended.any())
        if some_ended and isinstance(self.settled.opponent, opponents.Pool):
            self.final_opponents[self.ended] = self.settled.opponent.of(self._seeds, episodes)[self.ended]
        return self._collect(some_ended)

    def snapshot(self) -> dict[str, Array]:
        """A copy of the arrays that the next step depends on, by name."""
        return {name: values.copy() for name, values in self._kept().items()}

    def restore(self, saved: Mapping[str, Array]) -> None:
        """Restore a snapshot of a vector with the same settings. The arrays may be plain bytes."""
        kept = self._kept()
        if saved.keys() != kept.keys() or any(saved[name].nbytes != kept[name].nbytes for name in kept):
            raise BatchError("envs_snapshot", rows=self.n)
        for name, values in kept.items():
            values[:] = np.ascontiguousarray(saved[name]).view(values.dtype).reshape(values.shape)
        self.ended[:] = False
        self._share()

    def _kept(self) -> dict[str, Array]:
        return {
            "states": self.states,
            "seats": self.seats,
            "mask": self.mask,
            "observations": self._records,
            "counted": self._counted,
            "seeds": self._seeds,
            "episodes": self._episodes,
            "decisions": self._decisions,
            "unplayed": self._unplayed,
        }

    def _formed(self, records: Array) -> Array:
        # A view made on demand: a copied or pickled view would be an array apart.
        return records.view(self._fields) if self._form is None else self._form.write(records)

    def _copied(self) -> Array:
        # Whole records: NumPy copies the view field by field, which takes longer and leaves the bytes between unset.
        return self._formed(self._records.copy() if self._form is None else self._records)

    def _rest_illegal(self, chosen: npt.NDArray[np.int64]) -> None:
        """Set the rows with an illegal action to REST."""
        inside = (chosen >= 0) & (chosen < self.mask.shape[1])
        legal = self._resting | (inside & self.mask[np.arange(self.n), np.where(inside, chosen, 0)])
        if not legal.all():
            self.reasons[~legal] = self.game.why_not(self.states, chosen)[~legal]
            self._commands[~legal] = turns.REST

    def _advance(self) -> None:
        """Advance every row to the learner's next decision, with the opponents and stand-ins that act in Python."""
        self._run()
        opponent, stand_in = self.settled.opponent, self.settled.stand_in
        while True:
            rows = np.flatnonzero(self._waiting)
            if opponent is not None and len(rows):
                states, seeds = self.states[rows], self._seeds[rows]
                self._actions[rows] = opponents.answers(self.game, opponent, states, seeds, self._episodes[rows])
            elif stand_in is not None and len(rows := np.flatnonzero(stand_in.takes(self._records))):
                self._actions[rows] = stand_in.choose(self._records[rows], self.mask[rows])
            else:
                return
            self._commands[:] = turns.REST
            self._commands[rows] = turns.ACT
            self._run()

    def _run(self) -> None:
        row = run_on_threads(self.game, (turns.turn, turns.turn_parallel), self.threads, self._arguments)
        if row < 0:
            return
        trouble = int(self._trouble[row])
        here = self.states[row : row + 1]
        if trouble == turns.FAULT:
            fault = self.game.fault(here.copy(), int(here["fault"][0]))
            fault.add_note(say(Word("envs_row", {"row": row})))
            raise fault
        if trouble == turns.NO_ACTION:
            raise KernelError("envs_no_action", game=self.game.name, row=row, ply=int(here["ply"][0]))
        if trouble == turns.NEVER_MOVES:
            raise AgentError("envs_never_moves", game=self.game.name, games=self.settled.patience)
        action = int(self._actions[row])
        reason = int(self.game.why_not(here, [action])[0])
        raise self.game.refusal(action, reason, row=row, player=int(here["to_move"][0]))

    def _collect(self, some_ended: bool) -> Floats:
        """The rewards of a step, [N]: for returns, and for tallies since the learner's last decision."""
        rewards = np.zeros(self.n)
        if self._counted.size:
            now = self.rewards.tallies(self.states, self.seats)
            now[self._resting] = self._counted[self._resting]
            now[self.ended] = self.rewards.tallies(self.final, self.final_seats)[self.ended]
            rewards += self.rewards.changes(self._counted, now)
            self._counted[:] = now
            self._begin_counting(self.ended)
        if some_ended:
            rewards += np.where(self.ended, self.rewards.outcomes(self.final, self.final_seats), 0.0)
        if self.settled.penalise:
            rewards[self.reasons != OK] = self.rewards.illegal
        return rewards

    def _begin_counting(self, rows: Mask) -> None:
        """Count tallies anew in rows that began an episode, without the environment's own first actions."""
        begun = self.settled.opens or self.settled.random_plies > 0
        self._counted[rows] = self.rewards.tallies(self.states, self.seats)[rows] if begun else 0

    def _a_row_each(self, given: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if given.shape != (self.n,):
            raise BatchError("one_a_row", found=list(given.shape), rows=self.n)
        return given


def _openings(game: Game, opens: bool) -> Mask:
    """The first actions that the environment chooses from in each variant, [V, A]."""
    openings = np.zeros((len(game.configs), game.actions.policy), np.bool_)
    if opens:
        for variant, actions in enumerate(openings):
            actions[game.candidates(game.new(variant=variant))[0]] = True
    return openings
