"""Results from records alone are those of the commands that played them."""

from __future__ import annotations

import boardwright
from boardwright.arena.evaluation import evaluate
from boardwright.arena.match_records import Record
from boardwright.arena.recorded import RecordedMatches
from boardwright.arena.tournament import tournament
from boardwright.core.errors import HistoryError
from saying import refused


def test_records_give_the_standings_of_their_tournament() -> None:
    game, matches = boardwright.load("tic_tac_toe"), RecordedMatches()
    result = tournament(game, ["random", "perfect", "mcts:iterations=5"], games=6, seed=3, keep=matches.add)
    assert matches.standings() == result.standings()
    assert (matches.played, matches.distinct, matches.seed) == (result.played, result.distinct, 3)


def test_records_of_one_player_give_shares() -> None:
    game, matches = boardwright.load("minesweeper", "small"), RecordedMatches()
    result = evaluate(game, "random", None, 6, 3, keep=matches.add)
    assert (matches.alone, matches.distinct) == ({0: result.total}, result.distinct)
    assert (matches.plies, matches.returned) == (result.plies, result.returned)


def test_an_agent_against_itself_is_not_rated_and_two_games_are_not_mixed() -> None:
    records: list[Record] = []
    evaluate(boardwright.load("tic_tac_toe"), "random", "random", 2, 1, keep=records.append)
    matches = RecordedMatches()
    matches.add(records[0])
    assert (matches.played, matches.pairings) == (1, {})
    for change in ({"game": "another"}, {"agents": ["a", "b", "c"]}, {"returns": [1.0]}):
        with refused(HistoryError, "records_mixed"):
            matches.add(records[1].model_copy(update=change))
    assert matches.played == 1
