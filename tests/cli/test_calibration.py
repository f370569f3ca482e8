"""`calibration`: a model's chances beside the exact ones."""

from __future__ import annotations

import pytest

COMMAND = ("calibration", "minesweeper", "model:small", "--positions", "200", "--seed", "3")


def test_a_model_is_scored_beside_exact_chances(ran):
    done = ran(*COMMAND, "--json")
    assert done.status == 0, done.err
    data = done.json
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
    assert ran(*COMMAND, "--json").json == data


def test_the_same_for_people(ran):
    done = ran(*COMMAND)
    done.tells("calibration_title", positions=200, game="minesweeper", seed=3)
    done.tells("calibration_exact")
    done.tells("calibration_summary")
    assert all(text in done.out for text in ("model:small", "Brier", "AUC"))


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
def test_what_cannot_be_scored_is_refused(ran, arguments, code):
    done = ran("calibration", *arguments, "--json")
    assert (done.status, done.json["error"]["code"]) == (2, code)
