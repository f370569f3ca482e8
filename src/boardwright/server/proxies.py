"""Proxies in front of the server: the client's address behind those that are trusted, and nobody's word else."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from starlette.types import Scope

logger = logging.getLogger(__name__)

LONGEST: Final = 64
"""Longer than any address: what is not one is cut, because it is kept for a while."""

MOST_TOLD: Final = 16
"""Peers that are warned of, once each."""


class Proxies:
    """The addresses and networks whose headers are believed."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._networks = [ipaddress.ip_network(network, strict=False) for network in trusted]
        self._told: set[str] = set()
        self.trusts = lru_cache(4096)(self._trusts)

    def client(self, scope: Scope, headers: dict[bytes, bytes]) -> str:
        """The address of a request's client. Behind proxies it is the last one that is not a trusted proxy's."""
        peer = str(scope["client"][0]) if scope["client"] else ""
        if b"x-forwarded-for" not in headers:
            return peer
        if not self.trusts(peer):
            # A proxy of this machine or of its network, or the gateway of a container; a client elsewhere may write
            # what it likes.
            if peer not in self._told and len(self._told) < MOST_TOLD and _is_private(peer):
                self._told.add(peer)
                logger.warning("X-Forwarded-For of %s is ignored, because it is not in trusted_proxies", peer)
            return peer
        # Each proxy adds the address that it was asked from; a client can write only what stands before that.
        chain = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for").decode("latin-1")
        for part in reversed(chain.split(",")):
            peer = _host(part.strip())
            if not self.trusts(peer):
                break
        return peer

    def _trusts(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self._networks)


def _is_private(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_private


def _host(text: str) -> str:
    """The address in `1.2.3.4`, `1.2.3.4:567`, `2001:db8::1` or `[2001:db8::1]:567`."""
    if text.startswith("["):
        return text[1:].partition("]")[0][:LONGEST]
    return (text.partition(":")[0] if text.count(":") == 1 else text)[:LONGEST]
