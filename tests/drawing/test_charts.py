"""Charts: the curves of a run with any metrics, and pictures on axes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardwright.core.view import Board, Cell, Edge, Piece
from boardwright.core.words import Word

pytest.importorskip("matplotlib")

from boardwright.drawing import axes, charts
from boardwright.drawing.picture import draw

MEASURED = [{"round": n, "win_rate": 0.1 * n, "low": 0.1 * n - 0.05, "high": 0.1 * n + 0.05} for n in range(5)]
PLAYED = [{"update": n, "rollout_win_rate": 0.3, "policy_loss": 2.0 - n, "value_loss": 0.0} for n in range(5)]


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures written by `charts.save`."""
    kept: list[Any] = []
    monkeypatch.setattr(charts, "save", lambda figure, path: kept.append(figure))
    return kept


def test_curves_have_a_column_for_each_stage(figures: list[Any], tmp_path: Path) -> None:
    stages = {"imitation": MEASURED, "ppo": PLAYED, "nothing yet": []}
    charts.curves(stages, ("policy_loss", "value_loss"), tmp_path / "curves.png", Word("play_you"))
    above, below = figures[0].axes[:3], figures[0].axes[3:]
    assert [here.get_title(loc="left") for here in above] == list(stages)
    assert list(above[0].lines[0].get_ydata()) == pytest.approx([0, 10, 20, 30, 40])
    assert [len(here.lines) for here in above] == [1, 2, 1]
    # A loss that is always 0 is one that the game does not have.
    assert [[line.get_label() for line in here.lines] for here in below] == [[], ["policy_loss"], []]


def test_every_shape_of_a_picture_is_on_the_axes() -> None:
    from matplotlib.patches import Circle
    from matplotlib.text import Text

    cells = (Cell(row=0, col=0, text="$7$"), Cell(row=0, col=1, marks=("hidden",)))
    pieces = (Piece(cell=1, kind="pawn", owner=0, symbol="p"),)
    board = Board(
        kind="square", rows=1, cols=2, cells=cells, pieces=pieces, edges=(Edge(sides=((0, 1),), kind="wall"),)
    )
    place = charts.figure_of(2, 1).add_axes((0, 0, 1, 1))
    axes.place(place, draw(board), 1.0)
    assert sum(len(collection.get_paths()) for collection in place.collections) == 3  # two cells and a ring
    assert len(place.lines) == 1
    assert sum(isinstance(patch, Circle) for patch in place.patches) == 1
    # Texts are literal, never parsed as formulas.
    assert {text.get_text() for text in place.findobj(Text)} >= {"$7$", "p"}
    place.figure.canvas.draw()
