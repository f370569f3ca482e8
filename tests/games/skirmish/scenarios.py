"""Scenarios for tests: the shipped boards in either order, and ones made to be tight, filtered or blocked.

They run as plain Python, where a wrapped integer is an error with its line, but for those that are asked for
`compiled`: these keep the shape of the shipped boards, so that nothing has to be compiled for them alone.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import boardwright
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.skirmish.enums import NOWHERE, Phase
from boardwright.games.skirmish.setup import Setup, setup

BOARDS = ("small", "large")
MODES = ("sequential", "alternated")
Change = Callable[[dict[str, Any]], object]

ROW_OF_FIVE = {"col_min": 4, "col_max": 8, "row_min": 5, "row_max": 5}
"""Five hexes in the middle of the small board: no wall among them."""


def config(board: str = "small", mode: str = "sequential", *changes: Change) -> dict[str, Any]:
    """A preset as plain data, with changes made to it."""
    data = copy.deepcopy(registry.preset_of(registry.definition("skirmish"), board))
    data["game"]["deployment_order_mode"] = f"{mode}_p1_start"
    for change in changes:
        change(data)
    return data


def compiled(board: str = "small", mode: str = "sequential", *changes: Change) -> Game:
    """A scenario by machine code, for tests with many steps."""
    return boardwright.load("skirmish", config=config(board, mode, *changes))


def load(board: str = "small", mode: str = "sequential", *changes: Change) -> Game:
    return _plain(compiled(board, mode, *changes))


@cache
def _plain(game: Game) -> Game:
    return game.as_interpreted()


def tables(game: Game) -> Setup:
    return setup(game.configs[0])


def same_zone(zone: dict[str, int]) -> Change:
    """Both players deploy on the same hexes."""
    return lambda data: data["deployment"].update(hammer={"p1": zone, "p2": zone})


def zone_of(player: int, zone: dict[str, int]) -> Change:
    return lambda data: data["deployment"]["hammer"].update({f"p{player}": zone})


def only(unit_id: str, *hexes: tuple[int, int]) -> Change:
    """A unit that may begin on these hexes alone."""

    def change(data: dict[str, Any]) -> None:
        unit = next(unit for unit in data["scenario"]["units"] if unit["id"] == unit_id)
        unit["allowed_hexes"] = [list(place) for place in hexes]

    return change


def without(*unit_ids: str) -> Change:
    """An army that is smaller than its slots."""

    def change(data: dict[str, Any]) -> None:
        units = data["scenario"]["units"]
        data["scenario"]["units"] = [unit for unit in units if unit["id"] not in unit_ids]

    return change


def next_phase(phase: str) -> Change:
    return lambda data: data["game"].update(post_deployment_start_phase=phase)


def swapped(data: dict[str, Any]) -> None:
    """Each player leads the other's army."""
    for unit in data["scenario"]["units"]:
        unit["player"] = 3 - unit["player"]
        unit["id"] = f"{unit['player']}{unit['id'][1:]}"


def overlapping(mode: str = "alternated", run: Callable[..., Game] = load) -> Game:
    """Two armies of three on five shared hexes: somebody's last unit finds no place."""
    return run("small", mode, same_zone(ROW_OF_FIVE))


def filtered(mode: str = "sequential", run: Callable[..., Game] = load) -> Game:
    """Two units of player 1 that may begin on one and the same hex: the second finds it occupied."""
    return run("small", mode, only("1-02", (6, 9)), only("1-03", (6, 9)))


def play(game: Game, seed: int, plies: int | None = None) -> Array:
    """A state after random placements; after the last of them, if no number of plies says otherwise."""
    rng = np.random.default_rng(seed)
    state = game.new()
    for _ in range(game.max_plies if plies is None else plies):
        if not deploying(state):
            break
        game.step(state, [int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))])
    return state


def act(game: Game, state: Array, action: int, bits: int) -> None:
    """One step, by the draw that the action needs out of 63 bits."""
    game.step(state, [action], game.draws(state, [action], bits))


def deploying(state: Array) -> bool:
    """Whether somebody is still to place a unit."""
    return bool(state["phase"][0] == Phase.DEPLOYMENT and state["to_move"][0] != TERMINAL)


def turned(game: Game, state: Array) -> Array:
    """The half-turn of a state with the players swapped, as a state of the game with the armies swapped."""
    made, out = tables(game), state.copy()
    slots = made.unit_slots
    turn = made.turned[1]
    cells = np.roll(state["cell"][0], slots)
    out["cell"][0] = np.where(cells == NOWHERE, NOWHERE, turn[cells])
    out["hp"][0] = np.roll(state["hp"][0], slots)
    out["occupant"][0] = 0
    for unit, cell in enumerate(out["cell"][0].tolist()):
        if cell != NOWHERE:
            out["occupant"][0, cell] = unit + 1
    for name in ("undeploys", "confirmed", "tally", "vp"):
        out[name][0] = state[name][0][::-1]
    out["to_move"] = 1 - state["to_move"]
    if state["phase"][0] != Phase.DEPLOYMENT:
        turn_battle(made, state, out)
    return out


def turn_battle(made: Setup, states: Array, out: Array) -> None:
    """What a battle adds to rows that are turned by half with the players swapped."""
    turn, slots = made.turned[1], made.unit_slots
    out["turn"] = 1 - states["turn"]
    active = states["active"].astype(np.int64)
    out["active"] = np.where(active == NOWHERE, NOWHERE, (active + slots) % (2 * slots))
    out["status"] = np.roll(states["status"], slots, axis=1)
    out["reach"] = states["reach"][:, turn]
    out["ends"] = np.where(states["lengths"] == 0, 0, turn[states["ends"]])
    holder = np.array([0, 2, 1])[states["control"]]
    for number in range(int(made.objectives.max(initial=0))):
        there = made.objectives[turn[np.flatnonzero(made.objectives == number + 1)]]
        out["control"][:, there[0] - 1] = holder[:, number]
