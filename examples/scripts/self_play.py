"""A network learns a game from its rules alone: `python examples/scripts/self_play.py [GAME] [MINUTES] [FOLDER]`.

Any installed game will do, yours too.
"""

import sys
from pathlib import Path

from boardwright.arena import evaluate
from boardwright.learning import recipes
from boardwright.learning.onnx_export import export_onnx
from boardwright.learning.training import Run

game = sys.argv[1] if len(sys.argv) > 1 else "tic_tac_toe"
minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
folder = Path(sys.argv[3] if len(sys.argv) > 3 else f"runs/{game}")
recipe = recipes.read(game, "self_play", {"self_play.rounds": 30})
run = Run(game, "self_play", recipe, folder, resume=True, minutes=minutes)
run.go()

file = folder / "model.onnx"
export_onnx(folder / "model.safetensors", file)
agent = f"mcts:model={file},iterations=32"
for opponent in ("random", "mcts:iterations=32"):
    played = evaluate(run.game, agent, opponent if run.game.players > 1 else None, 40, 1)
    print(f"{agent} against {opponent}: {played.total}")
    if run.game.players == 1:
        break
