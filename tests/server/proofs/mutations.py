"""Mutations of JSON, of texts and of bytes."""

from __future__ import annotations

import random
from typing import Any

ODD_VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**31 + 1, 2**63, 2**64, -(2**63), 10**400, 0.5, 1e308, float("inf"),
    float("nan"), "", "0", "\0", "\ud800", "\u00e9" * 70, "a" * 10_000, "1e9", [], {}, [[]], {"": {}}, [0] * 1000,
    {"kind": "move"},
]  # fmt: skip
ODD_TEXTS = [
    "", "\0", "\n", "..", "%00", "%ff", "%2e%2e", "\u00e9", "\U0001f3b2", "' OR 1=1 --", "${x}", "a" * 300, "1" * 30,
    "-1", "1e3", "nan", "Bearer", "bearer x", ";q=nan", "*/*", "!!int x", "alphabeta:depth=2001-99-99", "a:b=[", "{",
    "match", ":", "%",
]  # fmt: skip


def bent(rng: random.Random, value: Any) -> Any:
    """JSON with one or two values, keys or branches replaced by odd ones."""
    for _ in range(rng.randint(1, 2)):
        value = _bent_once(rng, value)
    return value


def _bent_once(rng: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        choice = rng.random()
        if choice < 0.1:
            return {name: item for name, item in value.items() if name != key}
        if choice < 0.2:
            return {**value, bent_text(rng, str(key)): rng.choice(ODD_VALUES)}
        return {**value, key: _bent_once(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], _bent_once(rng, value[place]), *value[place + rng.randrange(2) :]]
    if isinstance(value, str) and rng.random() < 0.5:
        return bent_text(rng, value)
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice([-1, 1, 7, 100, 2**32])
    return rng.choice(ODD_VALUES)


def bent_text(rng: random.Random, text: str) -> str:
    """A text with a part replaced by an odd one."""
    start = rng.randrange(len(text) + 1)
    end = rng.randrange(start, len(text) + 1)
    return text[:start] + rng.choice(ODD_TEXTS) + text[end:]


def mutated(rng: random.Random, data: bytes) -> bytes:
    """Bytes with some replaced, removed, doubled or put in."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(changed) + 1)
        end = min(len(changed), start + rng.choice([0, 1, 1, 1, 8]))
        piece = bytes(rng.randrange(256) for _ in range(rng.choice([0, 1, 1, 1, 8])))
        changed[start:end] = rng.choice([piece, piece, bytes(changed[start:end]) * 2, b"\r\n"])
    return bytes(changed)
