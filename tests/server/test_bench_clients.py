"""The clients of `boardwright bench service` play as the service is now: nothing else of the gate runs them."""

from __future__ import annotations

import asyncio

import pytest

from boardwright.bench.service_clients import Player, with_players

from .harness import Server


@pytest.mark.parametrize("game", ["tic_tac_toe", "quoridor"])
def test_clients_of_the_bench_play_match_after_match(server: Server, game: str) -> None:
    async def play(players: list[Player]) -> int:
        await players[0].prepare(1)
        return len([await player.move() for player in players for _ in range(12)])

    assert asyncio.run(with_players(server.address, game, 2, play)) == 24
