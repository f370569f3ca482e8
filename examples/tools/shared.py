"""What the programs of this folder share: the game, the body of the network, the measurement, the report."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

import boardwright
from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import win_rate
from boardwright.core.game import Game
from boardwright.envs.policy_agent import PolicyAgent

GAMES, EVALUATION_SEED = 1000, 1 << 40
FEATURES = 128


def load(name: str) -> Game:
    """Load a game. Minesweeper is without flags: a learner that may set and remove them can stall."""
    return boardwright.load(name, allow_flags=False) if name == "minesweeper" else boardwright.load(name)


class Body(nn.Sequential):
    """Two convolutions and a layer: planes [N, C, H, W] to features [N, 128]."""

    def __init__(self, shape: tuple[int, int, int]) -> None:
        channels, rows, cols = shape
        super().__init__(
            nn.Conv2d(channels, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * rows * cols, FEATURES),
            nn.ReLU(),
        )


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Logits whose illegal actions have no chance."""
    return logits.masked_fill(~mask.bool(), -1e9)


def score(game: Game, logits: Callable[[Tensor], Tensor]) -> list[float]:
    """The win rate, a draw as half, of the most probable actions over 1,000 games, with its interval."""

    def best(planes: Any, masks: Any) -> Any:
        with torch.inference_mode():
            return masked(logits(torch.as_tensor(planes)), torch.as_tensor(masks)).argmax(dim=1).numpy()

    opponent = "random" if game.players > 1 else None
    total = evaluate(game, PolicyAgent(game, best, observation="planes"), opponent, GAMES, EVALUATION_SEED).total
    return list(win_rate(total.points, total.games).rounded(3))


def arguments(description: str | None, steps: int) -> argparse.Namespace:
    """The command line of every program: the game, the decisions to learn from, the seed."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("game", choices=["connect_four", "minesweeper"])
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def run(game: Game, logits: Callable[[Tensor], Tensor], train: Callable[[], int]) -> None:
    """Measure, train, measure again, and print all as a line of JSON. `train` returns its number of decisions."""
    before = score(game, logits)
    began, began_cpu = time.perf_counter(), time.process_time()
    steps = train()
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - began_cpu
    report = {"game": game.name, "steps": steps, "seconds": round(seconds), "cpu_seconds": round(cpu_seconds)}
    print(json.dumps({**report, "before": before, "after": score(game, logits)}))
