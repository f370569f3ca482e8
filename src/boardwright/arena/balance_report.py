"""The report of a balance: a table of the measured candidates, a picture, and the fairest numbers as a preset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from boardwright.arena.balance_results import CURRENT, FINAL, Balance
from boardwright.arena.ratings import WinRate
from boardwright.core.words import Word
from boardwright.drawing import balance_chart
from boardwright.drawing.html_page import replace_file

RESULT, BEST = "result.json", "best.yaml"


def title(balance: Balance) -> Word:
    """The title: the game, and how many candidates were tried."""
    return Word("balance_title", {"game": balance.game.name, "candidates": len(balance.candidates)})


def sides(balance: Balance) -> list[Word | str]:
    """Whose shares are measured: player 1, and the first faction where there are two."""
    factions = balance.game.definition.factions
    return [Word("heading_first_player"), *([] if factions is None else factions.names[:1])]


def headings(balance: Balance) -> list[Word | str]:
    """The headings of `rows`."""
    first = [Word(f"heading_{name}") for name in ("candidate", "playtester", "games")]
    return [*first, *sides(balance), Word("heading_distance")]


def rows(balance: Balance) -> list[list[Any]]:
    """A row for each measured candidate and playtester, the fairest candidate first."""
    found: list[list[Any]] = []
    for number in balance.measured:
        distance = percent(balance.distance(FINAL, number))
        for place, verdict in enumerate(balance.verdicts(FINAL, number)):
            shares = [percent(share) for share in verdict.shares]
            found.append(["" if place else number, verdict.agent, verdict.games, *shares, "" if place else distance])
    return found


def lines(balance: Balance) -> list[str]:
    """A line for each measured candidate: its number and its changes."""
    return [f"{number}: {changes_text(balance, number)}" for number in balance.measured]


def percent(share: WinRate) -> str:
    """A share with its interval, in percent."""
    return f"{100 * share.rate:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def changes_text(balance: Balance, number: int, *, short: bool = False) -> Word | str:
    """The changes of a candidate; if `short` without the first parts of their paths."""
    if number == CURRENT:
        return Word("balance_current")
    changes = balance.differences(number).items()
    return " ".join(f"{key.partition('.')[2] if short and '.' in key else key}={value}" for key, value in changes)


def conclusion(balance: Balance) -> Word:
    """Whether the fairest candidate is fairer than the current numbers."""
    best = balance.measured[0]
    if best == CURRENT:
        return Word("balance_kept")
    if not balance.proved:
        return Word("balance_open", {"candidate": best})
    high, low = balance.distance(FINAL, best).high, balance.distance(FINAL, CURRENT).low
    return Word("balance_proved", {"candidate": best, "high": f"{100 * high:.1f} %", "low": f"{100 * low:.1f} %"})


def file_line(balance: Balance, path: Path) -> Word:
    """Whose numbers a preset has: those of the fairest candidate, or the current ones."""
    kept = balance.measured[0] == CURRENT
    return Word("balance_file_current" if kept else "balance_file", {"file": path})


def draw(balance: Balance, path: Path) -> None:
    """Draw the shares of all measured candidates."""
    tested = [
        balance_chart.Tested(
            f"{number}: {changes_text(balance, number, short=True)}",
            [[balance_chart.Share(*share) for share in verdict.shares] for verdict in balance.verdicts(FINAL, number)],
        )
        for number in balance.measured
    ]
    balance_chart.draw(tested, balance.agents, sides(balance), path, title(balance))


def write(balance: Balance, folder: Path) -> Path | None:
    """Write result.json and, after the measurement, the fairest numbers as a preset. Return the preset's path."""
    replace_file(folder / RESULT, json.dumps(balance.to_dict(), indent=2, ensure_ascii=False) + "\n")
    if not balance.measured:
        return None
    best, section = balance.measured[0], balance.game.definition.files.section
    data = balance.config_of(best)
    head = f"# {title(balance)}; {best}: {changes_text(balance, best)}\n"
    replace_file(folder / BEST, head + yaml.safe_dump({section: data} if section else data, sort_keys=False))
    return folder / BEST
