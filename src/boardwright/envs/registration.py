"""Registration of games with Gymnasium: `tic_tac_toe` is `boardwright/TicTacToe-v0`."""

from __future__ import annotations

import gymnasium


def register(name: str) -> str:
    """Register a game for `gymnasium.make` and `gymnasium.make_vec`, and return its id.

    Gymnasium's tools draw actions without a mask: an illegal one costs the penalty and changes nothing, where our own
    classes raise by default.
    """
    title = "".join(part.capitalize() for part in name.split("_"))
    env_id = f"boardwright/{title}-v0"
    if env_id not in gymnasium.registry:
        gymnasium.register(
            id=env_id,
            entry_point="boardwright.envs.gymnasium:Env",
            vector_entry_point="boardwright.envs.gymnasium:VectorEnv",
            kwargs={"game": name, "on_illegal": "penalise"},
        )
    return env_id
