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
    done = ran("curves", run, "--over", over, "--out", run / "curves.svg")
    assert done.status == 0, done.err
    assert (run / "curves.svg").read_text(encoding="utf-8").count("<svg") == 1


def test_the_picture_is_in_the_folder_of_the_run_unless_a_file_is_named(run: Path, ran: Any) -> None:
    done = ran("curves", run)
    assert done.status == 0, done.err
    done.tells("generate_written", path=run / "curves.png")
    assert (run / "curves.png").stat().st_size > 1000


def test_another_folder_and_another_axis_are_refused(run: Path, tmp_path: Path, ran: Any) -> None:
    picture = tmp_path / "curves.svg"
    ran("curves", tmp_path, "--out", picture).refuses("curves_none", path=tmp_path)
    ran("curves", tmp_path / "nowhere").refuses("curves_none", path=tmp_path / "nowhere")
    text = tmp_path / "curves.txt"
    ran("curves", run, "--out", text).refuses("file_unwritable", path=text)
    days = ran("curves", run, "--over", "days", "--out", picture)
    days.refuses("config_value", path="over", value="days", expected="updates | steps | cpu")
    assert not picture.exists()


def test_several_runs_are_compared_over_their_time(run: Path, tmp_path: Path, ran: Any) -> None:
    """Two folders of the same name have their paths in the legend."""
    runs = [tmp_path / "one" / "run", tmp_path / "two" / "run"]
    for number, folder in enumerate(runs):
        folder.mkdir(parents=True)
        (folder / run_folder.RECIPE).write_text('{"board": "small"}', encoding="utf-8")
        row = {"update": 1, **UPDATE, "cpu_total": 60.0 + number, "win_rate": 0.5, "low": 0.4, "high": 0.6}
        Metrics(folder / "ppo").write(row)
    picture = tmp_path / "both.svg"
    done = ran("curves", *runs, "--out", picture)
    assert done.status == 0, done.err
    done.tells("generate_written", path=picture)
    assert picture.stat().st_size > 1000
    ran("curves", *runs, "--over", "steps", "--out", picture).refuses("config_value", path="over", expected="cpu")
    ran("curves", runs[0], tmp_path, "--out", picture).refuses("curves_none", path=tmp_path)


def test_runs_without_a_measurement_are_not_compared(tmp_path: Path, ran: Any) -> None:
    runs = [tmp_path / "one", tmp_path / "two"]
    for folder in runs:
        folder.mkdir()
        (folder / run_folder.RECIPE).write_text('{"board": "small"}', encoding="utf-8")
        Metrics(folder / "ppo").write({"update": 1, **UPDATE, "cpu_total": 60.0})
    picture = tmp_path / "both.svg"
    ran("curves", *runs, "--out", picture).refuses("curves_unmeasured", names=["one", "two"])
    assert not picture.exists(), "an empty picture"
