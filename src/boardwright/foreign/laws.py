"""The laws for other people's environments. Each is a sentence in the catalogue and a test that counts its cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardwright.core.words import Word
from boardwright.foreign.cases import Cases, Effort
from boardwright.foreign.comparison import compare
from boardwright.foreign.environment import ACCEPTED, ENDS, IGNORED, RAISES, Environment, fingerprint, freeze
from boardwright.foreign.verdict import Broken, require

Test = Callable[[Environment, Cases], int]

TOLERANCE = 1e-6


@dataclass(frozen=True)
class Finding:
    """The result of a law: whether it holds, the number of cases (0: it was not asked), and the error if broken."""

    law: str
    holds: bool
    cases: int
    error: Word | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        error = None if self.error is None else {**self.error.to_dict(), "message": str(self.error)}
        return {"law": self.law, "holds": self.holds, "cases": self.cases, "error": error}


def episodes_can_be_played(env: Environment, cases: Cases) -> int:
    """Random legal actions raise nothing, and whoever is to act has a legal one."""
    for number in range(cases.effort.games):
        for actions in cases.play(number):
            require(env.mask().any(), actions, mover=env.mover)
    return len(cases.episodes)


def episodes_end_in_time(env: Environment, cases: Cases) -> int:
    """Episodes end, within the declared length if there is one."""
    for episode in cases.episodes:
        length, declared = len(episode.actions), env.longest
        require(episode.over, steps=length)
        require(declared is None or length <= declared, episode.actions, length=length, declared=declared)
    return len(cases.episodes)


def legal_actions_are_accepted(env: Environment, cases: Cases) -> int:
    """Every action of the mask is accepted, not only the ones that were played."""
    tried = 0
    for episode, plies in cases.sample():
        episode.play(env, plies)
        legal = np.flatnonzero(env.mask())
        for action in cases.rng.permutation(legal)[: cases.effort.actions].tolist():
            episode.play(env, plies)
            history = [*episode.actions[:plies], action]
            try:
                env.act(action)
            except Exception as error:
                raise Broken(history, {"error": _said(error)}) from error
            tried += 1
    return tried


def illegal_actions_are_refused(env: Environment, cases: Cases) -> int:
    """An action that the mask forbids is answered as documented: an error, the end of the episode, or no change."""
    tried = 0
    answers: dict[str, list[int]] = {}
    for episode, plies in cases.sample_forbidding():
        episode.play(env, plies)
        illegal = np.flatnonzero(~env.mask())
        for action in cases.rng.permutation(illegal)[:2].tolist():
            episode.play(env, plies)
            history = [*episode.actions[:plies], action]
            answer = _answer(env, action)
            require(answer in env.refusals, history, action=action, answer=answer, documented=env.refusals)
            answers.setdefault(answer, history)
            first = next(iter(answers))
            require(len(answers) == 1, history, action=action, answer=answer, elsewhere=first)
            tried += 1
    return tried


def same_seed_gives_same_episode(env: Environment, cases: Cases) -> int:
    """The same seed and actions give the same masks, observations and rewards."""
    for episode in cases.episodes:
        seen = [list(_watched(env, episode.seed, episode.actions)) for _ in range(2)]
        ply = next((ply for ply, (one, other) in enumerate(zip(*seen)) if one != other), None)
        require(ply is None, episode.actions[:ply], seed=episode.seed)
    return len(cases.episodes)


def observing_changes_nothing(env: Environment, cases: Cases) -> int:
    """Masks and observations that are read twice are the same."""
    tried = 0
    for episode, plies in cases.sample():
        episode.play(env, plies)
        require(fingerprint(env) == fingerprint(env), episode.actions[:plies])
        tried += 1
    return tried


def observations_are_in_their_space(env: Environment, cases: Cases) -> int:
    """Every observation is in the declared space, at the end too."""
    tried = 0
    for episode in cases.episodes:
        env.begin(episode.seed)
        for ply in range(len(episode.actions) + 1):
            require(not (misfits := env.misfits()), episode.actions[:ply], observations=misfits)
            tried += 1
            if ply < len(episode.actions):
                env.act(episode.actions[ply])
    return tried


def ends_are_final(env: Environment, cases: Cases) -> int:
    """At the end nobody is to act, returns are within their declared bounds, and the library's protocol agrees."""
    ended = [episode for episode in cases.episodes if episode.over]
    for episode in ended:
        episode.play(env)
        returns = env.returns()
        require(not env.mask().any() and np.isfinite(returns).all(), episode.actions, returns=returns)
        low, high = env.bounds or (-math.inf, math.inf)
        within = low - TOLERANCE <= min(returns) and max(returns) <= high + TOLERANCE
        require(within, episode.actions, returns=returns, declared=env.bounds)
        require(not (wrong := env.unfinished()), episode.actions, unfinished=wrong)
    return len(ended)


