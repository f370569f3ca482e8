"""The processor time of the tools themselves, without the SDK and without an opponent's thought.

`python tests/mcp/mcp_cost.py` prints milliseconds a call, the median of many, for each game's standard preset.
"""

from __future__ import annotations

import time
from statistics import median

import numpy as np

from boardwright.agents.preparation import Preparation
from boardwright.core import registry
from boardwright.core.position import Position
from boardwright.mcp.match import Match

PLIES = 6
ROUNDS = 15


def cost(name: str, preset: str | None = None) -> dict[str, float]:
    """Milliseconds of each tool in matches of a game: `move` is of a move that is played, `refused` of one that is not."""
    game = registry.load(name, preset)
    times: dict[str, list[float]] = {tool: [] for tool in ("look", "legal", "why", "move", "refused")}
    match = None
    for round_ in range(ROUNDS):
        rng = np.random.default_rng(round_)
        match = Match("m", Position(game, seed=round_), 0, "", None, Preparation())
        for _ in range(PLIES):
            if match.outcome is not None:
                break
            match.seat = match.position.to_move or 0  # plays all seats itself
            texts = [choice.text for choice in match.view.choices]
            text = texts[int(rng.integers(len(texts)))]
            calls = {
                "look": match.look,
                "legal": match.legal,
                "why": lambda text=text: match.why(text),
                "refused": lambda: match.move("nonsense", lambda word: None),
                "move": lambda text=text: match.move(text, lambda word: None),
            }
            for tool, call in calls.items():
                began = time.thread_time()
                call()
                times[tool].append(1000 * (time.thread_time() - began))
    return {tool: round(median(taken), 2) for tool, taken in times.items()}


if __name__ == "__main__":
    for name in registry.names():
        print(f"{name:<14}", cost(name))
