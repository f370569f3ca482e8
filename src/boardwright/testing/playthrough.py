"""Golden playthroughs: one seeded game with its outputs, ply by ply, in a file that a person can read.

A change of the rules, of the observation or of the view shows up as a difference in the file. Write one with
`boardwright check GAME --record FOLDER`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from boardwright.core import dice, visibility
from boardwright.core.board_text import text_board
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.registry import load
from boardwright.core.view import View


def play(game: Game, seed: int) -> dict[str, Any]:
    """Play a random game of a seed, and record the position before each action."""
    position = Position(game, seed=seed)
    plies = [_look(position)]
    while position.to_move is not None:
        legal = position.legal_actions
        action = legal[dice.plain_draw_for(len(legal), dice.plain_keyed(seed + 1, 0, len(position.history)))]
        text = game.actions.to_text(action, position.to_move)
        position.push(action)
        step = position.history[-1]
        plies[-1]["action"] = {"index": step.action, "text": text, "draw": step.draw}
        plies.append(_look(position))
    outcome = position.outcome
    assert outcome is not None
    return {
        "game": game.name,
        "version": game.version,
        "config": game.config,
        "seed": seed,
        "plies": plies,
        "returns": list(outcome.returns),
        "truncated": outcome.truncated,
    }


def _look(position: Position) -> dict[str, Any]:
    game, state = position.game, position.state
    players = range(game.players)
    return {
        "to_move": position.to_move,
        "board": text_board(position.view(0).board).split("\n"),
        "legal": position.legal_actions,
        "events": [event.model_dump() for event in game.events(state, visibility.ALL)],
        "state": _digest(state.tobytes()),
        "observations": [_digest(game.observe(state, player).tobytes()) for player in players],
        "views": [_seen(game.view(state, player)) for player in players],
    }


def _seen(view: View) -> str:
    # Without the parts that a game does not use: a new one in views leaves the games of authors as they were recorded.
    unused: dict[str, Any] = {name: True for name in ("details", "summary") if not getattr(view, name)}
    if all(edge.action is None for edge in view.board.edges):
        unused["board"] = {"edges": {"__all__": {"action"}}}
    return _digest(view.model_dump_json(exclude=unused).encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def verify(path: Path) -> int:
    """Play a golden game again. Returns its length; raises at the first ply that differs."""
    golden = json.loads(path.read_text(encoding="utf-8"))
    replayed = json.loads(json.dumps(play(load(golden["game"], config=golden["config"]), golden["seed"])))
    for number, (was, now) in enumerate(zip(golden["plies"], replayed["plies"])):
        assert was == now, f"{path}: ply {number} was {was} and is now {now}"
    assert golden == replayed, f"{path}: the game's heading or its end has changed"
    return len(golden["plies"])
