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
CHANNELS = 32
Shape = tuple[int, int, int]
"""Planes, rows and columns."""


def load(name: str) -> Game:
    """Load a game. Minesweeper has five mines, so that two minutes show a gain, and no flags, which invite stalling."""
    changes = {"mine_count": 5, "allow_flags": False} if name == "minesweeper" else {}
    return boardwright.load(name, **changes)


class Body(nn.Sequential):
    """Three convolutions: planes [N, C, H, W] to features [N, 32 * H * W]."""

    def __init__(self, shape: Shape) -> None:
        layers = []
        for channels in (shape[0], CHANNELS, CHANNELS):
            layers += [nn.Conv2d(channels, CHANNELS, 3, padding=1), nn.ReLU()]
        super().__init__(*layers)

    def forward(self, planes: Tensor) -> Tensor:
        """Features, with as many leading sizes as the planes have."""
        return super().forward(planes.reshape(-1, *planes.shape[-3:])).reshape(*planes.shape[:-3], -1)


def policy_head(shape: Shape, actions: int) -> nn.Module:
    """Features to logits [N, A]: by the cell where an action is a cell, as in Minesweeper, else by two layers."""
    rows, cols = shape[1:]
    if actions == rows * cols:
        return nn.Sequential(nn.Unflatten(1, (CHANNELS, rows, cols)), nn.Conv2d(CHANNELS, 1, 1), nn.Flatten())
    return _layers(CHANNELS * rows * cols, actions)


def value_head(shape: Shape) -> nn.Module:
    """Features to values [N, 1]."""
    return _layers(CHANNELS * shape[1] * shape[2], 1)


def _layers(features: int, outputs: int) -> nn.Module:
    return nn.Sequential(nn.Linear(features, 64), nn.ReLU(), nn.Linear(64, outputs))


class Network(nn.Module):
    """The body with both heads."""

    def __init__(self, shape: Shape, actions: int) -> None:
        super().__init__()
        self.body, self.policy, self.value = Body(shape), policy_head(shape, actions), value_head(shape)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Logits [N, A] and values [N]."""
        features = self.body(planes)
        return self.policy(features), self.value(features)[:, 0]


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Logits whose illegal actions have no chance."""
    return logits.masked_fill(~mask.bool(), -1e9)


def score(game: Game, logits: Callable[[Tensor], Tensor]) -> dict[str, Any]:
    """Play 1,000 games by the most probable actions: the win rate, a draw as half, with its interval.

    In a game for one also the shares of what its totals count: in Minesweeper the safe cells that were revealed.
    """

    def best(planes: Any, masks: Any) -> Any:
        with torch.inference_mode():
            return masked(logits(torch.as_tensor(planes)), torch.as_tensor(masks)).argmax(dim=1).numpy()

    opponent = "random" if game.players > 1 else None
    found = evaluate(game, PolicyAgent(game, best, observation="planes"), opponent, GAMES, EVALUATION_SEED)
    rate = win_rate(found.total.points, found.total.games).rounded(3)
    return {"win_rate": list(rate), **({} if opponent else found.components()["shares"])}


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
