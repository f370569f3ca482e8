"""Rating of an agent against anchors, levels of known strength, with the share of its moves that are proven optimal.

Made for agents whose matches are slow and cost something, such as language models: every match is a line of a file as
soon as it is over, and a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.agents import levels, make, spec
from boardwright.agents.requirements import why_not
from boardwright.arena.match import play
from boardwright.arena.match_records import Record
from boardwright.arena.ratings import ELO, Rating, defaults, expected, quantile
from boardwright.arena.tally import points
from boardwright.core import config
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError, BoardwrightError, HistoryError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.progress import Progress, silent
from boardwright.core.record import Array

ROUNDING = 1e-12
"""Chances that differ by less are equal."""


class Played(config.Settings):
    """A line of the file: a match, the seat of the rated agent, and what its answers cost (`Usage`), if it counts."""

    seat: int
    record: Record
    usage: dict[str, float] | None


@dataclass
class AnchorResult:
    """The matches of an agent: its points against each anchor, judged moves, forfeits and costs."""

    agent: str
    anchors: dict[str, int]
    scores: dict[str, tuple[float, int]] = field(default_factory=dict)
    judged: int = 0
    optimal: int = 0
    forfeits: int = 0
    usage: dict[str, float] = field(default_factory=dict)

    def rating(self) -> Rating | None:
        """The rating on the scale of the levels, None without anchors or matches."""
        rated = [(points, games, self.anchors[name]) for name, (points, games) in self.scores.items() if games]
        return fixed_rating(rated) if rated else None

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        rating = self.rating()
        return {
            "agent": self.agent,
            "rating": None if rating is None else {name: round(value) for name, value in rating._asdict().items()},
            "anchors": {
                name: {"elo": self.anchors.get(name), "points": points, "games": games}
                for name, (points, games) in self.scores.items()
            },
            "judged_moves": self.judged,
            "optimal_moves": self.optimal,
            "forfeits": self.forfeits,
            "usage": {name: round(value, 3) for name, value in self.usage.items()},
        }


def fixed_rating(scores: list[tuple[float, int, int]]) -> Rating:
    """The most likely rating from points, games and the fixed rating of each opponent; `prior` draws keep it finite."""
    prior = defaults().prior
    taken = [(points + prior / 2, games + prior, elo) for points, games, elo in scores]
    low, high = min(elo for *_, elo in taken) - 2000.0, max(elo for *_, elo in taken) + 2000.0
    for _ in range(60):
        elo = (low + high) / 2
        more = sum(points - games * expected(elo - anchor) for points, games, anchor in taken) > 0
        low, high = (elo, high) if more else (low, elo)
    shares = [(games, expected(elo - anchor)) for _, games, anchor in taken]
    information = sum(games * share * (1 - share) for games, share in shares)
    reach = quantile(defaults().confidence) * ELO / float(np.sqrt(information))
    return Rating(elo, elo - reach, elo + reach)


def anchors_of(game: Game) -> dict[str, int]:
    """The levels of a game that were measured, with their ratings; none in a game for one."""
    if game.players == 1:
        return {}
    known = levels.profile(game.definition, "").levels if game.definition.search.levels else {}
    rated = {name: level.rating.elo for name, level in known.items() if level.rating is not None}
    if not rated:
        raise AgentError("anchors_none", game=game.name)
    return rated


def rate(
    game: Game, agent: str, games: int, seed: int, path: Path | None = None, progress: Progress = silent
) -> AnchorResult:
    """Play `games` matches against each anchor, from each seat in turn, or alone. Ctrl-C ends it early.

    With a file, matches that it has already are not played again.
    """
    anchors = anchors_of(game)
    one = spec.named(agent, game)
    result = AnchorResult(agent, anchors)
    kept = {(tuple(line.record.agents), line.record.number): line for line in _kept(game, seed, path)}
    opponents = {name: spec.named(name, game) for name in anchors}
    wanted = [(name, number) for name in (anchors or [""]) for number in range(games)]
    judge = Judge(game)
    try:
        for done, (name, number) in enumerate(wanted, 1):
            seat = number % game.players
            seats = [one if player == seat else opponents[name] for player in range(game.players)]
            line = kept.get((tuple(player.text for player in seats), number))
            if line is None:
                before = _usage(one.agent)
                record = play(game, seats, seed=seed, number=number)
                after = _usage(one.agent)
                spent = None if after is None else {key: after[key] - (before or {}).get(key, 0) for key in after}
                line = Played(seat=seat, record=record, usage=spent)
                _keep(path, line)
            _count(result, name, line, judge)
            progress(done, len(wanted), {})
    except KeyboardInterrupt:
        pass
    return result


def _count(result: AnchorResult, name: str, line: Played, judge: Judge) -> None:
    scored, games = result.scores.get(name, (0.0, 0))
    result.scores[name] = scored + points(line.record, line.seat), games + 1
    result.forfeits += line.record.resigned == line.seat
    for key, value in (line.usage or {}).items():
        result.usage[key] = result.usage.get(key, 0) + value
    for verdict in judge.verdicts(line.record, line.seat):
        result.judged += 1
        result.optimal += verdict


class Judge:
    """Says whether moves are optimal, where the truth is known and moves differ by it, and only there.

    By the game's exact endgame, by solving a small game, or, with hidden cells, by exact chances. An action of which
    the truth says nothing, such as a flag, is not judged.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._endgame = game.definition.search.endgame
        hidden = game.definition.learning.hidden
        name = "perfect" if why_not("perfect", game) is None else "" if hidden is None else hidden.exact
        self._agent = make(name, game) if name else None

    def verdicts(self, record: Record, seat: int) -> Iterator[bool]:
        """A verdict for each judged move of a seat."""
        if self._agent is None and self._endgame is None:
            return
        states = Position.replay(self._game, record.history).states
        for state, (action, _) in zip(states, record.history):
            if int(state["to_move"][0]) == seat:
                worth = self._worth(state, seat)
                best = max(worth.values(), default=0.0) - ROUNDING
                if action in worth and min(worth.values()) < best:
                    yield worth[action] >= best

    def _worth(self, state: Array, seat: int) -> dict[int, float]:
        """The true worth of legal actions: whether they win, draw or lose, or their chance; empty if unknown."""
        if self._endgame is not None and (ends := self._endgame(self._game, state)) is not None:
            return {action: float(np.sign(plies)) for action, plies in ends.items()}
        if self._agent is None:
            return {}
        turn = Turn(self._game, state, seat, np.random.default_rng(0))
        explanation = self._agent.explain(turn)
        if explanation.ends:
            return {action: float(np.sign(plies)) for action, plies in explanation.ends.items()}
        return {action: value for action, value in explanation.scores.items() if turn.mask[action]}


def _usage(agent: object) -> dict[str, float] | None:
    usage = getattr(agent, "usage", None)
    return None if usage is None else usage.to_dict()


def _kept(game: Game, seed: int, path: Path | None) -> Iterator[Played]:
    if path is None or not path.exists():
        return
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            line = config.validate(Played, json.loads(text))
        except (ValueError, BoardwrightError):
            raise HistoryError("anchors_line", path=path, line=number) from None
        record = line.record
        if (record.game, record.version, record.config, record.seed) != (game.name, game.version, game.config, seed):
            raise HistoryError("anchors_other", path=path, line=number)
        yield line


def _keep(path: Path | None, line: Played) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(line.model_dump_json() + "\n")
