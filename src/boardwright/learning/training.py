"""A training run: the stages of a recipe in order, in a folder that another process can resume from."""

from __future__ import annotations

import contextlib
import json
import math
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import torch

from boardwright.arena import run_status
from boardwright.arena.evaluation import evaluate
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.core.errors import AgentError, ConfigError, RuleFault
from boardwright.core.game import Game
from boardwright.core.progress import Progress, Tracker, silent
from boardwright.envs.rewards import with_draw
from boardwright.learning import checkpoints, curriculum, devices, model_card, recipes, run_folder, run_measurement
from boardwright.learning.curriculum import Curriculum, CurriculumBoard
from boardwright.learning.descent.trainer import Descent
from boardwright.learning.imitation.trainer import Imitation
from boardwright.learning.league import TABLE, League
from boardwright.learning.learner import Learner
from boardwright.learning.measurement import whole
from boardwright.learning.metrics import Metrics, timeless
from boardwright.learning.networks import Network, build
from boardwright.learning.pace import Pace
from boardwright.learning.ppo import PPO
from boardwright.learning.recipes import Recipe
from boardwright.learning.self_play.trainer import SelfPlay
from boardwright.learning.stage import Stage
from boardwright.learning.telemetry import Style
from boardwright.learning.tensorboard import TensorBoard
from boardwright.learning.torch_player import Precision

OURS, SB3 = "ppo", "sb3"
HISTOGRAMS = "histograms"
TRAINERS = (OURS, SB3)
"""The trainers of the stage `ppo`: ours, or MaskablePPO of sb3-contrib."""


