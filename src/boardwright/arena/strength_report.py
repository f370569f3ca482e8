"""The report of a test of strength: its figures in words, for the terminal and for a page, and its files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from boardwright.arena.pair_statistics import pair_ratio
from boardwright.arena.ratings import Rating, defaults
from boardwright.arena.strength_test import StrengthTest
from boardwright.core.words import Word
from boardwright.drawing.html_page import html_page, html_table, html_text, replace_file
from boardwright.drawing.line_chart import Curve, Level, line_chart

ODD = 0.01
"""Workers are said to differ below this p-value."""


def title(test: StrengthTest) -> Word:
    """The title: the game and the agents."""
    return Word("test_title", {"game": test.game.name, "new": test.new, "old": test.old})


def verdict(test: StrengthTest) -> Word:
    """The accepted hypothesis, or that there is none yet."""
    sprt = test.gsprt.sprt
    told = {"new": test.new, "old": test.old, "games": test.tally.games}
    told |= {"elo0": f"{sprt.elo0:+g}", "elo1": f"{sprt.elo1:+g}", "scale": Word(f"test_{test.gsprt.scale}")}
    if test.verdict is not None:
        return Word(f"test_{test.verdict}", told)
    return Word("test_undecided" if test.complete else "test_running", told)


def figures(test: StrengthTest) -> list[tuple[Word, str]]:
    """The current figures, each with its name."""
    low, high = test.gsprt.sprt.bounds
    tally, games, counted = test.tally, max(test.tally.games, 1), max(sum(test.counts), 1)
    ratio = pair_ratio(test.counts)
    rows = [
        ("games", f"{tally.games} (+{tally.wins} ={tally.draws} -{tally.losses})"),
        ("pairs", f"{test.pairs}" + (f" ({sum(test.counts)})" if sum(test.counts) < test.pairs else "")),
        ("llr", f"{test.ratio:+.2f} [{low:.2f}, {high:.2f}]"),
        ("elo", _interval(test.elo) if counted > 1 else "-"),
        ("normalised_elo", _interval(test.normalised_elo) if counted > 1 else "-"),
        ("draw_ratio", f"{tally.draws / games:.1%}"),
        ("even_pairs", f"{test.counts[2] / counted:.1%}"),
        ("pair_ratio", "-" if ratio is None else f"{ratio:.2f}"),
    ]
    return [(Word(f"heading_{name}"), value) for name, value in rows]


def workers(test: StrengthTest) -> Word:
    """Whether the workers' results differ more than by chance; hosts if there are several, else processes."""
    data = test.workers_dict()
    found = data["hosts"] or data["processes"]
    if found is None:
        return Word("test_workers_few")
    told = {"chi2": f"{found['chi2']:.2f}", "freedom": found["freedom"], "p": f"{found['p']:.3g}"}
    return Word("test_workers_differ" if found["p"] < ODD else "test_workers_agree", told)


def page(test: StrengthTest) -> str:
    """The report as an HTML page; it loads itself again while the test runs."""
    low, high = test.gsprt.sprt.bounds
    levels = [Level(f"elo1 ({high:.2f})", high), Level(f"elo0 ({low:.2f})", low)]
    curve = Curve(f"{test.ratio:+.2f}", [(0.0, 0.0), *((float(n), r) for n, r in enumerate(test.ratios, 1))])
    data = test.workers_dict()
    residuals = (data["processes"] or {}).get("residuals", {})
    rows = [
        (worker, sum(counts), *counts, f"{residuals[worker]:.3g}" if worker in residuals else "-")
        for worker, counts in sorted(test.workers.items())
    ]
    scores = ["0", "½", "1", "1½", "2"]
    heading_pairs = Word("heading_pairs")
    parts = [
        html_text(verdict(test)),
        line_chart(str(Word("heading_llr")), [curve], levels, str(heading_pairs), str(Word("heading_llr"))),
        html_table([], figures(test)),
        html_text(Word("test_points"), "h2"),
        html_table(scores, [test.counts]),
        html_text(Word("test_workers"), "h2"),
        html_text(workers(test)),
        html_table([Word("heading_worker"), heading_pairs, *scores, Word("heading_p")], rows),
        html_text(Word("test_settings"), "h2"),
        html_text(json.dumps({**test.settings(), "most_games": test.games}, ensure_ascii=False), "pre"),
    ]
    return html_page(title(test), parts, live=not (test.complete or test.interrupted))


def write(test: StrengthTest, folder: Path) -> None:
    """Write the page, the result, and the workers' counts. The result alone is the same on every machine."""
    replace_file(folder / "report.html", page(test))
    for name, data in (("result", test.to_dict()), ("workers", test.workers_dict())):
        replace_file(folder / f"{name}.json", _json(data))


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _interval(rating: Rating) -> str:
    percent = f"{100 * defaults().confidence:g}"
    return f"{rating.elo:+.1f} [{rating.low:+.1f}, {rating.high:+.1f}] ({percent} %)"
