"""The scene that clients draw: hexes with walls, zones and objectives, the units, and the active unit's options.

`details` is the state in the names of the deployment's specification, and the battle. Players are 1 and 2 there and in
all texts; the view's own fields count them from 0, as for every game.
"""

from __future__ import annotations

from typing import Any

from boardwright.core.errors import DeploymentDeadlockError
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.core.view import Board, Cell, Piece, Press, Scene
from boardwright.games.skirmish.actions import ActivateUnit, Move, Target, UndeployUnit
from boardwright.games.skirmish.combat import check_target
from boardwright.games.skirmish.config import PLAYERS, Configuration, Unit
from boardwright.games.skirmish.enums import NOWHERE, PHASES, Flag, Phase
from boardwright.games.skirmish.movement import beyond_a_move
from boardwright.games.skirmish.names import chosen, sign, sources, title
from boardwright.games.skirmish.panels import panels, waiting
from boardwright.games.skirmish.setup import Setup, deadlock, setup


def config_of(game: Game, state: Array) -> Configuration:
    """Return the configuration of a state's variant."""
    config = game.configs[int(state["variant"][0])]
    assert isinstance(config, Configuration)
    return config


def event_value(game: Game, state: Array, name: str, value: int) -> Any:
    """Return an event's value as people read it: a unit's id, a player as 1 or 2."""
    if name in {"unit", "target"}:
        return setup(config_of(game, state)).unit_id(value)
    return value + 1 if name == "player" else value


def deadlock_of(game: Game, state: Array) -> DeploymentDeadlockError:
    """Return the error of a dead end with its figures, from the state before or after the pass."""
    made = setup(config_of(game, state))
    mover = int(state["to_move"][0])
    # After the pass no player is to move: its event has the player.
    player = mover if mover != TERMINAL else int(state["events"][0, 0, 1])
    placed = _placed(made, state)
    left = [unit.id for unit in made.units[player] if unit.id not in placed]
    return deadlock(made, player, left, {cell: unit for unit, cell in placed.items()})


def scene(game: Game, state: Array, player: int) -> Scene:
    """Return the scene, the same for both players: only indices and observations are turned."""
    config = config_of(game, state)
    made = setup(config)
    placed = _placed(made, state)
    marks = _marks(game, made, state, placed)
    # A unit's HP is written on its hex.
    left = {cell: str(int(state["hp"][0, made.number[unit]])) for unit, cell in placed.items()}
    return Scene(
        board=Board(
            kind="hex",
            rows=made.grid.rows,
            cols=made.grid.cols,
            row_labels=tuple(map(str, range(made.grid.rows))),
            col_labels=tuple(map(str, range(made.grid.cols))),
            cells=tuple(
                Cell(col=col, row=row, text=left.get(cell, ""), marks=tuple(marks[cell]))
                for cell, (col, row) in enumerate(made.grid.places)
            ),
            pieces=tuple(
                _piece(made, unit, placed[unit.id], int(state["hp"][0, made.number[unit.id]]))
                for _, _, unit in made.roster
                if unit.id in placed
            ),
        ),
        panels=panels(game, config, made, state),
        details=details(config, made, state),
        targets=_targets(game, made, state, placed),
        presses=_presses(game, made),
        sources=sources(game, made, max(int(state["to_move"][0]), 0)),
    )


def details(config: Configuration, made: Setup, state: Array) -> dict[str, Any]:
    """Return the deployment's state in the names of its specification, the battle, and every unit."""
    placed = _placed(made, state)
    phase, mover = int(state["phase"][0]), int(state["to_move"][0])
    active = int(state["active"][0])
    by_player = {str(player + 1): [unit.id for unit in waiting(made, state, player)] for player in range(PLAYERS)}
    return {
        "phase": PHASES[phase],
        "deployment_type": config.scenario.deployment_type,
        "deployment_state": {
            "current_deployer": mover + 1 if phase == Phase.DEPLOYMENT and mover != TERMINAL else None,
            "deployable_units_by_player": by_player,
            "deployed_units": sorted(placed),
            "deployment_pools_by_player": {
                str(player + 1): [list(made.grid.places[cell]) for cell in sorted(pool)]
                for player, pool in enumerate(made.pools)
            },
            "deployment_complete": phase != Phase.DEPLOYMENT,
            "deployment_order_mode": config.game.deployment_order_mode,
            "active_unit_id": made.unit_id(active) if active != NOWHERE else None,
            "confirmed": [player + 1 for player in range(PLAYERS) if state["confirmed"][0, player]],
        },
        "battle": _battle(made, state) if phase != Phase.DEPLOYMENT else None,
        "units": [_unit(config, made, state, player, slot, unit) for player, slot, unit in made.roster],
    }


