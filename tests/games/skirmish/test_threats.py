"""The threat map of the skirmish: the damage to expect on each hex."""

from __future__ import annotations

import numpy as np

from boardwright.core.position import Position
from boardwright.games.skirmish.enums import Phase
from boardwright.games.skirmish.threats import overlays
from saying import told

from .scenarios import load


def in_battle() -> Position:
    """A position of the small board in which a unit is to move, after random play."""
    game = load()
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
    told(threat.title, "skirmish.overlay_threat")


def test_there_is_none_while_units_are_placed() -> None:
    game = load()
    assert overlays(game, game.new()) == ()
