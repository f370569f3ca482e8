"""What requests cost: milliseconds of the processor for each endpoint, measured by `benchmarks/request_costs.py`.

It is declared here what every request of an endpoint takes. What depends on the match or the text, as its views and
replays, is measured when it is done, and counted beside (`aside.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from starlette.routing import Route

REQUEST: Final = 0.3
"""What any request takes, the page's files and refused ones included."""

LINE: Final = 0.3
"""What a stream of whole matches takes for a line."""

WAKE_UP: Final = 0.1
"""What a stream of wake-ups takes for one."""

LISTED: Final = 0.2
"""What a match of a list takes."""

COSTS: Final = {
    "append_event": 0.6,
    "read_match": 0.6,
    "create_match": 1.5,
    "list_games": 0.6,
    "read_guide": 1.0,
    "read_picture": 0.6,
    "list_summaries": 0.6,
    "join_match": 1.0,
    "renew_token": 1.5,
    "create_rematch": 1.5,
    "explain_cell": 0.8,
    "analyse_match": 2.0,
    "review_match": 1.0,
    "analyse_position": 2.0,
    "read_moves": 1.0,
    "read_replay": 2.0,
    "read_record": 1.0,
    "import_record": 2.0,
    "stream_match": 1.0,
    "stream_matches": 1.0,
    "follow_match": 1.0,
    "list_puzzles": 0.8,
    "read_puzzle": 0.6,
    "answer_puzzle": 0.6,
    "openapi": 5.0,
    "list_runs": 5.0,
    "read_run": 5.0,
}


class Costs:
    """The costs of endpoints. KeyError for one that declares none."""

    def __init__(self, endpoints: Iterable[Route]) -> None:
        self._milliseconds: dict[str, float] = {}
        patterns: dict[str, list[str]] = {}
        for route in endpoints:
            self._milliseconds[route.name] = COSTS[route.name]
            for method in route.methods or ():
                patterns.setdefault(method, []).append(f"(?P<{route.name}>{_pattern(route)})")
        # One expression for each method: its last group is the endpoint.
        self._patterns = {method: re.compile("|".join(found)) for method, found in patterns.items()}

    def of(self, method: str, path: str) -> float:
        """What a request costs beyond REQUEST: nothing, if no endpoint serves it."""
        pattern = self._patterns.get("GET" if method == "HEAD" else method)
        found = None if pattern is None else pattern.fullmatch(path)
        return 0.0 if found is None or found.lastgroup is None else self._milliseconds[found.lastgroup]


def _pattern(route: Route) -> str:
    """The paths of a route, without groups of its own."""
    return re.sub(r"\(\?P<\w+>", "(?:", route.path_regex.pattern).removeprefix("^").removesuffix("$")
