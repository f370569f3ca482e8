"""Turns of the event loop, shared fairly: a burst of one address is begun bit by bit, and others have their turn."""

from __future__ import annotations

import asyncio
from collections import Counter, deque


class FairQueue:
    """Begins at most so many requests of an address in one turn of the event loop. The others wait, in order.

    A rate is not enough: what it allows in three seconds may come in one millisecond, and a request that is answered
    from memory runs to its end before the event loop looks at anything else.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._begun: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def turn(self, address: str) -> None:
        """Wait until a request of an address may begin."""
        if not self._begun:
            asyncio.get_running_loop().call_soon(self._next)
        if self._begun[address] < self._most and address not in self._waiting:
            self._begun[address] += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    def _next(self) -> None:
        """Let those begin who waited, and count anew."""
        self._begun.clear()
        for address, waiting in list(self._waiting.items()):
            while waiting and self._begun[address] < self._most:
                turn = waiting.popleft()
                if not turn.done():  # its client has left
                    turn.set_result(None)
                    self._begun[address] += 1
            if not waiting:
                del self._waiting[address]
        if self._begun:
            asyncio.get_running_loop().call_soon(self._next)

    def __len__(self) -> int:
        """The addresses that are waiting."""
        return len(self._waiting)