def rewards_have_their_sum(env: Environment, cases: Cases) -> int:
    """The rewards of all players add up to the declared sum; to 0 for two players where nothing is declared."""
    ended = [episode for episode in cases.episodes if episode.over]
    if env.total is None or env.players == 1:
        return 0
    for episode in ended:
        episode.play(env)
        returns = env.returns()
        require(abs(sum(returns) - env.total) <= TOLERANCE, episode.actions, returns=returns, sum=env.total)
    return len(ended)


def copies_play_on(env: Environment, cases: Cases) -> int:
    """A copy plays on as its original would have, and changes nothing in it."""
    tried = 0
    for episode, plies in cases.sample():
        rest = episode.actions[plies:]
        episode.play(env, plies)
        for way, other in env.copies().items():
            before = fingerprint(env)
            require(fingerprint(other) == before, episode.actions[:plies], copied=way)
            for action in rest:
                other.act(action)
            require(fingerprint(env) == before, episode.actions[:plies], copied=way, changed="original")
            last = fingerprint(other)
            for action in rest:
                env.act(action)
            require(fingerprint(env) == last, episode.actions, copied=way, at=plies)
            episode.play(env, plies)
            tried += 1
    return tried


def same_as_ours(env: Environment, cases: Cases) -> int:
    """Where we have the same game: the same player to act, mask and outcome after the same actions."""
    return compare(env, cases)


LAWS: tuple[Test, ...] = (
    episodes_can_be_played,
    episodes_end_in_time,
    legal_actions_are_accepted,
    illegal_actions_are_refused,
    observing_changes_nothing,
    same_seed_gives_same_episode,
    observations_are_in_their_space,
    ends_are_final,
    rewards_have_their_sum,
    copies_play_on,
    same_as_ours,
)
"""The laws in order. The others rest on the first."""


def judge(env: Environment, effort: Effort, laws: Sequence[str] = ()) -> Iterator[Finding]:
    """Try the laws of these names, by default all, each when the caller asks for it. None after a broken first one."""
    cases = Cases(env, effort)
    for law in LAWS:
        first, asked = law is LAWS[0], not laws or law.__name__ in laws
        if not (first or asked):
            continue
        finding = _judge_by(law, env, cases)
        if asked or not finding.holds:
            yield finding
        if first and not finding.holds:
            return


def _judge_by(law: Test, env: Environment, cases: Cases) -> Finding:
    name = law.__name__
    cases.reseed(name)
    try:
        return Finding(name, True, law(env, cases))
    except Broken as broken:
        history, facts = broken.history, broken.facts
    except Exception as error:  # of any kind: it is another library's code
        history, facts = [], {"error": _said(error)}
    params = {
        "env": env.name,
        "says": Word(f"env_law_{name}"),
        "history": history,
        "facts": [f"{fact}={value}" for fact, value in facts.items()],
    }
    return Finding(name, False, 0, Word("env_broken", params))


def _answer(env: Environment, action: int) -> str:
    """The answer to an illegal action."""
    mover, observed, returns = env.mover or 0, freeze(dict(env.observations())), env.returns()
    try:
        env.act_illegally(action)
    except Exception:
        return RAISES
    if env.mover is None and env.returns()[mover] < returns[mover]:
        return ENDS
    # Observations alone: an ignored action may cost something.
    return IGNORED if freeze(dict(env.observations())) == observed else ACCEPTED


def _watched(env: Environment, seed: int, actions: Sequence[int]) -> Iterator[bytes]:
    env.begin(seed)
    yield fingerprint(env)
    for action in actions:
        env.act(action)
        yield fingerprint(env)


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".partition("\n")[0][:200]
