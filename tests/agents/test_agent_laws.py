"""Every agent holds to the laws of agents in every game that it accepts, and each law catches a planted fault."""

from __future__ import annotations

import pytest

import boardwright
from boardwright.agents import NAMES
from boardwright.core import dice, registry
from boardwright.core.agent import Explanation, Plain, Turn
from boardwright.core.errors import AgentError, ConfigError
from boardwright.testing import agent_laws
from boardwright.testing.agent_laws import LAWS, judge_agent

PAIRS = [(name, game) for game in registry.names() for name in (*NAMES, *registry.definition(game).agents)]
QUICK = {("alphabeta", "quoridor"), ("expectimax", "royal_ur"), ("greedy", "skirmish"), ("solver", "minesweeper")}
"""Beside tic-tac-toe: every agent in the gate, and every kind of game. `make gate-full` tries all pairs."""

OPTIONS = {
    "alphabeta": {"depth": 2},
    "expectimax": {"depth": 2, "samples": 3},
    "mcts": {"iterations": 100},
    "perfect": {"states": 10_000},
}


SMALL = {"minesweeper", "skirmish"}


@pytest.mark.parametrize(
    ("name", "game"),
    [
        pytest.param(*pair, marks=() if pair in QUICK or pair[1] == "tic_tac_toe" else pytest.mark.slow)
        for pair in PAIRS
    ],
)
def test_agents_hold_to_the_laws(name, game):
    loaded = boardwright.load(game, "small" if game in SMALL else None)
    options = OPTIONS.get(name, {})
    try:
        verdicts = judge_agent(lambda: boardwright.agent(name, loaded, **options), loaded, games=2, seed=1)
    except (AgentError, ConfigError) as refused:
        pytest.skip(str(refused))
    assert verdicts == dict.fromkeys(LAWS)


class First(Plain):
    def act(self, turn):
        return turn.legal_actions[0]


class Illegal(First):
    def act(self, turn):
        return int((~turn.mask).argmax()) if not turn.mask.all() else 0


class Meddler(First):
    def act(self, turn):
        turn.imagined["ply"] += 1
        return super().act(turn)


class Moody(First):
    moods = 0

    def act(self, turn):
        Moody.moods += 1
        return turn.legal_actions[Moody.moods % len(turn.legal_actions)]


class Seer(First):
    def act(self, turn):
        # In the arena draws come from the seed that the generator was made of.
        seed = turn.rng.bit_generator.seed_seq.entropy
        return turn.legal_actions[dice.mix(seed) % len(turn.legal_actions)]


class Peeper(First):
    def act(self, turn):
        # Nothing that a turn holds tells where the mines are, unless a turn were made wrongly.
        return next(cell for cell in turn.legal_actions if not turn.imagined["mine"][0, cell])


class Liar(First):
    def explain(self, turn):
        return Explanation(turn.legal_actions[-1])


class Dreamer(First):
    def explain(self, turn):
        return Explanation(self.act(turn), dict.fromkeys(range(turn.mask.size), 0.0))


class Optimist(First):
    def explain(self, turn):
        return Explanation(self.act(turn), {}, (turn.legal_actions[0],) * 3)


PLANTS = {
    "plays_legal_actions": Illegal,
    "leaves_the_turn_alone": Meddler,
    "repeats_itself": Moody,
    "knows_no_draw_to_come": Seer,
    "explains_what_it_plays": Liar,
    "scores_legal_actions_only": Dreamer,
    "expects_a_line_that_can_be_played": Optimist,
}


@pytest.mark.parametrize(("law", "agent"), PLANTS.items())
def test_each_law_catches_a_planted_fault(agent, law):
    assert judge_agent(agent, boardwright.load("tic_tac_toe"), games=3, seed=1)[law] is not None


def test_a_turn_that_holds_the_truth_is_caught(toy, monkeypatch):
    game, law = toy("peek").as_interpreted(), "knows_no_secret"
    assert set(LAWS) == {*PLANTS, law}
    assert judge_agent(Peeper, game, games=3, seed=1)[law] is None

    class Truthful(Turn):
        def __init__(self, game, state, player, rng):
            super().__init__(game, state, player, rng)
            self.imagined = state.copy()

    monkeypatch.setattr(agent_laws, "Turn", Truthful)
    assert judge_agent(Peeper, game, games=3, seed=1)[law] is not None


def test_an_honest_agent_passes():
    assert not any(judge_agent(First, boardwright.load("tic_tac_toe"), games=3, seed=1).values())
