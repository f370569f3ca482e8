"""Decodes of mutated texts in this process: whatever they hold, a decoder returns or raises an error of ours."""

from __future__ import annotations

import json
import random
import traceback
from collections.abc import Callable
from typing import Any

import pydantic

import boardwright
from boardwright.agents import spec
from boardwright.arena import match_records
from boardwright.core import registry
from boardwright.core.errors import BoardwrightError
from boardwright.core.position import Position
from boardwright.server import bodies

from ..toy_games import register_toys
from .mutations import bent, bent_text, mutated

MOVE = {"kind": "move", "seq": 1, "key": "k", "action": {"kind": "place", "row": 0, "col": 0}}
NEW = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "alphabeta:depth=2"], "spectators": "anyone"}
LIGHT = ("tic_tac_toe", "quoridor", "burrow", "hide")
SPECS = ("alphabeta:depth=4,nodes=1000", "mcts:iterations=10", "model:file=x", "random")


def decode(times: int, seed: int) -> tuple[int, list[str]]:
    """Decode mutated texts, and return the number and the faults."""
    rng, faults = random.Random(seed), []
    decoders = _decoders()
    for number in range(times):
        name, decoder, make = decoders[number % len(decoders)]
        given = make(rng)
        try:
            decoder(given)
        except (BoardwrightError, pydantic.ValidationError):
            pass
        except Exception:
            faults.append(f"{name}: {given!r:.200}: {traceback.format_exc(limit=-1)}")
    return times, faults


Decoder = tuple[str, Callable[[Any], Any], Callable[[random.Random], Any]]


def _decoders() -> list[Decoder]:
    register_toys()
    event = pydantic.TypeAdapter(bodies.NewEvent)
    decoders: list[Decoder] = [
        ("event", event.validate_json, lambda rng: json.dumps(bent(rng, MOVE))),
        ("event", event.validate_json, lambda rng: mutated(rng, json.dumps(MOVE).encode())),
        ("match", bodies.NewMatch.model_validate_json, lambda rng: json.dumps(bent(rng, NEW))),
        ("agent", spec.parse, lambda rng: bent_text(rng, rng.choice(SPECS))),
    ]
    for name in LIGHT:
        game = registry.load(name, tiered=True)
        state = game.new()
        known = [game.actions.to_dict(action, 0) for action in range(game.actions.count)]

        def act(given: Any, game: Any = game, state: Any = state) -> None:
            # What the model of a request lets through.
            move = bodies.Move.model_validate({**MOVE, "action": given})
            action = move.action if isinstance(move.action, int) else game.actions.from_dict(move.action)
            game.inspect(state, [game.index(state, action)])

        decoders.append((name, act, lambda rng, known=known: bent(rng, rng.choice(known))))
    record = _record()
    decoders += [
        ("record", lambda line: match_records.read(line, 1), lambda rng: json.dumps(bent(rng, record))),
        ("record", _read, lambda rng: mutated(rng, json.dumps(record).encode())),
    ]
    return decoders


def _read(line: bytes) -> None:
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return  # the service refuses it by this very error
    match_records.read(text, 1)


def _record() -> dict[str, Any]:
    position = Position.replay(boardwright.load("tic_tac_toe"), [(action, 0) for action in (0, 3, 1, 4, 2)])
    record = match_records.record_of(position, ["random", "random"], None)
    data: dict[str, Any] = json.loads(record.model_dump_json())
    return data
