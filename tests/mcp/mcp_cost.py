"""The processor time of the tools themselves, without the SDK and without an opponent's thought.

`python tests/mcp/mcp_cost.py` prints milliseconds a call, the median of many, for each game's standard preset.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np

from boardwright.agents.preparation import Preparation
from boardwright.core import registry
from boardwright.core.position import Position
from boardwright.mcp.match import Match

PLIES = 6
ROUNDS = 15


def cost(name: str, preset: str | None = None) -> dict[str, float]:
    """Milliseconds of each tool: `move` is of a move that is played, `refused` of one that is not."""
    game = registry.load(name, preset)
    times: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        rng = np.random.default_rng(number)
        match = Match("m", Position(game, seed=number), 0, "", None, Preparation())
        for _ in range(PLIES):
            if match.outcome is not None:
                break
            match.seat = match.position.to_move or 0  # plays all seats itself
            for tool, taken in plies(match, rng):
                times.setdefault(tool, []).append(taken)
    return {tool: round(median(taken), 2) for tool, taken in times.items()}


def plies(match: Match, rng: np.random.Generator) -> Iterator[tuple[str, float]]:
    """Ask every tool once, and play a random move. Yields each tool with its milliseconds."""
    text = str(rng.choice([choice.text for choice in match.position.view(match.seat).choices]))

    def silent(word: object) -> None:
        pass

    calls: dict[str, Callable[[], Any]] = {
        "look": match.look,
        "legal": match.legal,
        "why": lambda: match.why(text),
        "refused": lambda: match.move("nonsense", silent),
        "move": lambda: match.move(text, silent),
    }
    for tool, call in calls.items():
        began = time.thread_time()
        call()
        yield tool, 1000 * (time.thread_time() - began)


if __name__ == "__main__":
    for name in registry.names():
        print(f"{name:<14}", cost(name))
