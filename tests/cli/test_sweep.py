"""`boardwright sweep` without Ray: its table, its files, its commands, and an end before the end."""

from __future__ import annotations

import json

import pytest

from boardwright.cli import sweep as cli
from boardwright.core.words import Word, say
from boardwright.learning import sweep
from boardwright.learning.metrics import Metrics

CODES = (
    "sweep_title",
    "sweep_first",
    "sweep_best",
    "sweep_finished",
    "sweep_stopped_early",
    "sweep_failed",
    "sweep_unfinished",
    "sweep_compare",
    "sweep_interrupted",
)


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
    status, out, err = swept()
    assert (status, err) == (0, "")
    for text in ("1 *", "the recipe as it is", "lr=0.00", "70.0%", "finished", "stopped early", "unfinished"):
        assert text in out
    assert f"boardwright train tic_tac_toe --recipe {tmp_path / 'out' / 'best.yaml'} --seed 1001" in out
    assert (tmp_path / "out" / "sweep.png").stat().st_size > 10_000
    assert "holds a sweep already" in swept()[2]


def test_an_interrupted_sweep_keeps_its_results_and_says_how_to_go_on(swept):
    status, out, err = swept("--json", complete=False)
    report = json.loads(out)
    assert (status, report["complete"], report["best"]) == (130, False, 1)
    assert [trial["state"] for trial in report["trials"]] == ["finished", "finished", "stopped", "unfinished"]
    assert "Interrupted: 3 of 4 trials ended" in err


@pytest.mark.parametrize("code", CODES)
def test_the_words_of_a_sweep_are_in_two_languages(code):
    params = {"recipe": "any_game", "trials": 4, "trial": 1, "file": "best.yaml", "done": 1, "total": 4}
    word = Word(code, params)
    assert say(word, "fr") != say(word, "en")
