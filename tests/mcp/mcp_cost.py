"""The processor time of the tools themselves, without the SDK and without an opponent's thought.

`python tests/mcp/mcp_cost.py` prints milliseconds a call for each game's standard preset, the median of many: of the
calls in matches, and of the first call of each kind in a match. `look` and `legal` are asked once before a move and
come from the view that is kept; the first ones of a match and those of `move` make it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from boardwright.agents.preparation import Preparation
from boardwright.core import registry
from boardwright.core.garbage import collect_rarely
from boardwright.mcp.match import Match
from boardwright.mcp.table import Table

PLIES = 6
ROUNDS = 15

Times = dict[str, list[float]]


def cost(table: Table, name: str, rounds: int = ROUNDS) -> dict[str, float]:
    """Milliseconds of each tool: `move` is of a move that is played, `refused` of one that is not."""
    times: Times = {}
    _timed(times, "rules", lambda: table.rules(name, "", {}))
    for number in range(rounds):
        rng = np.random.default_rng(number)
        opponent = "" if registry.definition(name).players == 1 else "random"
        began = _timed(times, "new_match", partial(table.new, name, "", {}, 1, opponent, number, _silent))
        match = table.match(began.data["match"])
        match.agent = None  # plays all seats itself: no opponent's thought is counted
        for ply in range(PLIES):
            if match.outcome is not None:
                break
            match.seat = match.position.to_move or 0
            _ask_all(times, match, rng, first=ply == 0)
        if match.outcome is None:
            _timed(times, "resign", match.resign)
    return {tool: round(median(taken), 2) for tool, taken in times.items()}


def _ask_all(times: Times, match: Match, rng: np.random.Generator, *, first: bool) -> None:
    """Ask every tool once, and play a random move."""
    text = str(rng.choice([choice.text for choice in match.position.view(match.seat).choices]))
    calls: dict[str, Callable[[], Any]] = {
        "look": match.look,
        "legal": match.legal,
        "why": lambda: match.why(text),
        "refused": lambda: match.move("nonsense", _silent),
        "move": lambda: match.move(text, _silent),
    }
    for tool, call in calls.items():
        _timed(times, f"first {tool}" if first and tool in {"look", "legal"} else tool, call)


def _timed(times: Times, tool: str, call: Callable[[], Any]) -> Any:
    began = time.thread_time()
    answer = call()
    times.setdefault(tool, []).append(1000 * (time.thread_time() - began))
    return answer


def _silent(word: object) -> None:
    """Nobody follows the progress."""


if __name__ == "__main__":
    preparation = Preparation()
    whole = Table(preparation, tiered=False)
    start = time.process_time()
    whole.rehearse()
    collect_rarely()
    print(f"rehearsal {time.process_time() - start:.1f} s; games", end=" ")
    listing: Times = {}
    _timed(listing, "games", whole.games)
    print(f"{listing['games'][0]:.2f} ms")
    for game in registry.names():
        print(f"{game:<14}", cost(whole, game), flush=True)
    preparation.close()
