"""The models of answers about runs: recorded tournaments, ladders, evaluations and trainings."""

from __future__ import annotations

from typing import Any, Literal

from boardwright.server.schemas import Outgoing, Told

Kind = Literal["tournament", "ladder", "evaluation", "training"]
State = Literal["running", "finished", "stopped", "recorded"]


class RunSummary(Outgoing):
    """A run in short. `name` is its place below a folder that the operator named; `changed` is a time in ms.

    `game` is null where the files do not say it, and `game_title` where the game is not installed. The state of a run
    is `recorded` where no `run.json` says whether more will follow. `done` and `total` count games, or the rounds of
    a training's current stage. `problem`: why it cannot be read.
    """

    name: str
    kind: Kind
    game: str | None
    game_title: str | None
    title: str
    state: State
    done: int | None
    total: int | None
    changed: int
    problem: Told | None


class RunList(Outgoing):
    """The newest runs. `named`: whether the operator named any folder; `more`: runs that are not listed."""

    named: bool
    more: int
    runs: list[RunSummary]


class Tallied(Outgoing):
    """Games by their result."""

    wins: int
    draws: int
    losses: int


class Rated(Tallied):
    """An agent in a rating table: Elo points above the average of all, with an interval."""

    agent: str
    elo: float
    low: float
    high: float
    games: int
    points: float


class Pair(Tallied):
    """The games of two agents, by their places in the rating table; the results are the first one's."""

    first: int
    second: int
    points: float


class TournamentTable(Outgoing):
    """A tournament so far, the strongest agent first."""

    confidence: float
    seed: int
    games: int
    distinct: int
    ratings: list[Rated]
    pairs: list[Pair]


class Rung(Tallied):
    """A level against the one below. `stronger`: the verdict, null while it is open."""

    level: str
    below: str
    score: float
    low: float
    high: float
    mean_plies: float
    stronger: bool | None


class LadderTable(Outgoing):
    """A ladder so far, from the bottom."""

    confidence: float
    seed: int
    profile: str
    games: int
    distinct: int
    rungs: list[Rung]


class ResultShare(Outgoing):
    """How often a result occurred, with the interval of its share."""

    result: Literal["wins", "draws", "losses"]
    count: int
    share: float
    low: float
    high: float


class EvaluationTable(Outgoing):
    """An evaluation so far. `seats`: the results from each seat."""

    confidence: float
    seed: int
    agent: str
    opponent: str | None
    games: int
    distinct: int
    mean_plies: float
    mean_return: float
    shares: list[ResultShare]
    seats: list[Tallied]


class CurveLine(Outgoing):
    """A metric over time. `band`: places with both ends of an interval. Long lines are thinned out."""

    name: str
    title: str
    points: list[tuple[float, float]]
    band: list[tuple[float, float, float]]


class CurvePanel(Outgoing):
    """Lines with a common vertical axis."""

    name: Literal["win_rate", "loss", "shares", "length"]
    title: str
    percent: bool
    lines: list[CurveLine]


class CurveStage(Outgoing):
    """The curves of a stage of a training."""

    name: str
    axis: str
    panels: list[CurvePanel]


class TrainingCurves(Outgoing):
    """A training so far. `recipe` has its settings, null if they cannot be read; `card` is the model card, Markdown."""

    stages: list[CurveStage]
    cpu_seconds: float
    recipe: dict[str, Any] | None
    card: str | None


class RunDetail(RunSummary):
    """A run: that of its kind is filled in, unless there is nothing yet or there is a problem."""

    tournament: TournamentTable | None = None
    ladder: LadderTable | None = None
    evaluation: EvaluationTable | None = None
    training: TrainingCurves | None = None
