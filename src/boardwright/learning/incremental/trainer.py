"""Training of a network inside alpha-beta: rounds of scored games, each followed by learning from all of them.

In the first round the search plays with the game's evaluation alone, later with the network of the round before. The
network learns what is to be added to the evaluation, so that the sum foretells the search and the end of the game.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

import boardwright.agents
from boardwright.agents import incremental_model
from boardwright.agents.alphabeta import AlphaBeta
from boardwright.agents.requirements import two_sided
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.core import config, registry
from boardwright.core.config import Count, Positive, Settings, Share, Weight, Whole
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, Tracker, silent
from boardwright.learning import devices, recipes, run_folder
from boardwright.learning.incremental import games
from boardwright.learning.incremental.batches import Batch, Batches
from boardwright.learning.incremental.dataset import GameFiles
from boardwright.learning.incremental.games import ScoredGames
from boardwright.learning.incremental.network import IncrementalNetwork, played
from boardwright.learning.incremental.positions import positions
from boardwright.learning.metrics import Metrics

NAME = recipes.INCREMENTAL
"""The name of the recipe, of the stage that learns, and of the folder with its rows of metrics."""

GAMES = "games"
"""The stage that plays, for progress bars."""

MODEL = "model.npz"


class Options(Settings):
    """The recipe `incremental`; configs/learning/incremental.yaml documents each key."""

    board: str = Field(description="Preset of the game.")
    seed: Whole = Field(description="Seed of the whole run.")
    device: str = Field(description="Device of the network: `cpu`, `cuda` (or one of several: `cuda:1`) or `mps`.")
    threads: Count = Field(description="Threads of torch.")
    weights: str = Field(description="Weights of the evaluation that the network is added to.")
    agents: Annotated[list[str], Field(min_length=1)] = Field(
        description="The alpha-beta search of each round, which plays and gives the values; the rounds are as many."
    )
    shards: Count = Field(description="Shards of games in a round.")
    play: games.Options = Field(description="How games are played.")
    units: Annotated[int, Field(ge=8, le=256, multiple_of=8)] = Field(description="Units of the hidden layer.")
    unit: Positive = Field(description="Points of the evaluation that are one logit of a win.")
    search_share: Share = Field(description="Share of the search's value in the target; the rest is the outcome.")
    policy_weight: Weight = Field(description="Weight of the loss of the policy.")
    passes: Count = Field(description="Passes over all positions in a round.")
    batch: Count = Field(description="Positions in a batch.")
    lr: Positive = Field(description="Highest learning rate; it rises, then falls.")
    weight_decay: Weight = Field(description="Weight decay of AdamW.")
    held_out: Annotated[float, Field(gt=0, lt=1)] = Field(description="Share of games that are measured, not learned.")


def read(game: str, changed: Mapping[str, Any]) -> Options:
    """Read the recipe for a game. `changed` are values by their path (`play.stray`), instead of the file's."""
    data = {"board": registry.definition(game).files.preset, **config.read(config.SHIPPED / "learning", NAME)}
    return config.validate(Options, config.replaced(data, changed, optional=True))


class Piece(NamedTuple):
    """A shard to play, as an executor takes it."""

    game: Game
    options: games.Options
    agent: str
    model: str
    seed: int
    number: int


def play_shard(piece: Piece) -> ScoredGames:
    """Play the games of a shard."""
    named = {"model": piece.model} if piece.model else {}
    agent = boardwright.agents.make(piece.agent, piece.game, **named)
    if not isinstance(agent, AlphaBeta):
        raise AgentError("incremental_agent", name=piece.agent)
    stray = boardwright.agents.make(piece.options.stray_agent, piece.game)
    return games.play(piece.game, agent, stray, piece.options, seed=piece.seed, number=piece.number)


