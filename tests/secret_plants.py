"""Planted faults that give a secret away, or that leave the truth where it should be redrawn."""

from __future__ import annotations

from plant_kinds import Plant

_OTHER = "    other, left = 1 - player, int(s.hidden[1 - player])\n"

SECRETS = (
    Plant(
        "nothing_leaks",
        "the observation shows whether cell 0 is mined",
        "peek",
        "if s.open[cell] == 1 else HIDDEN",
        "if s.open[cell] == 1 or cell == 0 else HIDDEN",
    ),
    Plant(
        "nothing_leaks",
        "the view shows where the other's nuts are",
        "hide",
        "known = seat == player or over",
        "known = True or over",
    ),
    Plant(
        "nothing_leaks",
        "`resample` returns True and redraws nothing",
        "hide",
        _OTHER,
        "    return True\n" + _OTHER,
    ),
    Plant(
        "resampling_forgets",
        "`resample` leaves the truth in one draw of 16",
        "kuhn",
        "    if s.phase == BETTING:\n        own",
        "    if s.phase == BETTING and dice.below(draw, 16) > 0:\n        own",
    ),
    Plant(
        "resampling_forgets",
        "`resample` leaves the truth where three cells are open, whatever the draw",
        "peek",
        "    if s.laid == 1 and s.to_move != TERMINAL:\n",
        "    if s.laid == 1 and s.to_move != TERMINAL and s.ply < 3:\n",
    ),
    Plant(
        "resampling_forgets",
        "`resample` gives up after a try, and leaves the truth",
        "hide",
        _OTHER,
        _OTHER + "    if s.dug[other, dice.below(draw, s.nut.shape[1])] == NOTHING:\n        return True\n",
    ),
    Plant(
        "information_sets_agree",
        "`resample` redraws all nuts but the first",
        "hide",
        "        s.nut[other, hole] = s.dug[other, hole] == NUT\n        left -= int(s.dug[other, hole] == NUT)\n",
        "        first = left == s.hidden[other] and s.nut[other, hole] == 1\n"
        "        s.nut[other, hole] = first or s.dug[other, hole] == NUT\n"
        "        left -= int(s.nut[other, hole])\n",
        first="resampling_forgets",
    ),
    Plant(
        "information_sets_agree",
        "`resample` redraws nothing once all nuts are hidden",
        "hide",
        _OTHER,
        _OTHER + "    if s.phase == DIGGING:\n        return True\n",
        first="resampling_forgets",
    ),
    Plant(
        "information_sets_agree",
        "`resample` leaves the ranks as they are once pieces fight",
        "ranks",
        "    if s.to_move == TERMINAL:\n",
        "    if s.to_move == TERMINAL or s.phase == FIGHTING:\n",
        first="resampling_forgets",
    ),
    Plant(
        "information_sets_agree",
        "`resample` leaves the flag where it is",
        "ranks",
        "s.shown[other, cell] == 0",
        "s.shown[other, cell] == 0 and s.rank[other, cell] != FLAG",
    ),
    Plant(
        "information_sets_agree",
        "an event tells the other player the hole",
        "hide",
        'Private("player", "hole")',
        '("player", "hole")',
    ),
    Plant(
        "information_sets_agree",
        "a panel tells the sum of the holes that have nuts",
        "hide",
        'row = tuple(str(state["hidden"][0][seat]) for seat in range(2))',
        "row = tuple(str((nut[seat] * range(holes)).sum()) for seat in range(2))",
        first="nothing_leaks",
    ),
    Plant(
        "information_sets_agree",
        "a tally tells the hole of the last nut",
        "hide",
        "        emit(s, Event.HID, player, action, 0)\n",
        "        emit(s, Event.HID, player, action, 0)\n        s.tally[player, 0] = action\n",
        first="someone_can_move",  # the tally decides when a game ends
    ),
    Plant(
        "information_sets_agree",
        "hiding a nut is declared public",
        "hide",
        'Group(Hide, {"hole": config.holes})',
        'Group(Hide, {"hole": config.holes}, public=True)',
    ),
)
