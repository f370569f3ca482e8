"""Answers in memory: a match that has not changed is not drawn again, however often somebody asks for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class Answers:
    """The bodies of answers by what they depend on, up to a number of bytes; the least recently used leave first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._bodies: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """The body of an answer, None if it is not here."""
        if key not in self._bodies:
            return None
        self._bodies.move_to_end(key)
        return self._bodies[key]

    def keep(self, key: Hashable, body: bytes) -> None:
        """Keep a body."""
        self._size += len(body) - len(self._bodies.pop(key, b""))
        self._bodies[key] = body
        while self._size > self._most:
            self._size -= len(self._bodies.popitem(last=False)[1])
