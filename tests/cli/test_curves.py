"""`boardwright curves`: pictures from the metrics of one run or of several."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("matplotlib")

from boardwright.learning import run_folder
from boardwright.learning.metrics import Metrics

UPDATE = {"rollout_win_rate": 0.4, "policy_loss": 0.1, "steps_per_s": 100.0, "cpu_seconds": 1.0}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    metrics = Metrics(tmp_path / "run" / "ppo")
    for number in (1, 2, 3):
        metrics.write({"update": number, **UPDATE, "cpu_total": 1.5 * number})
    metrics.write({"update": 4})  # an update that ended in a fault
    return tmp_path / "run"


@pytest.mark.parametrize("over", ["updates", "steps", "cpu"])
def test_a_run_is_drawn(over: str, run: Path, ran: Any) -> None:
    status, _, err = ran("curves", str(run), "--over", over, "--out", str(run / "curves.svg"))
    assert status == 0, err
    assert (run / "curves.svg").read_text(encoding="utf-8").count("<svg") == 1


def test_the_picture_is_in_the_folder_of_the_run_unless_a_file_is_named(run: Path, ran: Any) -> None:
    status, out, err = ran("curves", str(run))
    assert (status, out) == (0, f"Written to {run / 'curves.png'}.\n"), err
    assert (run / "curves.png").stat().st_size > 1000


def test_another_folder_and_another_axis_are_refused(run: Path, tmp_path: Path, ran: Any) -> None:
    """A folder without a run is "curves_none"."""
    status, _, err = ran("curves", str(tmp_path), "--out", str(tmp_path / "curves.svg"))
    assert (status, "holds no run" in err) == (2, True)
    status, _, err = ran("curves", str(tmp_path / "nowhere"))
    assert (status, "nowhere holds no run" in err) == (2, True)
    status, _, err = ran("curves", str(run), "--out", str(tmp_path / "curves.txt"))
    assert (status, "curves.txt cannot be written" in err) == (2, True)
    status, _, err = ran("curves", str(run), "--over", "days", "--out", str(tmp_path / "curves.svg"))
    assert (status, "updates | steps | cpu" in err) == (2, True)
    assert not (tmp_path / "curves.svg").exists()


def test_several_runs_are_compared_over_their_time(run: Path, tmp_path: Path, ran: Any) -> None:
    """Two folders of the same name have their paths in the legend."""
    runs = [tmp_path / "one" / "run", tmp_path / "two" / "run"]
    for number, folder in enumerate(runs):
        folder.mkdir(parents=True)
        (folder / run_folder.RECIPE).write_text('{"board": "small"}', encoding="utf-8")
        row = {"update": 1, **UPDATE, "cpu_total": 60.0 + number, "win_rate": 0.5, "low": 0.4, "high": 0.6}
        Metrics(folder / "ppo").write(row)
    picture = tmp_path / "both.svg"
    status, out, err = ran("curves", *map(str, runs), "--out", str(picture))
    assert (status, out) == (0, f"Written to {picture}.\n"), err
    assert picture.stat().st_size > 1000
    status, _, err = ran("curves", *map(str, runs), "--over", "steps", "--out", str(picture))
    assert (status, "expected cpu" in err) == (2, True)
    status, _, err = ran("curves", str(run), str(tmp_path), "--out", str(picture))
    assert (status, "holds no run" in err) == (2, True)


def test_runs_without_a_measurement_are_not_compared(tmp_path: Path, ran: Any) -> None:
    """It is "curves_unmeasured", and no empty picture is written."""
    runs = [tmp_path / "one", tmp_path / "two"]
    for folder in runs:
        folder.mkdir()
        (folder / run_folder.RECIPE).write_text('{"board": "small"}', encoding="utf-8")
        Metrics(folder / "ppo").write({"update": 1, **UPDATE, "cpu_total": 60.0})
    picture = tmp_path / "both.svg"
    status, _, err = ran("curves", *map(str, runs), "--out", str(picture))
    assert (status, "one, two" in err, picture.exists()) == (2, True, False), err
