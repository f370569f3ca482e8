"""`boardwright check --env`: findings on another library's environment."""

from __future__ import annotations

import pytest

from boardwright.foreign import laws
from foreign import pile

PILE = "--env=pettingzoo:foreign.pile"


def test_findings_are_a_table_and_a_line_that_counts(ran) -> None:
    done = ran("check", PILE, "--quick")
    assert done.status == 0, done.err
    assert "copies_play_on" in done.out
    done.tells("check_asked_nothing", laws=1, names=["same_as_ours"])
    done.tells("check_hold", laws=10)


def test_a_broken_law_is_named_with_its_actions(ran, monkeypatch) -> None:
    monkeypatch.setattr(pile, "FAULT", "rewards_have_their_sum")
    done = ran("check", PILE, "--quick", "--law", "rewards_have_their_sum")
    assert done.status == 1
    done.tells("law_message", law="rewards_have_their_sum")
    assert "returns=[" in done.out
    done = ran("check", PILE, "--quick", "--json")
    data = done.json
    assert (done.status, data["passed"], data["complete"], data["not_tried"]) == (1, False, True, [])
    assert [law["law"] for law in data["laws"] if not law["holds"]] == ["rewards_have_their_sum"]


def test_ctrl_c_prints_the_findings_so_far(ran, monkeypatch) -> None:
    judge = laws.judge

    def interrupted(*given):
        yield next(judge(*given))
        raise KeyboardInterrupt

    monkeypatch.setattr(laws, "judge", interrupted)
    done = ran("check", PILE, "--quick", "--json")
    assert (done.status, done.json["complete"], len(done.json["not_tried"])) == (130, False, 10)


@pytest.mark.parametrize("option", ["tic_tac_toe", "--preset=small", "--watch", "--record=x", "--timings"])
def test_options_of_our_own_games_are_refused(ran, option) -> None:
    ran("check", option, PILE).refuses("usage_with_env")


def test_a_game_or_an_environment_is_needed(ran) -> None:
    ran("check").refuses("usage_missing")
    ran("check", PILE, "--law", "copies_play").refuses("usage_no_law_near", known=["copies_play_on"])
