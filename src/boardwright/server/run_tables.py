"""Results of tournaments, ladders and evaluations as answers, from `run.json` or from records of matches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from boardwright.arena.ratings import defaults, win_rate
from boardwright.arena.recorded import RecordedMatches
from boardwright.server.run_schemas import (
    EvaluationTable,
    LadderTable,
    Pair,
    Rated,
    ResultShare,
    Rung,
    Tallied,
    TournamentTable,
)

RESULTS: Final = ("wins", "draws", "losses")

# Two parts or more after a slash that begins them: /home/me/runs/model.onnx, C:/models/a/b.onnx, ~/model.onnx.
ABSOLUTE = re.compile(r"(?<![\w./~-])(?:~|[A-Za-z]:)?(?:[/\\][^\s/\\,;:=|`'\"()\[\]]+)+")

NEAR: Final = 3
"""Parts of a path such as /home/me/model.onnx, whose last folder is somebody's name."""


def without_places(text: str) -> str:
    """A text whose absolute paths are cut down to their ends: where files lie here is nobody's business."""
    return ABSOLUTE.sub(lambda found: _end(found[0]), text)


def _end(path: str) -> str:
    """The file, and its folder where that tells files apart and is nobody's home."""
    parts = re.split(r"[/\\]", path)[1:]
    return "/".join(parts[-2:] if len(parts) > NEAR else parts[-1:])


def tournament(result: Mapping[str, Any]) -> TournamentTable:
    """The table of a tournament's `to_dict`."""
    places = {row["agent"]: place for place, row in enumerate(result["standings"])}
    return TournamentTable(
        confidence=result["confidence"],
        seed=result["seed"],
        games=result["games"],
        distinct=result["distinct"],
        ratings=[
            Rated(
                agent=without_places(row["agent"]),
                elo=row["elo"],
                low=row["interval"][0],
                high=row["interval"][1],
                games=row["games"],
                points=row["points"],
                **_counts(row),
            )
            for row in result["standings"]
        ],
        pairs=[
            Pair(
                first=places[pair["first"]],
                second=places[pair["second"]],
                points=pair["wins"] + pair["draws"] / 2,
                **_counts(pair),
            )
            for pair in result["pairings"]
        ],
    )


def ladder(result: Mapping[str, Any]) -> LadderTable:
    """The table of a ladder's `to_dict`."""
    return LadderTable(
        confidence=result["confidence"],
        seed=result["seed"],
        profile=without_places(result["profile"]),
        games=sum(rung["games"] for rung in result["rungs"]),
        distinct=result["distinct"],
        rungs=[
            Rung(
                level=rung["level"],
                below=rung["below"],
                score=rung["score"],
                low=rung["low"],
                high=rung["high"],
                mean_plies=rung["mean_plies"],
                stronger=_stronger(rung),
                **_counts(rung),
            )
            for rung in result["rungs"]
        ],
    )


def evaluation(result: Mapping[str, Any]) -> EvaluationTable:
    """The table of an evaluation's `to_dict`."""
    games = max(result["games"], 1)
    opponent = result["opponent"]
    return EvaluationTable(
        **{name: result[name] for name in ("confidence", "seed", "games", "distinct", "mean_plies", "mean_return")},
        agent=without_places(result["agent"]),
        opponent=None if opponent is None else without_places(opponent),
        shares=[
            ResultShare(
                result=name,
                count=result[name],
                share=result[name] / games,
                low=result["intervals"][name][0],
                high=result["intervals"][name][1],
            )
            for name in RESULTS
        ],
        seats=[Tallied(**_counts(seat)) for seat in result["seats"]],
    )


def recorded_tournament(matches: RecordedMatches) -> TournamentTable:
    """The table of recorded matches of two players."""
    standings = matches.standings()
    places = {row.agent: place for place, row in enumerate(standings)}
    return TournamentTable(
        confidence=defaults().confidence,
        seed=matches.seed,
        games=matches.played,
        distinct=matches.distinct,
        ratings=[
            Rated(
                agent=without_places(row.agent),
                elo=round(row.rating.elo, 1),
                low=round(row.rating.low, 1),
                high=round(row.rating.high, 1),
                games=row.tally.games,
                points=row.tally.points,
                **row.tally.to_dict(),
            )
            for row in standings
        ],
        pairs=[
            Pair(
                first=places[matches.agents[pairing.first]],
                second=places[matches.agents[pairing.second]],
                points=pairing.tally.points,
                **pairing.tally.to_dict(),
            )
            for pairing in matches.pairings.values()
        ],
    )


def recorded_evaluation(matches: RecordedMatches) -> EvaluationTable:
    """The table of recorded matches of the first agent alone."""
    tally, games = matches.alone[0], max(matches.alone[0].games, 1)
    shares = []
    for name in RESULTS:
        count = getattr(tally, name)
        rate = win_rate(count, tally.games, distinct=matches.distinct)
        shares.append(ResultShare(result=name, count=count, share=rate.rate, low=rate.low, high=rate.high))
    return EvaluationTable(
        confidence=defaults().confidence,
        seed=matches.seed,
        agent=without_places(matches.agents[0]),
        opponent=None,
        games=tally.games,
        distinct=matches.distinct,
        mean_plies=matches.plies / games,
        mean_return=matches.returned / games,
        shares=shares,
        seats=[Tallied(**tally.to_dict())],
    )


def _counts(row: Mapping[str, Any]) -> dict[str, int]:
    return {name: row[name] for name in RESULTS}


def _stronger(rung: Mapping[str, Any]) -> bool | None:
    """The verdict of the sequential test, or without one that of the interval."""
    if "sprt" in rung:
        return {"elo1": True, "elo0": False}.get(rung["sprt"]["accepted"])
    return True if rung["low"] > 0.5 else False if rung["high"] < 0.5 else None
