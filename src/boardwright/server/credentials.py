"""Secrets: seat tokens and invitations, the draws of a match, and digests that only the server can make."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

from boardwright.core import dice

TOKEN_BYTES: Final = 16


def new_token() -> str:
    """Return a new token of 128 random bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """Return the hash of a token. Only hashes are stored, so reading the database gives nobody a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def matches(token: str, stored: str | None) -> bool:
    """Whether a token has the stored hash."""
    return stored is not None and hmac.compare_digest(hashed(token), stored)


def raw_bits() -> int:
    """Fresh entropy for a draw or a seed: earlier draws do not predict it."""
    return secrets.randbits(dice.BITS)


def chained(key: bytes, previous: bytes, text: str, state: bytes) -> bytes:
    """Return the digest of a state and of all events before it. Without the key it reveals nothing hidden."""
    return hmac.new(key, previous + text.encode() + b"\n" + state, hashlib.sha256).digest()


def following(key: bytes, match: str) -> str:
    """Return the id of the match after another: only one, and nobody without the key can foretell it."""
    digest = hmac.new(key, b"rematch " + match.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()
