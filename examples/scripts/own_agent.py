"""An agent of your own in a tournament: `python examples/scripts/own_agent.py [GAMES] [FILE.png]`."""

import sys
from pathlib import Path

import boardwright
from boardwright.agents.spec import Named
from boardwright.arena import crosstable
from boardwright.arena.tournament import tournament
from boardwright.core.agent import Plain


class Centre(Plain):
    """Takes the legal cell nearest to the centre: the middle, then corners, then edges."""

    def act(self, turn):
        """The number of the cell."""
        return min(turn.legal_actions, key=[1, 2, 1, 2, 0, 2, 1, 2, 1].__getitem__)


games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
game = boardwright.load("tic_tac_toe")
result = tournament(game, [Named("centre", Centre()), "random", "mcts:iterations=20", "perfect"], games=games, seed=1)
for row in result.standings():
    print(f"{row.agent:20} {row.rating.elo:+6.0f}  {row.tally}")
crosstable.draw(result, Path(sys.argv[2] if len(sys.argv) > 2 else "tournament.png"))