def _battle(made: Setup, state: Array) -> dict[str, Any]:
    """Return the state of the battle. `control` holds each objective's holder, in the scenario's order."""
    objectives = int(made.objectives.max(initial=0))
    return {
        "round": int(state["battle_round"][0]),
        "turn": int(state["turn"][0]) + 1,
        "vp": {str(player + 1): int(state["vp"][0, player]) for player in range(PLAYERS)},
        "control": [int(holder) or None for holder in state["control"][0, :objectives]],
    }


def _unit(config: Configuration, made: Setup, state: Array, player: int, slot: int, unit: Unit) -> dict[str, Any]:
    number = player * made.unit_slots + slot
    cell = int(state["cell"][0, number])
    col, row = made.grid.places[cell] if cell != NOWHERE else (NOWHERE, NOWHERE)
    kind = config.types[unit.type]
    return {
        "id": unit.id,
        "player": unit.player,
        "type": unit.type,
        "name": unit.name,
        "col": col,
        "row": row,
        "HP_CUR": int(state["hp"][0, number]),
        "flags": [flag.name.lower() for flag in Flag if int(state["status"][0, number]) & flag],
        **kind.model_dump(),
    }


def _placed(made: Setup, state: Array) -> dict[str, int]:
    """Return the cell of each placed unit, by its id."""
    cells = state["cell"][0].tolist()
    return {
        unit.id: cells[player * made.unit_slots + slot]
        for player, slot, unit in made.roster
        if cells[player * made.unit_slots + slot] != NOWHERE
    }


def _marks(game: Game, made: Setup, state: Array, placed: dict[str, int]) -> list[list[str]]:
    """Return each cell's marks: terrain, zones until the battle, holders; the active unit, its reach, its targets."""
    control = [0, *state["control"][0].tolist()]
    deploys = state["phase"][0] == Phase.DEPLOYMENT
    board: list[list[str]] = []
    for wall, goal, zone0, zone1 in zip(made.walls.tolist(), made.objectives.tolist(), *made.zones.tolist()):
        ground = {
            "wall": wall,
            f"held{control[goal] - 1}": control[goal],
            "goal": goal,
            "zone0": deploys and zone0,
            "zone1": deploys and zone1,
        }
        board.append([mark for mark, there in ground.items() if there])
    if state["active"][0] == NOWHERE:
        return board
    p, s = game.params_of(state), game.record(state)
    unit = int(s.active)
    board[int(s.cell[unit])].append("active")
    for cell, cost in enumerate(s.reach.tolist()):
        if cost:
            board[cell].append("far" if beyond_a_move(p, s, unit, cell) else "reach")
    for enemy in made.units[1 - int(s.to_move)]:
        if check_target(p, s, made.number[enemy.id]) == OK:
            board[placed[enemy.id]].append("target")
    return board


def _piece(made: Setup, unit: Unit, cell: int, hp: int) -> Piece:
    number = made.number[unit.id]
    label = f"{title(made, number)} ({hp})"
    return Piece(cell=cell, kind=unit.type, owner=unit.player - 1, symbol=sign(made, number), label=label)


def _targets(game: Game, made: Setup, state: Array, placed: dict[str, int]) -> dict[int, tuple[int, ...]]:
    mover, hexes = max(int(state["to_move"][0]), 0), made.slots.shape[1]
    targets: dict[int, tuple[int, ...]] = {
        slot * hexes + at: (cell,)
        for slot in range(len(made.units[mover]))
        for at, cell in enumerate(made.pools[mover])
    }
    move, target = game.actions.offset(Move), game.actions.offset(Target)
    targets |= {move + at: (int(cell),) for at, cell in enumerate(made.turned[mover])}
    targets |= {
        target + slot: (placed[unit.id],) for slot, unit in enumerate(made.units[1 - mover]) if unit.id in placed
    }
    for kind in (UndeployUnit, ActivateUnit) if chosen(game) else (UndeployUnit,):
        first = game.actions.offset(kind)
        targets |= {first + made.number[unit]: (cell,) for unit, cell in placed.items()}
    return targets


def _presses(game: Game, made: Setup) -> dict[int, Press]:
    """A secondary press takes a unit back."""
    first = game.actions.offset(UndeployUnit)
    return dict.fromkeys((first + number for number in made.number.values()), "secondary")
