"""A test of strength: pairs of games of a new agent against an old one, until the generalised SPRT decides.

Pairs are counted in the order of their numbers, so that the result is the same for any number of workers, and after any
number of lost processes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.agents.spec import named, parse
from boardwright.arena.evaluation import shared_out
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.game_pairs import Pair, play_pairs, require_pairs
from boardwright.arena.gsprt import Gsprt
from boardwright.arena.pair_statistics import elo, homogeneity, normalised_elo, pair_ratio
from boardwright.arena.ratings import Rating, defaults
from boardwright.arena.run_log import RunLog
from boardwright.arena.tally import Tally
from boardwright.core import config, dice
from boardwright.core.game import Game

VERDICTS = {-1: "elo0", 1: "elo1"}


@dataclass
class StrengthTest:
    """The results of a test so far. `counts` are pair scores of 0, 1/4, ... 1 of the new agent.

    A pair of games that were both played before is no evidence, and not counted. `ratios` has the log-likelihood ratio
    after each counted pair.
    """

    game: Game
    new: str
    old: str
    seed: int
    opening: int
    gsprt: Gsprt
    games: int
    pairs: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    tally: Tally = field(default_factory=Tally)
    plies: int = 0
    ratios: list[float] = field(default_factory=list)
    verdict: str | None = None
    interrupted: bool = False
    workers: dict[str, list[int]] = field(default_factory=dict)
    games_seen: set[tuple[int, str]] = field(default_factory=set)

    @property
    def complete(self) -> bool:
        """Whether the test has decided, or has played all its games."""
        return self.verdict is not None or 2 * self.pairs >= self.games

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio."""
        return self.ratios[-1] if self.ratios else 0.0

    @property
    def elo(self) -> Rating:
        """The new agent's advantage in logistic Elo points."""
        return elo(self.counts)

    @property
    def normalised_elo(self) -> Rating:
        """The new agent's advantage in normalised Elo points."""
        return normalised_elo(self.counts)

    def settings(self) -> dict[str, Any]:
        """The settings that a resumed test must share: all but the most games."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.config,
            "new": self.new,
            "old": self.old,
            "files": {**_files(self.new), **_files(self.old)},
            "seed": self.seed,
            "opening": self.opening,
            "scale": self.gsprt.scale,
            **self.gsprt.sprt.model_dump(),
        }

    def add(self, pairs: Sequence[Pair]) -> int:
        """Count pairs up to the verdict; return how many."""
        counted, counts = [], list(self.counts)
        for pair in pairs:
            keys = set(enumerate(pair.games))
            if not keys <= self.games_seen:
                counts[pair.outcome] += 1
                counted.append(list(counts))
            else:
                counted.append([])
            self.games_seen |= keys
        new = [row for row in counted if row]
        known = iter(self.gsprt.ratios(new).tolist() if new else [])
        for place, (pair, row) in enumerate(zip(pairs, counted)):
            self._count(pair)
            if row:
                self.counts = row
                self.workers.setdefault(pair.worker, [0] * 5)[pair.outcome] += 1
                self.ratios.append(next(known))
                decision = int(self.gsprt.decisions(np.array(self.ratios[-1:]))[0])
                self.verdict = VERDICTS.get(decision)
            if self.verdict is not None:
                return place + 1
        return len(pairs)

    def _count(self, pair: Pair) -> None:
        self.pairs += 1
        self.plies += sum(pair.plies)
        for points in pair.points:
            self.tally.add(points)

    def to_dict(self) -> dict[str, Any]:
        """For `result.json` and `--json`: independent of machine, workers and time."""
        games, counted = max(self.tally.games, 1), max(sum(self.counts), 1)
        ratio = pair_ratio(self.counts)
        sprt = self.gsprt.sprt
        return {
            **{key: value for key, value in self.settings().items() if key not in type(sprt).model_fields},
            "most_games": self.games,
            "complete": self.complete,
            "games": self.tally.games,
            **self.tally.to_dict(),
            "mean_plies": round(self.plies / games, 2),
            "pairs": self.pairs,
            "counted_pairs": sum(self.counts),
            "pentanomial": self.counts,
            "confidence": defaults().confidence,
            "elo": _rounded(self.elo),
            "normalised_elo": _rounded(self.normalised_elo),
            "draw_ratio": round(self.tally.draws / games, 4),
            "even_pairs": round(self.counts[2] / counted, 4),
            "pair_ratio": None if ratio is None else round(ratio, 4),
            "sprt": {
                **sprt.model_dump(),
                "ratio": round(self.ratio, 4),
                "bounds": [round(bound, 4) for bound in sprt.bounds],
                "accepted": self.verdict,
            },
        }

    def workers_dict(self) -> dict[str, Any]:
        """For `workers.json`: counts by process (host:pid), and tests whether processes or hosts differ."""
        hosts: dict[str, list[int]] = {}
        for worker, counts in self.workers.items():
            host = worker.rpartition(":")[0]
            hosts[host] = [a + b for a, b in zip(hosts.get(host, [0] * 5), counts)]
        tests = {"processes": homogeneity(self.workers), "hosts": homogeneity(hosts)}
        return {
            "workers": self.workers,
            **{name: None if test is None else test.to_dict() for name, test in tests.items()},
        }


Report = Callable[[StrengthTest], None]
"""A callback after each group of pairs."""


def strength_test(
    game: Game,
    new: str,
    old: str,
    *,
    gsprt: Gsprt | None = None,
    games: int | None = None,
    seed: int | None = None,
    opening: int | None = None,
    executor: Executor = IN_PROCESS,
    log: Path | None = None,
    resume: bool = False,
    report: Report | None = None,
) -> StrengthTest:
    """Play pairs until the test accepts a hypothesis, or for `games` games. Ctrl-C ends it early; pairs count.

    Values not given are those of arena.yaml. Each finished pair is written to `log`; `resume` continues one.
    """
    fixed = defaults().test
    plies = (0 if game.has_chance else fixed.opening) if opening is None else opening
    require_pairs(game, plies)
    most = fixed.games if games is None else games
    shared_out(most, 2)
    agents = [named(text, game) for text in (new, old)]
    chosen = (gsprt or Gsprt(fixed.sprt, fixed.scale)).checked()
    test = StrengthTest(game, new, old, defaults().seed if seed is None else seed, plies, chosen, most)
    dice.usable_seed(test.seed)
    tell = report or (lambda _: None)
    if log is None:
        _play(test, executor, agents, None, tell)
        return test
    with RunLog(log, Pair, "pair", test.settings(), resume=resume) as kept:
        test.add(kept.parts)
        _play(test, executor, agents, kept, tell)
    return test


def _play(test: StrengthTest, executor: Executor, agents: Any, log: RunLog[Pair] | None, report: Report) -> None:
    try:
        report(test)
        if test.complete:
            return
        numbers = range(test.pairs, test.games // 2)
        with closing(play_pairs(executor, test.game, agents, test.seed, test.opening, numbers)) as playing:
            for pairs in playing:
                counted = test.add(pairs)
                if log is not None:
                    log.append(pairs[:counted])
                report(test)
                if test.verdict is not None:
                    break
    except KeyboardInterrupt:
        test.interrupted = not test.complete


def _files(text: str) -> dict[str, str]:
    """The hash of each file that an agent's options name: another content is another agent."""
    values = [str(value) for value in parse(text)[1].values() if isinstance(value, str) and config.is_path(value)]
    return {
        value: hashlib.sha256(Path(value).read_bytes()).hexdigest()[:16] for value in values if Path(value).is_file()
    }


def _rounded(rating: Rating) -> dict[str, Any]:
    return {"value": round(rating.elo, 2), "interval": [round(rating.low, 2), round(rating.high, 2)]}
