"""Laws about records: bytes that can be reset, copied, stored, hashed and read without a change."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from boardwright.core import dice
from boardwright.core.compiled import loops
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import Array
from boardwright.core.symmetry import Symmetry
from boardwright.testing.cases import Case, Cases
from boardwright.testing.laws.law import INTERPRETED, SHIPPED, law, require


@law("reset")
def reset_from_any_bytes(game: Game, cases: Cases) -> int:
    """A game starts the same in memory that was used before."""
    clean = np.zeros(len(game.configs), game.state_dtype)
    dirty = np.full(clean.nbytes, 0xFF, np.uint8).view(game.state_dtype)
    blank = np.zeros(1, game.state_dtype)
    for states in (clean, dirty):
        loops.start.interpret(game.params, blank, states)
    require(clean.tobytes() == dirty.tobytes(), None, clean=clean, dirty=dirty)
    return len(clean)


@law("check", "legal", "observe", "chance", "actor", "order", "candidates", "evaluate", "suggest", "scene")
def readers_change_nothing(game: Game, cases: Cases) -> int:
    """Every function but `reset`, `advance` and `resample` only reads."""
    rows = cases.everything()
    before = rows.tobytes()
    actions = range(min(game.actions.count, 64))
    # `check` first: the others may call it.
    readers: dict[str, Callable[[], Any]] = {
        "check": lambda: [game.why_not(rows, np.full(len(rows), action)) for action in actions],
        "legal": lambda: game.legal_mask(rows),
        "observe": lambda: [game.observe(rows, player) for player in range(game.players)],
        "chance, actor or order": lambda: [game.order(rows, action) for action in actions],
        "candidates or evaluate": lambda: game.evaluate(rows, 0),
        "suggest": lambda: game.suggest(rows, dice.SEEDS),
        "view": lambda: [game.view(rows[i : i + 1], 0) for i in range(min(len(cases.open), 20))],
    }
    for name, read in readers.items():
        read()
        look_at = re.split(", | or ", name)
        require(rows.tobytes() == before, None, look_at=look_at, changed_by=name)
    return len(rows) * len(readers)


@law("advance", phases=(INTERPRETED, SHIPPED))
def pop_restores(game: Game, cases: Cases) -> int:
    """Taking a move back restores every byte."""
    tried = 0
    for case in cases.ends[:50]:
        position = Position(game, variant=int(case.state["variant"][0]))
        seen = [position.state.tobytes()]
        for action, draw in case.history[: -1 if case.state["fault"][0] else None]:
            position.push(action, draw)
            seen.append(position.state.tobytes())
        while position.history:
            require(position.state.tobytes() == seen.pop(), case, ply=len(position.history))
            position.pop()
            tried += 1
        require(position.state.tobytes() == seen.pop(), case, ply=0)
    return tried


@law("advance")
def replay_is_exact(game: Game, cases: Cases) -> int:
    """The same actions and draws give the same bytes."""
    for case in cases:
        state = game.new(variant=int(case.state["variant"][0]))
        for action, draw in case.history:
            game.step(state, [action], [draw])
        require(state.tobytes() == case.state.tobytes(), case, replayed=game.to_dict(state)["state"])
    return len(cases.open) + len(cases.ends)


@law("reset", "advance", phases=(INTERPRETED, SHIPPED))
def stored_is_read_back(game: Game, cases: Cases) -> int:
    """A state survives plain data, JSON and pickle."""
    for case in cases:
        data = game.to_dict(case.state)
        forms = {
            "dict": game.from_dict(data),
            "JSON": game.from_dict(json.loads(json.dumps(data))),
            "pickle": pickle.loads(pickle.dumps(case.state)),
        }
        for name, back in forms.items():
            require(back.tobytes() == case.state.tobytes(), case, through=name)
    return (len(cases.open) + len(cases.ends)) * 3


@law("check", "advance")
def key_decides(game: Game, cases: Cases) -> int:
    """States with equal keys have equal masks, whatever ply and trace they carry."""
    rows = cases.rows()
    other = rows.copy()
    other["ply"] = np.maximum(other["ply"].astype(np.int64) - 1, 0)
    other["returns"] = 0
    for name in game.state.trace:
        other[name] = 0
    keys, masks = game.key(rows), game.legal_mask(rows)
    require(np.array_equal(keys, game.key(other)), None, changed="the key, with ply and trace")
    differs = np.flatnonzero((masks != game.legal_mask(other)).any(axis=1))
    require(not differs.size, cases.open[differs[0]] if differs.size else None, mask="changes with ply or trace")
    known: dict[int, bytes] = {}
    for row, key in enumerate(keys.tolist()):
        mask = masks[row].tobytes()
        require(known.setdefault(key, mask) == mask, cases.open[row], key=key)
    return len(rows) * 2


@law("symmetries", "check", "advance")
def symmetries_commute(game: Game, cases: Cases) -> int:
    """Transforming the state and then moving equals moving and then transforming it; observations transform alike."""
    tried = 0
    for which, symmetry in enumerate(game.symmetries):
        for case in cases.open:
            turned = game.transform(case.state, which)
            if which == 0:  # what augmentation takes the first one for
                stays = turned.tobytes() == case.state.tobytes() and list(symmetry.actions) == sorted(symmetry.actions)
                require(stays, case, symmetry=symmetry.name, the_first="is not the identity")
            mask, seen = game.legal_mask(case.state)[0], game.legal_mask(turned)[0]
            moved = np.zeros_like(mask)
            moved[symmetry.actions[: mask.size]] = mask
            require(np.array_equal(moved, seen), case, symmetry=symmetry.name, mask="differs")
            for player in range(game.players) if symmetry.observation else ():
                _require_turned(game, case, turned, symmetry, player)
            action = cases.action(np.flatnonzero(mask))
            needed = int(game.chance(case.state, action)[0])
            if needed != 0:
                draw = cases.draw(case.state, action)
                after, after_turned = case.state.copy(), turned.copy()
                game.step(after, [action], [draw])
                game.step(after_turned, [int(symmetry.actions[action])], [draw])
                same = _without_events(game, game.transform(after, which)) == _without_events(game, after_turned)
                require(same, case, symmetry=symmetry.name, action=action)
            tried += 1
    return tried


def _require_turned(game: Game, case: Case, turned: Array, symmetry: Symmetry, player: int) -> None:
    # The observation of the transformed state is the transformed observation, which augmentation trains on.
    before = game.observe(case.state, player)
    after = game.observe(turned, symmetry.players[player] if symmetry.players else player)
    for name in game.layout.observation:
        values = before[name].reshape(-1)
        moves = np.asarray(symmetry.observation.get(name, np.arange(values.size))).reshape(-1)
        about = {"look_at": ("symmetries", "observe"), "symmetry": symmetry.name, "field": name}
        require(np.array_equal(np.sort(moves), np.arange(values.size)), case, **about, targets=moves)
        require(np.array_equal(values[np.argsort(moves)], after[name].reshape(-1)), case, **about, player=player)


def _without_events(game: Game, state: Array) -> bytes:
    # Events have their own cells and players; a symmetry does not rewrite them.
    state = state.copy()
    for name in game.state.trace:
        if name != "tally":
            state[name] = 0
    return state.tobytes()
