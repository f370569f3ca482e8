"""A search for levels of difficulty: agents from weak to strong, each proved stronger than the one below it.

First the candidates are tried from the weakest up: one that is proved stronger than the strongest so far joins the
chain, and one that is proved between two that are far apart is inserted. Then levels are selected from the chain, some
way apart, and neighbours that have not met play each other. Where no time is left for that, the candidates between them
stay: at any time, each level is proved stronger than the one below.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from boardwright.agents import spec
from boardwright.agents.levels import LadderSettings
from boardwright.agents.spec import Named
from boardwright.arena.distinct import game_key
from boardwright.arena.ladder import Rung, pair_of_games
from boardwright.arena.level_candidates import LevelSettings, candidates, opening_plies, random_game, slowest_move
from boardwright.arena.match_records import Record
from boardwright.arena.ratings import Rating, Sprt, climbing, defaults
from boardwright.arena.tally import Tally
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent
from boardwright.core.record import Array

STRONGER, BETWEEN, NOT_STRONGER, SLOW, LATE = "stronger", "between", "not_stronger", "slow", "late"
"""Verdicts on a candidate: the strongest so far, inserted below, not clearly stronger, too slow, or no time left."""


REST = 0.05
"""The share of the budget below which no candidate is tried any more."""


class _Spent(Exception):
    """The budget of CPU time is spent."""


@dataclass
class Trial:
    """A candidate, its slowest move in CPU seconds, and the agent that it was tested against."""

    agent: str
    verdict: str = LATE
    seconds: float = 0.0
    against: str = ""


@dataclass
class Contest:
    """The games of two candidates. Verdicts are final: games after the test has accepted only narrow the rating."""

    rung: Rung
    number: int

    def add(self, records: list[Record], sprt: Sprt) -> None:
        """Count a pair of games with seats swapped. Games that were played before are no evidence."""
        if {game_key(record, seat) for seat, record in enumerate(records)} <= self.rung.games_seen.keys:
            return
        self.rung.add_pair(records)
        self.rung.verdict = self.rung.verdict or sprt.verdict(self.rung.pairs)

    def mirrored(self, sprt: Sprt) -> Contest:
        """The same games from the other side."""
        one, pairs = self.rung, self.rung.pairs[::-1]
        rung = Rung(one.below, one.level, one.tally.mirrored(), pairs, sprt.verdict(pairs), plies=one.plies)
        rung.games_seen = one.games_seen.mirrored()
        return Contest(rung, self.number)


@dataclass
class LevelSearch:
    """The results of a search so far."""

    game: Game
    settings: LevelSettings
    seed: int
    opening: int
    sprt: Sprt
    trials: list[Trial] = field(default_factory=list)
    chain: list[str] = field(default_factory=list)
    """Candidates that were each proved stronger than the one before."""
    contests: dict[tuple[str, str], Contest] = field(default_factory=dict)
    selected: list[str] = field(default_factory=list)
    interrupted: bool = False

    @property
    def complete(self) -> bool:
        """Whether every candidate was tested."""
        return not self.interrupted and all(trial.verdict != LATE for trial in self.trials)

    def proved(self, high: str, low: str) -> bool:
        """Whether an agent was proved stronger than another."""
        contest = self.contests.get((high, low))
        return contest is not None and contest.rung.verdict == "elo1"

    def tally(self, trial: Trial) -> Tally | None:
        """The results of a candidate against the one that it was tested against, None without a game."""
        contest = self.contests.get((trial.agent, trial.against))
        return contest.rung.tally if contest is not None and contest.rung.tally.games else None

    def select(self) -> list[str]:
        """Select levels from the chain: the weakest, the strongest, and between them those some way apart."""
        chain, step = self.chain, self.settings.step
        elo = {agent: rating.elo for agent, rating in zip(chain, self.ratings(chain))}
        kept = chain[-1:]
        for agent in reversed(chain[1:-1]):
            # From random play upwards the first steps are wide, and beginners need one of them.
            if elo[kept[0]] - elo[agent] >= step and elo[agent] - elo[chain[0]] >= step / 2:
                kept.insert(0, agent)
        kept = kept[-(len(self.settings.names) - 1) :]
        self.selected = kept if chain[:1] == kept else [*chain[:1], *kept]
        return self.selected

    def levels(self) -> list[str]:
        """The agents of the levels, each proved stronger than the one below, the weakest first."""
        chain, found = self.chain, self.chain[:1]
        for low, high in pairwise(self.selected or chain):
            between = chain[chain.index(low) + 1 : chain.index(high) + 1]
            found += [high] if self.proved(high, low) else between
        return found[: len(self.settings.names)]

    def ratings(self, levels: list[str]) -> list[Rating]:
        """The ratings of agents that each met the one before, relative to the first."""
        tallies = [self.contests[high, low].rung.tally for low, high in pairwise(levels)]
        scores = [(tally.points, tally.games) for tally in tallies]
        return climbing(scores, prior=defaults().prior, confidence=defaults().confidence)

    def profile(self) -> dict[str, Any]:
        """The content of `levels/<profile>.yaml`."""
        fixed, levels = self.settings, self.levels()
        ladder = LadderSettings(games=fixed.games, least=fixed.least, opening=self.opening, sprt=True)
        described = {}
        for name, text, rating in zip(fixed.names, levels, self.ratings(levels)):
            agent, options = spec.parse(text)
            measured = {key: round(value) for key, value in rating._asdict().items()}
            described[name] = {"agent": agent, **options, "rating": measured}
        return {"ladder": ladder.model_dump(), "levels": described}

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        levels = self.levels()
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.config,
            "seed": self.seed,
            "confidence": defaults().confidence,
            "complete": self.complete,
            **self.profile(),
            "rungs": [self.contests[high, low].rung.to_dict(self.sprt) for low, high in pairwise(levels)],
            "trials": [self._trial(trial) for trial in self.trials],
        }

    def _trial(self, trial: Trial) -> dict[str, Any]:
        data = {"agent": trial.agent, "verdict": trial.verdict, "seconds": round(trial.seconds, 4)}
        tally = self.tally(trial)
        return data if tally is None else {**data, "against": trial.against, **tally.to_dict()}


def find_levels(
    game: Game, settings: LevelSettings, *, seed: int, opening: int | None = None, progress: Progress = silent
) -> LevelSearch:
    """Search for levels within the budget of CPU time. Ctrl-C ends it early; what is proved counts."""
    if game.players != 2:
        raise AgentError("levels_for_two", game=game.name, players=game.players)
    plies = opening_plies(game, settings.opening) if opening is None else opening
    if plies and game.has_chance:
        raise AgentError("levels_opening", game=game.name)
    search = LevelSearch(game, settings, seed, plies, defaults().ladder)
    budget, began = 60 * settings.minutes, time.process_time()

    def left() -> float:
        spent = time.process_time() - began
        progress(min(spent, budget), budget, {"levels": len(search.chain)})
        return budget - spent

    def left_above(reserve: float) -> Callable[[], float]:
        return lambda: left() - reserve

    try:
        search.trials = [Trial(text) for text in candidates(game, settings.candidates)]
        unspent = budget
        # Levels that have met already leave time for more candidates.
        while any(trial.verdict == LATE for trial in search.trials) and unspent > REST * budget:
            _try_all(search, left_above((1 - settings.trying) * unspent))
            for low, high in pairwise(search.select()):
                _play(search, high, low, settings.games, left)
            unspent = left()
    except _Spent:
        pass
    except KeyboardInterrupt:
        search.interrupted = True
    return search


def _try_all(search: LevelSearch, left: Callable[[], float]) -> None:
    """Try every late candidate against the strongest so far. Those that no time is left for stay late."""
    states = random_game(search.game, search.seed)
    slow = {spec.parse(trial.agent)[0] for trial in search.trials if trial.verdict == SLOW}
    for trial in (trial for trial in search.trials if trial.verdict == LATE):
        name = spec.parse(trial.agent)[0]
        if name in slow:
            trial.verdict = SLOW  # candidates of one agent think longer and longer
        elif left() > 0:
            _try(search, trial, states, left)
            slow |= {name} if trial.verdict == SLOW else set()


def _try(search: LevelSearch, trial: Trial, states: list[Array], left: Callable[[], float]) -> None:
    game, most = search.game, search.settings.seconds
    trial.seconds = slowest_move(game, Named(trial.agent, spec.from_text(trial.agent, game)), states, most)
    if trial.seconds > most:
        trial.verdict = SLOW
        return
    trial.against = search.chain[-1] if search.chain else ""
    with suppress(_Spent):  # this one comes too late; a quicker one may still be in time
        if not trial.against or _prove(search, trial.agent, trial.against, left):
            trial.verdict = STRONGER
            search.chain.append(trial.agent)
            return
        trial.verdict = NOT_STRONGER
        if _insert(search, trial.agent, left):
            trial.verdict = BETWEEN


def _prove(search: LevelSearch, high: str, low: str, left: Callable[[], float]) -> bool:
    _play(search, high, low, search.settings.tries, left)
    return search.proved(high, low)


def _insert(search: LevelSearch, agent: str, left: Callable[[], float]) -> bool:
    """Insert an agent into the highest gap of the chain that has room for another, if it is proved to belong there."""
    elo = [rating.elo for rating in search.ratings(search.chain)]
    gaps = [place for place in range(1, len(elo)) if elo[place] - elo[place - 1] >= 2 * search.settings.step]
    if not search.settings.step or not gaps:
        return False
    low, high = search.chain[gaps[-1] - 1 : gaps[-1] + 1]
    if not _prove(search, agent, low, left):
        return False
    if (agent, high) in search.contests:
        search.contests.setdefault((high, agent), search.contests[agent, high].mirrored(search.sprt))
    if _prove(search, high, agent, left):
        search.chain.insert(gaps[-1], agent)
        return True
    return False


def _play(search: LevelSearch, high: str, low: str, most: int, left: Callable[[], float]) -> None:
    """Play until the test accepts, or `most` games are over, with those that were played before.

    An agent that is stronger plays on until it has `least` games, for its rating.
    """
    one, other = (Named(text, spec.from_text(text, search.game)) for text in (high, low))
    first = len(search.contests) * search.settings.games  # contests share no numbers, so that they are independent
    contest = search.contests.setdefault((high, low), Contest(Rung(high, low), first))
    rung = contest.rung
    for _ in range(most // 2):
        games = rung.tally.games
        if games >= most or rung.verdict == "elo0" or (rung.verdict == "elo1" and games >= search.settings.least):
            return
        records = []
        for record in pair_of_games(search.game, one, other, search.opening, search.seed, contest.number):
            if left() <= 0:
                raise _Spent
            records.append(record)
        contest.number += 1
        contest.add(records, search.sprt)
