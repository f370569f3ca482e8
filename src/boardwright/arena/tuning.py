"""SPSA: tunes an agent's numeric weights and options by pairs of games between two disturbed copies of it.

Each iteration gives every parameter a random sign. The agent with all parameters moved by their signs plays pairs
against the one with the opposite moves, and the parameters follow the winner. J. C. Spall, "Implementation of the
simultaneous perturbation algorithm", 1998; steps are given by their sizes at the end, as fishtest does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from boardwright.agents.options import choose
from boardwright.agents.spec import named, parse, to_text
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.game_pairs import Contestant, PairPiece, play_pair_piece, require_pairs
from boardwright.arena.ratings import TuningDefaults, defaults
from boardwright.arena.run_log import RunLog
from boardwright.core import config, dice
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game

Values = NDArray[np.float64]


class Parameter(config.Settings):
    """A number to tune: its bounds, the disturbance at the end, and whether it is whole. Default start: the agent's."""

    low: float
    high: float
    step: Annotated[float, Field(gt=0)]
    whole: bool = False
    start: float | None = None


class Parameters(config.Settings):
    """The parameters of a tuning: weights of the game's evaluation, and options of the agent."""

    weights: dict[str, Parameter] = Field(default_factory=dict)
    options: dict[str, Parameter] = Field(default_factory=dict)

    @property
    def all(self) -> dict[str, Parameter]:
        """Weights first, then options."""
        return {**self.weights, **self.options}


class Iteration(config.Settings):
    """A finished iteration: the pairs by the points of the agent that was moved by the signs."""

    iteration: Annotated[int, Field(ge=0)]
    pentanomial: Annotated[tuple[int, ...], Field(min_length=5, max_length=5)]


