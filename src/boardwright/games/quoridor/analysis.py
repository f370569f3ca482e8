"""Analysis of a position and of a move: shortest paths, walls in hand, the race, the effect of a wall."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.core.analysis import Analysis, Overlay, Route
from boardwright.core.game import Game
from boardwright.core.record import Array, Record
from boardwright.core.words import Word
from boardwright.games.quoridor.actions import square
from boardwright.games.quoridor.bitboard import WIDE
from boardwright.games.quoridor.config import words
from boardwright.games.quoridor.routes import Survey, race
from boardwright.games.quoridor.rules import CELLS, SLOTS, SLOTS_WIDE, STEPS, pawn_moves
from boardwright.games.quoridor.view import view_cell


def analysis(game: Game, observation: Array) -> Analysis:
    """Return both distances and shortest paths, the walls in hand, and the leader of the race, counting the tempo."""
    o = observation[0]
    p = game.params_of(game.new())
    mover = 0 if o["goal"][int(p.rows) - 1] else 1
    seats = (0, 1) if mover == 0 else (1, 0)
    h, v = (_slots(walls) for walls in o["walls"])
    survey = Survey(p, h, v, [int(np.argmax(o["pawns"][seat])) for seat in seats])
    steps, stocks = survey.steps, [int(o["stock"][seat]) for seat in seats]
    cells = [survey.path(player) for player in range(2)]
    paths = [[square(cell % WIDE, cell // WIDE) for cell in path] for path in cells]
    first, lead = race(steps[mover], steps[1 - mover])
    ahead = mover if first else 1 - mover
    facts = [
        Word(
            "quoridor.fact_way",
            {
                "player": player,
                "steps": steps[player],
                "path": " ".join(paths[player]),
                "walls": stocks[player],
            },
        )
        for player in range(2)
    ]
    facts.append(Word("quoridor.fact_race", {"player": ahead, "plies": lead}))
    numbers: dict[str, Any] = {
        "to_move": mover + 1,
        "distances": list(steps),
        "paths": paths,
        "stocks": stocks,
        "race": {"first": ahead + 1, "plies": lead},
    }
    overlay = Overlay(
        Word("quoridor.overlay", {"player": mover}),
        {
            view_cell(cell, survey.cols): float(far)
            for cell, far in sorted(survey.steps_from(mover).items())
            if cell not in survey.pawns  # cells of pawns already show a pawn
        },
        share=False,
    )
    routes = [
        Route(player, tuple(view_cell(cell, survey.cols) for cell in cells[player]), facts[player])
        for player in range(2)
    ]
    return Analysis(overlay, tuple(facts), (), numbers, tuple(routes))


def describe(game: Game, state: Array, action: int) -> tuple[Word, ...]:
    """Describe a legal action: a jump, a step along a path, a wall and the detour it causes, a win prevented."""
    p, s = game.params_of(state), game.record(state)
    after = game.apply(state, action)
    mover = int(s.to_move)
    before, then = Survey.of(p, s), Survey.of(p, game.record(after))
    mine, theirs = before.steps[mover], before.steps[1 - mover]
    left, left_theirs = then.steps[mover], then.steps[1 - mover]
    words = []
    if action >= CELLS:
        changes = {"theirs": left_theirs - theirs, "before": theirs, "after": left_theirs, "mine": left - mine}
        idle = changes["theirs"] == changes["mine"] == 0
        words.append(Word("quoridor.does_wall_idle") if idle else Word("quoridor.does_wall", changes))
    else:
        if action - before.pawns[mover] not in STEPS:
            words.append(Word("quoridor.does_jump"))
        at = {"square": square(action % WIDE, action // WIDE), "steps": left, "other": left_theirs, "before": mine}
        code = "wins" if left == 0 else "path" if left < mine else "aside" if left == mine else "back"
        words.append(Word(f"quoridor.does_{code}", at))
    if left > 0 and _threatens(game, state, 1 - mover) and not _threatens(game, after, 1 - mover):
        words.append(Word("quoridor.does_stop"))
    return tuple(words)


def _threatens(game: Game, state: Array, player: int) -> bool:
    """Whether a player could reach the goal row if it were that player's turn."""
    turned = state.copy()
    turned["to_move"] = player
    p, s = game.params_of(state), game.record(turned)
    low, high = pawn_moves(p, s)
    goal0, goal1 = _goal(p, player)
    return (low & goal0) | (high & goal1) != 0


def _goal(p: Record, player: int) -> tuple[int, int]:
    return int(p.goal[player, 0]), int(p.goal[player, 1])


def _slots(walls: Array) -> Any:
    """Return an observation's slots, eight to a row, as a bitboard of cells."""
    taken = np.flatnonzero(walls[:SLOTS]).tolist()
    return words(WIDE * (slot // SLOTS_WIDE) + slot % SLOTS_WIDE for slot in taken)
