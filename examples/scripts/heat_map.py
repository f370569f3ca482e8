"""The exact chances of a mine as a heat map: `python examples/scripts/heat_map.py [FILE.svg]`."""

import sys
from pathlib import Path

import numpy as np

import boardwright
from boardwright.core.agent import Turn
from boardwright.drawing import picture

game = boardwright.load("minesweeper", "medium")
position = boardwright.Position(game, seed=4)
solver = boardwright.agent("solver", game)
rng = np.random.default_rng(1)
while position.ply < 12 and not position.is_over:  # the solver opens the first cells
    position.push(solver.act(Turn(game, position.state, 0, rng)))

analysis = game.definition.people.analysis(game, game.observe(position.state))
for fact in analysis.facts:
    print(fact)
file = Path(sys.argv[1] if len(sys.argv) > 1 else "heat_map.svg")
file.write_text(picture.svg(position.view(), analysis.overlay), encoding="utf-8")
print(file)
