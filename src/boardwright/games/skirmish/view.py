"""What a client draws: the hexes with walls, zones and objectives, who stands where and what the active unit can do.

`details` is the state as the specification of the deployment names it, and beside it the battle. Players are 1 and 2
there and in all that is written; the view's own fields count them from 0, as for every game.
"""

from __future__ import annotations

from typing import Any

from boardwright.core.errors import DeploymentDeadlockError
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.core.view import Board, Cell, Piece, Press, Scene
from boardwright.games.skirmish.combat import check_target
from boardwright.games.skirmish.config import PLAYERS, Configuration, Unit
from boardwright.games.skirmish.enums import NOWHERE, PHASES, Flag, Phase
from boardwright.games.skirmish.movement import beyond_a_move
from boardwright.games.skirmish.panels import panels, waiting
from boardwright.games.skirmish.setup import Setup, deadlock, setup


def config_of(game: Game, state: Array) -> Configuration:
    """The configuration that a state is of."""
    found = game.configs[int(state["variant"][0])]
    assert isinstance(found, Configuration)
    return found


def event_value(game: Game, state: Array, name: str, value: int) -> Any:
    """A unit by its id, a player as 1 or 2."""
    if name in {"unit", "target"}:
        return setup(config_of(game, state)).unit_id(value)
    return value + 1 if name == "player" else value


def deadlock_of(game: Game, state: Array) -> DeploymentDeadlockError:
    """What a dead end is raised as, with its figures: of the state before the pass, or of the one it left."""
    made = setup(config_of(game, state))
    mover = int(state["to_move"][0])
    # The pass tells who passed, since nobody is to move any more.
    player = mover if mover != TERMINAL else int(state["events"][0, 0, 1])
    placed = _placed(made, state)
    left = [unit.id for unit in made.units[player] if unit.id not in placed]
    return deadlock(made, player, left, {cell: unit for unit, cell in placed.items()})


def scene(game: Game, state: Array, player: int) -> Scene:
    """The board as it lies, the same for both players: only indices and observations are turned."""
    config = config_of(game, state)
    made = setup(config)
    placed = _placed(made, state)
    marks = _marks(game, made, state, placed)
    # What a unit has left is written on its hex.
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
                _piece(unit, slot, placed[unit.id], int(state["hp"][0, made.number[unit.id]]))
                for _, slot, unit in made.roster
                if unit.id in placed
            ),
        ),
        panels=panels(game, config, made, state),
        details=details(config, made, state),
        targets=_targets(game, made, state, placed),
        presses=_presses(game, made),
    )


def details(config: Configuration, made: Setup, state: Array) -> dict[str, Any]:
    """The deployment's state by the names of its specification, and every unit."""
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
    """How the battle stands. Objectives in the scenario's order, by who holds each."""
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
    """The cell of each unit that is placed, by its id."""
    cells = state["cell"][0].tolist()
    return {
        unit.id: cells[player * made.unit_slots + slot]
        for player, slot, unit in made.roster
        if cells[player * made.unit_slots + slot] != NOWHERE
    }


def _marks(game: Game, made: Setup, state: Array, placed: dict[str, int]) -> list[list[str]]:
    """What the ground is and whose; then the unit that acts, where it can go, and whom it can attack."""
    control = [0, *state["control"][0].tolist()]
    found: list[list[str]] = [[] for _ in made.grid.places]
    for cell, marks in enumerate(found):
        holder = control[made.objectives[cell]]
        ground = {
            "wall": made.walls[cell],
            f"held{holder - 1}": holder,
            "goal": made.objectives[cell],
            "zone0": made.zones[0, cell],
            "zone1": made.zones[1, cell],
        }
        marks += [mark for mark, there in ground.items() if there]
    if state["active"][0] == NOWHERE:
        return found
    p, s = game.params_of(state), game.record(state)
    unit = int(s.active)
    found[int(s.cell[unit])].append("active")
    for cell, cost in enumerate(s.reach.tolist()):
        if cost:
            found[cell].append("far" if beyond_a_move(p, s, unit, cell) else "reach")
    for enemy in made.units[1 - int(s.to_move)]:
        if check_target(p, s, made.number[enemy.id]) == OK:
            found[placed[enemy.id]].append("target")
    return found


def _piece(unit: Unit, slot: int, cell: int, hp: int) -> Piece:
    # Capitals for player 1 and small letters for player 2, so that sides are told apart without colours.
    letter = unit.type[0].upper() if unit.player == 1 else unit.type[0].lower()
    label = f"{unit.id} {unit.name} ({hp})"
    return Piece(cell=cell, kind=unit.type, owner=unit.player - 1, symbol=f"{letter}{slot + 1}", label=label)


def _targets(game: Game, made: Setup, state: Array, placed: dict[str, int]) -> dict[int, tuple[int, ...]]:
    mover, hexes = max(int(state["to_move"][0]), 0), made.slots.shape[1]
    targets = {
        slot * hexes + at: (cell,)
        for slot in range(len(made.units[mover]))
        for at, cell in enumerate(made.pools[mover])
    }
    move, target = made.unit_slots * hexes + 1, made.unit_slots * hexes + 1 + made.grid.cells
    targets |= {move + at: (int(cell),) for at, cell in enumerate(made.turned[mover])}
    targets |= {
        target + slot: (placed[unit.id],) for slot, unit in enumerate(made.units[1 - mover]) if unit.id in placed
    }
    undeploys = {game.actions.policy + made.number[unit]: (cell,) for unit, cell in placed.items()}
    return {**targets, **undeploys}


def _presses(game: Game, made: Setup) -> dict[int, Press]:
    """The other press takes a unit back."""
    return dict.fromkeys((game.actions.policy + number for number in made.number.values()), "secondary")
