"""Tables for people: titles, headings and cells come from the catalogue, in the language of the reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from boardwright.core import errors
from boardwright.core.words import codes, say

SOURCES = Path(__file__).parents[2] / "src" / "boardwright"

TABLES = {
    ("games", "tic_tac_toe"): [
        "games_title",
        *("heading_name", "heading_version", "heading_players", "heading_has", "heading_presets"),
    ],
    ("evaluate", "tic_tac_toe", "random", "random", "--games", "4"): [
        *("evaluate_title", "evaluate_wins", "evaluate_draws", "evaluate_losses", "evaluate_summary"),
        *("heading_result", "heading_share", "heading_interval", "heading_seat"),
    ],
    ("tournament", "tic_tac_toe", "random", "perfect", "--games", "4"): [
        *("tournament_title", "tournament_points"),
        *("heading_agent", "heading_elo", "heading_won", "heading_drawn", "heading_lost"),
    ],
    ("prove", "tic_tac_toe", "perfect"): ["prove_title", "heading_what", "heading_found", "prove_losing_lines_first"],
}
"""Words of the table of a command: title, headings and cells."""


@pytest.mark.parametrize("command", TABLES, ids=lambda command: command[0])
def test_a_table_is_words_of_the_catalogue(ran, command) -> None:
    done = ran("--language", "fr", *command)
    assert done.status == 0, done.err
    for code in TABLES[command]:
        word = done.tells(code)
        assert (word, say(word, "fr")) in done.said, code


def test_every_heading_that_a_command_asks_for_has_its_words() -> None:
    for path in (SOURCES / "cli").glob("*.py"):
        for names in re.findall(r"headings\(((?:\"\w+\"(?:, )?)+)\)", path.read_text(encoding="utf-8")):
            assert {f"heading_{name}" for name in re.findall(r"\w+", names)} <= set(codes("core")), path.name


def test_every_code_that_the_sources_say_is_in_a_catalogue() -> None:
    known = set(codes("core"))
    for path in SOURCES.rglob("words.yaml"):
        known |= set(yaml.safe_load(path.read_text(encoding="utf-8")))
    ours = "|".join(
        name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)
    )
    literal = re.compile(rf"\b(?:Word|Refusal|UsageError|{ours})\((?:\d+, )?\"([a-z0-9_.]+)\"")
    for path in SOURCES.rglob("*.py"):
        used = literal.findall(path.read_text(encoding="utf-8"))
        assert set(used) <= known, path
