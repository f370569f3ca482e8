"""The bots: legal, the same by the same draw and from both seats, each true to its name; greedy beats random."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from boardwright.agents.spec import from_text
from boardwright.arena.match import play as play_match
from boardwright.arena.match_records import replay
from boardwright.core.agent import Turn
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.skirmish.action_values import charge_chances, expected_damage, shot_damage
from boardwright.games.skirmish.agents import AGENTS
from boardwright.games.skirmish.combat import needed_to_hit, needed_to_pierce
from boardwright.games.skirmish.enums import NOWHERE, Phase, Stat
from boardwright.testing.agent_laws import judge_agent
from saying import told

from .scenarios import compiled, swapped, tables, turned

BATTLE = [name for name in AGENTS if name != "still"]


def no_opening(data: dict[str, Any]) -> None:
    data["game"]["battle"].update(opening_penalty=0, opening_charge=True)


def played(game: Game, text: str, rows: int, seed: int = 1) -> list[Array]:
    """Every state with a decision of some games between a bot and itself."""
    agent: Any = from_text(text, game)
    states, rng, collected = game.new(rows), np.random.default_rng(seed), []
    while (live := states["to_move"] != TERMINAL).any():
        here = states[live]
        collected.append(here.copy())
        step(game, here, agent.act_rows(here, rng.integers(0, 1 << 62, len(here))), rng)
        states[live] = here
    return collected


def step(game: Game, states: Array, actions: Any, rng: np.random.Generator) -> None:
    needed = game.chance(states, actions)
    game.step(states, actions, [int(rng.integers(0, n or 1 << 62)) if n != 1 else 0 for n in needed])


def battle(board: str = "small", style: str = "front", *changes: Any) -> tuple[Game, Array]:
    """The first decision of a battle, everybody deployed by a style."""
    game = compiled(board, "sequential", no_opening, *changes)
    agent, state = from_text(f"still:deploy={style}", game), game.new()
    while state["phase"][0] == Phase.DEPLOYMENT:
        game.step(state, [agent.act(turn(game, state))])
    return game, state


def turn(game: Game, state: Array, seed: int = 0) -> Turn:
    return Turn(game, state, int(state["to_move"][0]), np.random.default_rng(seed))


def stand(game: Game, state: Array, places: dict[str, tuple[int, int]]) -> None:
    """Put units on hexes by hand, everybody else off the board, and begin the round's move phase again."""
    made = tables(game)
    state["cell"], state["occupant"] = NOWHERE, 0
    for unit_id, place in places.items():
        unit, cell = made.number[unit_id], made.grid.at(*place)
        state["cell"][0, unit], state["occupant"][0, cell] = cell, unit + 1


def phase(game: Game, state: Array, unit_id: str, which: Phase) -> None:
    """Make a unit the active one of a phase that reads nothing derived: shoot or fight."""
    unit = tables(game).number[unit_id]
    state["phase"], state["active"], state["reach"], state["lengths"] = which, unit, 0, 0
    state["to_move"] = state["turn"] = unit // tables(game).unit_slots


@pytest.mark.parametrize("name", AGENTS)
def test_every_choice_is_legal_and_the_same_draw_gives_it_again(name: str) -> None:
    game = compiled("small")
    agent: Any = from_text(name, game)
    for rows in played(game, name, 6):
        draws = np.arange(len(rows)) << 40
        chosen = agent.act_rows(rows, draws)
        assert game.legal_mask(rows)[np.arange(len(rows)), chosen].all()
        assert (chosen == agent.act_rows(rows[::-1].copy(), draws[::-1].copy())[::-1]).all()


