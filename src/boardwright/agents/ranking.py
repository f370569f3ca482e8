"""An agent that wins at once if it can, else blocks a threatened win, else plays the best value of a Q-table.

It is deterministic: an unknown value counts 0, and the lowest action wins a tie.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from boardwright.agents.q_table import Store, place, read
from boardwright.core.agent import Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word

EMPTY = "empty"


class Options(Settings):
    """`table`: one that comes with the game, the path of a file, or `empty`; `states`: the most states of a game."""

    table: str
    states: Annotated[int, Field(ge=1)]


class RankingAgent:
    """Plays by two shortcuts, then by a Q-table."""

    def __init__(self, game: Game, store: Store) -> None:
        self.game = game
        self.store = store

    def act(self, turn: Turn) -> int:
        """The action chosen."""
        return self.choose(turn.position)[0]

    def explain(self, turn: Turn) -> Explanation:
        """The choice with its shortcut, the symmetry of the lookup, and the best Q-value."""
        action, shortcut, transform, scores = self.choose(turn.position)
        best = max(scores.values())
        params = {"winIn1": False, "blockIn1": False, "transform": transform, "move": action, "bestQ": round(best, 3)}
        if shortcut is not None:
            params[shortcut] = True
        codes = {"winIn1": "reason_win_in_1", "blockIn1": "reason_block_in_1", None: "reason_ranked"}
        return Explanation(action, scores, (action,), Word(codes[shortcut], params))

    def choose(self, state: Array) -> tuple[int, str | None, str, dict[int, float]]:
        """Return the action, its shortcut if any, the symmetry, and the Q-value of every legal action."""
        key, transform, moves = place(self.game, state)
        legal = np.flatnonzero(self.game.legal_mask(state)[0]).tolist()
        scores = {action: self.store.get(key, int(moves[action])) or 0.0 for action in legal}
        wins = winning_actions(self.game, state)
        if wins:
            return wins[0], "winIn1", transform, scores
        block = blocking_action(self.game, state, legal)
        if block is not None:
            return block, "blockIn1", transform, scores
        return max(legal, key=lambda action: (scores[action], -action)), None, transform, scores


def winning_actions(game: Game, state: Array) -> list[int]:
    """The legal actions that win at once, lowest first."""
    actions = np.flatnonzero(game.legal_mask(state)[0])
    after = np.repeat(state, len(actions))
    game.step(after, actions)
    mover = int(state["to_move"][0])
    won = (after["to_move"] == TERMINAL) & (after["returns"][:, mover] > 0)
    return [int(action) for action in actions[won]]


def blocking_action(game: Game, state: Array, legal: list[int]) -> int | None:
    """The lowest action that leaves the opponent no win at once, if the opponent threatens one now.

    None without a threat: read literally, nearly every quiet move "prevents" a win, and the table would never be used.
    None, too, where two threats cannot both be blocked.
    """
    opponent = 1 - int(state["to_move"][0])
    if not _threatens(game, state, opponent):
        return None
    for action in legal:
        if not _threatens(game, game.apply(state, action), opponent):
            return action
    return None


def _threatens(game: Game, state: Array, player: int) -> bool:
    # Whether a player would win at once if it were that player's turn.
    if state["to_move"][0] == TERMINAL:
        return False
    theirs = state.copy()
    theirs["to_move"] = player
    return bool(winning_actions(game, theirs))


def table_path(game: Game, table: str) -> Path:
    """The path of a table: one that comes with the game, or a file."""
    shipped = _shipped(game, table)
    return shipped if shipped.is_file() else Path(table)


def make(game: Game, options: Options) -> RankingAgent:
    """Return the agent with its table."""
    if options.table == EMPTY:
        return RankingAgent(game, Store())
    path = table_path(game, options.table)
    # Tests verify the tables that come with a game. To verify another one visits every state: work for the compiler.
    verify = path != _shipped(game, options.table)
    return RankingAgent(game, read(game.as_compiled() if verify else game, path, limit=options.states, verify=verify))


def _shipped(game: Game, table: str) -> Path:
    return game.definition.files.configs / "ranking" / f"{table}.json"
