"""Ratings against levels of known strength: resumable, with the share of proven optimal moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.chat_stub import endpoint, first_wrong, never_legal
from boardwright.arena.anchors import anchors_of, fixed_rating, rate
from boardwright.arena.ratings import expected
from boardwright.core import registry
from boardwright.core.errors import BoardwrightError
from saying import refused


def test_a_rating_is_where_the_expected_points_are_those_taken() -> None:
    even = fixed_rating([(500, 1000, 300)])
    assert even.elo == pytest.approx(300, abs=1)
    assert even.low < 300 < even.high
    above = fixed_rating([(1000 * expected(200), 1000, 0)])
    assert above.elo == pytest.approx(200, abs=2)


def test_perfect_play_is_optimal_and_random_play_is_not() -> None:
    game = registry.load("tic_tac_toe")
    best, worst = rate(game, "perfect", 2, 0), rate(game, "random", 2, 0)
    assert best.judged == best.optimal > 0
    assert worst.optimal < worst.judged
    high, low = best.rating(), worst.rating()
    assert high is not None
    assert low is not None
    assert high.elo > low.elo


def test_a_run_goes_on_from_its_file(tmp_path: Path) -> None:
    game, path = registry.load("tic_tac_toe"), tmp_path / "games.jsonl"
    with endpoint(first_wrong) as (url, asked):
        agent = f"chat:model=stub,url={url}"
        whole = rate(game, agent, 2, 0, path).to_dict()
        played, lines = len(asked), path.read_text().splitlines()
        assert len(lines) == 2 * len(anchors_of(game))
        assert rate(game, agent, 2, 0, path).to_dict() == whole
        assert len(asked) == played
        path.write_text("\n".join(lines[:-1]) + "\n")
        again = rate(game, agent, 2, 0, path).to_dict()
    assert played < len(asked) < 2 * played
    usage = whole["usage"]
    assert usage["illegal_first"] == usage["moves"] > 0
    assert usage["illegal_again"] == whole["forfeits"] == 0
    assert again["anchors"] == whole["anchors"]
    with refused(BoardwrightError, "anchors_other"):
        rate(game, agent, 2, 1, path)
    path.write_text("nonsense\n")
    with refused(BoardwrightError, "anchors_line", line=1):
        rate(game, agent, 2, 0, path)


def test_forfeits_are_counted() -> None:
    with endpoint(never_legal) as (url, _):
        result = rate(registry.load("tic_tac_toe"), f"chat:model=stub,url={url},retries=0", 1, 0)
    assert result.forfeits == len(result.anchors) == sum(games for _, games in result.scores.values())


def test_a_game_without_measured_levels_is_refused() -> None:
    with refused(BoardwrightError, "anchors_none", game="battleship"):
        rate(registry.load("battleship"), "random", 1, 0)
