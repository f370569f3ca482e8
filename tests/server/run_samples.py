"""Folders of runs for tests: a tournament, an evaluation, a ladder, a training, and a file of records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import boardwright
from boardwright.arena.evaluation import evaluate
from boardwright.arena.match_records import Recorder
from boardwright.arena.run_status import Report, RunStatus, write
from boardwright.arena.tournament import tournament

CARD = "# tic_tac_toe: tiny\n\nA network.\n\n| | |\n|---|---|\n| start | /home/somebody/secret/deep/model.onnx |\n"


def make_all(root: Path) -> None:
    """Write one run of each kind below a folder."""
    make_tournament(root / "robin")
    make_evaluation(root / "alone")
    make_ladder(root / "climb")
    make_training(root / "deep" / "tiny")
    make_records(root / "games.jsonl")


def make_tournament(folder: Path) -> None:
    game = boardwright.load("tic_tac_toe")
    with Report(folder, "tournament", game.name, "random, perfect, ranking", 12) as report:
        tournament(game, ["random", "perfect", "mcts:iterations=5"], games=4, seed=1, report=report)


def make_evaluation(folder: Path) -> None:
    game = boardwright.load("tic_tac_toe")
    with Report(folder, "evaluation", game.name, "perfect v random", 6) as report:
        evaluate(game, "perfect", "random", 6, 1, report=report)


def make_ladder(folder: Path) -> None:
    counts = {"wins": 9, "draws": 0, "losses": 1, "games": 10, "mean_plies": 30.0}
    rungs: list[dict[str, Any]] = [
        {"level": "easy", "below": "beginner", "score": 0.9, "low": 0.6, "high": 0.98, **counts},
        {"level": "normal", "below": "easy", "score": 0.9, "low": 0.6, "high": 0.98, **counts},
    ]
    rungs[1]["sprt"] = {"accepted": None}
    result = {"confidence": 0.95, "seed": 0, "profile": "standard", "distinct": 20, "rungs": rungs}
    about: Any = {"kind": "ladder", "game": "quoridor", "title": "standard", "done": 20, "total": 40}
    write(folder, RunStatus(state="running", result=result, **about))


def make_training(folder: Path, rows: int = 5) -> None:
    (folder / "ppo").mkdir(parents=True)
    recipe = {"board": "standard", "start": "/home/somebody/secret/deep/model.onnx", "ppo": {"lr": 0.001}}
    (folder / "recipe.json").write_text(json.dumps(recipe))
    (folder / "README.md").write_text(CARD)
    for number in range(1, rows + 1):
        add_row(folder, number)


def add_row(folder: Path, number: int) -> None:
    row = {"update": number, "policy_loss": 1 / number, "value_loss": float("nan"), "cpu_total": 2.0 * number}
    row |= {"win_rate": 0.5, "low": 0.4, "high": 0.6, "decisions": 4.5}
    with (folder / "ppo" / "metrics.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")


def make_records(path: Path, games: int = 6) -> None:
    game = boardwright.load("tic_tac_toe")
    with Recorder(path) as recorder:
        evaluate(game, "perfect", "random", games, 1, keep=recorder.write)
