"""Turns of agents by payer: so many at a time, within the time that agents may think for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from boardwright.server.limits import Limits

Place = tuple[str, int]
"""A match and the number of the event that its agent is to make."""


class Parking:
    """The turns under way, and the parked matches of each payer in order. `go_on` is called with one that may go on."""

    def __init__(self, limits: Limits, most: int, go_on: Callable[[str], None]) -> None:
        self._limits = limits
        self._most = most
        self._go_on = go_on
        self._payers: dict[Place, str] = {}
        self._turns: Counter[str] = Counter()
        self._parked: dict[str, dict[str, None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def close(self) -> None:
        """Let nothing go on any more."""
        for timer in self._timers.values():
            timer.cancel()

    def __contains__(self, place: Place) -> bool:
        """Whether a turn is under way."""
        return place in self._payers

    def begin(self, place: Place, payer: str) -> bool:
        """Whether a turn may begin, and is under way from now on; else its match is parked."""
        if not self._may_begin(payer):
            self._parked.setdefault(payer, {})[place[0]] = None
            self._set_timer(payer)
            return False
        self._parked.get(payer, {}).pop(place[0], None)
        self._payers[place] = payer
        self._turns[payer] += 1
        return True

    def end(self, place: Place) -> None:
        """A turn is not under way any more: parked matches of its payer go on, as far as they may."""
        payer = self._payers.pop(place, None)
        if payer is not None:
            self._turns[payer] -= 1
            if not self._turns[payer]:
                del self._turns[payer]
            self._resume(payer)

    def seconds(self, match: str, payer: str) -> int:
        """The seconds until agents think for a payer again, if a match waits for that; else 0."""
        return self._limits.agent_wait(payer) if match in self._parked.get(payer, ()) else 0

    def _may_begin(self, payer: str) -> bool:
        return self._turns[payer] < self._most and not self._limits.agent_wait(payer)

    def _resume(self, payer: str) -> None:
        parked = self._parked.get(payer, {})
        while parked and self._may_begin(payer):
            match = next(iter(parked))
            del parked[match]
            self._go_on(match)
        if parked:
            self._set_timer(payer)
        else:
            self._parked.pop(payer, None)

    def _set_timer(self, payer: str) -> None:
        """Without time a payer has it again by itself; else the end of a turn lets the next match go on."""
        seconds = self._limits.agent_wait(payer)
        if seconds and payer not in self._timers:
            self._timers[payer] = asyncio.get_running_loop().call_later(seconds, self._ring, payer)

    def _ring(self, payer: str) -> None:
        del self._timers[payer]
        self._resume(payer)
