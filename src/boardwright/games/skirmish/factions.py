"""The armies as factions: a scenario ties each to a player, and an exchanged one to the other."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from boardwright.core.definition import Factions
from boardwright.games.skirmish.config import PLAYERS


def exchanged(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration in which each player leads the other's army."""
    data: dict[str, Any] = copy.deepcopy(dict(config))
    for unit in data["scenario"]["units"]:
        unit["player"] = PLAYERS + 1 - unit["player"]
        unit["id"] = f"{unit['player']}{unit['id'][1:]}"
    return data


FACTIONS = Factions(("Wardens", "Prowlers"), exchanged)