@dataclass
class Tuning:
    """A tuning so far. `path` has the values before the first iteration and after each."""

    game: Game
    agent: str
    parameters: Parameters
    start: Values
    weights: dict[str, float]
    seed: int
    opening: int
    schedule: TuningDefaults
    path: list[Values] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    interrupted: bool = False

    @property
    def done(self) -> int:
        """Finished iterations."""
        return len(self.path) - 1

    @property
    def complete(self) -> bool:
        """Whether all iterations are done."""
        return self.done >= self.schedule.iterations

    def settings(self) -> dict[str, Any]:
        """The settings that a resumed tuning must share."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.config,
            "agent": self.agent,
            "parameters": self.parameters.model_dump(),
            "start": self.named_values(self.start),
            "weights": self.weights,
            "seed": self.seed,
            "opening": self.opening,
            **self.schedule.model_dump(),
        }

    def named_values(self, values: Values) -> dict[str, float]:
        """Values by their names, as an agent plays them: within bounds, and whole where they must be."""
        played = {}
        for (name, each), value in zip(self.parameters.all.items(), values):
            bounded = min(max(float(value), each.low), each.high)
            played[name] = float(round(bounded)) if each.whole else round(bounded, 6)
        return played

    def contestant(self, values: Values) -> Contestant:
        """The agent with some values."""
        played = self.named_values(values)
        name, options = parse(self.agent)
        for option, each in self.parameters.options.items():
            options[option] = int(played[option]) if each.whole else played[option]
        weights = {**self.weights, **{name: played[name] for name in self.parameters.weights}}
        return Contestant(to_text(name, options), weights if self.parameters.weights else None)

    def signs(self, iteration: int) -> Values:
        """The random signs of an iteration."""
        rng = np.random.default_rng([self.seed, iteration])
        return rng.choice(np.array([-1.0, 1.0]), size=len(self.start))

    def disturbance(self, iteration: int) -> Values:
        """How far the parameters are moved in an iteration, before their signs."""
        left = self.schedule.iterations / (iteration + 1)
        steps = np.array([each.step for each in self.parameters.all.values()])
        return np.asarray(steps * left**self.schedule.gamma)

    def add(self, pentanomial: Sequence[int]) -> None:
        """Follow the result of the next iteration."""
        iteration, fixed = self.done, self.schedule
        stability = fixed.stability * fixed.iterations
        rate = fixed.rate * ((stability + fixed.iterations) / (stability + iteration + 1)) ** fixed.alpha
        # Divided by the square of the disturbance, relative to its end.
        rate /= (fixed.iterations / (iteration + 1)) ** (2 * fixed.gamma)
        advantage = float(np.dot(pentanomial, np.arange(-2, 3))) / sum(pentanomial)
        moved = self.path[-1] + rate * advantage * self.disturbance(iteration) * self.signs(iteration)
        low, high = (
            np.array([getattr(each, side) for each in self.parameters.all.values()]) for side in ("low", "high")
        )
        self.path.append(np.clip(moved, low, high))
        self.counts = [a + b for a, b in zip(self.counts, pentanomial)]

    def to_dict(self) -> dict[str, Any]:
        """For `result.json` and `--json`: independent of machine, workers and time."""
        return {
            **self.settings(),
            "iterations_done": self.done,
            "complete": self.complete,
            "games": 2 * sum(self.counts),
            "pentanomial": self.counts,
            "tuned": self.named_values(self.path[-1]),
            "path": [self.named_values(values) for values in self.path],
        }


Report = Callable[[Tuning], None]
"""A callback after each iteration."""


def tune(
    game: Game,
    agent: str,
    parameters: Parameters,
    *,
    schedule: TuningDefaults | None = None,
    seed: int | None = None,
    opening: int | None = None,
    executor: Executor = IN_PROCESS,
    log: Path | None = None,
    resume: bool = False,
    report: Report | None = None,
) -> Tuning:
    """Tune an agent. Ctrl-C ends it early with the values so far. The same seed gives the same values."""
    plies = (0 if game.has_chance else defaults().test.opening) if opening is None else opening
    require_pairs(game, plies)
    start, weights = _start(game, agent, parameters)
    chosen = defaults().seed if seed is None else seed
    dice.usable_seed(chosen)
    tuning = Tuning(game, agent, parameters, start, weights, chosen, plies, schedule or defaults().tuning, path=[start])
    tell = report or (lambda _: None)
    if log is None:
        _run(tuning, executor, None, tell)
        return tuning
    with RunLog(log, Iteration, "iteration", tuning.settings(), resume=resume) as kept:
        for part in kept.parts:
            tuning.add(part.pentanomial)
        _run(tuning, executor, kept, tell)
    return tuning


def _run(tuning: Tuning, executor: Executor, log: RunLog[Iteration] | None, report: Report) -> None:
    try:
        report(tuning)
        while not tuning.complete:
            finished = Iteration(iteration=tuning.done, pentanomial=_play(tuning, executor))
            tuning.add(finished.pentanomial)
            if log is not None:
                log.append([finished])
            report(tuning)
    except KeyboardInterrupt:
        tuning.interrupted = not tuning.complete


def _play(tuning: Tuning, executor: Executor) -> tuple[int, ...]:
    """Play the pairs of the next iteration: one a piece, numbered through all iterations."""
    iteration, pairs = tuning.done, tuning.schedule.pairs
    moved = tuning.disturbance(iteration) * tuning.signs(iteration)
    sides = (tuning.contestant(tuning.path[-1] + moved), tuning.contestant(tuning.path[-1] - moved))
    numbers = range(iteration * pairs, (iteration + 1) * pairs)
    pieces = (PairPiece(tuning.game, sides, tuning.seed, tuning.opening, (number,)) for number in numbers)
    counts = [0] * 5
    for played, _ in executor.map(play_pair_piece, pieces):
        for pair in played:
            counts[pair.outcome] += 1
    return tuple(counts)


def _start(game: Game, agent: str, parameters: Parameters) -> tuple[Values, dict[str, float]]:
    """The first values of the parameters, and all weights of the agent."""
    if not parameters.all:
        raise ConfigError("config_missing", path="weights, options")
    named(agent, game)  # refuses an agent that cannot play
    options = choose(*_name_first(agent, game)).options
    declared = game.definition.search.weights
    weights: dict[str, float] = {}
    if parameters.weights:
        profile = getattr(options, "weights", None)
        if not declared or not isinstance(profile, str):
            raise AgentError("tune_no_weights", agent=agent, game=game.name)
        record = game.weights(profile)
        weights = {name: float(record[name][0]) for name in declared}
    own: Mapping[str, Any] = {
        name: value
        for name, value in options.model_dump().items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    start = [_first("weights", name, each, weights) for name, each in parameters.weights.items()]
    start += [_first("options", name, each, own) for name, each in parameters.options.items()]
    return np.array(start), weights


def _name_first(agent: str, game: Game) -> tuple[str, Game, dict[str, Any]]:
    name, options = parse(agent)
    return name, game, options


def _first(group: str, name: str, parameter: Parameter, own: Mapping[str, Any]) -> float:
    if name not in own:
        raise ConfigError("config_unknown", path=f"{group}.{name}", known=sorted(own))
    value = float(own[name]) if parameter.start is None else parameter.start
    if not parameter.low <= value <= parameter.high:
        expected = f">= {parameter.low:g}, <= {parameter.high:g}"
        raise ConfigError("config_value", path=f"{group}.{name}.start", value=value, expected=expected)
    if parameter.whole and parameter.step < 0.5:
        raise ConfigError("config_value", path=f"{group}.{name}.step", value=parameter.step, expected=">= 0.5")
    return value
