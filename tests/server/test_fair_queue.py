"""The turns of addresses."""

from __future__ import annotations

import asyncio

from boardwright.server.fair_queue import FairQueue


def test_a_burst_of_one_address_lets_another_begin() -> None:
    asyncio.run(_burst())


async def _burst() -> None:
    queue, begun = FairQueue(2), []

    async def request(address: str) -> None:
        await queue.turn(address)
        begun.append(address)

    flood = [asyncio.create_task(request("flood")) for _ in range(100)]
    await asyncio.sleep(0)
    await asyncio.gather(request("honest"))
    assert begun.count("flood") <= 6
    await asyncio.gather(*flood)
    assert begun.count("flood") == 100
    await asyncio.sleep(0)
    assert len(queue) == 0


def test_turns_come_in_order_and_not_to_clients_that_have_left() -> None:
    asyncio.run(_order())


async def _order() -> None:
    queue, begun = FairQueue(1), []

    async def request(number: int) -> None:
        await queue.turn("one")
        begun.append(number)

    tasks = [asyncio.create_task(request(number)) for number in range(6)]
    await asyncio.sleep(0)
    tasks[3].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert begun == [0, 1, 2, 4, 5]
