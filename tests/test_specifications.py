"""The specification pages name tests that exist and mark requirements without one; the glossary is in order."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "specifications"
PAGES = sorted(FOLDER.glob("0*.md"))
HEADING = ["section", "requirement", "tests", "decision"]
NO_TEST = "no test"
TEST = re.compile(r"`((?:tests|web)/[^`]+?)::([^`]+)`")


def rows(page: Path) -> list[list[str]]:
    """The cells of each row of a page's tables, without their headings."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row != HEADING and set("".join(row)) != {"-"}]


@cache
def names_in(path: str) -> set[str]:
    """The names of the tests in a file: functions in Python, titles in TypeScript."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if not path.endswith(".py"):
        return set(re.findall(r'\b(?:it|test)\("([^"]+)"', text))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, functions)}


def test_each_specification_has_a_page():
    assert [page.name[:3] for page in PAGES] == ["000", "001", "002", "003", "004"]
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert all(f"({page.name})" in index for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_row_names_tests_or_says_that_it_has_none(page):
    assert rows(page)
    for row in rows(page):
        assert len(row) == len(HEADING), row
        section, requirement, tests, _ = row
        assert section, row
        assert requirement, row
        assert tests == NO_TEST or all(TEST.fullmatch(test) for test in tests.split("<br>")), row


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_named_test_exists(page):
    named = TEST.findall(page.read_text(encoding="utf-8"))
    missing = [f"{path}::{name}" for path, name in named if not (ROOT / path).is_file() or name not in names_in(path)]
    assert named
    assert missing == []


def test_a_test_that_does_not_exist_is_noticed():
    assert "test_a_test_that_does_not_exist_is_noticed" in names_in("tests/test_specifications.py")
    assert "test_that_nobody_wrote" not in names_in("tests/test_specifications.py")


def test_the_glossary_is_in_alphabetical_order_and_names_a_place_for_each_word():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    entries = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", text, re.M)[1:]
    words = [word.casefold() for word, _, _ in entries]
    assert words
    assert words == sorted(set(words))
    assert all("`" in place or "](" in place for _, _, place in entries)
