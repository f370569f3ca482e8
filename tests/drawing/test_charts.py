"""Charts: the curves of a run with any metrics, and pictures on axes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardwright.core.view import Board, Cell, Edge, Piece
from boardwright.core.words import Word

pytest.importorskip("matplotlib")

from boardwright.drawing import axes, charts, curve_panels, curves
from boardwright.drawing.picture import draw

MEASURED = [
    {"round": n, "win_rate": 0.1 * n, "low": 0.1 * n - 0.05, "high": 0.1 * n + 0.05, "cpu_total": 60.0 * n}
    | {"positions_per_s": 50.0, "cpu_seconds": 2.0}
    for n in range(1, 6)
]
PLAYED = [
    {"update": n, "rollout_win_rate": 0.3, "policy_loss": 2.5 - n, "value_loss": 0.0, "cpu_total": 300 + 30.0 * n}
    | {"steps_per_s": 64.0, "cpu_seconds": 0.5}
    for n in range(1, 6)
]
LOSSES = ("policy_loss", "value_loss")


def said(code: str, **params: Any) -> str:
    return str(Word(f"curves_{code}", params))


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures written by `curves.draw`."""
    kept: list[Any] = []
    monkeypatch.setattr(curves, "save", lambda figure, path: kept.append(figure))
    return kept


def test_curves_have_a_column_for_each_stage_and_no_empty_panel(figures: list[Any], tmp_path: Path) -> None:
    """The axes are labelled: "curves_win_rate", "curves_rounds", "curves_updates"."""
    stages = {"imitation": MEASURED, "ppo": PLAYED, "nothing yet": []}
    curves.draw(stages, LOSSES, tmp_path / "curves.png", Word("play_you"))
    rates, both, losses = figures[0].axes
    assert [here.get_title(loc="left") for here in (rates, both, losses)] == ["imitation", "ppo", ""]
    assert [here.get_ylabel() for here in (rates, both, losses)] == [said("win_rate")] * 2 + [str(Word("figure_loss"))]
    assert [here.get_xlabel() for here in (rates, both, losses)] == [said("rounds"), "", said("updates")]
    assert list(rates.lines[0].get_ydata()) == pytest.approx([10, 20, 30, 40, 50])
    # A loss that is always 0 is one that the game does not have.
    assert [line.get_label() for line in losses.lines] == ["policy"]
    legends = [[text.get_text() for text in here.get_legend().get_texts()] for here in figures[0].axes]
    assert legends == [[said("measured")], [said("played")], ["policy"]]


def test_the_horizontal_axis_is_the_one_that_is_asked_for() -> None:
    """That is "curves_steps", "curves_positions" or "curves_cpu"."""
    assert curves.axis(PLAYED, "steps") == (Word("curves_steps"), [32.0, 64.0, 96.0, 128.0, 160.0])
    assert curves.axis(MEASURED, "steps") == (Word("curves_positions"), [100.0, 200.0, 300.0, 400.0, 500.0])
    assert curves.axis(PLAYED, "cpu") == (Word("curves_cpu"), [5.5, 6.0, 6.5, 7.0, 7.5])


def test_runs_are_compared_on_each_board_that_they_were_measured_on(figures: list[Any], tmp_path: Path) -> None:
    """A run's own board has intervals, and a run without a measurement on a board has no line there."""
    wide = [{**row, "win_rate_on_small": row["win_rate"], "win_rate_on_large": 0.2} for row in MEASURED]
    runs = {"wide": ("small", wide), "alone": ("large", MEASURED[:2]), "not measured yet": ("small", PLAYED)}
    curves.compare(runs, tmp_path / "both.svg", Word("curves_title", {"name": "wide, alone"}))
    small, large = figures[0].axes
    labels = [[text.get_text() for text in here.get_legend().get_texts()] for here in (small, large)]
    assert labels == [["wide"], ["wide", "alone"]]
    assert [here.get_ylabel() for here in (small, large)] == [
        said("by_value", what=Word("curves_wins"), board=board) for board in ("small", "large")
    ]
    assert {here.get_xlabel() for here in (small, large)} == {said("cpu")}
    assert [len(here.collections) for here in (small, large)] == [2, 2]  # an interval: its bars and its band
    assert list(large.lines[0].get_ydata()) == [20.0] * 5