class Run:
    """A run of a recipe in a folder. `name` is the recipe's name, for the card; `trainer` is one of TRAINERS.

    `minutes` of CPU time end it with the round in which they pass; those before a resumption count. PPO as the last
    stage uses all of them, and goes on after its updates. Games are played by the executor, with the same weights at
    the end as in this process. Raises ConfigError if the folder holds a checkpoint and `resume` is false.
    """

    def __init__(
        self, game: str, name: str, recipe: Recipe, folder: Path, *, resume: bool, trainer: str = OURS,
        minutes: float = math.inf, executor: Executor = IN_PROCESS,
    ) -> None:  # fmt: skip
        devices.prepare(recipe.device)
        torch.set_num_threads(recipe.threads)
        torch.manual_seed(recipe.seed)
        if trainer not in TRAINERS:
            raise ConfigError("config_value", path="trainer", value=trainer, expected=" | ".join(TRAINERS))
        self.recipe, self.folder, self.name, self.trainer = recipe, folder, name, trainer
        self.limit, self.executor = 60 * minutes, executor
        if executor is not IN_PROCESS:
            _require_pieces(recipe, trainer)
        self.game: Game = recipes.board(game, recipe)
        recipes.require_seats(recipe, self.game)
        self.network: Network = build(recipe.network, self.game).to(recipe.device)
        self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs lack it
        if recipe.ppo is not None and recipe.ppo.auxiliary_weight > 0 and not self.network.auxiliary:
            weight = recipe.ppo.auxiliary_weight
            raise ConfigError("config_value", path="ppo.auxiliary_weight", value=weight, expected="0")
        saved = (folder / checkpoints.TRAINING).is_file()
        if saved and not resume:
            raise ConfigError("train_exists", path=str(folder))
        self.resume = resume and saved
        kept = recipes.require_same(recipe, folder).pace if self.resume else {}
        self.pace = Pace(recipe.pace, kept, self.limit)
        if kept:
            # A process that dies before the next checkpoint must not lose it.
            self.recipe = recipe.model_copy(update={"pace": kept})
        if recipe.start and not self.resume:
            begun, _ = checkpoints.load_model(Path(recipe.start))
            shapes, wanted = (
                {name: tensor.shape for name, tensor in net.state_dict().items()} for net in (begun, self.network)
            )
            if shapes != wanted:
                raise ConfigError("model_start", path=recipe.start)
            self.network.load_state_dict(begun.state_dict())
        course = recipe.curriculum or curriculum.only(recipe.board)
        rows = 1 if recipe.ppo is None else recipe.ppo.num_envs
        self.curriculum = Curriculum(game, course, recipes.changes(game, recipe), rows)
        self.spent = 0.0
        self.league: League | None = None
        if recipe.play is not None:
            play = recipe.play
            self.league = League(self.game, play.opponents, play.own, play.league, folder, device=recipe.device)
        folder.mkdir(parents=True, exist_ok=True)
        self._write_recipe()
        self._write_status("running", 0, None)

    def go(self, track: Tracker = lambda stage: silent) -> dict[str, Any]:
        """Run the stages. Ctrl-C saves all finished rounds, and raises; a resumed run repeats the interrupted one.

        A stage's progress counts its finished rounds. It is called after each batch with few metrics, and after each
        round with all of them.
        """
        try:
            return self._go(track)
        except BaseException:
            self._write_status("stopped", *self._reached)
            raise

    def _go(self, track: Tracker) -> dict[str, Any]:
        tensors, progress = checkpoints.load_training(self.folder) if self.resume else ({}, {"stage": 0, "level": 0})
        times = run_folder.times(self.folder) if self.resume else {}
        self.spent = times.get("cpu_seconds", 0.0)
        last: dict[str, Any] = {}
        for number, name in enumerate(self.recipe.stages):
            if number < progress["stage"]:
                continue
            if self.pace.ends_before(name):
                break
            resumed = self.resume and number == progress["stage"]
            self.curriculum.level = progress["level"] if resumed else 0
            if resumed and self.league is not None:
                self.league.restore(progress["promoted"], self._precision)
            stage = self._stage(name)
            if resumed:
                stage.restore(tensors, progress)
            self.pace.begin(name, stage, times.get("stage_began", 0.0) if resumed else self.spent)
            self._resolve(name, stage)
            metrics = Metrics(self.folder / name, keep=stage.done if resumed else 0)
            last = self._carry_out(number, name, stage, metrics, track(name))
            self.network.load_state_dict(stage.player.network.state_dict())
            if number < len(self.recipe.stages) - 1:
                # The next stage may be the worse one.
                self._save_model(self.folder / name, stage, last)
            if self.spent >= self.limit:
                break
        if self.league is not None and "ppo" in self.recipe.stages:
            self._write_league(self.league)
        self._write_status("finished", *self._reached)
        return last

    def _carry_out(self, number: int, name: str, stage: Stage, metrics: Metrics, progress: Progress) -> dict[str, Any]:
        rows = Metrics.rows(self.folder / name)
        row: dict[str, Any] = rows[-1] if rows else {}
        board = TensorBoard(self.folder / "tensorboard" / name) if self.recipe.tensorboard else None
        saved, finished = stage.done, (stage.state(), row)
        last = isinstance(stage, PPO) and number == len(self.recipe.stages) - 1
        most = self.pace.rounds(name, stage, goes_on=last)
        expected = partial(self.pace.expected, stage, most, stage.done, self.spent)
        try:
            ends = stage.done >= most or (stage.done > 0 and self.spent >= self.limit)
            while not ends:
                began = time.process_time()
                self.pace.note(name, stage, self.spent)
                row = stage.advance(lambda _, __, values: progress(stage.done, expected(self.spent), values))
                self.spent += row.get("worker_seconds", 0.0)
                late = self.spent + time.process_time() - began >= self.limit
                ends = stage.done >= most or late
                if stage.done % self.recipe.evaluation.every == 0 or ends:
                    row |= self._measure(stage)
                row |= self._consider(name, stage)
                self.spent += time.process_time() - began
                row["cpu_total"] = self.spent
                metrics.write(row)
                self._write_status("running", stage.done, stage.total)
                if board is not None:
                    board.write(row, stage.done)
                self._write_histograms(name, stage, board)
                finished = stage.state(), row
                if stage.done % self.recipe.save_every == 0 or ends:
                    self._save(number, stage, finished)
                    saved = stage.done
                progress(stage.done, expected(self.spent), row)
        except KeyboardInterrupt:
            if finished[0][1]["done"] > saved:
                stage.restore(*finished[0])  # the model is that of the last whole round, as what resumes is
                self._save(number, stage, finished)
            raise
        except RuleFault:
            # A rule fault is recorded before it ends the run.
            if stage.watcher is not None:
                metrics.write({"update": stage.done + 1, **stage.watcher.row()})
            raise
        if stage.watcher is not None:
            with contextlib.suppress(AgentError):  # no pictures without Matplotlib
                stage.watcher.pictures(self.folder, self.name, Style())
        return row

    def _write_status(self, state: run_status.State, done: int, total: int | None) -> None:
        """Write the state of the run for those who watch it. `done` and `total` count rounds of the current stage."""
        self._reached = done, total
        about: Any = {"kind": "training", "game": self.game.name, "title": self.name, "result": None}
        run_status.write(self.folder, run_status.RunStatus(state=state, done=done, total=total, **about))

    def _write_histograms(self, name: str, stage: Stage, board: TensorBoard | None) -> None:
        if stage.watcher is None:
            return
        histograms = stage.watcher.histograms()
        path = self.folder / name / HISTOGRAMS
        row = {f"{key}_{slot}": float(count) for key, counts in histograms.items() for slot, count in enumerate(counts)}
        Metrics(path, keep=stage.done - 1).write({"update": float(stage.done), **row})
        if board is not None:
            for key, counts in histograms.items():
                board.write_histogram(key, counts, stage.done)

    @property
    def _precision(self) -> Precision:
        return "fp32" if self.recipe.ppo is None else self.recipe.ppo.precision

    def _consider(self, name: str, stage: Stage) -> dict[str, float]:
        """Consider the network of this update for the league."""
        if self.league is None or name != "ppo" or stage.done % self.league.options.every or self.game.players > 2:
            return {}
        return self.league.consider(stage.player.network, self._precision, stage.done)

    def _write_league(self, league: League) -> None:
        table = league.table(self.network, self._precision)
        if table is not None:
            text = json.dumps(table.to_dict(), indent=2)
            (self.folder / TABLE).write_text(text + "\n", encoding="utf-8")
            league.draw(table)

    def _measure(self, stage: Stage) -> dict[str, float]:
        metrics = run_measurement.measure(self.game, self.recipe, stage.player, self._listed(stage))
        if isinstance(stage, PPO) and self.game.players == 1 and self.curriculum.more:
            metrics |= self._promote(stage, metrics["win_rate"])
        return metrics

    def _listed(self, stage: Stage) -> list[CurriculumBoard]:
        """The boards that a stage learns on at present."""
        if isinstance(stage, Imitation):
            return list(stage.options.boards)
        return self.curriculum.options.boards[: self.curriculum.level + 1]

    def _promote(self, stage: PPO, rate: float) -> dict[str, float]:
        """Add the next board if the newest one is mastered. `rate` is the win rate on the model's own board."""
        games, seed = self.recipe.evaluation.games, self.recipe.evaluation.seed
        first, newest = run_measurement.any_first(self.recipe), self.curriculum.newest()
        if newest.config != self.game.config:
            result = whole(evaluate(newest, stage.player, None, games, seed, any_first=first))
            rate = result.total.wins / result.total.games
        wanted = self.curriculum.wanted(games, seed, any_first=first)
        if rate >= wanted:
            self.curriculum.level += 1
            stage.set_rows(self.curriculum.boards(), self.curriculum.names())
        return {"newest_win_rate": rate, "wanted": wanted, "level": self.curriculum.level}

    def _save(self, number: int, stage: Stage, finished: tuple[Any, Mapping[str, Any]]) -> None:
        (tensors, progress), row = finished
        promoted = self.league.members if self.league else []
        about = {"stage": number, "level": self.curriculum.level, "promoted": promoted}
        if self.pace.stages:
            self.recipe = self.recipe.model_copy(update={"pace": self.pace.so_far(self.recipe.stages[number], stage)})
            self._write_recipe()
        checkpoints.save_training(self.folder, tensors, {**progress, **about})
        run_folder.write_times(self.folder, {"cpu_seconds": self.spent, "stage_began": self.pace.began})
        self._save_model(self.folder, stage, row)
        text = model_card.card(self.name, self.game, self.recipe, self.network, row, self.spent)
        (self.folder / run_folder.CARD).write_text(text, encoding="utf-8")
        if isinstance(stage, Learner):
            stage.discard(progress["done"])

    def _resolve(self, name: str, stage: Stage) -> None:
        """Write into the recipe what `auto` stands for in this run, so that it is repeated as it was."""
        if isinstance(stage, Learner):
            section = getattr(self.recipe, name).model_copy(update=stage.resolved())
            self.recipe = self.recipe.model_copy(update={name: section})
            self._write_recipe()

    def _write_recipe(self) -> None:
        text = self.recipe.model_dump_json(indent=2) + "\n"
        (self.folder / run_folder.RECIPE).write_text(text, encoding="utf-8")

    def _save_model(self, folder: Path, stage: Stage, row: Mapping[str, Any]) -> None:
        details = {"recipe": json.loads(self.recipe.model_dump_json()), "last": timeless(row)}
        checkpoints.save_model(folder / checkpoints.MODEL, stage.player.network, self.game, details)

    def _choices(self) -> dict[str, Any]:
        """The environment's settings: of every game, and in a game for two its opponents."""
        play, settings = self.recipe.play, self.recipe.rollout.model_dump()
        if play is None or self.league is None:
            return settings
        rewards = with_draw(self.game, play.rewards, play.draw)
        settings |= {"opponent": self.league.pool, "seat": play.seat, "rewards": rewards, "stand_in": play.stand_in}
        return settings

    def _stage(self, name: str) -> Stage:
        recipe = self.recipe
        if name == "ppo":
            assert recipe.ppo is not None, "`recipes.read` asks for it"
            boards, choices, names = self.curriculum.boards(), self._choices(), self.curriculum.names()
            if self.trainer == SB3:
                from boardwright.learning.sb3_trainer import Maskable

                made: Any = {"seed": recipe.seed, "choices": choices, "names": names}
                return Maskable(self.network, boards, recipe.ppo, **made)
            made = {"seed": recipe.seed, "choices": choices, "executor": self.executor}
            return PPO(self.network, boards, recipe.ppo, names=names, **made)
        folder = self.folder / "data"
        if name == "self_play":
            assert recipe.self_play is not None, "`recipes.read` asks for it"
            options = recipe.self_play
            made = {"seed": recipe.seed, "folder": folder, "executor": self.executor}
            return SelfPlay(self.network, self.game, options, **made)
        if name == "descent":
            assert recipe.descent is not None, "`recipes.read` asks for it"
            return Descent(self.network, self.game, recipe.descent, seed=recipe.seed, folder=folder)
        games = recipes.boards(self.game.name, recipe)
        assert recipe.imitation is not None, "`recipes.read` asks for it"
        return Imitation(self.network, games, recipe.imitation, seed=recipe.seed, folder=folder)


def _require_pieces(recipe: Recipe, trainer: str) -> None:
    """Refuse other processes for a recipe whose stages would give them nothing to do at the same time."""
    pieces = {"imitation": 1, "ppo": 1 if trainer == SB3 or recipe.ppo is None else recipe.ppo.parts}
    pieces["self_play"] = 1 if recipe.self_play is None else recipe.self_play.groups
    if all(pieces[stage] == 1 for stage in recipe.stages):
        raise ConfigError("train_one_piece", path="workers", stages=recipe.stages)
