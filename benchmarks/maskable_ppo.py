"""Train MaskablePPO of sb3-contrib, unchanged, on a game through our VecEnv, and evaluate it against `random`.

    python benchmarks/maskable_ppo.py [--game tic_tac_toe] [--steps 800000] [--seed 0] [--json]

Prints the CPU time of training, and wins, draws and losses of 500 games, each seed played from both seats.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import ProgressBarCallback

from boardwright import load
from boardwright.arena.evaluation import evaluate
from boardwright.core.record import OK
from boardwright.envs.sb3 import Games
from boardwright.learning.sb3_player import FieldsExtractor, ModelAgent

GAMES, ROWS, EVALUATION_SEED = 500, 64, 1 << 40


class Counted(Games):
    """Counts illegal actions, which are penalised rather than raised so that they can be counted."""

    illegal = 0

    def step_wait(self) -> Any:
        step = super().step_wait()
        self.illegal += int((self.vector.reasons != OK).sum())
        return step


def main() -> None:
    """Train, evaluate, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="tic_tac_toe")
    parser.add_argument("--steps", type=int, default=800_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    game = load(arguments.game)
    env = Counted(game, ROWS, seed=arguments.seed * ROWS, on_illegal="penalise")
    model = MaskablePPO(
        "MultiInputPolicy",
        env,
        policy_kwargs={"features_extractor_class": FieldsExtractor, "net_arch": [128, 128]},
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        learning_rate=lambda left: 2e-3 * left + 1e-5,
        gamma=1.0,
        ent_coef=0.005,
        seed=arguments.seed,
        device="cpu",
    )
    began = time.process_time()
    model.learn(arguments.steps, callback=ProgressBarCallback() if sys.stderr.isatty() else None)
    seconds = time.process_time() - began
    result = evaluate(game, ModelAgent(model), "random", GAMES, EVALUATION_SEED).to_dict()
    report = {
        "game": game.name,
        "steps": model.num_timesteps,
        "cpu_seconds": round(seconds, 1),
        "games": GAMES,
        **{name: result[name] for name in ("wins", "draws", "losses", "seats", "intervals")},
        "illegal_actions": env.illegal,
    }
    if arguments.json:
        print(json.dumps(report))
    else:
        print(
            f"{report['steps']:,} decisions in {report['cpu_seconds']} s of CPU time; of {GAMES} games against random:"
        )
        print(f"{report['wins']} won, {report['draws']} drawn, {report['losses']} lost; by seat {report['seats']}")


if __name__ == "__main__":
    main()
