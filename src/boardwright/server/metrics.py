"""The figures of a server for Prometheus. Counting costs microseconds; gauges are read when asked for."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from starlette.types import Scope

REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

METHODS: Final = frozenset({"GET", "HEAD", "POST"})
"""Any other method counts as `other`: a client may invent as many as it likes."""

REQUESTS: Final = Counter(
    "boardwright_requests", "Requests, by route and status.", ("method", "route", "status"), registry=REGISTRY
)
SECONDS: Final = Histogram(
    "boardwright_request_seconds",
    "Seconds from a request to the end of its answer, but for streams.",
    ("route",),
    registry=REGISTRY,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)
REFUSALS: Final = Counter(
    "boardwright_refusals", "Requests and connections beyond a limit.", ("limit",), registry=REGISTRY
)
APPENDS: Final = Counter("boardwright_appends", "Events that were appended to the log.", registry=REGISTRY)
GROUPS: Final = Histogram(
    "boardwright_commit_group_size",
    "Pieces of work that shared a commit.",
    registry=REGISTRY,
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
)
AGENT_SECONDS: Final = Histogram(
    "boardwright_agent_seconds",
    "Seconds that agents thought about a move, retries included.",
    registry=REGISTRY,
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 120),
)
STREAMS: Final = Gauge("boardwright_streams", "Open event streams.", registry=REGISTRY)
CONNECTIONS: Final = Gauge("boardwright_connections", "Open connections.", registry=REGISTRY)
MATCHES: Final = Gauge("boardwright_matches_in_memory", "Matches in memory.", registry=REGISTRY)
AGENT_QUEUE: Final = Gauge("boardwright_agent_queue", "Moves that wait for an agent process.", registry=REGISTRY)

_requests: Final[dict[tuple[str, str, int], Counter]] = {}
_seconds: Final[dict[str, Histogram]] = {}


def count(scope: Scope, status: int, seconds: float, *, refused: bool, stream: bool) -> None:
    """Count a request that was served. `refused`: the application did not see it."""
    route = "refused" if refused else getattr(scope.get("route"), "path", "page")
    method = scope["method"] if scope["method"] in METHODS else "other"
    key = (method, route, status)
    if key not in _requests:
        _requests[key] = REQUESTS.labels(*key)
    _requests[key].inc()
    if not stream:
        if route not in _seconds:
            _seconds[route] = SECONDS.labels(route)
        _seconds[route].observe(seconds)


def exposition() -> bytes:
    """All figures as text."""
    return generate_latest(REGISTRY)
