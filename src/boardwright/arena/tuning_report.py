"""The report of a tuning: a table, a picture of the parameters, a file of weights, and the command that tests them."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import yaml

from boardwright.agents.spec import parse, to_text
from boardwright.arena.tuning import Tuning
from boardwright.core.words import Word
from boardwright.drawing.html_page import html_page, html_table, html_text, replace_file
from boardwright.drawing.line_chart import Curve, line_chart

WEIGHTS = "weights.yaml"


def title(tuning: Tuning) -> Word:
    """The title: the game and the agent."""
    return Word("tune_title", {"game": tuning.game.name, "agent": tuning.agent})


def progress(tuning: Tuning) -> Word:
    """How far the tuning is."""
    done, total = tuning.done, tuning.schedule.iterations
    return Word("tune_progress", {"done": done, "total": total, "games": 2 * sum(tuning.counts)})


def rows(tuning: Tuning) -> list[tuple[str, str, str, str]]:
    """Each parameter with its first value, its present one, and the change in steps."""
    first, last = (tuning.named_values(values) for values in (tuning.start, tuning.path[-1]))
    return [
        (name, f"{first[name]:g}", f"{last[name]:.4g}", f"{(last[name] - first[name]) / each.step:+.2f}")
        for name, each in tuning.parameters.all.items()
    ]


def headings() -> list[Word]:
    """The headings of `rows`."""
    return [Word(f"heading_{name}") for name in ("parameter", "start", "value", "change")]


def tuned_agent(tuning: Tuning, folder: Path) -> str:
    """The tuned agent as text."""
    side = tuning.contestant(tuning.path[-1])
    name, options = parse(side.text)
    return to_text(name, options if side.weights is None else {**options, "weights": f"{folder}/{WEIGHTS}"})


def test_command(tuning: Tuning, folder: Path, board: list[str]) -> str:
    """The command that tests the tuned agent against the first one; `board` are the options of the game."""
    agents = [tuned_agent(tuning, folder), tuning.agent]
    return shlex.join(["boardwright", "test", tuning.game.name, *agents, *board, "--out", f"{folder}/test"])


def chart(tuning: Tuning) -> str:
    """The paths of all parameters, in steps from their first values."""
    curves = [
        Curve(
            name,
            [
                (float(n), float(values[place] - tuning.start[place]) / each.step)
                for n, values in enumerate(tuning.path)
            ],
        )
        for place, (name, each) in enumerate(tuning.parameters.all.items())
    ]
    across, up = str(Word("heading_iterations")), str(Word("heading_change"))
    return line_chart(str(title(tuning)), curves, [], across, up)


def write(tuning: Tuning, folder: Path, board: list[str]) -> None:
    """Write report.html, parameters.svg, result.json, and the weights if there are any."""
    parts = [
        html_text(progress(tuning)),
        chart(tuning),
        html_table(headings(), rows(tuning)),
        html_text(Word("tune_proof"), "h2"),
        html_text(test_command(tuning, folder, board), "pre"),
        html_text(Word("test_settings"), "h2"),
        html_text(json.dumps(tuning.settings(), ensure_ascii=False), "pre"),
    ]
    live = not (tuning.complete or tuning.interrupted)
    replace_file(folder / "report.html", html_page(title(tuning), parts, live=live))
    replace_file(folder / "parameters.svg", chart(tuning) + "\n")
    replace_file(folder / "result.json", json.dumps(tuning.to_dict(), indent=2, ensure_ascii=False) + "\n")
    weights = tuning.contestant(tuning.path[-1]).weights
    if weights is not None:
        head = f"# {title(tuning)}; seed {tuning.seed}. {progress(tuning)}\n"
        replace_file(folder / WEIGHTS, head + yaml.safe_dump(dict(weights), sort_keys=False))
