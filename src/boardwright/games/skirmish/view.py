"""What a client draws: the hexes with walls, zones and objectives, who stands where, rosters and status tables.

`details` is the state as the specification of the deployment names it, and beside it the battle. Players are 1 and 2
there and in all that is written; the view's own fields count them from 0, as for every game.
"""

from __future__ import annotations

from typing import Any

from boardwright.core.errors import DeploymentDeadlockError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.view import Board, Cell, Panel, Piece, Press, Scene, Text
from boardwright.games.skirmish.config import PLAYERS, Configuration, Melee, Ranged, Unit, UnitType
from boardwright.games.skirmish.scenario import Setup, deadlock, setup
from boardwright.games.skirmish.terms import NOWHERE, PHASES, Flag, Phase


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
    active = int(state["active"][0])
    last = NOWHERE if active == NOWHERE else int(state["cell"][0, active])
    return Scene(
        board=Board(
            kind="hex",
            rows=made.grid.rows,
            cols=made.grid.cols,
            cells=tuple(Cell(col=col, row=row, marks=_marks(made, cell, last)) for cell, (col, row) in _cells(made)),
            pieces=tuple(
                _piece(unit, slot, placed[unit.id], int(state["hp"][0, made.number[unit.id]]))
                for _, slot, unit in made.roster
                if unit.id in placed
            ),
        ),
        panels=_panels(config, made, state, placed),
        details=details(config, made, state),
        targets=_targets(game, made, state, placed),
        presses=_presses(game, made),
    )


def details(config: Configuration, made: Setup, state: Array) -> dict[str, Any]:
    """The deployment's state by the names of its specification, and every unit."""
    placed = _placed(made, state)
    phase, mover = int(state["phase"][0]), int(state["to_move"][0])
    active = int(state["active"][0])
    by_player = {str(player + 1): [unit.id for unit in _waiting(made, state, player)] for player in range(PLAYERS)}
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


def _waiting(made: Setup, state: Array, player: int) -> list[Unit]:
    """A player's units that are still to be deployed; those that fell in battle are not."""
    first = player * made.unit_slots
    return [
        unit
        for number, unit in enumerate(made.units[player], first)
        if state["cell"][0, number] == NOWHERE and state["hp"][0, number]
    ]


def _placed(made: Setup, state: Array) -> dict[str, int]:
    """The cell of each unit that is placed, by its id."""
    cells = state["cell"][0].tolist()
    return {
        unit.id: cells[player * made.unit_slots + slot]
        for player, slot, unit in made.roster
        if cells[player * made.unit_slots + slot] != NOWHERE
    }


def _cells(made: Setup) -> list[tuple[int, tuple[int, int]]]:
    return list(enumerate(made.grid.places))


def _marks(made: Setup, cell: int, active: int) -> tuple[str, ...]:
    # The one mark that every client shows above the others is for the unit that acts.
    marks = {
        "last": cell == active,
        "wall": made.walls[cell],
        "goal": made.objectives[cell],
        "zone0": made.zones[0, cell],
        "zone1": made.zones[1, cell],
    }
    return tuple(mark for mark, there in marks.items() if there)


def _piece(unit: Unit, slot: int, cell: int, hp: int) -> Piece:
    # Capitals for player 1 and small letters for player 2, so that sides are told apart without colours.
    letter = unit.type[0].upper() if unit.player == 1 else unit.type[0].lower()
    label = f"{unit.id} {unit.name} ({hp})"
    return Piece(cell=cell, kind=unit.type, owner=unit.player - 1, symbol=f"{letter}{slot + 1}", label=label)


def _panels(config: Configuration, made: Setup, state: Array, placed: dict[str, int]) -> tuple[Panel, ...]:
    """Roster of player 1, of player 2, then the status tables in the same order."""
    rosters, tables = [], []
    for player, army in enumerate(made.units):
        waiting: list[tuple[str, ...]] = [(unit.id, unit.name) for unit in _waiting(made, state, player)]
        rosters.append(_panel(f"roster_{player + 1}", ("unit", "name"), waiting))
        rows = []
        for slot, unit in enumerate(army):
            hp = int(state["hp"][0, player * made.unit_slots + slot])
            rows.append(_status(made, config.types[unit.type], unit, placed.get(unit.id, NOWHERE), hp))
        columns = ("unit", "name", "place", "hp", "move", "armour", "shoots", "fights")
        tables.append(_panel(f"status_{player + 1}", columns, rows))
    fought = () if state["phase"][0] == Phase.DEPLOYMENT else (_standing(config, made, state),)
    return (*rosters, *tables, *fought)


def _standing(config: Configuration, made: Setup, state: Array) -> Panel:
    """Round, phase and active unit, and for each player points and objectives."""
    battle, phase, active = _battle(made, state), PHASES[int(state["phase"][0])], int(state["active"][0])
    rows: list[tuple[str, ...]] = []
    for player in range(1, PLAYERS + 1):
        acts = active != NOWHERE and active // made.unit_slots == player - 1
        rows.append(
            (
                str(player),
                f"{battle['round']}/{config.game.battle.rounds}",
                phase if battle["turn"] == player else "-",
                (made.unit_id(active) or "-") if acts else "-",
                str(battle["vp"][str(player)]),
                str(battle["control"].count(player)),
            )
        )
    return _panel("battle", ("player", "round", "phase", "acts", "vp", "held"), rows)


def _panel(title: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> Panel:
    return Panel(
        title=Text(code=f"skirmish.panel.{title}"),
        columns=tuple(Text(code=f"skirmish.panel.{column}") for column in columns),
        rows=tuple(rows),
    )


def _status(made: Setup, kind: UnitType, unit: Unit, cell: int, hp: int) -> tuple[str, ...]:
    place = "-" if cell == NOWHERE else "{},{}".format(*made.grid.places[cell])
    numbers = (f"{hp}/{kind.HP_MAX}", kind.MOVE, kind.ARMOUR)
    shoots = "-" if kind.RNG is None else f"{kind.RNG.RANGE}: {_weapon(kind.RNG)}"
    return (unit.id, unit.name, place, *map(str, numbers), shoots, _weapon(kind.CC))


def _weapon(weapon: Ranged | Melee) -> str:
    """Dice, what they need, power and damage: `3x3+/3/1 mobile`."""
    return " ".join([f"{weapon.DICE}x{weapon.ACC}+/{weapon.POWER}/{weapon.DMG}", *weapon.TRAITS])


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