class IncrementalRun:
    """A run in a folder. Shards and rounds that are there already are not made again."""

    def __init__(self, game: Game, options: Options, folder: Path, *, executor: Executor = IN_PROCESS) -> None:
        two_sided(NAME, game)
        incremental_model.facet_of(game)
        if len(game.configs) > 1:  # games are kept as moves, without the board that they began on
            raise ConfigError("variants_differ", path="board")
        devices.prepare(options.device)
        torch.set_num_threads(options.threads)
        self.game, self.options, self.folder, self.executor = game, options, folder, executor
        self.spent = 0.0
        folder.mkdir(parents=True, exist_ok=True)
        (folder / run_folder.RECIPE).write_text(options.model_dump_json(indent=2) + "\n", encoding="utf-8")

    def go(self, track: Tracker = lambda stage: silent) -> dict[str, float]:
        """Play and learn all rounds, and write the last model. Ctrl-C keeps finished shards and rounds."""
        began = time.process_time()
        last: dict[str, float] = {}
        rows = Metrics.rows(self.folder / NAME)
        model = ""
        for number in range(len(self.options.agents)):
            path = self.folder / f"round-{number}.npz"
            if path.is_file() and number < len(rows):
                last = rows[number]
            else:
                self._play(number, model, track(GAMES))
                last = self._learn(number, path, track(NAME))
                writer = Metrics(self.folder / NAME, keep=number)
                self.spent = time.process_time() - began
                writer.write({"round": number + 1, **last, "cpu_total": self.spent})
            model = str(path)
        (self.folder / MODEL).write_bytes(Path(model).read_bytes())
        return last

    def _files(self, number: int) -> GameFiles:
        play = json.loads(self.options.play.model_dump_json())
        about = {"game": self.game.name, "digest": self.game.digest, "seed": self.options.seed, "play": play}
        return GameFiles(
            self.folder / f"games-{number}", {**about, "agent": self.options.agents[number], "round": number}
        )

    def _play(self, number: int, model: str, progress: Progress) -> None:
        files, shards = self._files(number), self.options.shards
        pieces = [
            Piece(self.game, self.options.play, self.options.agents[number], model, self.options.seed + number, shard)
            for shard in range(len(files), shards)
        ]
        done = number * shards
        progress(done + len(files), shards * len(self.options.agents), {})
        for made in self.executor.map(play_shard, pieces):
            files.add(made)
            progress(done + len(files), shards * len(self.options.agents), {})

    def _learn(self, number: int, path: Path, progress: Progress) -> dict[str, float]:
        options = self.options
        torch.manual_seed(options.seed)
        shards = [shard for earlier in range(number + 1) for shard in self._files(earlier).shards()]
        kept = max(1, round(len(shards) * options.held_out))
        learned, measured = (
            Batches(self.game, positions(self.game, options.weights, part), options.unit, options.search_share)
            for part in (shards[kept:] or shards, shards[:kept])
        )
        network = IncrementalNetwork(self.game, options.units).to(options.device)
        optimizer = torch.optim.AdamW(network.parameters(), lr=options.lr, weight_decay=options.weight_decay)
        steps = options.passes * max(1, len(learned) // options.batch)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.lr, total_steps=max(steps, 20), pct_start=0.1)
        rng = np.random.default_rng((options.seed, number))
        total, done = options.passes * len(options.agents), options.passes * number
        for step, batch in enumerate(_drawn(learned, options.batch, steps, rng)):
            value, policy, _, _ = losses(network, batch.to(network.biases.device))
            optimizer.zero_grad(set_to_none=True)
            (value + options.policy_weight * policy).backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            network.clip()
            at = done + options.passes * (step + 1) // steps
            progress(at, total, {"value_loss": float(value.detach()), "policy_loss": float(policy.detach())})
        notes = {"recipe": options.model_dump(mode="json"), "positions": len(learned), "round": number + 1}
        model = network.quantized(self.game, options.unit, {"notes": notes})
        incremental_model.write(path, model)
        return {"positions": float(len(learned)), **figures(network, model, measured, options.batch)}


def losses(network: IncrementalNetwork, batch: Batch) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The losses of value and policy, the squared error of the value, and the share of moves that it ranks first."""
    value, policy = network(batch.own)
    logits = policy.masked_fill(~batch.masks, -1e9)
    wanted = batch.evaluations + value
    return (
        functional.binary_cross_entropy_with_logits(wanted, batch.targets),
        functional.cross_entropy(logits, batch.actions),
        functional.mse_loss(torch.sigmoid(wanted), batch.targets),
        (logits.argmax(1) == batch.actions).float().mean(),
    )


def figures(
    network: IncrementalNetwork, model: incremental_model.IncrementalModel, data: Batches, size: int
) -> dict[str, float]:
    """The losses of positions that were not learned: the evaluation's, the network's, and as it is played."""
    rows = []
    whole = played(network, model)
    with torch.no_grad():
        for batch in (part.to(network.biases.device) for part in data.all(size)):
            alone = functional.mse_loss(torch.sigmoid(batch.evaluations), batch.targets)
            rows.append(torch.stack([*losses(network, batch), alone, losses(whole, batch)[2]]))
    names = ("value_loss", "policy_loss", "value_error", "first_choice", "evaluation_error", "played_error")
    return {name: float(mean) for name, mean in zip(names, torch.stack(rows).mean(0))}


def _drawn(data: Batches, size: int, steps: int, rng: np.random.Generator) -> Iterator[Batch]:
    left = np.zeros(0, np.int64)
    size = min(size, len(data))
    for _ in range(steps):
        if len(left) < size:
            left = rng.permutation(len(data))
        yield data.take(left[:size], mirrored=bool(rng.integers(2)))
        left = left[size:]
