"""Opponents in pools, and stand-ins that decide for the learner."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright import agent, load
from boardwright.agents.spec import Named
from boardwright.core import dice
from boardwright.core.compiled.compiler import uncompiled
from boardwright.core.errors import ConfigError
from boardwright.core.record import OK
from boardwright.envs.opponents import Pool, answers
from boardwright.envs.vector import Vector

from .players import First

GAME = load("skirmish")
SHARES = {"greedy": 3.0, "kite": 1.0}


def played(steps: int, **choices):
    """Rewards and observations of a vector that takes its first legal action."""
    vector = Vector(GAME, 8, seed=5, **choices)
    transitions = []
    for _ in range(steps):
        step = vector.step(vector.mask.argmax(axis=1))
        transitions.append((step.rewards.tobytes(), step.observations.tobytes(), vector.final_opponents.tobytes()))
    return transitions


def test_many_keys_are_the_keys_one_by_one():
    seeds = np.array([0, 1, 7, (1 << 63) - 1])
    keys = dice.keyed_rows(seeds, [3, 0, 9, 2], 4)
    assert keys.tolist() == [uncompiled(dice.keyed)(int(s), g, 4) for s, g in zip(seeds, [3, 0, 9, 2])]


def test_a_pool_shares_games_out_by_their_seeds_and_numbers():
    pool = Pool(GAME, SHARES)
    seeds, episodes = np.repeat(np.arange(200), 20), np.tile(np.arange(20), 200)
    members = pool.of(seeds, episodes)
    assert abs((members == 0).mean() - 0.75) < 0.03
    assert (pool.of(seeds[::-1], episodes[::-1])[::-1] == members).all()


def test_a_rows_answer_does_not_depend_on_its_company():
    pool = Pool(GAME, SHARES)
    states = GAME.new(6)
    seeds, episodes = np.arange(6), np.zeros(6, np.int64)
    together = answers(GAME, pool, states, seeds, episodes)
    alone = [answers(GAME, pool, states[i : i + 1], seeds[i : i + 1], episodes[i : i + 1])[0] for i in range(6)]
    assert together.tolist() == alone
    assert (GAME.why_not(states, together) == OK).all()


class Noting(First):
    """Notes the draws that it is given."""

    def act_rows(self, states, draws):
        self.draws = draws
        return np.zeros(len(states), np.int64)

    def takes_draw(self, states):
        return np.ones(len(states), np.bool_)


def test_an_opponents_draws_tell_nothing_about_the_dice(toy):
    game, noting = toy("pig").as_interpreted(), Noting()
    seeds, episodes = np.arange(10_000), np.arange(10_000) % 7
    states = game.new(len(seeds))
    answers(game, Named("noting", noting), states, seeds, episodes)
    fallen = dice.keyed_rows(seeds, episodes, states["ply"])
    faces = np.zeros((6, 6))
    for seen, bits in zip(noting.draws.tolist(), fallen.tolist(), strict=True):
        faces[dice.plain_draw_for(6, seen), dice.plain_draw_for(6, bits)] += 1
    expected = np.outer(faces.sum(axis=1), faces.sum(axis=0)) / faces.sum()
    assert ((faces - expected) ** 2 / expected).sum() < 25 + 5 * 50**0.5, "chi-square: five standard deviations"


def test_the_same_seed_plays_the_same_games_against_a_pool():
    assert played(60, opponent=Pool(GAME, SHARES)) == played(60, opponent=Pool(GAME, SHARES))


def test_a_pool_needs_members_and_shares_above_nothing():
    pool = Pool(GAME, SHARES)
    for members in ([], [(pool.members[0], 0.0)]):
        with pytest.raises(ConfigError):
            pool.set(members)


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_stand_in_places_the_units_and_the_learner_never_deploys(opponent):
    vector = Vector(GAME, 8, seed=5, opponent=opponent, stand_in={"deploy": "sorted"})
    first = agent("random", GAME, deploy="sorted")
    for _ in range(60):
        assert (vector.states["phase"] != 0).all()
        vector.step(vector.mask.argmax(axis=1))
    fresh = Vector(GAME, 1, seed=0, seat=0, opponent="greedy", stand_in={"deploy": "sorted"})
    alone = Vector(GAME, 1, seed=0, seat=0, opponent="greedy")
    while alone.states["phase"][0] == 0:
        alone.step(first.choose(alone.observations, alone.mask))
    assert (fresh.states["cell"] == alone.states["cell"]).all()


def test_what_no_wrapper_knows_is_refused_and_agent_leaves_all_to_the_learner():
    with pytest.raises(ConfigError) as refused:
        Vector(GAME, 1, seed=0, stand_in={"dig": "in"})
    assert refused.value.params["path"] == "stand_in.dig"
    with pytest.raises(ConfigError):
        Vector(GAME, 1, seed=0, stand_in={"deploy": "sorted", "dig": "in"})
    assert Vector(GAME, 1, seed=0, stand_in={"deploy": "agent"}).settled.stand_in is None