@pytest.mark.parametrize("name", BATTLE)
def test_both_seats_choose_alike(name: str) -> None:
    game, other = compiled("small", "sequential", no_opening), compiled("small", "sequential", no_opening, swapped)
    one, two = (from_text(name, item) for item in (game, other))
    assert not isinstance(one, str)
    compared = 0
    for rows in played(game, name, 3)[::3]:
        for row in range(len(rows)):
            state = rows[row : row + 1].copy()
            half = turned(game, state)
            half["lengths"] = state["lengths"]
            assert one.act(turn(game, state)) == two.act(turn(other, half))
            compared += 1
    assert compared > 30


@pytest.mark.parametrize("name", AGENTS)
def test_the_laws_of_agents(name: str) -> None:
    game = compiled("small")
    action = judge_agent(lambda: from_text(name, game), game, games=1, seed=5)
    assert not any(action.values()), action


def test_still_deploys_sorted_and_then_holds() -> None:
    game = compiled("small")
    hold = int(game.params["hold"][0])
    agent: Any = from_text("still", game)
    ends = [from_text(f"{name}:deploy=sorted", game) for name in ("still", "random")]
    assert ends[0].act(turn(game, game.new())) == ends[1].act(turn(game, game.new()))
    for rows in played(game, "still", 4):
        waits = (rows["phase"] != Phase.DEPLOYMENT) & (rows["phase"] != Phase.FIGHT)
        if waits.any():
            assert (agent.act_rows(rows[waits], np.zeros(waits.sum(), np.int64)) == hold).all()


def test_what_the_dice_do_on_average_is_exact() -> None:
    p = compiled("small").params.view(np.recarray)[0]
    for dice, hit, pierce, damage, hp in product((1, 2, 3), (2, 4, 6), (3, 6), (1, 2), (1, 2, 3, 5)):
        # Every way that so many pairs of dice can fall.
        through = [int(a >= hit and b >= pierce) for a, b in product(range(1, 7), repeat=2)]
        ways = [min(sum(way) * damage, hp) for way in product(through, repeat=dice)] if dice < 3 else None
        result = expected_damage(p, dice, hit, pierce, damage, hp)
        if ways is not None:
            assert result == pytest.approx((sum(ways) / len(ways), sum(way == hp for way in ways) / len(ways)))
        assert result[0] <= min(dice * damage, hp)
    assert expected_damage(p, 2, 1, 1, 1, 5) == (2.0, 0.0)


def test_the_chances_of_a_charge() -> None:
    chances = charge_chances(compiled("small").params.view(np.recarray)[0])
    rolls = [a + b for a, b in product(range(1, 7), repeat=2)]
    assert chances == pytest.approx([sum(roll >= length for roll in rolls) / 36 for length in range(13)])


def test_greedy_shoots_where_the_damage_to_be_expected_is_highest() -> None:
    game, state = battle()
    stand(game, state, {"1-02": (6, 9), "2-01": (6, 3), "2-02": (5, 4), "2-03": (8, 4)})
    phase(game, state, "1-02", Phase.SHOOT)
    p, s = game.params_of(state), game.record(state)
    legal = [int(action) - int(p.first_target) for action in np.flatnonzero(game.legal_mask(state)[0][: p.hold])]
    assert len(legal) >= 2
    unit, slots = 1, int(p.unit_slots)
    worth = {slot: shot_damage(p, s, unit, slots + slot, needed_to_hit(p, s, unit, slots + slot))[0] for slot in legal}
    by_hand = {}
    for slot in legal:
        hit, pierce = (
            needed_to_hit(p, s, unit, slots + slot),
            needed_to_pierce(p, slots + slot, int(p.stats[unit, Stat.POWER])),
        )
        by_hand[slot] = 2 * (7 - hit) / 6 * (7 - pierce) / 6
    assert worth == pytest.approx(by_hand), "nobody has fewer HP than two dice can take"
    best = max(worth.values())
    chosen = from_text("greedy", game).act(turn(game, state)) - int(p.first_target)
    assert worth[chosen] == pytest.approx(best)
    assert min(worth.values()) < best


