"""The threat map of the skirmish: the damage to expect on each hex."""

from __future__ import annotations

import numpy as np

from boardwright.core import registry
from boardwright.core.position import Position
from boardwright.games.skirmish.enums import Phase
from boardwright.games.skirmish.threats import overlays


def in_battle() -> Position:
    """A position of the default preset in which a unit is to move, after random play."""
    game = registry.load("skirmish")
    position, rng = Position(game, seed=1), np.random.default_rng(1)
    while game.record(position.state).phase != Phase.MOVE or len(position.history) < 12:
        position.push(int(rng.choice(np.flatnonzero(game.legal_mask(position.state)[0]))))
    return position


def test_every_hex_that_the_unit_can_reach_has_its_threat() -> None:
    position = in_battle()
    game, before = position.game, position.state.tobytes()
    [threat] = overlays(game, position.state)
    assert position.state.tobytes() == before, "the map changes nothing"
    reached = {choice.cells[0] for choice in position.view(position.to_move or 0).choices if len(choice.cells) == 1}
    assert threat.values.keys() == reached
    assert min(threat.values.values()) >= 0
    assert max(threat.values.values()) > 0
    assert "HP" in str(threat.title)


def test_there_is_none_while_units_are_placed() -> None:
    game = registry.load("skirmish")
    assert overlays(game, game.new()) == ()
