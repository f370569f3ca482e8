"""The laws for other people's environments: each catches a planted fault, and sound environments keep them all."""

from __future__ import annotations

import logging

import gymnasium
import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.core.words import Word
from boardwright.foreign.cases import Cases, effort
from boardwright.foreign.laws import LAWS, Finding, judge
from boardwright.foreign.loading import load
from saying import refused, told

from . import pile

PILE = "pettingzoo:foreign.pile"

SENTENCES = [
    "env_law_episodes_can_be_played",
    "env_law_episodes_end_in_time",
    "env_law_legal_actions_are_accepted",
    "env_law_illegal_actions_are_refused",
    "env_law_observing_changes_nothing",
    "env_law_same_seed_gives_same_episode",
    "env_law_observations_are_in_their_space",
    "env_law_ends_are_final",
    "env_law_rewards_have_their_sum",
    "env_law_copies_play_on",
    "env_law_same_as_ours",
]


@pytest.fixture(autouse=True)
def quiet(caplog):
    # PettingZoo's wrapper logs each illegal action.
    caplog.set_level(logging.CRITICAL)


def findings(env) -> dict[str, Finding]:
    return {finding.law: finding for finding in judge(env, effort(quick=True))}


def broken(env) -> list[str]:
    return [name for name, finding in findings(env).items() if not finding.holds]


def test_every_law_has_a_sentence() -> None:
    assert [f"env_law_{law.__name__}" for law in LAWS] == SENTENCES
    for code in SENTENCES:
        told(Word(code), code)


def test_a_sound_environment_keeps_every_law() -> None:
    tried = findings(load(PILE))
    assert [name for name, finding in tried.items() if not finding.holds] == []
    assert [name for name, finding in tried.items() if not finding.cases] == ["same_as_ours"]


@pytest.mark.parametrize("law", [law.__name__ for law in LAWS if law.__name__ != "same_as_ours"])
def test_a_planted_fault_is_caught_by_its_law(law, monkeypatch) -> None:
    monkeypatch.setattr(pile, "FAULT", law)
    short = effort().model_copy(update={"games": 10, "steps": 100})
    found = {finding.law: finding for finding in judge(load(PILE), short, [law])}
    caught = found.get(law, found.get("episodes_can_be_played"))
    assert not caught.holds, found
    told(caught.error, "env_broken")
    assert str(Word(f"env_law_{caught.law}")) in str(caught.error)


def test_an_action_that_is_allowed_and_raises_is_caught_where_nobody_played_it(monkeypatch) -> None:
    env = load(PILE)
    cases = Cases(env, effort())
    LAWS[0](env, cases)
    monkeypatch.setattr(pile, "FAULT", "legal_actions_are_accepted")
    keep = [episode for episode in cases.episodes if not _takes_two_of_five(episode)]
    assert keep
    cases.episodes[:] = keep
    with pytest.raises(Exception, match="two of five"):
        LAWS[2](env, cases)


def _takes_two_of_five(episode) -> bool:
    stones = 7 + episode.seed % 3
    for action in episode.actions:
        if (action, stones) == (1, 5):
            return True
        stones -= action + 1
    return False


class Corridor(gymnasium.Env):
    """Five cells, left or right; the mask forbids what has no effect. `leaks` lets a forbidden step through."""

    action_space = gymnasium.spaces.Discrete(2)
    observation_space = gymnasium.spaces.Discrete(5)

    def __init__(self, leaks: bool = False) -> None:
        self.leaks = leaks

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.at = int(self.np_random.integers(4))
        return self.at, self._info()

    def step(self, action):
        self.at = min(4, self.at - 1 if action == 0 and (self.at or self.leaks) else self.at + action)
        self.at %= 5
        return self.at, float(self.at == 4), self.at == 4, False, self._info()

    def _info(self):
        return {"action_mask": np.array([self.at > 0, True], np.int8)}


@pytest.mark.parametrize(("leaks", "wrong"), [(False, []), (True, ["illegal_actions_are_refused"])])
def test_gymnasium_environments_ignore_what_their_mask_forbids(leaks, wrong) -> None:
    gymnasium.register("corridor-v0", Corridor, kwargs={"leaks": leaks})
    try:
        assert broken(load("gymnasium:corridor-v0")) == wrong
    finally:
        del gymnasium.registry["corridor-v0"]


def test_environments_of_openspiel_are_compared_with_ours() -> None:
    pytest.importorskip("pyspiel")
    env = load("openspiel:tic_tac_toe")
    tried = findings(env)
    assert [name for name, finding in tried.items() if not finding.holds] == []
    assert tried["same_as_ours"].cases > 30
    returns = env.returns
    env.returns = lambda: [-value for value in returns()]
    assert "same_as_ours" in broken(env)
    env = load("openspiel:tic_tac_toe")
    mask = env.mask
    env.mask = lambda: mask() & ((np.arange(9) != 8) | (env.state.move_number() > 0))
    assert not findings(env)["same_as_ours"].holds


@pytest.mark.parametrize("text", ["openspiel:kuhn_poker", "openspiel:matrix_rps"])
def test_chance_and_simultaneous_moves_of_openspiel_are_played(text) -> None:
    pytest.importorskip("pyspiel")
    assert broken(load(text)) == []


def test_a_game_with_other_action_indices_is_not_compared() -> None:
    pytest.importorskip("pyspiel")
    assert registry.definition("quoridor").peers["open_spiel"] == "quoridor"
    env = load("openspiel:quoridor")
    assert {law.__name__: law for law in LAWS}["same_as_ours"](env, Cases(env, effort(quick=True))) == 0


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("nonsense", "env_text", {"known": ["pettingzoo", "gymnasium", "openspiel"]}),
        ("atari:pong", "env_text", {}),
        ("pettingzoo:no_such_v0", "env_absent", {"module": "pettingzoo.classic.no_such_v0"}),
        ("gymnasium:NoSuch-v0", "env_unreadable", {}),
        ("gymnasium:Pendulum-v1", "env_actions", {}),
    ],
)
def test_an_environment_that_cannot_be_had_is_refused(text, code, params) -> None:
    with refused(ConfigError, code, **params):
        load(text)