def test_greedy_counts_no_damage_beyond_what_is_left() -> None:
    game, state = battle()
    stand(game, state, {"1-01": (6, 9), "2-02": (5, 4), "2-03": (6, 4)})
    phase(game, state, "1-01", Phase.SHOOT)
    # Equal armour: the one with a single HP left can lose no more than that.
    state["hp"][0, tables(game).number["2-02"]] = 1
    action = from_text("greedy", game).explain(turn(game, state))
    assert game.actions.decode(action.action, 0).unit_id == "2-03"
    told(action.reason, "skirmish.reason_shoots", target="Spitter s3")
    assert set(action.scores) == set(np.flatnonzero(game.legal_mask(state)[0]).tolist())


def gap(game: Game, state: Array) -> float:
    """How far each unit of player 1 is from the nearest enemy, on average."""
    cells, slots = state["cell"][0], tables(game).unit_slots
    own, other = ([cell for cell in part if cell != NOWHERE] for part in (cells[:slots], cells[slots:]))
    return float(game.params["apart"][0][own][:, other].min(axis=1).mean())


def after_moves(game: Game, state: Array, name: str) -> Array:
    """Where player 1's units are after their moves of the round."""
    agent, state = from_text(name, game), state.copy()
    while state["phase"][0] == Phase.MOVE and state["to_move"][0] == 0:
        game.step(state, [agent.act(turn(game, state))])
    return state


@pytest.mark.slow
def test_rush_closes_in_and_kite_keeps_its_distance() -> None:
    game, state = battle("large")
    begun = gap(game, state)
    rush, kite = (gap(game, after_moves(game, state, name)) for name in ("rush", "kite"))
    assert rush < begun
    assert rush < kite


@pytest.mark.slow
def test_objective_scores_from_those_who_stand_still() -> None:
    game = compiled("large")
    for seat in range(2):
        names = ["objective", "still"][:: 1 - 2 * seat]
        record = play_match(game, names, seed=8, number=0)
        points = replay(record).state["tally"][0, :, 0]
        assert record.returns[seat] == 1.0
        assert points[seat] > 2 * points[1 - seat]


def test_options_are_checked_and_deployers_go_with_every_bot() -> None:
    game = compiled("small")
    for name, style in product(AGENTS, ("sorted", "front", "objective", "safe", "agent")):
        assert game.legal_mask(game.new())[0][from_text(f"{name}:deploy={style}", game).act(turn(game, game.new()))]
    for text in ("greedy:style=sideways", "greedy:weights=nobody"):
        with pytest.raises(ConfigError):
            from_text(text, game)


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    game = compiled("small")
    won = 0
    for number in range(12):
        for seat in range(2):
            names = ["greedy", "random:deploy=sorted"][:: 1 - 2 * seat]
            won += play_match(game, names, seed=3, number=number).returns[seat] > 0
    assert won >= 22


@pytest.mark.slow
def test_search_tries_few_moves_and_every_target() -> None:
    game = compiled("large")
    moves = int(game.weights()["moves"][0])
    some = 0
    for rows in played(game, "greedy", 2)[::4]:
        masks = game.legal_mask(rows)
        for row, item in enumerate(game.candidates(rows)):
            assert len(item) <= moves + 1
            if rows["phase"][row] not in (Phase.MOVE, Phase.DEPLOYMENT):
                assert sorted(item.tolist()) == np.flatnonzero(masks[row]).tolist()
            some += masks[row].sum() > 100
    assert some > 5


def test_an_evaluation_is_zero_sum_and_counts_points_and_losses() -> None:
    game, state = battle()
    even = game.evaluate(state, 0)[0]
    assert even == -game.evaluate(state, 1)[0]
    ahead, hurt = state.copy(), state.copy()
    ahead["vp"][0, 0] += 1
    hurt["hp"][0, 0] -= 1
    assert game.evaluate(hurt, 0)[0] < even < game.evaluate(ahead, 0)[0]
