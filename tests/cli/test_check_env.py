"""`boardwright check --env`: findings on another library's environment."""

from __future__ import annotations

import json

import pytest

from boardwright.core.words import Word, say
from boardwright.foreign import laws
from foreign import pile

PILE = "--env=pettingzoo:foreign.pile"


def test_findings_are_a_table_and_a_line_that_counts(ran) -> None:
    status, out, err = ran("check", PILE, "--quick")
    assert status == 0, err
    assert "copies_play_on" in out
    assert "1 law does not apply: same_as_ours" in out
    assert out.strip().splitlines()[-1].startswith("10 laws hold, ")


def test_a_broken_law_is_named_with_its_actions(ran, monkeypatch) -> None:
    monkeypatch.setattr(pile, "FAULT", "rewards_have_their_sum")
    status, out, _ = ran("check", PILE, "--quick", "--law", "rewards_have_their_sum")
    assert status == 1
    assert "rewards_have_their_sum: A law is broken by foreign.pile." in out
    assert "returns=[" in out
    status, out, _ = ran("check", PILE, "--quick", "--json")
    data = json.loads(out)
    assert (status, data["passed"], data["complete"], data["not_tried"]) == (1, False, True, [])
    assert [law["law"] for law in data["laws"] if not law["holds"]] == ["rewards_have_their_sum"]


def test_ctrl_c_prints_the_findings_so_far(ran, monkeypatch) -> None:
    judge = laws.judge

    def interrupted(*given):
        yield next(judge(*given))
        raise KeyboardInterrupt

    monkeypatch.setattr(laws, "judge", interrupted)
    status, out, _ = ran("check", PILE, "--quick", "--json")
    assert status == 130
    assert not json.loads(out)["complete"]
    assert len(json.loads(out)["not_tried"]) == 10


@pytest.mark.parametrize("option", ["tic_tac_toe", "--preset=small", "--watch", "--record=x", "--timings"])
def test_options_of_our_own_games_are_refused(ran, option) -> None:
    status, out, err = ran("check", option, PILE)
    assert status == 2
    assert "`--env` checks another library's environment: leave out" in out + err
    assert "une autre biblioth\u00e8que" in say(Word("usage_with_env", {"found": "x"}), "fr")


def test_a_game_or_an_environment_is_needed(ran) -> None:
    status, out, err = ran("check")
    assert status == 2
    assert "GAME" in out + err
    status, out, err = ran("check", PILE, "--law", "copies_play")
    assert "did you mean copies_play_on?" in out + err
