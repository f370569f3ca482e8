"""The plan of the benchmarks, from configs/bench.yaml."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from boardwright.core import config

Positive = Annotated[int, Field(ge=1)]


class Boards(config.Settings):
    """A game's presets to measure one by one, and the changes to their configuration."""

    presets: Annotated[list[str], Field(min_length=1)]
    changes: dict[str, Any]


class Phases(config.Settings):
    """A phase of a game to measure alone, and its presets."""

    phase: str
    presets: Annotated[list[str], Field(min_length=1)]


class Parts(config.Settings):
    """The preset whose decisions are measured part by part, with `n` games side by side and `interpreted` rows without
    the compiler; and the presets whose compile time is measured."""

    preset: str
    n: Positive
    interpreted: Positive
    compiled: list[str]


class Engine(config.Settings):
    """The benchmark of a game's search: the depth of perft, the number of positions and their plies into random games,
    and weights for an evaluation that only computes `distances`. `table` sizes the transposition table."""

    perft: Positive
    positions: Positive
    plies: Annotated[int, Field(ge=0)]
    table: Annotated[int, Field(ge=0, le=26)]
    weights: dict[str, float]
    distances: Positive


class Ppo(config.Settings):
    """The sizes of `bench ppo`: rows, steps, minibatches and epochs per update; micro-batches are ours alone."""

    preset: str
    envs: Positive
    steps: Positive
    mini_batches: Positive
    epochs: Positive
    micro_batch: Positive
    rounds: Annotated[int, Field(ge=3)]


class SelfPlay(config.Settings):
    """The sizes of `bench self_play`. `plies` are random ones before a search; `networks` are (hidden, blocks)."""

    games: Positive
    simulations: Positive
    considered: Positive
    plies: Annotated[int, Field(ge=0)]
    networks: dict[str, Annotated[list[Positive], Field(min_length=2, max_length=2)]]
    rounds: Annotated[int, Field(ge=3)]


class Scale(config.Settings):
    """The sizes of `bench scale`: the evaluation that is played, lengths of pieces in seconds, the `seconds` of work
    of each length and of a whole `evaluation`; `calibration` matches tell how long one takes."""

    game: str
    agent: str
    opponent: str
    opening: Annotated[int, Field(ge=0)]
    seed: int
    calibration: Positive
    pieces: Annotated[list[Annotated[float, Field(gt=0)]], Field(min_length=1)]
    seconds: Annotated[float, Field(gt=0)]
    evaluation: Annotated[float, Field(gt=0)]
    rounds: Annotated[int, Field(ge=2)]


class Plan(config.Settings):
    """See configs/bench.yaml for the meaning of each key."""

    seed: int
    rounds: Annotated[int, Field(ge=3)]
    seconds: Annotated[float, Field(gt=0)]
    sizes: Annotated[list[Positive], Field(min_length=1)]
    fused_steps: Positive
    one_call_steps: Positive
    single_steps: Positive
    search_depth: Positive
    search_nodes: Positive
    tree_iterations: Positive
    search_seconds: Annotated[float, Field(gt=0)]
    threads: Annotated[int, Field(ge=2)]
    threaded_size: Positive
    threaded_steps: Positive
    env_moves: Positive
    sync_size: Positive
    boards: dict[str, Boards]
    phases: dict[str, Phases]
    parts: dict[str, Parts]
    engines: dict[str, Engine]
    playout_moves: Positive
    playout_peer_moves: Positive
    board_sizes: Annotated[list[Positive], Field(min_length=1)]
    board_steps: Positive
    board_peer_steps: Positive
    ppo: Ppo
    self_play: SelfPlay
    scale: Scale


def read(*, quick: bool) -> Plan:
    """The plan that comes with the package, or its quick variant."""
    data = config.read(config.SHIPPED, "bench")
    shorter = data.pop("quick")
    return config.validate(Plan, {**data, **shorter} if quick else data)
