"""Secrets: seat tokens and invitations, the draws of a match, and digests that only the server can make."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from boardwright.core import dice
from boardwright.core.record import Array

TOKEN_BYTES: Final = 16


def new_token() -> str:
    """128 bits for whoever holds it."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What is kept of a token: who reads the database still cannot sit down."""
    return hashlib.sha256(token.encode()).hexdigest()


def matches(token: str, kept: str | None) -> bool:
    """Whether this is the token of which a hash was kept."""
    return kept is not None and hmac.compare_digest(hashed(token), kept)


def raw_bits() -> int:
    """Fresh entropy for a draw or a seed: nothing that was drawn before foretells it."""
    return secrets.randbits(dice.BITS)


def chained(key: bytes, previous: bytes, said: str, state: Array) -> bytes:
    """The digest of a state and of all that led to it. Keyed: without the key it tells nothing of what is hidden."""
    return hmac.new(key, previous + said.encode() + b"\n" + state.tobytes(), hashlib.sha256).digest()
