"""A run: the stages of a recipe one after the other, in a folder that another process can go on from."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor

from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import wilson
from boardwright.core.game import Game
from boardwright.learning import checkpoints, recipes
from boardwright.learning.imitation import Imitation
from boardwright.learning.metrics import Metrics
from boardwright.learning.networks import Network, build
from boardwright.learning.policy import NetworkAgent
from boardwright.learning.recipes import Recipe

Tell = Callable[[str, dict[str, float]], None]
"""Is told the stage and what there is to tell: after each batch `step`, after each round all of its figures."""


class Stage(Protocol):
    """What a run asks of imitation and of PPO."""

    done: int

    @property
    def total(self) -> int: ...
    @property
    def player(self) -> NetworkAgent: ...
    def advance(self, tell: Callable[[dict[str, float]], None]) -> dict[str, float]: ...
    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]: ...
    def restore(self, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None: ...


class Run:
    """A recipe at work in a folder."""

    def __init__(self, game: str, recipe: Recipe, folder: Path, *, resume: bool) -> None:
        torch.set_num_threads(recipe.threads)
        torch.manual_seed(recipe.seed)
        self.recipe, self.folder = recipe, folder
        self.game: Game = recipes.board(game, recipe)
        self.network: Network = build(recipe.network, self.game).to(recipe.device)
        self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs lack it
        self.resume = resume and (folder / checkpoints.TRAINING).is_file()
        if recipe.start and not self.resume:
            begun, _ = checkpoints.load_model(Path(recipe.start))
            self.network.load_state_dict(begun.state_dict())
        self.spent = 0.0
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "recipe.json").write_text(recipe.model_dump_json(indent=2) + "\n", encoding="utf-8")

    def go(self, tell: Tell) -> dict[str, Any]:
        """Carry the stages out. Ctrl-C saves after the round that it falls in, and raises."""
        tensors, progress = checkpoints.load_training(self.folder) if self.resume else ({}, {"stage": 0})
        self.spent = float(progress.get("cpu_seconds", 0.0))
        last: dict[str, Any] = {}
        for number, name in enumerate(self.recipe.stages):
            if number < progress["stage"]:
                continue
            stage = self._stage(name)
            resumed = self.resume and number == progress["stage"]
            if resumed:
                stage.restore(tensors, progress)
            metrics = Metrics(self.folder / name, keep=stage.done if resumed else 0)
            last = self._carry_out(number, name, stage, metrics, tell)
            self.network.load_state_dict(stage.player.network.state_dict())
        return last

    def _carry_out(self, number: int, name: str, stage: Stage, metrics: Metrics, tell: Tell) -> dict[str, Any]:
        row: dict[str, Any] = {}
        while stage.done < stage.total:
            began = time.process_time()
            try:
                row = stage.advance(lambda each: tell(name, each))
            except KeyboardInterrupt:
                tell(name, {"stopped": 1.0})
                raise
            if stage.done % self.recipe.evaluation.every == 0 or stage.done == stage.total:
                row |= self._measure(stage.player)
            self.spent += time.process_time() - began
            row["cpu_total"] = self.spent
            metrics.write(row)
            if stage.done % self.recipe.save_every == 0 or stage.done == stage.total:
                self._save(number, stage, row)
            tell(name, row)
        return row

    def _measure(self, player: NetworkAgent) -> dict[str, float]:
        asked = self.recipe.evaluation
        found = evaluate(self.game, player, None, asked.games, asked.seed)
        low, high = wilson(found.total.wins, found.total.games, found.confidence)
        return {"win_rate": found.total.wins / found.total.games, "low": low, "high": high}

    def _save(self, number: int, stage: Stage, row: Mapping[str, Any]) -> None:
        tensors, progress = stage.state()
        checkpoints.save_training(self.folder, tensors, {**progress, "stage": number, "cpu_seconds": self.spent})
        told = {"recipe": json.loads(self.recipe.model_dump_json()), "last": dict(row), "cpu_seconds": self.spent}
        checkpoints.save_model(self.folder / checkpoints.MODEL, stage.player.network, self.game, told)

    def _stage(self, name: str) -> Stage:
        recipe = self.recipe
        games = recipes.boards(self.game.name, recipe)
        folder = self.folder / "data"
        return Imitation(self.network, games, recipe.imitation, seed=recipe.seed, folder=folder, device=recipe.device)
