"""The panels of a training run's curves as numbers, for a picture or a page: win rates, losses, lengths of games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple, get_args

from boardwright.core.words import Word

Rows = Sequence[Mapping[str, float]]
"""Metrics over time; each row has its `round` or its `update`."""

Over = Literal["updates", "steps", "cpu"]
"""The horizontal axis."""

OVER: tuple[Over, ...] = get_args(Over)

INVALID = "invalid_rate"
MEASURED, PLAYED = "win_rate", "rollout_win_rate"
SHARES = ("accuracy", "first_wins", "draws")
"""The shares that a round of self-play has."""

LENGTHS = {"plies": "curves_plies", "played_plies": "curves_plies", "decisions": "curves_decisions"}
"""The metrics that are lengths of games, with the words of their axes."""

RIVAL = "win_rate_"
"""How the metrics begin that are rates against further opponents."""

ON, SHARE, ROLLOUT = "_on_", "_share", "rollout_"
"""Parts of names: a metric on a board (`win_rate_on_small.mine_count.13`), a counter's share, and one of a rollout."""


class Line(NamedTuple):
    """One metric: its places and values; `band` has places with the lower and the upper end of an interval."""

    name: str
    label: Word
    points: list[tuple[float, float]]
    band: Sequence[tuple[float, float, float]] = ()


class Panel(NamedTuple):
    """Lines with a common vertical axis; percentages go from 0 to 100."""

    name: Literal["win_rate", "loss", "shares", "length"]
    label: Word
    lines: list[Line]


def axis(rows: Rows, over: Over) -> tuple[Word, list[float]]:
    """The label of the horizontal axis, and the place of each row on it.

    Steps are the learner's decisions, or the positions of an imitation, since the stage began. CPU time is the whole
    run's, in minutes.
    """
    if over == "cpu":
        return Word("curves_cpu"), [row["cpu_total"] / 60 for row in rows]
    imitation = "round" in rows[0]
    if over == "updates":
        return Word("curves_rounds" if imitation else "curves_updates"), [
            row["round" if imitation else "update"] for row in rows
        ]
    speed = "positions_per_s" if imitation else "steps_per_s"
    done = accumulate(round(row[speed] * row["cpu_seconds"]) for row in rows)
    return Word("curves_positions" if imitation else "curves_steps"), [float(steps) for steps in done]


def panels(rows: Rows, losses: Sequence[str], at: Sequence[float]) -> list[Panel]:
    """The panels of a stage whose rows have places `at`, without those that have no numbers."""
    found = [Panel("win_rate", Word("curves_win_rate"), _rates(rows, at)), *_on_boards(rows, at)]
    # A loss that is always 0 is one that the game does not have.
    there = [name for name in losses if any(row.get(name) for row in rows)]
    found.append(Panel("loss", Word("figure_loss"), [_line(rows, at, name) for name in there]))
    if any("plies" in row for row in rows):
        found.append(Panel("shares", Word("curves_percent"), [_line(rows, at, name, 100.0) for name in SHARES]))
    if any(INVALID in row for row in rows):
        of_all = Word("curves_of_all", {"what": Word(f"figure_{INVALID}"), "board": ""})
        found.append(Panel("shares", of_all, [_line(rows, at, INVALID, 100.0)]))
    for name, label in LENGTHS.items():
        if any(name in row for row in rows):
            found.append(Panel("length", Word(label), [_line(rows, at, name)]))
    kept = [panel._replace(lines=[line for line in panel.lines if line.points]) for panel in found]
    return [panel for panel in kept if panel.lines]


def compared(runs: Mapping[str, tuple[str, Rows]]) -> list[Panel]:
    """A panel for each board that runs were measured on, with a line for each run by its CPU minutes.

    `runs` has the board of each run by its name, and its rows in the order of time.
    """
    by_board: dict[str, list[Line]] = {}
    for name, (own, rows) in runs.items():
        _, at = axis(rows, "cpu")
        label = Word("curves_value", {"value": name})
        names = dict.fromkeys(name for row in rows for name in row if name.startswith(f"{MEASURED}{ON}"))
        boards = [board for board in (name.split(ON, 1)[1] for name in names) if "." not in board and board != own]
        lines = {own: _measured(rows, at, label)}
        lines |= {board: _line(rows, at, f"{MEASURED}{ON}{board}", 100.0, label) for board in boards}
        for board, line in lines.items():
            if line.points:
                by_board.setdefault(board, []).append(line)
    return [Panel("win_rate", _figure(MEASURED, "curves_by_value", board), lines) for board, lines in by_board.items()]


