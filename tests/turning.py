"""How boards turn, in NumPy's own words for pictures, and positions to turn: no table of a game is part of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import boardwright
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.symmetry import Symmetry

WIDE = 9
"""Quoridor numbers the squares of every board nine to a row."""

TURNS: dict[str, Callable[[Array], Array]] = {
    "Identity": lambda board: board,
    "Rot90": lambda board: np.rot90(board, -1, (-2, -1)),
    "Rot180": lambda board: np.rot90(board, 2, (-2, -1)),
    "Rot270": lambda board: np.rot90(board, 1, (-2, -1)),
    "FlipH": lambda board: board[..., ::-1],
    "FlipV": lambda board: board[..., ::-1, :],
    "Diagonal": lambda board: np.swapaxes(board, -2, -1),
    "AntiDiagonal": lambda board: np.rot90(np.swapaxes(board, -2, -1), 2, (-2, -1)),
    "Mirror": lambda board: board[..., ::-1],
    "Swap": lambda board: board[..., ::-1, :],
    "Turn": lambda board: np.rot90(board, 2, (-2, -1)),
}
"""What each symmetry does to the last two axes, rows and columns. Swap and Turn exchange the players, too."""

Sides = tuple[int, int]

BOARDS: dict[str, tuple[str, Sides, dict[str, Any]]] = {
    "tic_tac_toe": ("tic_tac_toe", (3, 3), {}),
    "tic_tac_toe 4": ("tic_tac_toe", (4, 4), {"size": 4}),
    "minesweeper": ("minesweeper", (8, 8), {}),
    "minesweeper 4x4": ("minesweeper", (4, 4), {"H": 4, "W": 4, "mine_count": 2}),
    "minesweeper 3x5": ("minesweeper", (3, 5), {"H": 3, "W": 5, "mine_count": 2}),
    "connect_four": ("connect_four", (6, 7), {}),
    "connect_four 4x5": ("connect_four", (4, 5), {"rows": 4, "cols": 5, "connect": 3}),
    "quoridor": ("quoridor", (9, 9), {}),
    "quoridor 4x7": ("quoridor", (4, 7), {"rows": 4, "cols": 7, "walls": 4}),
    "quoridor 7x4": ("quoridor", (7, 4), {"rows": 7, "cols": 4, "walls": 4}),
}
"""A game, the rows and columns of its board, and its changes: every game on a board with symmetries, some no square."""


@cache
def game_of(board: str) -> Game:
    """A game by the name of its board: by machine code where its records have the shape of a preset's."""
    name, _, changes = BOARDS[board]
    if name == "quoridor" or not changes:
        return boardwright.load(name, **changes)
    definition = registry.definition(name)
    preset = registry.preset_of(definition, "small" if name == "minesweeper" else "standard")
    return Game(definition, [preset | changes], interpreted=True)


def walk(game: Game, games: int, *, seed: int, step: int = 1) -> Array:
    """The start, positions of random games, `step` plies apart, and their ends."""
    rng, kept = np.random.default_rng(seed), [game.new()]
    for _ in range(games):
        state, ply = game.new(), 0
        while state["to_move"][0] != TERMINAL:
            action = int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))
            game.step(state, [action], game.draws(state, [action], rng.integers(1 << 62, size=1)))
            ply += 1
            if ply % step == 0 or state["to_move"][0] == TERMINAL:
                kept.append(state.copy())
    return np.concatenate(kept)


def swapped(symmetry: Symmetry, players: int) -> tuple[int, ...]:
    """The image of each player."""
    return symmetry.players or tuple(range(players))


def turned_board(board: str, name: str, values: Array, sides: Sides | None = None) -> Array:
    """Values [..., rows, cols] after a symmetry. Of Quoridor's nine by nine only the squares of its board move."""
    game, own, _ = BOARDS[board]
    if game != "quoridor":
        return TURNS[name](values)
    rows, cols = sides or own
    out = values.copy()
    out[..., :rows, :cols] = TURNS[name](values[..., :rows, :cols])
    return out


def turned_actions(board: str, name: str, values: Array) -> Array:
    """A number for each action, [..., actions], after a symmetry: those of cells lie as the cells do, kind by kind."""
    game, (rows, cols), _ = BOARDS[board]
    if game == "connect_four":
        return TURNS[name](values[..., None, :])[..., 0, :]
    if game != "quoridor":
        return TURNS[name](values.reshape(*values.shape[:-1], -1, rows, cols)).reshape(values.shape)
    pawns, walls = values[..., : WIDE * WIDE], values[..., WIDE * WIDE :]
    parts = (
        turned_board(board, name, pawns.reshape(*values.shape[:-1], WIDE, WIDE)),
        turned_board(board, name, walls.reshape(*values.shape[:-1], 2, WIDE - 1, WIDE - 1), (rows - 1, cols - 1)),
    )
    return np.concatenate([part.reshape(*values.shape[:-1], -1) for part in parts], axis=-1)
