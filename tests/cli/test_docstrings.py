"""`boardwright docs` prints docstrings in place of the lines by which the site includes them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import boardwright
from boardwright.cli import docstrings
from boardwright.core import view
from boardwright.core.definition import Layout
from boardwright.core.symmetry import Symmetry

PAGES = sorted((Path(__file__).parents[2] / "docs" / "api").glob("*.md"))
DATACLASSES = (boardwright.Definition, Layout, boardwright.People, boardwright.Learning, Symmetry)
MODELS = (view.Board, view.Cell, view.Piece, view.Edge, view.Panel, view.Scene)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_included_name_is_printed_with_its_docstring(page, ran) -> None:
    _, printed, _ = ran("docs", f"api/{page.stem}")
    assert "\n:::" not in printed
    for path in docstrings.included(page):
        assert f"### {path.rpartition('.')[2]}\n" in printed


@pytest.mark.parametrize("kind", [*DATACLASSES, *MODELS], ids=lambda kind: kind.__name__)
def test_authors_find_every_field_of_a_class_they_fill_in(kind) -> None:
    path = f"{kind.__module__}.{kind.__name__}"
    assert path in [name for page in PAGES for name in docstrings.included(page)]
    fields = kind.model_fields if kind in MODELS else [field.name for field in dataclasses.fields(kind)]
    printed = docstrings.describe(path)
    assert [name for name in fields if f"\n* `{name}: " not in printed] == []


def test_the_text_of_a_field_and_of_a_method() -> None:
    printed = docstrings.expand("# Page\n\n::: boardwright.core.view.Outcome\n    options: {}\n\nEnd.\n")
    assert printed.startswith("# Page\n\n### Outcome\n\nThe outcome of a game")
    assert printed.endswith(
        "#### Outcome.winner\n\n    winner(self) -> int | None\n\n"
        "The player with the highest return, None for a draw.\n\nEnd.\n"
    )
