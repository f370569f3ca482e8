"""Draws positions of Quoridor's small board whose moves matter, with the exact outcome of every move.

`python benchmarks/quoridor_positions.py --solved FOLDER [--out FOLDER] [--seed 2026]`. The layers are the `--out` of
`quoridor_enumeration.py --walls 3`. Three sets for `boardwright accuracy`, 1,000 positions, one a game:

* `random` (300): every move of the game is uniform among the legal ones.
* `half_sensible` (300): at each ply a coin decides between such a move and the move of `alphabeta:depth=1`.
* `narrow` (400): from games of that kind; at most one legal move in ten keeps the outcome.

A position is drawn uniformly among those of its game with at least one move that keeps the outcome and one that changes
it. No two are the same or mirror images. Exact values hold in them: no position of the game has occurred twice, and
every move ends within the limit of plies with best play (see quoridor_enumeration.py).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from quoridor_enumeration import Solution, load, read
from quoridor_retrograde import DRAW

from boardwright.agents.spec import from_text
from boardwright.agents.state_space import children
from boardwright.arena.accuracy import ENDING, write_answers
from boardwright.core.agent import Agent, Turn
from boardwright.core.config import SHIPPED
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array

WALLS = 3
SETS = {"half_sensible": (300, True, 1.0), "narrow": (400, True, 0.1), "random": (300, False, 1.0)}
"""The number of positions, whether their games are half sensible, and the largest share of moves that keep."""

SENSIBLE = "alphabeta:depth=1"
FOLDER = SHIPPED / "quoridor" / "positions"
ANSWERS = "answers.json"


class Drawn(NamedTuple):
    """A position by its moves, with the sign of its value, and that of each action to the player to move."""

    text: str
    outcome: int
    after: dict[int, int]

    @property
    def keeping(self) -> float:
        """The share of the legal moves that keep the outcome."""
        return sum(sign == self.outcome for sign in self.after.values()) / len(self.after)


def outcomes(solution: Solution, state: Array) -> dict[int, int] | None:
    """The outcome of each legal action to the player to move; None if one may come too late for the limit of plies."""
    game, player = solution.game, int(state["to_move"][0])
    after, _, actions = children(game, state)
    over = after["to_move"] == TERMINAL
    values = np.zeros(len(after), np.int64)
    values[~over] = solution.values(after[~over])
    if (after["ply"].astype(np.int64) + values).max() > game.max_plies:
        return None
    # Odd is a win of the other, who is to move.
    signs = np.where(values == DRAW, 0, np.where(values % 2 == 1, -1, 1))
    signs[over] = np.sign(after["returns"][over, player])
    return {int(action): int(sign) for action, sign in zip(actions, signs)}


def candidates(solution: Solution, agent: Agent | None, rng: np.random.Generator) -> list[tuple[Array, Drawn]]:
    """Play a game, until a position occurs again, and return its positions whose moves matter."""
    game = solution.game
    state, moves, seen, found = game.new(), list[str](), set[int](), []
    while state["to_move"][0] != TERMINAL and (key := int(game.key(state)[0])) not in seen:
        seen.add(key)
        after = outcomes(solution, state)
        if after is not None and len(set(after.values())) > 1:
            found.append((state, Drawn(" ".join(moves), max(after.values()), after)))
        player = int(state["to_move"][0])
        if agent is not None and rng.random() < 0.5:
            action = agent.act(Turn(game, state, player, rng))
        else:
            action = int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))
        moves.append(game.actions.to_text(action, player))
        state = game.apply(state, action)
    return found


def draw(
    solution: Solution,
    agent: Agent | None,
    count: int,
    rng: np.random.Generator,
    used: set[int],
    most_keeping: float = 1.0,
) -> list[Drawn]:
    """Draw positions, one a game, none of them a symmetric image of one that is `used`."""
    drawn: list[Drawn] = []
    while len(drawn) < count:
        found = [one for one in candidates(solution, agent, rng) if one[1].keeping <= most_keeping]
        if not found:
            continue
        state, position = found[int(rng.integers(len(found)))]
        form = int(solution.game.key(solution.game.fold(state)[1])[0])
        if form not in used:
            used.add(form)
            drawn.append(position)
    return drawn


def write(game: Game, folder: Path, sets: dict[str, list[Drawn]]) -> None:
    """Write the sets, and the answers to all of them in one file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in sets.items():
        lines = [f"{position.text} {position.outcome}\n" for position in drawn]
        (folder / f"{name}{ENDING}").write_text("".join(lines), encoding="utf-8")
    answers = {position.text: position.after for drawn in sets.values() for position in drawn}
    write_answers(game, folder / ANSWERS, answers)


def main() -> None:
    """Draw both sets, write them, and print their figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solved", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    game = load(WALLS)
    solution = read(game, WALLS, chosen.solved)
    agent, rng = from_text(SENSIBLE, game), np.random.default_rng(chosen.seed)
    used: set[int] = set()
    sets = {}
    for name, (count, sensible, most_keeping) in SETS.items():
        sets[name] = draw(solution, agent if sensible else None, count, rng, used, most_keeping)
    write(game, chosen.out, sets)
    for name, drawn in sets.items():
        print(json.dumps({"set": name, **figures(drawn)}))


def figures(drawn: list[Drawn]) -> dict[str, Any]:
    """The number of positions, of draws among them, the mean of plies played and the share of moves that keep."""
    count = len(drawn)
    return {
        "positions": count,
        "draws": sum(position.outcome == 0 for position in drawn),
        "plies": round(sum(len(position.text.split()) for position in drawn) / count, 1),
        "legal_moves": round(sum(len(position.after) for position in drawn) / count, 1),
        "keeping": round(sum(position.keeping for position in drawn) / count, 3),
    }


if __name__ == "__main__":
    main()