def test_self_play_has_panels_for_its_games_and_a_line_for_each_opponent(figures: list[Any], tmp_path: Path) -> None:
    """They are "curves_percent" and "curves_plies"; a further opponent is "curves_against"."""
    facts = {"accuracy": 0.5, "first_wins": 0.6, "draws": 0.1, "plies": 30.0, "policy_loss": 1.0, "cpu_total": 60.0}
    rates = {"win_rate": 0.9, "low": 0.8, "high": 1.0, "win_rate_mcts": 0.4}
    rows = [{"round": number, **facts, **rates} for number in (1, 2, 3)]
    curves.draw({"self_play": rows}, ("policy_loss",), tmp_path / "curves.svg", Word("curves_title", {"name": "a"}))
    labels = [axes.get_ylabel() for axes in figures[0].axes]
    assert labels == [said("win_rate"), str(Word("figure_loss")), said("percent"), said("plies")]
    shown = [text.get_text() for text in figures[0].axes[0].get_legend().get_texts()]
    assert said("against", rival="mcts") in shown


def test_the_length_of_a_game_is_counted_in_plies_or_in_decisions() -> None:
    """They are "curves_plies" and "curves_decisions". A value that is no number is no point."""
    rows = [
        {"update": 1, "decisions": 4.0},
        {"update": 2, "decisions": float("nan")},
        {"update": 3, "played_plies": 9.0},
    ]
    plies, decisions = curve_panels.panels(rows, (), [1.0, 2.0, 3.0])
    assert (plies.label, plies.lines[0].points) == (Word("curves_plies"), [(3.0, 9.0)])
    assert (decisions.label, decisions.lines[0].points) == (Word("curves_decisions"), [(1.0, 4.0)])


def test_boards_and_densities_have_panels_of_their_own(figures: list[Any], tmp_path: Path) -> None:
    """They are "curves_by_board", "curves_by_value" and "curves_of_all", of "curves_wins" or a "curves_share".

    Lines are "curves_evaluated", "curves_on" a board, and "curves_value".
    """
    played = {"rollout_win_rate": 0.5, "rollout_revealed_share": 0.9, "cpu_total": 60.0}
    (share,) = curve_panels.panels([{"update": 1, **played}], (), [1.0])[1:]
    revealed = Word("curves_share", {"counter": "revealed"})
    assert (str(share.label), share.lines[0].points) == (said("of_all", what=revealed), [(1.0, 90.0)])
    rates = {"rollout_win_rate_on_small": 0.4, "rollout_win_rate_on_small.mine_count.13": 0.2}
    shares = {"rollout_revealed_share_on_small": 0.8, "rollout_revealed_share_on_small.mine_count.13": 0.7}
    others = {"rollout_win_rate_on_medium": 0.1, "rollout_revealed_share_on_medium": 0.5}
    rows = [{"update": number, **played, **rates, **shares, **others} for number in (1, 2)]
    rows[1]["win_rate_on_small"] = 0.6
    panels = {str(panel.label): panel for panel in curve_panels.panels(rows, (), [1.0, 2.0])}
    parts = [
        said(code, what=what, board="small")
        for what in (Word("curves_wins"), revealed)
        for code in ("by_board", "by_value")
    ]
    assert list(panels) == [said("win_rate"), *parts]
    # What was measured goes before what the training games gave.
    by_board = {str(line.label): line.points for line in panels[parts[0]].lines}
    assert by_board == {"small": [(2.0, 60.0)], "medium": [(1.0, 10.0), (2.0, 10.0)]}
    (line,) = panels[parts[3]].lines
    assert (str(line.label), line.points) == ("mine_count 13", [(1.0, 70.0), (2.0, 70.0)])
    more = [{**row, "decisions": 3.0} for row in rows]
    curves.draw({"ppo": more}, (), tmp_path / "curves.svg", Word("curves_title", {"name": "a"}))
    assert [axes.get_title(loc="left") for axes in figures[0].axes] == ["ppo", "", "", "", "", ""]
    assert len({round(axes.get_position().x0, 2) for axes in figures[0].axes}) == 2  # two columns of three


def test_the_same_curves_are_the_same_files(tmp_path: Path) -> None:
    for name in ("curves.svg", "curves.png"):
        twice = []
        for _ in range(2):
            curves.draw({"ppo": PLAYED}, LOSSES, tmp_path / name, Word("play_you"), "steps")
            twice.append((tmp_path / name).read_bytes())
        assert twice[0] == twice[1]
        assert b"<svg" in twice[0] or twice[0].startswith(b"\x89PNG")


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
