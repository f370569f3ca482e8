"""One planted fault for each law: a toy game with one line changed, or one part of the engine put out of order.

`planted.py` has the machinery that grows them.
"""

from __future__ import annotations

import engine_faults
from mistakes import MISTAKES
from plant_kinds import Mistake, Plant
from secret_plants import SECRETS

__all__ = ["MISTAKES", "PLANTS", "Mistake", "Plant"]

_MAY = "        if s.stones[place] == EMPTY:\n            out[place] = True\n"
_TOOK = "    s.stones[action] = player + 1\n"

PLANTS = (
    Plant(
        "mask_is_check",
        "`legal` forgets that place 0 can be taken",
        "pairs",
        _MAY,
        _MAY.replace("EMPTY", "EMPTY or place == 0"),
    ),
    Plant(
        "mask_is_check",
        "`legal` forgets the pass, which is rarely legal",
        "deploy",
        "def check_deploy(",
        "def legal(p, s, out):\n    for action in range(out.shape[0] - 1):\n"
        "        out[action] = check(p, s, action) == OK\n\n\ndef check_deploy(",
    ),
    Plant(
        "refusal_changes_nothing",
        "`check` writes before it refuses",
        "pairs",
        "        return Reason.TAKEN\n",
        "        s.left = 7\n        return Reason.TAKEN\n",
        first="readers_change_nothing",
    ),
    Plant(
        "someone_can_move",
        "a player without a place may not pass",
        "deploy",
        "return Reason.CAN_PLACE if free_cells(s) > 0 else OK",
        "return Reason.CAN_PLACE",
    ),
    Plant("header_is_sound", "`advance` sets the ply", "pairs", _TOOK, _TOOK + "    s.ply = 0\n"),
    Plant("header_is_sound", "phases without names", "hide", '    phases=("hiding", "digging"),\n'),
    Plant("ends_in_time", "a limit that is too low", "pairs", "max_plies=config.places", "max_plies=3"),
    Plant("states_are_bounded", "too few states are declared", "pairs", "3**config.places", "20"),
    Plant("observations_keep_their_bounds", "a bound that is too low", "pairs", '"left": (0, 2)', '"left": (0, 1)'),
    Plant("returns_are_sound", "the loser loses nothing", "pairs", "s.returns[1 - player] = -1.0", "pass"),
    Plant("faults_are_raised", "a fault that no error is named for", "deploy", "s.fault = DEADLOCK", "s.fault = 2"),
    Plant(
        "every_reason_occurs",
        "a Reason that nothing gives",
        "pairs",
        "TAKEN = 2",
        "TAKEN = 2\n    CURSED = 3",
        first="everything_can_be_said",
    ),
    Plant(
        "every_reason_occurs",
        "a Reason that is called unused and is given",
        "pairs",
        "        max_plies=config.places,",
        "        max_plies=config.places,\n        unused=(Reason.TAKEN,),",
    ),
    Plant(
        "reset_from_any_bytes",
        "a loop that does not clear the record first",
        "pairs",
        engine=engine_faults.start_without_clearing,
    ),
    Plant(
        "readers_change_nothing",
        "`observe` writes to the state",
        "pairs",
        "    o.left = s.left",
        "    o.left = s.left\n    s.left = 1",
    ),
    Plant(
        "readers_change_nothing",
        "`check` clears the place before it says OK",
        "pairs",
        "    if s.stones[place] != EMPTY:\n        return Reason.TAKEN\n",
        "    s.stones[place] = EMPTY\n",
    ),
    Plant(
        "readers_change_nothing",
        "`check` gives points before it says OK",
        "pairs",
        "        return Reason.TAKEN\n    return OK\n",
        "        return Reason.TAKEN\n    s.returns[0] = 0.5\n    return OK\n",
    ),
    Plant(
        "readers_change_nothing",
        "`check` writes another value at each call",
        "pairs",
        "        return Reason.TAKEN\n    return OK\n",
        "        return Reason.TAKEN\n    s.left = int(s.left) ^ 1\n    return OK\n",
    ),
    Plant("pop_restores", "`pop` leaves the state as it is", "pairs", engine=engine_faults.pop_that_keeps_the_state),
    Plant(
        "replay_is_exact",
        "`advance` throws a coin of its own",
        "pairs",
        _TOOK,
        _TOOK + "    if np.random.random() < 0.3:\n        s.left = 2\n",
    ),
    Plant(
        "stored_is_read_back",
        "reading a stored state loses its ply",
        "pairs",
        engine=engine_faults.reader_that_loses_the_ply,
    ),
    Plant(
        "key_decides",
        "legality hangs on the ply",
        "pig",
        "if action == HOLD and s.turn == 0:",
        "if action == HOLD and (s.turn == 0 or s.ply == 3):",
    ),
    Plant(
        "symmetries_commute",
        "the mirror leaves actions where they were",
        "pairs",
        'Symmetry("Mirror", actions=here[::-1].copy()',
        'Symmetry("Mirror", actions=here',
    ),
    Plant(
        "symmetries_commute",
        "the mirror turns what is seen of one player only",
        "pairs",
        'moves={"stones": here[::-1].copy()}',
        'moves={"stones": here[::-1].copy()}, observation={"own": here[::-1].copy()}',
    ),
    Plant(
        "symmetries_commute",
        "the mirror comes first, where the identity belongs",
        "pairs",
        '        Symmetry("Identity", actions=here),\n',
        "",
    ),
    Plant(
        "symmetries_commute",
        "two cells of an observation go to one",
        "pairs",
        'moves={"stones": here[::-1].copy()}',
        'moves={"stones": here[::-1].copy()}, observation={"own": here // 2, "other": here[::-1].copy()}',
    ),
    Plant(
        "batch_is_its_rows",
        "`advance` counts its calls in a global",
        "pairs",
        _TOOK,
        _TOOK + "    advance.calls = getattr(advance, 'calls', 0) + 1\n"
        "    if advance.calls % 5 == 0:\n        s.left = 2\n",
        first="replay_is_exact",
    ),
    Plant(
        "bad_row_stops_all",
        "rows are advanced before all are checked",
        "pairs",
        engine=engine_faults.step_before_all_are_checked,
    ),
    Plant(
        "threads_agree",
        "threads draw from another seed",
        "pig",
        engine=engine_faults.threads_with_another_seed,
        compiled=True,
    ),
    Plant(
        "games_do_not_depend_on_the_batch",
        "games are numbered by the size of the batch",
        "pig",
        engine=engine_faults.games_numbered_by_the_batch,
    ),
    Plant(
        "interpreted_agrees",
        "arithmetic that only machine code wraps around",
        "pig",
        "    elif draw == 0:",
        "    elif (draw + 1) * 6364136223846793005 % 7 == 0:",
        compiled=True,
    ),
    Plant(
        "draws_are_used_as_declared",
        "a roll says that it needs no draw",
        "pig",
        "return int(p.sides) if action == ROLL else 1",
        "return 1",
    ),
    *SECRETS,
    Plant(
        "candidates_are_legal",
        "`candidates` names taken places",
        "pairs",
        "        if s.stones[place] == EMPTY:\n            out[count]",
        "        if place >= 0:\n            out[count]",
    ),
    Plant("evaluation_is_finite", "an evaluation that is not a number", "pairs", "value = 0.0", "value = np.nan"),
    Plant(
        "suggestions_are_legal",
        "`suggest` names a taken place",
        "pairs",
        "            if chosen < 0:\n                chosen = place",
        "            if chosen < 0:\n                chosen = first",
    ),
    Plant(
        "suggestions_are_legal",
        "`suggest` throws a coin of its own",
        "pairs",
        "first = dice.below(draw, int(p.places))",
        "first = np.random.randint(p.places)",
    ),
    Plant(
        "actors_exist",
        "an action is said to be the other player's",
        "deploy",
        "else int(s.to_move)\n",
        "else 1 - int(s.to_move)\n",
    ),
    Plant(
        "parts_are_checked_alike",
        "the index names another cell than the dataclass",
        "deploy",
        "check_deploy(p, s, action // cells, action % cells)",
        "check_deploy(p, s, action // cells, cells - 1 - action % cells)",
    ),
    Plant(
        "views_can_be_drawn",
        "a stone of the second player is drawn a place to the right",
        "pairs",
        "Piece(cell=place,",
        "Piece(cell=place + int(stone) - 1,",
    ),
    Plant(
        "start_can_be_drawn",
        "a target cell off the board",
        "pairs",
        "targets={place: (place,)",
        "targets={place: (place + 1,)",
    ),
    Plant(
        "views_can_be_drawn",
        "a panel's word of the second phase that the catalogue does not have",
        "hide",
        'title=Text(code="hide.title")',
        'title=Text(code="hide.dig" if state["phase"][0] else "hide.title")',
    ),
    Plant(
        "views_can_be_drawn",
        "an open cell has a mark that no client knows",
        "peek",
        'else "?")',
        'else "?", marks=("opened",) if opened[i] else ())',
    ),
    Plant("start_can_be_drawn", "a word without its parameter", "hide", 'code="hide.title"', 'code="hide.nut_there"'),
    Plant(
        "start_can_be_drawn",
        "a mark that no client knows",
        "pairs",
        "Cell(row=0, col=place)",
        'Cell(row=0, col=place, marks=("hiden",))',
    ),
    Plant(
        "events_fit",
        "an event that is not declared",
        "deploy",
        ', Event.LIFTED: ("unit", "cell")}',
        "}",
    ),
    Plant(
        "events_fit",
        "more events than a record can count",
        "deploy",
        "    emit(s, Event.PLACED, unit, cell, 0)\n",
        "    for _ in range(300):\n        emit(s, Event.PLACED, unit, cell, 0)\n",
    ),
    Plant(
        "events_fit",
        "more events than there is room for",
        "deploy",
        "    emit(s, Event.PLACED, unit, cell, 0)\n",
        "    emit(s, Event.PLACED, unit, cell, 0)\n" * 3,
    ),
    Plant(
        "start_can_be_drawn",
        "a picture by a move that the rules refuse",
        "pairs",
        "DEFINITION = Definition(",
        "from boardwright.core.definition import People\nDEFINITION = Definition(people=People(picture=('0', '0')),",
    ),
    Plant("everything_can_be_said", "a Reason without a sentence", "pairs", "TAKEN", "TAKEN_BEFORE"),
    Plant(
        "everything_can_be_said",
        "a label with a field that its action does not have",
        "pairs",
        engine=engine_faults.label_of_another_field,
    ),
    Plant(
        "everything_can_be_said",
        "an event calls player 1 player 0",
        "hide",
        engine=engine_faults.players_counted_from_zero,
    ),
    Plant("game_can_be_played", "`advance` reads past the end", "pairs", "(place + 1 < p.places and s", "(s"),
    Plant(
        "presets_can_be_loaded",
        "the games of another preset may be too long",
        "pig",
        "max_plies=config.limit",
        "max_plies=config.limit if config.sides == 6 else 1 << 16",
    ),
    Plant(
        "weights_are_complete", "a weight without a value", "pairs", 'weights=("stone",)', 'weights=("stone", "gap")'
    ),
    Plant(
        "actions_have_two_faces",
        "the codec reads another place than it wrote",
        "pairs",
        'Group(Put, {"place": config.places}, check=check_put)',
        "Group(Put, count=config.places, encode=lambda put: put.place, decode=lambda rank: Put(config.places - rank))",
    ),
)
