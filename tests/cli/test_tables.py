"""Tables for people: titles, headings and cells in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from boardwright.core import errors
from boardwright.core.words import codes

SOURCES = Path(__file__).parents[2] / "src" / "boardwright"

TABLES = {
    ("games", "tic_tac_toe"): (
        ["Games", "name", "rules version", "players", "has", "presets"],
        ["Jeux", "nom", "version des règles", "joueurs", "comporte", "configurations"],
    ),
    ("evaluate", "tic_tac_toe", "random", "random", "--games", "4"): (
        ["random against random in tic_tac_toe, seed", "result", "share", "95 % interval", "in seat 1", "in seat 2"]
        + ["wins", "draws", "losses", "4 games"],
        ["random contre random à tic_tac_toe, graine", "résultat", "part", "intervalle à 95 %", "au siège 1"]
        + ["au siège 2", "gains", "nulles", "pertes", "4 parties"],
    ),
    ("tournament", "tic_tac_toe", "random", "perfect", "--games", "4"): (
        ["tic_tac_toe, seed", "agent", "Elo", "won", "drawn", "lost", "Points of each row"],
        ["tic_tac_toe, graine", "agent", "Elo", "gagnées", "nulles", "perdues", "Points de chaque ligne"],
    ),
    ("prove", "tic_tac_toe", "perfect"): (
        ["perfect in tic_tac_toe", "measure", "found", "lines that beat it as first player", "states"],
        ["perfect à tic_tac_toe", "mesure", "suites qui le battent au premier siège", "états où il ne joue pas"],
    ),
}


@pytest.mark.parametrize("command", TABLES, ids=lambda command: command[0])
def test_a_table_is_in_the_language_of_the_reader(ran, monkeypatch, command) -> None:
    for language, expected in zip(("en", "fr"), TABLES[command]):
        monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", language)
        _, out, _ = ran(*command)
        for text in expected:
            assert text in out, text


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
