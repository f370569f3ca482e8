"""Control, points, the order of rounds, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.envs.rewards import Rewards
from boardwright.games.skirmish.enums import TALLY, VP, Phase

from .battles import Places, acting, do, events, over, prepared, settings, small

AWAY = {"1-01": (12, 10), "2-01": (0, 0)}
"""One unit each, on no objective and far from one another."""

LAST = 5


def command(game: Game, places: Places, turn: int = 1, in_round: int = 2, **more: object) -> Array:
    """What the command phase of a player's turn leads to: the fights before it are empty."""
    before = (2, in_round - 1) if turn == 1 else (1, in_round)
    return prepared(game, places, Phase.FIGHT, turn=before[0], in_round=before[1], **more)  # type: ignore[arg-type]


def final(game: Game, places: Places, **more: object) -> Array:
    """The end of the last round, in whose last fight nobody is."""
    return prepared(game, places, Phase.FIGHT, turn=2, in_round=LAST, **more)  # type: ignore[arg-type]


def test_strictly_more_oc_on_the_flower_takes_an_objective() -> None:
    game = small()
    state = command(game, {**AWAY, "1-02": (6, 4), "2-03": (6, 6)})
    assert state["control"][0].tolist() == [1, 0, 0], "OC 2 against 1"
    assert ("controlled", 1, 1) in events(game, state)


def test_a_tie_leaves_an_objective_as_it_was() -> None:
    for holder in (0, 1, 2):
        state = command(small(), {**AWAY, "1-02": (6, 4), "2-02": (6, 6)}, control={1: holder})
        assert state["control"][0].tolist() == [holder, 0, 0]


def test_control_is_sticky_unless_it_is_configured_not_to_be() -> None:
    state = command(small(), AWAY, control={1: 2})
    assert state["control"][0].tolist() == [2, 0, 0]
    loose = small(settings(sticky_control=False))
    state = command(loose, AWAY, control={1: 2})
    assert state["control"][0].tolist() == [0, 0, 0]
    assert ("abandoned", 1) in events(loose, state)


def test_control_changes_in_command_phases_only() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 7), "2-01": (0, 0)}, Phase.MOVE)
    do(game, state, "move 6 6")
    assert state["control"][0].tolist() == [0, 0, 0]


def test_a_point_for_each_objective_and_one_for_more_than_the_other_in_ones_own_command_phase() -> None:
    game = small()
    for control, points in (({1: 1}, 2), ({1: 1, 2: 1}, 3), ({1: 1, 2: 2}, 1), ({1: 2}, 0), ({1: 1, 2: 1, 3: 2}, 3)):
        state = command(game, AWAY, control=control)
        assert state["vp"][0].tolist() == [points, 0]
        assert state["tally"][0, :, VP].tolist() == [points, 0]
    assert command(game, AWAY, turn=2, control={1: 2})["vp"][0].tolist() == [0, 2]


def test_points_are_configured() -> None:
    game = small(settings(vp_per_objective=3, vp_for_more=5))
    assert command(game, AWAY, control={1: 1})["vp"][0].tolist() == [8, 0]


def test_scoring_begins_in_round_2() -> None:
    game = small()
    assert command(game, AWAY, turn=2, in_round=1, control={1: 2})["vp"][0].tolist() == [0, 0]
    assert command(small(settings(score_from_round=4)), AWAY, in_round=3, control={1: 1})["vp"][0].tolist() == [0, 0]


def test_both_score_once_more_after_the_last_fight() -> None:
    game = small()
    state = final(game, {**AWAY, "2-02": (2, 5)}, control={1: 1, 2: 1, 3: 1})
    assert over(state)
    assert events(game, state) == [
        ("controlled", 2, 2),
        ("scored", 1, 3, 3),
        ("scored", 2, 1, 1),
        ("won_by_points", 1, 3, 1),
    ]


@pytest.mark.parametrize(
    ("more", "returns", "event"),
    [
        ({"vp": (3, 4)}, [-1.0, 1.0], "won_by_points"),
        ({"vp": (4, 3)}, [1.0, -1.0], "won_by_points"),
        ({}, [-1.0, 1.0], "won_by_value"),
    ],
)
def test_points_decide_then_the_value_of_survivors(more: dict[str, object], returns: list[float], event: str) -> None:
    """A captain is worth 25, an alpha 27."""
    game = small()
    state = final(game, AWAY, **more)
    assert state["returns"][0].tolist() == returns
    assert events(game, state)[-1][0] == event


def test_equal_points_and_value_are_a_draw() -> None:
    game = small()
    state = final(game, {**AWAY, "1-02": (10, 10), "2-02": (2, 0)}, vp=(2, 2))
    assert events(game, state) == [("drawn", 2, 40)]
    assert over(state)
    assert state["returns"][0].tolist() == [0.0, 0.0]


def test_a_round_is_player_1s_turn_then_player_2s() -> None:
    """Everybody holds; with units out of each other's reach only moves are asked for."""
    game = small(settings(charge_reach=1))
    state = prepared(game, AWAY, Phase.MOVE, turn=1, in_round=1)
    seen = []
    while not over(state):
        seen.append((int(state["battle_round"][0]), *acting(game, state)))
        game.step(state, [game.actions.policy - 1])
    assert [item for item in seen if item[1] == "move"] == [
        (number, "move", unit) for number in range(1, LAST + 1) for unit in ("1-01", "2-01")
    ]


def test_turns_without_a_decision_pass_inside_the_step() -> None:
    """Both units are walled in: the rest of the game passes at once, and the list of events has room for it."""

    def wall_in(data: dict[str, Any]) -> None:
        data["board"]["wall_hexes"] = [[0, 9], [1, 9], [12, 1], [11, 0]]

    game = small(wall_in, settings(charge_reach=1))
    state = prepared(game, {"1-01": (0, 10), "2-01": (12, 0)}, Phase.MOVE, in_round=1, control={1: 1, 2: 2})
    assert over(state)
    assert [event[0] for event in events(game, state)].count("command_phase") == 2 * LAST - 1
    assert events(game, state)[-1] == ("won_by_value", 2, 27, 25)
    assert int(state["event_count"][0]) <= game.layout.events


def test_the_shipped_reward_is_the_result_and_nothing_else() -> None:
    weights = Rewards(small(), "standard").weights
    assert (weights.returns, weights.tally) == (1.0, dict.fromkeys(TALLY, 0.0))
