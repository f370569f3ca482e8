"""The documentation is correct: snippets run, quoted files match, commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import boardwright
from boardwright.cli import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
SKELETON = ROOT / "src" / "boardwright" / "cli" / "skeleton" / "README.md.txt"
EXAMPLE = ROOT / "examples" / "connect_four"
FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.M | re.S)
CONTRACT = "def reset(p, s): ..."


def blocks(page: Path, language: str) -> list[tuple[str, str]]:
    fences = FENCE.findall(page.read_text(encoding="utf-8"))
    return [(title, body) for named, title, body in fences if named == language]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_snippets_run_one_after_the_other(page, capsys):
    namespace: dict[str, object] = {"__name__": "snippet"}
    for title, body in blocks(page, "python"):
        if not title and CONTRACT not in body:
            exec(compile(body, str(page), "exec", dont_inherit=True), namespace)


def test_the_page_on_adding_a_game_holds_every_file_of_the_example():
    page = ROOT / "docs" / "adding-a-game.md"
    titled = [block for language in ("python", "yaml") for block in blocks(page, language) if block[0]]
    files_of_page = {title: body for title, body in titled if not title.startswith("examples/")}
    package = EXAMPLE / "src" / "connect_four"
    files = [path for path in package.rglob("*") if path.suffix in {".py", ".yaml"}]
    assert set(files_of_page) == {str(path.relative_to(EXAMPLE)) for path in files}
    for title, body in files_of_page.items():
        assert body == (EXAMPLE / title).read_text(encoding="utf-8"), title


def test_the_example_is_as_short_as_the_page_says():
    lines = [
        line
        for path in (EXAMPLE / "src").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    assert len(lines) <= 150
    for page in ("docs/adding-a-game.md", "docs/index.md", "README.md"):
        assert f"{len(lines)} lines" in (ROOT / page).read_text(encoding="utf-8")


def test_no_file_of_ours_knows_a_strangers_game():
    for path in (ROOT / "src").rglob("*"):
        if path.suffix in {".py", ".yaml"}:
            for stranger in ("connect_four", "royal_ur", "battleship"):
                assert stranger not in path.read_text(encoding="utf-8"), path


def test_excerpts_are_in_the_file_they_name():
    readme, page, secrets = ROOT / "README.md", ROOT / "docs" / "adding-a-game.md", ROOT / "docs" / "secrets.md"
    quoted = [*blocks(readme, "python"), *blocks(page, "python"), *blocks(page, "yaml"), *blocks(secrets, "python")]
    excerpts = [(title, body) for title, body in quoted if title and (ROOT / title).exists()]
    assert {title.partition("/")[0] for title, _ in excerpts} == {"src", "examples"}
    for title, body in excerpts:
        assert body in (ROOT / title).read_text(encoding="utf-8"), title


@pytest.mark.parametrize("page", [*PAGES, SKELETON], ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_exist_and_know_their_options(page):
    for _, body in blocks(page, "console"):
        for line in body.splitlines():
            if not line.startswith("$ boardwright"):
                continue
            command = line.split()[2]
            result = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
            assert result.exit_code == 0, line
            for option in re.findall(r"--[a-z-]+", line):
                assert option in result.output, line


def test_the_docstring_of_the_package_runs():
    assert doctest.testmod(boardwright).failed == 0


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page}: {target}"
