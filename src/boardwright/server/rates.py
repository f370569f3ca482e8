"""Rates: what a key may use in a period, forgiven evenly."""

from __future__ import annotations

import math
import re
import time
from collections import OrderedDict
from typing import Final

SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
RATE: Final = re.compile(r"([1-9][0-9]{0,8}) */ *([1-9][0-9]{0,4})? *(second|minute|hour|day)s?")

ROUNDING: Final = 1e-6
"""Seconds that are nothing."""


def parse(text: str) -> list[tuple[int, int]]:
    """Read rates such as `20/minute; 200/hour` or `600/3 second`: amounts, each with the seconds of its period."""
    read = [RATE.fullmatch(part.strip()) for part in text.split(";")]
    if None in read:
        raise ValueError("20/minute; 200/hour")
    return [(int(one[1]), int(one[2] or 1) * SECONDS[one[3]]) for one in read if one is not None]


class Bucket:
    """What each key has used. Keys whose use is forgiven are forgotten."""

    def __init__(self, most: float, seconds: float) -> None:
        self._most = most
        self._refill = most / seconds
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def use(self, key: str, amount: float) -> None:
        """Count what a key has used, however much is left."""
        now = time.monotonic()
        while self._used and not self._level(next(iter(self._used)), now):
            self._used.popitem(last=False)
        self._used[key] = (self._level(key, now) + amount, now)
        self._used.move_to_end(key)

    def wait(self, key: str, amount: float = 0.0) -> float:
        """The seconds until so much is left, 0 if it is now. More than all is left as soon as nothing is used."""
        over = self._level(key, time.monotonic()) + min(amount, self._most) - self._most
        seconds = over / self._refill
        return seconds if seconds > ROUNDING else 0.0

    def _level(self, key: str, now: float) -> float:
        used, when = self._used.get(key, (0.0, now))
        return max(0.0, used - (now - when) * self._refill)

    def __len__(self) -> int:
        return len(self._used)


class Rate:
    """Several buckets, all of which a use must fit into."""

    def __init__(self, text: str) -> None:
        self._buckets = [Bucket(*rate) for rate in parse(text)]

    def take(self, key: str, amount: float = 1.0) -> int:
        """Use an amount and return 0; or the seconds to wait, if that is more than is left."""
        seconds = self.wait(key, amount)
        if not seconds:
            self.use(key, amount)
        return math.ceil(seconds - ROUNDING)

    def wait(self, key: str, amount: float = 0.0) -> float:
        """The seconds until an amount is left, 0 if it is now."""
        return max(bucket.wait(key, amount) for bucket in self._buckets)

    def use(self, key: str, amount: float) -> None:
        """Count a use, however much is left."""
        for bucket in self._buckets:
            bucket.use(key, amount)
