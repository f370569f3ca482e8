"""The snippets of the documentation run, each page's one after the other.

In the gate pages about another shape of a game run with games as plain Python, which spares the compiler, and long
ones not at all: test_docs.py compiles the source of each. `make gate-full` runs every page as it stands.
"""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.core import registry
from boardwright.core.game import Game
from pages import ROOT, WITH_SNIPPETS, name, snippets

PLAIN = {
    "docs/games/battleship.md": "a small board",
    "docs/games/skirmish.md": "a large board",
    "docs/games/tic_tac_toe.md": "four by four",
    "docs/solved-boards.md": "two boards of Quoridor",
}
"""Pages that the gate runs as plain Python, and the shape that would have to be compiled."""

LONG = {
    "README.md": "trains a network",
    "docs/agents.md": "compiles a tree search on the largest board of Quoridor",
    "docs/environments.md": "trains a network by another library",
    "docs/learning.md": "makes a dataset and measures a network",
    "docs/server.md": "starts a server, as many tests of the gate do",
}
"""Pages that take more than the gate has, and why. What they call is tested with less to do."""


def run(page: Any) -> None:
    namespace: dict[str, object] = {"__name__": "snippet"}
    for body in snippets(page):
        exec(compile(body, str(page), "exec", dont_inherit=True), namespace)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_pages_that_are_named_here_have_snippets() -> None:
    assert PLAIN.keys() | LONG.keys() <= {name(page) for page in WITH_SNIPPETS}


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.slow if name(page) in PLAIN | LONG else ()) for page in WITH_SNIPPETS],
    ids=name,
)
def test_snippets_run_as_they_stand(page: Any) -> None:
    run(page)


@pytest.mark.slow  # trains a network
def test_a_reader_may_run_the_first_page_twice(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        run(ROOT / "README.md")
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


@pytest.mark.parametrize("page", [page for page in WITH_SNIPPETS if name(page) in PLAIN], ids=name)
def test_snippets_run_with_games_as_plain_python(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    load = registry.load

    def loaded(*chosen: Any, **options: Any) -> Game:
        return load(*chosen, **options).as_interpreted()

    monkeypatch.setattr(registry, "load", loaded)
    run(page)
