"""Games under Gymnasium's names: `tic_tac_toe` is `boardwright/TicTacToe-v0`."""

from __future__ import annotations

import gymnasium


def register(name: str) -> str:
    """Register a game by its name, for `gymnasium.make` and `gymnasium.make_vec`."""
    title = "".join(part.capitalize() for part in name.split("_"))
    found = f"boardwright/{title}-v0"
    if found not in gymnasium.registry:
        gymnasium.register(
            id=found,
            entry_point="boardwright.envs.gymnasium:Env",
            vector_entry_point="boardwright.envs.gymnasium:VectorEnv",
            kwargs={"game": name},
        )
    return found
