"""The public names of `boardwright`: exactly these, and each can be imported."""

from __future__ import annotations

from importlib.metadata import version

import pytest

import boardwright

NAMES = [
    "Batch",
    "Definition",
    "Files",
    "Game",
    "Layout",
    "Learning",
    "People",
    "Position",
    "Private",
    "Search",
    "__version__",
    "agent",
    "load",
    "names",
    "register",
]


def test_the_public_names_are_these() -> None:
    assert boardwright.__all__ == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(boardwright, name) is not None


def test_what_is_lazy_is_the_thing_itself() -> None:
    from boardwright.agents import make
    from boardwright.core.position import Position

    assert boardwright.Position is Position
    assert boardwright.agent is make


def test_a_name_that_is_not_offered_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'boardwright' has no attribute 'Chess'"):
        _ = boardwright.Chess


def test_the_version_is_that_of_the_installed_package() -> None:
    assert boardwright.__version__ == version("boardwright")