def _measured(rows: Rows, at: Sequence[float], label: Word) -> Line:
    ends = ((x, [row.get(name, math.nan) for name in (MEASURED, "low", "high")]) for x, row in zip(at, rows))
    band = [(x, 100 * low, 100 * high) for x, (rate, low, high) in ends if math.isfinite(rate + low + high)]
    return _line(rows, at, MEASURED, 100.0, label)._replace(band=band)


def _rates(rows: Rows, at: Sequence[float]) -> list[Line]:
    played = _line(rows, at, PLAYED, 100.0, Word("curves_played"))
    measured = _measured(rows, at, Word("curves_measured"))
    rivals = sorted({name for row in rows for name in row if name.startswith(RIVAL) and ON not in name})
    others = [
        _line(rows, at, name, 100.0, Word("curves_against", {"rival": name.removeprefix(RIVAL)})) for name in rivals
    ]
    return [measured, *others, played]


def _on_boards(rows: Rows, at: Sequence[float]) -> list[Panel]:
    """Shares of counters, and both rates and shares by board and by value; measured, or else of the training games."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    measured = [name for name in names if not name.startswith(ROLLOUT)]
    found = []
    figures = ["win_rate", *dict.fromkeys(name for name in map(_bare, names) if name.endswith(SHARE))]
    for figure in figures:
        # A place is a board, or one of its values: `small`, `small.mine_count.13`.
        places = list(dict.fromkeys(n.split(ON, 1)[1] for n in names if ON in n and _bare(n) == figure))
        boards = [place for place in places if "." not in place]
        by_place = {
            place: _line(rows, at, name if (name := f"{figure}{ON}{place}") in measured else f"{ROLLOUT}{name}", 100.0)
            for place in places
        }
        if len(boards) > 1:
            lines = [by_place[board]._replace(label=Word("curves_on", {"board": board})) for board in boards]
            found.append(Panel("shares", _figure(figure, "curves_by_board"), lines))
        elif figure != "win_rate":
            lines = [
                _line(rows, at, figure, 100.0, Word("curves_evaluated")),
                _line(rows, at, f"{ROLLOUT}{figure}", 100.0, Word("curves_played")),
            ]
            found.append(Panel("shares", _figure(figure, "curves_of_all"), lines))
        for board in boards:
            lines = [
                by_place[place]._replace(
                    label=Word("curves_value", {"value": place.split(".", 1)[1].replace(".", " ", 1)})
                )
                for place in sorted(places, key=_by_number)
                if place.startswith(f"{board}.")
            ]
            found.append(Panel("shares", _figure(figure, "curves_by_value", board), lines))
    return found


def _by_number(place: str) -> tuple[str, float, str]:
    """The order of values: numbers by size, and others by name."""
    key, _, value = place.rpartition(".")
    return key, float(value) if value.isdigit() else math.inf, value


def _bare(name: str) -> str:
    """The figure of a name: without its board, and whether it is of a rollout."""
    return name.removeprefix(ROLLOUT).split(ON, 1)[0]


def _figure(figure: str, code: str, board: str = "") -> Word:
    what = (
        Word("curves_wins") if figure == "win_rate" else Word("curves_share", {"counter": figure.removesuffix(SHARE)})
    )
    return Word(code, {"what": what, "board": board})


def _line(rows: Rows, at: Sequence[float], name: str, scale: float = 1.0, label: Word | None = None) -> Line:
    points = [(x, scale * row[name]) for x, row in zip(at, rows) if name in row and math.isfinite(row[name])]
    return Line(name, label or Word(f"figure_{name}"), points)
