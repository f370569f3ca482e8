"""Every agent holds to the laws of agents in every game that it accepts, and each law catches a planted fault."""

from __future__ import annotations

import pytest

import boardwright
from boardwright.agents import NAMES
from boardwright.core import registry
from boardwright.core.agent import Explanation, Plain
from boardwright.core.errors import AgentError, ConfigError
from boardwright.testing.agent_laws import LAWS, judge_agent

PAIRS = [(name, game) for game in registry.names() for name in (*NAMES, *registry.definition(game).agents)]


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_agents_hold_to_the_laws(name, game):
    loaded = boardwright.load(game)
    options = {"alphabeta": {"depth": 3}, "perfect": {"states": 10_000}}.get(name, {})
    try:
        found = judge_agent(lambda: boardwright.agent(name, loaded, **options), loaded, games=3, seed=1)
    except (AgentError, ConfigError) as refused:
        pytest.skip(str(refused))
    assert found == dict.fromkeys(LAWS)


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


class Liar(First):
    def explain(self, turn):
        return Explanation(turn.legal_actions[-1])


class Dreamer(First):
    def explain(self, turn):
        return Explanation(self.act(turn), dict.fromkeys(range(turn.mask.size), 0.0))


class Optimist(First):
    def explain(self, turn):
        return Explanation(self.act(turn), {}, (turn.legal_actions[0],) * 3)


@pytest.mark.parametrize(("agent", "law"), list(zip((Illegal, Meddler, Moody, Liar, Dreamer, Optimist), LAWS)))
def test_each_law_catches_a_planted_fault(agent, law):
    assert judge_agent(agent, boardwright.load("tic_tac_toe"), games=3, seed=1)[law] is not None


def test_an_honest_agent_passes():
    assert not any(judge_agent(First, boardwright.load("tic_tac_toe"), games=3, seed=1).values())
