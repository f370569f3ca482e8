"""The page loses nothing: no board loses its place."""

from __future__ import annotations

import pytest

GAMES = ("battleship", "connect_four", "minesweeper", "quoridor", "royal_ur", "skirmish", "tic_tac_toe")


def test_a_board_stays_where_it_is_on_a_phone(server, played):
    played("place_brief", server)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_board_stays_where_it_is_for_forty_moves_and_the_end_on_three_screens(server, played, game):
    played(f"place_{game}", server, 900)


@pytest.mark.slow
def test_a_board_stays_where_it_is_while_the_server_is_gone(own_server, played):
    played("place_banners", own_server)
