"""Positions for tests: written as one line of text, read back as the oracle's board, or come upon by walking."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

import boardwright
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array

from . import oracle

BOARDS = ((5, 3), (5, 8), (6, 10), (7, 8), (8, 9), (9, 10), (9, 10), (9, 20), ((3, 8), 6), ((9, 4), 8), ((6, 3), 5))
"""Sizes (a number, or rows and columns) and walls in hand, the standard board twice.

They all share one compilation: records have the same shape."""


@cache
def load(size: int | oracle.Size = 9, walls: int = 10) -> Game:
    """A game run as plain Python, where a wrapped integer is an error with its line: for tests of the rules."""
    return compiled(size, walls).as_interpreted()


def compiled(size: int | oracle.Size = 9, walls: int = 10) -> Game:
    """The same game by machine code, for tests with many positions."""
    sides = {"size": size} if isinstance(size, int) else {"rows": size[0], "cols": size[1]}
    return boardwright.load("quoridor", walls=walls, **sides)


def size_of(game: Game, variant: int = 0) -> oracle.Size:
    """The rows and columns of a game's board."""
    settings = game.configs[variant].model_dump()
    return settings.get("rows", settings["size"]), settings.get("cols", settings["size"])


def plain(**changes: Any) -> Game:
    """A game run as plain Python, for what changes the shape of its records."""
    definition = registry.definition("quoridor")
    return Game(definition, [registry.preset_of(definition, "standard") | changes], interpreted=True)


def mixed() -> Game:
    """All sizes of board in one game, by machine code."""
    return registry.mix(*(compiled(size, walls) for size, walls in BOARDS))


def lay(text: str, game: Game | None = None) -> Array:
    """The state that `text_key` writes as this text, with no history."""
    game = game or load()
    board = oracle.read(text, size_of(game))
    state = game.new()
    sets = dict.fromkeys("hv", 0)
    for col, row, way in board.walls:
        sets[way] |= 1 << (9 * row + col)
    for way, bits in sets.items():
        state[way][0] = bits & ((1 << 63) - 1), bits >> 63
    state["pawns"][0] = [9 * row + col for col, row in board.pawns]
    state["stock"][0] = board.stock
    state["seen"][0, :, 0] = state["pawns"][0] + 1
    state["to_move"] = board.to_move
    return state


def board_of(game: Game, state: Array) -> oracle.Board:
    """A state as the oracle sees it."""
    walls = set()
    for way in "hv":
        bits = int(state[way][0, 0]) | int(state[way][0, 1]) << 63
        walls |= {(cell % 9, cell // 9, way) for cell in range(81) if bits >> cell & 1}
    pawns = [(int(cell) % 9, int(cell) // 9) for cell in state["pawns"][0]]
    size = size_of(game, int(state["variant"][0]))
    stock = (int(state["stock"][0, 0]), int(state["stock"][0, 1]))
    return oracle.Board(size, (pawns[0], pawns[1]), stock, frozenset(walls), int(state["to_move"][0]))


def do(game: Game, state: Array, *texts: str) -> Array:
    """Carry out what a person types, one after the other, on a copy."""
    for text in texts:
        state = game.apply(state, game.actions.from_text(text))
    return state


def legal(game: Game, state: Array) -> set[str]:
    """Every legal action as players write it."""
    return {game.actions.to_text(int(action)) for action in np.flatnonzero(game.legal_mask(state)[0])}


def steps(game: Game, state: Array) -> set[str]:
    """Where the pawn can go."""
    return {text for text in legal(game, state) if text[-1] not in "hv"}


def _nearness() -> tuple[Array, Array]:
    cells, slots = np.arange(81), np.arange(64)
    col, row = cells % 9, cells // 9
    apart = np.abs(col[:, None] - col) + np.abs(row[:, None] - row)
    across = np.abs(col[:, None] - (slots % 8 + 0.5)) + np.abs(row[:, None] - (slots // 8 + 0.5))
    return 1.0 / (1 + apart) ** 3, np.tile(1.0 / (1 + across) ** 2, 2)


def walk(game: Game, rows: int, seed: int) -> Iterator[tuple[Array, Array]]:
    """Random play on many boards for ever: all positions of a step, none of them over, with their masks.

    Pawns go to each other, walls come near pawns, and some rows wall far more than others: jumps and closed regions are
    what random play seldom sees.
    """
    rng = np.random.default_rng(seed)
    near_cell, near_slot = _nearness()
    variants = rng.integers(len(game.configs), size=rows)
    starts = np.concatenate([game.new(variant=variant) for variant in range(len(game.configs))])
    states = starts[variants]
    walling = rng.choice([0.1, 0.4, 0.8, 0.97], size=rows)
    while True:
        masks = game.legal_mask(states)
        yield states, masks
        mover = states["to_move"].astype(np.int64)
        other = states["pawns"][np.arange(rows), 1 - mover]
        about = states["pawns"][np.arange(rows), rng.integers(2, size=rows)]
        build = (rng.random(rows) < walling) & masks[:, 81:].any(axis=1)
        weights = (
            np.concatenate([near_cell[other] * ~build[:, None], near_slot[about] * build[:, None]], axis=1) * masks
        )
        actions = np.argmax(weights / rng.exponential(size=weights.shape), axis=1)
        states = states.copy()
        game.step(states, actions)
        # A race without walls can go on for hundreds of plies: most of them are cut short.
        idle = (states["stock"].sum(axis=1) == 0) & (rng.random(rows) < 0.1)
        over = (states["to_move"] == TERMINAL) | idle
        variants = np.where(over, rng.integers(len(starts), size=rows), variants)
        states[over] = starts[variants[over]]
