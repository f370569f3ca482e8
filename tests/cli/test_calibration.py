"""`calibration`: a model's chances beside the exact ones."""

from __future__ import annotations

import json

import pytest

COMMAND = ("calibration", "minesweeper", "model:small", "--positions", "200", "--seed", "3")


def test_a_model_is_scored_beside_exact_chances(ran):
    status, out, err = ran(*COMMAND, "--json")
    assert status == 0, err
    data = json.loads(out)
    assert (data["agent"], data["exact_by"], data["positions"], data["seed"]) == (
        "model:small",
        "probability",
        200,
        3,
    )
    assert 0 < data["exact"]["brier"] < data["model"]["brier"] < 0.12
    assert 0.85 < data["model"]["auc"] < data["exact"]["auc"] < 1
    assert 0 < data["mean_difference"] < 0.1
    assert data["cells"] > 200
    assert json.loads(ran(*COMMAND, "--json")[1]) == data


def test_the_same_for_people_in_both_languages(ran, monkeypatch):
    _, out, _ = ran(*COMMAND)
    for sentence in ("chances in 200 positions of", "model:small", "exact", "Brier", "AUC", "percentage points"):
        assert sentence in out, sentence  # "calibration_title", "calibration_exact", "calibration_summary"
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert "s'écarte du risque exact" in ran(*COMMAND)[1]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("minesweeper", "probability"), "calibration_agent"),
        (("minesweeper", "model:small,certain=0.0"), "calibration_agent"),
        (("minesweeper", "model:nobody"), "model_unknown"),
        (("tic_tac_toe", "perfect"), "calibration_game"),
        # The only position is the one before the first reveal, of which nothing is known.
        (("minesweeper", "model:small", "--positions", "1"), "config_value"),
    ],
)
def test_what_cannot_be_scored_is_refused_with_a_sentence(ran, arguments, code):
    status, out, err = ran("calibration", *arguments, "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == code
    assert "Traceback" not in err
