"""The tables beside the board: rosters during deployment; then the score, and the enemies in sight."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.core.game import Game
from boardwright.core.record import OK, Array
from boardwright.core.view import Panel, Text
from boardwright.core.words import Word
from boardwright.games.skirmish.combat import check_target
from boardwright.games.skirmish.config import PLAYERS, Configuration, Melee, Ranged, Unit
from boardwright.games.skirmish.enums import NOWHERE, PHASES, Flag, Phase, Stat
from boardwright.games.skirmish.names import title
from boardwright.games.skirmish.narration import attack
from boardwright.games.skirmish.setup import Setup
from boardwright.games.skirmish.sight import CLEAR, COVER, HIDDEN

NONE = "-"
"""The text of an empty table cell."""

SIGHT = {HIDDEN: "hidden", COVER: "cover", CLEAR: "clear"}

Row = tuple[str | Text, ...]


def panels(game: Game, config: Configuration, made: Setup, state: Array) -> tuple[Panel, ...]:
    """Return both rosters, then both status tables; in battle the score and the sight table instead of rosters."""
    tables = [_status(config, made, state, player) for player in range(PLAYERS)]
    if state["phase"][0] == Phase.DEPLOYMENT:
        return (*(_roster(config, made, state, player) for player in range(PLAYERS)), *tables)
    sight = () if state["active"][0] == NOWHERE else (_sight(game, made, state),)
    return (_battle(config, made, state), _objectives(config, state), *sight, *tables)


def waiting(made: Setup, state: Array, player: int) -> list[Unit]:
    """Return a player's units still to be deployed; units removed in battle are not."""
    first = player * made.unit_slots
    return [
        unit
        for number, unit in enumerate(made.units[player], first)
        if state["cell"][0, number] == NOWHERE and state["hp"][0, number]
    ]


def _roster(config: Configuration, made: Setup, state: Array, player: int) -> Panel:
    """Return a player's units that are still to be placed. The title marks the player who deploys."""
    left = waiting(made, state, player)
    rows: list[Row] = [
        (title(made, made.number[unit.id]), str(kind.HP_MAX), str(kind.MOVE), str(kind.RNG.RANGE) if kind.RNG else NONE)
        for unit in left
        for kind in (config.types[unit.type],)
    ]
    deploys = int(state["to_move"][0]) == player
    name = Text(
        code=f"skirmish.panel.roster_{player + 1}",
        params={"mark": Word("skirmish.panel.deployer") if deploys else ""},
    )
    return _panel(name, ("unit", "hp", "move", "range"), rows, [unit.id for unit in left])


def _status(config: Configuration, made: Setup, state: Array, player: int) -> Panel:
    """Return a player's units with HP and stats; in battle also their flags."""
    fought = state["phase"][0] != Phase.DEPLOYMENT
    rows: list[Row] = []
    for slot, unit in enumerate(made.units[player]):
        number, kind = player * made.unit_slots + slot, config.types[unit.type]
        cell, hp = int(state["cell"][0, number]), int(state["hp"][0, number])
        place = NONE if cell == NOWHERE else "{},{}".format(*made.grid.places[cell])
        done = (_flags(int(state["status"][0, number])),) if fought else ()
        shoots = NONE if kind.RNG is None else _weapon(kind.RNG, f"{kind.RNG.RANGE}: ")
        stats = (str(kind.MOVE), str(kind.ARMOUR), shoots, _weapon(kind.CC))
        rows.append((title(made, number), place, f"{hp}/{kind.HP_MAX}", *done, *stats))
    done_too = ("done",) if fought else ()
    columns = ("unit", "place", "hp", *done_too, "move", "armour", "shoots", "fights")
    return _panel(f"status_{player + 1}", columns, rows, [unit.id for unit in made.units[player]])


def _weapon(weapon: Ranged | Melee, before: str = "") -> str | Text:
    """Return dice, need, power and damage, and the traits in words: `3x3+/3/1 mobile`."""
    profile = f"{before}{weapon.DICE}x{weapon.ACC}+/{weapon.POWER}/{weapon.DMG}"
    traits = [Word(f"skirmish.trait.{trait}") for trait in weapon.TRAITS]
    return Text(code="skirmish.weapon", params={"profile": profile, "traits": traits}) if traits else profile


def _flags(status: int) -> str | Text:
    # ACTED is internal to the rules: the active unit is marked on the board.
    raised = [flag.name.lower() for flag in Flag if status & flag and flag != Flag.ACTED]
    if not raised:
        return NONE
    return Text(code="skirmish.flags", params={"flags": [Word(f"skirmish.flag.{name}") for name in raised]})


def _battle(config: Configuration, made: Setup, state: Array) -> Panel:
    """Return round, phase and active unit, and for each player points and objectives."""
    active, rows = int(state["active"][0]), []
    phase = Text(code=f"skirmish.phase.{PHASES[int(state['phase'][0])]}")
    for player in range(PLAYERS):
        acts = active != NOWHERE and active // made.unit_slots == player
        rows.append(
            (
                str(player + 1),
                f"{int(state['battle_round'][0])}/{config.game.battle.rounds}",
                phase if state["turn"][0] == player else NONE,
                title(made, active) if acts else NONE,
                str(int(state["vp"][0, player])),
                str(int((state["control"][0] == player + 1).sum())),
            )
        )
    return _panel("battle", ("player", "round", "phase", "acts", "vp", "held"), rows, ("player0", "player1"))


def _objectives(config: Configuration, state: Array) -> Panel:
    """Return the centre of each objective, and its holder."""
    held = state["control"][0].tolist()
    rows: list[Row] = [
        (str(number + 1), "{},{}".format(*place), str(held[number]) if held[number] else NONE)
        for number, place in enumerate(config.scenario.objectives)
    ]
    return _panel("objectives", ("objective", "place", "player"), rows)


def _sight(game: Game, made: Setup, state: Array) -> Panel:
    """Return every enemy from the active unit's view: distance, sight, and the odds of attacking it now."""
    p, s = game.params_of(state), game.record(state)
    unit, mover = int(s.active), int(s.to_move)
    here, far = int(s.cell[unit]), int(p.stats[unit, Stat.RANGE])
    rows: list[Row] = []
    keys = []
    for slot, enemy in enumerate(made.units[1 - mover]):
        number = (1 - mover) * made.unit_slots + slot
        there = int(s.cell[number])
        if there == NOWHERE:
            continue
        apart = int(p.apart[here, there])
        # Only the attack phases have targets, and the rules decide which are legal.
        odds: str | Text = NONE
        if check_target(p, s, number) == OK:
            odds = Text.of(attack(p, s, number))
        seen = Text(code=f"skirmish.sight.{SIGHT[int(p.sight[here, there])]}")
        hp = f"{int(s.hp[number])}/{int(p.stats[number, Stat.HP_MAX])}"
        keys.append(enemy.id)
        rows.append((title(made, number), hp, f"{apart}/{far}" if far else str(apart), seen, odds))
    name = Text(code="skirmish.panel.sight", params={"unit": title(made, unit)})
    return _panel(name, ("unit", "hp", "range", "seen", "attack"), rows, keys, notes=True)


def _panel(
    name: str | Text, columns: tuple[str, ...], rows: Sequence[Row], keys: Sequence[str] = (), *, notes: bool = False
) -> Panel:
    return Panel(
        title=name if isinstance(name, Text) else Text(code=f"skirmish.panel.{name}"),
        columns=tuple(Text(code=f"skirmish.panel.{column}") for column in columns),
        rows=tuple(rows),
        keys=tuple(keys),
        notes=notes,
    )
