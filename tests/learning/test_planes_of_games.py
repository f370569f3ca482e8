"""What a network reads of every game, and where the skirmish's outputs lie, against what people are shown (seen.py)."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from boardwright.core import forms, registry
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL
from boardwright.games.skirmish.actions import DeployUnit, Hold, Move, PassDeployment, Target
from boardwright.learning import networks, readings
from boardwright.learning.networks import chart_of, fields_of
from boardwright.learning.readings import Encoder
from seen import SEEN, across
from turning import BOARDS, game_of, walk

ALL = (*BOARDS, "royal_ur", "battleship", "battleship 3x6")


def loaded(board: str) -> Game:
    if board == "battleship 3x6":
        return Game(registry.definition("battleship"), [{"rows": 3, "cols": 6, "ships": [2, 3]}], interpreted=True)
    return game_of(board) if board in BOARDS else boardwright.load(board)


@pytest.mark.parametrize("board", ALL)
def test_a_network_reads_what_people_are_shown(board: str) -> None:
    """Fields of few values have a plane for each, the others are shares; those of the whole board are numbers."""
    game = loaded(board)
    states = walk(game, 1, seed=3, step=7)
    reads = readings.automatic(game)
    encoder = Encoder(reads, networks.shapes_of(game))
    for player in range(game.players):
        planes, numbers = (part.numpy() for part in encoder(fields_of(game.observe(states, player), reads)))
        for row in range(len(states)):
            shares, whole = [], []
            fields = SEEN[game.name](game, states[row : row + 1], player)
            for field, some in fields.items():
                boards, scale = np.array(some), forms.largest(game, field)
                few = reads[field].channels
                if reads[field].numbers is not None:
                    whole += [plane[0, 0] / scale for plane in boards]
                elif few is None:
                    shares += list(boards / scale)
                else:
                    shares += [plane == value for plane in boards for (value,) in few]
            assert all(np.allclose(got, plane) for got, plane in zip(planes[row], shares, strict=True))
            assert np.allclose(numbers[row, : len(whole)], whole, atol=1e-6)
            assert numbers.shape[1] == len(whole) + (game.name == "quoridor")  # how often a position was there


@pytest.mark.parametrize("preset", ["small", pytest.param("large", marks=pytest.mark.slow)])
def test_an_action_of_the_skirmish_has_the_output_where_its_player_sees_it_happen(preset: str) -> None:
    """Of either seat: the other's army is on the far side, so that a network learns one side only."""
    game = boardwright.load("skirmish", preset)
    chart, area = chart_of(game), game.config["board"]["rows"] * game.config["board"]["cols"]
    slots, met = game.config["game"]["deployment_max_unit_slots"], set()
    states = walk(game, 2, seed=9, step=3)
    form = forms.form(game, "planes")
    for row in np.flatnonzero(states["to_move"] != TERMINAL):
        state = states[row : row + 1]
        seat, board = int(state["to_move"][0]), game.view(state, 0).board
        planes, units = form.write(game.observe(state))[0], game.observe(state)["units"][0]
        for action in np.flatnonzero(game.legal_mask(state)[0]):
            move = game.actions.decode(int(action), seat)
            plane, spot = divmod(chart[action], area)
            met.add((type(move), seat))
            if isinstance(move, DeployUnit | Move):
                at = across(board, seat, move.col, move.row)
                assert divmod(spot, board.cols) == at
                assert plane == (slots if isinstance(move, Move) else _slot(game, move.unit_id))
                assert planes[(3, 7)[isinstance(move, Move)]][at] > 0  # one's own zone, or within reach
            elif isinstance(move, Target):
                slot = _slot(game, move.unit_id)
                assert chart[action] == (slots + 1) * area + slot
                (unit,) = (unit for unit in game.view(state, 0).details["units"] if unit["id"] == move.unit_id)
                # The row of the table that the output reads: the enemy's come after one's own.
                assert tuple(units[slots + slot, [4, 3]]) == across(board, seat, unit["col"], unit["row"])
            else:
                assert chart[action] == (slots + 1) * area + slots + isinstance(move, Hold)
    assert met >= {(kind, seat) for kind in (DeployUnit, Move, Target, Hold) for seat in (0, 1)}
    assert (PassDeployment, 0) not in met


def _slot(game: Game, unit: str) -> int:
    """The place of a unit among its player's, by name."""
    army = sorted(each["id"] for each in game.config["scenario"]["units"] if each["id"][0] == unit[0])
    return army.index(unit)
