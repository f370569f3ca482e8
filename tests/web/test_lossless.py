"""The page loses nothing: no click that comes before an answer, and no board its place."""

from __future__ import annotations

import pytest

GAMES = ("battleship", "connect_four", "minesweeper", "quoridor", "royal_ur", "skirmish", "tic_tac_toe")


def test_eight_flags_twenty_milliseconds_apart_are_all_played(server, played):
    assert played("eight_flags", server) == ["8 of 8 flags were played"]


def test_clicks_before_an_answer_are_played_in_order_or_named(server, played):
    played("kept_back", server)


@pytest.mark.slow
def test_clicks_after_the_turn_has_passed_are_named(server, played):
    played("turn_passes", server)


def test_a_board_stays_where_it_is_on_a_phone(server, played):
    played("place_brief", server)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_board_stays_where_it_is_for_forty_moves_and_the_end_on_three_screens(server, played, game):
    played(f"place_{game}", server, 900)


@pytest.mark.slow
def test_a_board_stays_where_it_is_while_the_server_is_gone(own_server, played):
    played("place_banners", own_server)
