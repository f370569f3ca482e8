"""Balance: a search for numbers of a game with which every seat and every faction wins half of the points.

Playtesters, bots of graded strength, play themselves. A candidate is as unfair as the worst share of its playtesters is
far from a half. Successive halving: a round plays the same seeds for all candidates that are left, and the fairer part
goes on to more games. The last ones and the current numbers are measured with seeds that the search has not seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

from boardwright.agents.spec import named
from boardwright.arena.balance_candidates import draw_candidates, playtesters
from boardwright.arena.balance_results import CURRENT, FINAL, SEARCH, Balance, Part
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.game_pairs import require_pairs
from boardwright.arena.processes import MatchPiece, play_piece
from boardwright.arena.ratings import BalanceDefaults, defaults
from boardwright.arena.run_log import RunLog
from boardwright.arena.tally import points
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.search_space import Space


class Piece(NamedTuple):
    """Games to play, as an executor takes them."""

    matches: MatchPiece
    place: tuple[int, int, int, bool]
    """Phase, candidate, playtester, and whether factions are exchanged."""


Report = Callable[[Balance], None]
"""A callback after each piece of games."""


def balance(
    game: Game,
    space: Space,
    agents: Sequence[str] = (),
    *,
    schedule: BalanceDefaults | None = None,
    seed: int | None = None,
    opening: int | None = None,
    executor: Executor = IN_PROCESS,
    log: Path | None = None,
    report: Report | None = None,
) -> Balance:
    """Search for fair numbers, then measure. Ctrl-C ends it early. With a `log` the same call goes on from it.

    The result depends on the arguments alone, not on the executor.
    """
    require_two(game)
    plies = (0 if game.has_chance else defaults().test.opening) if opening is None else opening
    require_pairs(game, plies)
    fixed, chosen = schedule or defaults().balance, defaults().seed if seed is None else seed
    bots = list(agents) or playtesters(game)
    for bot in bots:
        named(bot, game)  # refuses one that cannot play
    candidates = draw_candidates(game, space, fixed.candidates, fixed.changes, chosen)
    found = Balance(game, space, bots, chosen, plies, fixed, candidates, alive=list(range(len(candidates))))
    for number in found.alive:
        found.load(number, exchanged=False)  # refuses a value that the game cannot have, before anything is played
    if log is None:
        _run(found, executor, None, report or (lambda _: None))
        return found
    with RunLog(log, Part, "part", found.settings(), resume=True) as kept:
        _run(found, executor, kept, report or (lambda _: None))
    return found


def require_two(game: Game) -> None:
    """Raise AgentError for a game that has not two seats."""
    if game.players != 2:
        raise AgentError("balance_for_two", game=game.name, players=game.players)


def _run(found: Balance, executor: Executor, log: RunLog[Part] | None, report: Report) -> None:
    logged = iter(log.parts if log is not None else ())
    try:
        first = 0
        for games in found.games_of_rounds():
            _play(found, SEARCH, found.alive, range(first, first + games), executor, logged, log, report)
            ranked, first = found.ranked(SEARCH, found.alive), first + games
            kept = ranked[: found.kept_of(len(ranked))]
            distances = {str(number): round(found.distance(SEARCH, number).rate, 6) for number in ranked}
            found.rounds.append({"games": first, "distances": distances, "kept": kept})
            found.alive = kept
        finalists = sorted({*found.alive, CURRENT})
        _play(found, FINAL, finalists, range(found.schedule.final), executor, logged, log, report)
    except KeyboardInterrupt:
        found.interrupted = True


def _play(
    found: Balance, phase: int, numbers: Sequence[int], games: range, executor: Executor, logged: Iterator[Part],
    log: RunLog[Part] | None, report: Report,
) -> None:  # fmt: skip
    """Play the same games with all candidates. Those of the log are not played again."""
    seed = int(np.random.SeedSequence((found.seed, phase)).generate_state(1, np.uint64)[0] >> np.uint64(4))
    size = found.schedule.piece
    cuts = [tuple(games[start : start + size]) for start in range(0, len(games), size)]
    places = [
        ((phase, number, place, exchanged), cut)
        for number in sorted(numbers)
        for place in range(len(found.agents))
        for exchanged in found.arrangements
        for cut in cuts
    ]
    told = 0
    for part in logged:
        found.add(part)
        told += 1
        if told == len(places):
            break
    pieces = (
        Piece(
            MatchPiece(found.load(place[1], place[3]), (found.agents[place[2]],) * 2, seed, found.opening, cut), place
        )
        for place, cut in places[told:]
    )
    report(found)
    count = 0 if log is None else len(log.parts)
    for (place, halves, checksums), seconds in executor.map(play_balance_piece, pieces):
        made = dict(zip(("phase", "candidate", "agent", "exchanged"), place))
        part = Part(part=count, halves=halves, checksums=checksums, **made)  # type: ignore[arg-type]
        count += 1
        found.add(part)
        found.played, found.seconds = found.played + len(halves), found.seconds + seconds
        if log is not None:
            log.append([part])
            log.parts.append(part)
        report(found)


Played = tuple[tuple[int, int, int, bool], tuple[int, ...], tuple[int, ...]]


def play_balance_piece(piece: Piece) -> tuple[Played, float]:
    """Play the games of a piece. Return the halves of points of player 1, checksums, and the CPU seconds."""
    began = time.process_time()
    records, _ = play_piece(piece.matches, {})
    halves = tuple(round(2 * points(record, 0)) for record in records)
    checksums = tuple(crc32(repr((record.resigned, record.history)).encode()) for record in records)
    return (piece.place, halves, checksums), time.process_time() - began
