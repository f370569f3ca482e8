"""SPSA finds a known optimum through noise, stays within bounds, and is the same by any workers and when resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright.arena.executors import IN_PROCESS
from boardwright.arena.game_pairs import Pair, PairPiece
from boardwright.arena.ratings import TuningDefaults, defaults
from boardwright.arena.tuning import Parameters, Tuning, tune
from boardwright.arena.tuning_report import test_command as command_of
from boardwright.arena.tuning_report import write
from boardwright.core import config
from boardwright.core.errors import AgentError, ConfigError, HistoryError
from saying import refused

GAME = boardwright.load("quoridor", "small")
WALLS = {"walls": {"low": 0.0, "high": 60.0, "step": 3.0}, "openness": {"low": -2.0, "high": 10.0, "step": 0.5}}
AGENT = "alphabeta:depth=1"


def parameters(**groups: Any) -> Parameters:
    return config.validate(Parameters, groups or {"weights": WALLS})


def schedule(iterations: int, pairs: int = 4) -> TuningDefaults:
    return defaults().tuning.model_copy(update={"iterations": iterations, "pairs": pairs})


class Contest:
    """An executor that plays no game: the side nearer to the best weights wins more often."""

    workers = 1

    def __init__(self, sign: int = 1) -> None:
        self.sign = sign

    def map(self, function: Callable[[Any], Any], pieces: Iterable[PairPiece]) -> Iterator[Any]:
        for piece in pieces:
            one, other = (self.loss(side.weights or {}) for side in piece.sides)
            chance = 1 / (1 + np.exp(self.sign * (one - other)))
            points = np.random.default_rng([7, piece.numbers[0]]).random(2) < chance
            values = (float(points[0]), float(points[1]))
            yield [Pair(pair=piece.numbers[0], points=values, plies=(1, 1), games=("", ""), worker="")], 0.0

    def loss(self, weights: Any) -> float:
        return float(((weights["walls"] - 45) / 12) ** 2 + ((weights["openness"] - 4) / 2) ** 2)


def test_it_finds_the_best_weights_through_noise() -> None:
    tuning = tune(GAME, AGENT, parameters(), schedule=schedule(300, 8), executor=Contest())
    tuned = tuning.named_values(tuning.path[-1])
    assert (tuning.named_values(tuning.start), tuning.complete) == ({"walls": 24.0, "openness": 1.5}, True)
    assert tuned["walls"] == pytest.approx(45, abs=6)
    assert tuned["openness"] == pytest.approx(4, abs=1)
    # A planted fault: who follows the loser ends at the bounds.
    wrong = tune(GAME, AGENT, parameters(), schedule=schedule(300, 8), executor=Contest(-1))
    assert abs(wrong.path[-1][0] - 45) > 20
    assert all(0 <= walls <= 60 and -2 <= openness <= 10 for walls, openness in wrong.path)


def test_it_is_the_same_by_two_workers_and_when_it_is_resumed(two_workers, tmp_path) -> None:
    options: Any = {"schedule": schedule(4, 2), "seed": 5, "executor": two_workers}
    alone = tune(GAME, AGENT, parameters(), **{**options, "executor": IN_PROCESS})
    log = tmp_path / "iterations.jsonl"

    def stop(tuning: Tuning) -> None:
        if tuning.done == 2:
            raise KeyboardInterrupt

    begun = tune(GAME, AGENT, parameters(), log=log, report=stop, **options)
    assert (begun.interrupted, begun.done) == (True, 2)
    whole = tune(GAME, AGENT, parameters(), log=log, resume=True, **options)
    assert whole.to_dict() == alone.to_dict()
    with refused(HistoryError, "run_differs", key="iterations"):
        tune(GAME, AGENT, parameters(), log=log, resume=True, schedule=schedule(5, 2), seed=5)


def test_the_tuned_weights_can_be_played_and_tested(tmp_path) -> None:
    tuning = tune(GAME, AGENT, parameters(), schedule=schedule(20), executor=Contest())
    write(tuning, tmp_path, ["--preset", "small"])
    weights = GAME.weights(str(tmp_path / "weights.yaml"))
    assert weights["walls"][0] == tuning.named_values(tuning.path[-1])["walls"] != 24
    assert weights["distance"][0] == 10
    assert "<polyline" in (tmp_path / "parameters.svg").read_text()
    assert "<polyline" in (tmp_path / "report.html").read_text()
    command = command_of(tuning, tmp_path, ["--preset", "small"])
    assert command.startswith("boardwright test quoridor 'alphabeta:depth=1,weights=")
    assert command.endswith(f"--preset small --out {tmp_path}/test")


def test_whole_options_are_tuned_without_weights() -> None:
    given = parameters(options={"noise": {"low": 0.0, "high": 10.0, "step": 2.0, "whole": True, "start": 5.0}})
    tuning = tune(GAME, AGENT, given, schedule=schedule(1, 1))
    side = tuning.contestant(tuning.start + 0.3)
    assert (side.text, side.weights) == ("alphabeta:depth=1,noise=5", None)


@pytest.mark.parametrize(
    ("groups", "path"),
    [
        ({"weights": {"wals": {"low": 0.0, "high": 1.0, "step": 1.0}}}, "weights.wals"),
        ({"weights": {"walls": {"low": 0.0, "high": 1.0, "step": 1.0}}}, "weights.walls.start"),
        ({"options": {"noise": {"low": 0.0, "high": 9.0, "step": 0.1, "whole": True}}}, "options.noise.step"),
        ({"options": {"pvs": {"low": 0.0, "high": 1.0, "step": 1.0}}}, "options.pvs"),
        ({"weights": {}}, "weights, options"),
    ],
)
def test_parameters_that_are_none_are_refused(groups, path) -> None:
    with pytest.raises(ConfigError) as caught:
        tune(GAME, AGENT, parameters(**groups))
    assert caught.value.path == path


def test_an_agent_without_weights_has_none_to_tune() -> None:
    with refused(AgentError, "tune_no_weights"):
        tune(GAME, "random", parameters())
