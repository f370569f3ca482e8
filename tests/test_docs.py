"""The documentation fits the code: snippets are Python, quoted files match, links exist."""

from __future__ import annotations

import doctest
import re

import boardwright
from pages import PAGES, ROOT, WITH_SNIPPETS, blocks, name, snippets

EXAMPLE = ROOT / "examples" / "connect_four"
BEYOND = {"solver.py", "self_play.yaml", "network.yaml", "features.py"}
"""Files of the example that are no part of the tutorial."""


def test_every_snippet_is_python():
    """test_snippets.py runs them."""
    for page in WITH_SNIPPETS:
        compile("\n".join(snippets(page)), name(page), "exec", dont_inherit=True)


def test_the_page_on_adding_a_game_holds_every_file_of_the_example():
    page = ROOT / "docs" / "adding-a-game.md"
    titled = [block for language in ("python", "yaml") for block in blocks(page, language) if block[0]]
    files_of_page = {title: body for title, body in titled if not title.startswith("examples/")}
    package = EXAMPLE / "src" / "connect_four"
    files = [path for path in package.rglob("*") if path.suffix in {".py", ".yaml"} and path.name not in BEYOND]
    assert set(files_of_page) == {str(path.relative_to(EXAMPLE)) for path in files}
    for title, body in files_of_page.items():
        assert body == without_solver((EXAMPLE / title).read_text(encoding="utf-8")), title


def without_solver(text):
    """A file of the example as the page has it: solver and network are no part of the tutorial."""
    text = text.replace("from connect_four.solver import solve\n", "").replace(", solve=solve", "")
    text = text.replace("from connect_four.features import FEATURES\n", "").replace(", features=FEATURES", "")
    text = text.replace(
        'from connect_four.features import features\n\n__all__ = ("evaluate", "features", "order")\n', ""
    )
    return text.replace('("standard", "network")', '("standard",)')


def test_the_example_is_as_short_as_the_page_says():
    lines = [
        line
        for path in (EXAMPLE / "src").rglob("*.py")
        if path.name not in BEYOND
        for line in without_solver(path.read_text(encoding="utf-8")).splitlines()
        if line.strip()
    ]
    for page in ("docs/adding-a-game.md", "docs/index.md", "README.md"):
        assert f"{len(lines)} lines" in (ROOT / page).read_text(encoding="utf-8")


def test_no_file_of_ours_knows_a_strangers_game():
    for path in (ROOT / "src").rglob("*"):
        if path.suffix in {".py", ".yaml"}:
            for stranger in ("connect_four", "royal_ur", "battleship"):
                assert stranger not in path.read_text(encoding="utf-8"), path


def test_excerpts_are_in_the_file_they_name():
    pages = [
        ROOT / "README.md",
        *(ROOT / "docs" / f"{name}.md" for name in ("adding-a-game", "quickstart-game", "secrets")),
    ]
    quoted = [block for page in pages for language in ("python", "yaml") for block in blocks(page, language)]
    excerpts = [(title, body) for title, body in quoted if title and (ROOT / title).exists()]
    assert {title.partition("/")[0] for title, _ in excerpts} == {"src", "examples"}
    for title, body in excerpts:
        assert body in (ROOT / title).read_text(encoding="utf-8"), title


def test_the_docstring_of_the_package_runs():
    assert doctest.testmod(boardwright).failed == 0


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page}: {target}"


def test_every_decision_is_in_the_index_and_in_the_navigation():
    folder = ROOT / "docs" / "decisions"
    numbered = sorted(path.name for path in folder.glob("0*.md"))
    listed = re.findall(r"^\d+\. \[.+\]\((.+)\)$", (folder / "README.md").read_text(encoding="utf-8"), re.M)
    assert listed == numbered
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert re.findall(r"- decisions/(0.+\.md)", navigation) == numbered


def test_pages_and_changes_name_this_version():
    pages = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("packaging.md", "scale.md"))
    assert set(re.findall(r"boardwright[-:](\d+\.\d+\.\d+)", pages)) == {boardwright.__version__}
    changes = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert changes[0] == "Unreleased"
    assert changes[1].startswith(f"{boardwright.__version__} (")


def test_curves_of_algorithms_are_those_of_recorded_runs():
    pictures = list((ROOT / "docs" / "algorithms").glob("*.png"))
    assert pictures
    for picture in pictures:
        original = ROOT / "benchmarks" / "runs" / picture.stem / "curves.png"
        assert picture.read_bytes() == original.read_bytes(), picture
