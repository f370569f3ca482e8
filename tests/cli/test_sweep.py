"""`boardwright sweep` without Ray: its table, its files, its commands, and an end before the end."""

from __future__ import annotations

import pytest

from boardwright.cli import sweep as cli
from boardwright.learning import sweep
from boardwright.learning.metrics import Metrics

TABLE = (
    "sweep_title",
    "sweep_first",
    "sweep_best",
    "sweep_finished",
    "sweep_stopped_early",
    "sweep_unfinished",
    "sweep_compare",
)
"""What the table says; of a trial that failed it would be "sweep_failed"."""


@pytest.fixture
def swept(ran, tmp_path, monkeypatch):
    """Run a sweep of four trials whose results are made up."""
    (tmp_path / "space.yaml").write_text("ppo.lr: [0.002, 0.004]")

    def run(*options, complete=True):
        def made_up(folder, plan, address, workers):
            for number, (rate, state) in enumerate(((0.6, "finished"), (0.7, "finished"), (0.3, "stopped"))):
                run = sweep.folder_of(folder, number)
                Metrics(run / "ppo").write({"update": 1, "win_rate": rate, "low": 0.2, "high": 0.9, "cpu_total": 2.0})
                (run / sweep.ENDED).write_text(state)
            return complete

        monkeypatch.setattr(cli, "_run", made_up)
        space, out = tmp_path / "space.yaml", tmp_path / "out"
        return ran("sweep", "tic_tac_toe", f"--space={space}", "--trials=4", f"--out={out}", *options)

    return run


def test_the_table_names_every_trial_and_the_best(swept, tmp_path):
    done = swept()
    assert (done.status, done.err) == (0, "")
    for code in TABLE:
        assert done.words(code), code
    for text in ("1 *", "lr=0.00", "70.0%", "random"):
        assert text in done.out
    assert f"boardwright train tic_tac_toe --recipe {tmp_path / 'out' / 'best.yaml'} --seed 1001" in done.out
    assert (tmp_path / "out" / "sweep.png").stat().st_size > 10_000
    swept().refuses("sweep_exists", path=tmp_path / "out")


def test_an_interrupted_sweep_keeps_its_results_and_says_how_to_go_on(swept):
    done = swept("--json", complete=False)
    report = done.json
    assert (done.status, report["complete"], report["best"]) == (130, False, 1)
    assert [trial["state"] for trial in report["trials"]] == ["finished", "finished", "stopped", "unfinished"]
    done.tells("sweep_interrupted", done=3, total=4)


@pytest.mark.parametrize("arguments", [["--on=local", "--space=x.yaml"], ["--out=nowhere"]])
def test_what_is_missing_is_said_before_anything_runs(ran, arguments):
    done = ran("sweep", "tic_tac_toe", *arguments)
    assert done.status == 2
    assert "--space" in done.err or "ray, ray:ADDRESS" in done.err
