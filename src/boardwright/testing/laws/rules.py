"""Laws about the rules themselves: legality, turns, endings."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from boardwright.core.errors import BoardwrightError, IllegalAction, RuleFault
from boardwright.core.game import Game
from boardwright.core.position import Step
from boardwright.core.record import GAME_OVER, OK, TERMINAL, Array
from boardwright.testing.cases import Cases
from boardwright.testing.laws.law import SHIPPED, law, require

ENUMERATED = 10_000
"""Games that declare at most this many states are enumerated; of larger ones the states of random games are counted."""

_AT_ONCE = 256


@law("check", "advance")
def game_can_be_played(game: Game, cases: Cases) -> int:
    """Random games can be played without an error in the rules."""
    return len(cases.ends)


@law("legal", "check")
def mask_is_check(game: Game, cases: Cases) -> int:
    """The legal action mask is true exactly where `check` returns OK."""
    every = np.arange(game.actions.policy)
    for case in cases.open:
        mask = game.legal_mask(case.state)[0]
        reasons = game.why_not(np.repeat(case.state, every.size), every)
        wrong = np.flatnonzero(mask != (reasons == OK))
        if wrong.size:
            action = int(wrong[0])
            given = game.definition.reason_name(int(reasons[action]))
            require(False, case, action=action, mask=bool(mask[action]), check=given)
    return len(cases.open) * every.size


@law("check")
def refusal_changes_nothing(game: Game, cases: Cases) -> int:
    """A refused action raises and changes no byte."""
    tried = 0
    for case in cases:
        before = case.state.tobytes()
        every = np.arange(game.actions.count)
        reasons = game.why_not(np.repeat(case.state, every.size), every)
        refused = every[reasons != OK][:8]
        for action in refused:
            try:
                game.step(case.state, [action], [0])
                raised = False
            except IllegalAction as error:
                raised = error.reason == reasons[action]
            require(raised and case.state.tobytes() == before, case, action=action, raised=raised)
            tried += 1
    return tried


@law("advance", "check")
def someone_can_move(game: Game, cases: Cases) -> int:
    """A state with a player to move has a legal action; a terminal state has none."""
    for case in cases.open:
        require(game.legal_mask(case.state)[0].any(), case, to_move=case.state["to_move"][0])
    for case in cases.ends:
        mask = game.legal_mask(case.state)[0]
        require(case.over == (not mask.any()), case, to_move=case.state["to_move"][0], legal=mask.sum())
        if case.over:
            require(game.why_not(case.state, 0)[0] == GAME_OVER, case, check="after the end")
    return len(cases.open) + len(cases.ends)


@law("advance")
def header_is_sound(game: Game, cases: Cases) -> int:
    """The ply counts actions; the mover, the phase and the variant are ones that exist."""
    for case in cases:
        s = game.record(case.state)
        require(int(s.ply) == len(case.history), case, ply=s.ply, actions=len(case.history))
        require(TERMINAL <= int(s.to_move) < game.players, case, to_move=s.to_move)
        phases = game.definition.phases
        require(
            int(s.phase) < len(phases), case, look_at=("Definition.phases", "advance"), phase=s.phase, phases=phases
        )
        require(int(s.variant) < len(game.configs), case, variant=s.variant)
        require(not s.truncated or case.over, case, truncated=s.truncated, to_move=s.to_move)
    return len(cases.open) + len(cases.ends)


@law("advance")
def ends_in_time(game: Game, cases: Cases) -> int:
    """Every game ends within its limit of plies."""
    for case in cases.ends:
        require(case.over and len(case.history) <= game.max_plies, case, plies=len(case.history))
    return len(cases.ends)


@law("layout")
def states_are_bounded(game: Game, cases: Cases) -> int:
    """No more states can be reached than the game declares."""
    counted = 0
    for variant, settings in enumerate(game.configs):
        bound = game.definition.layout(settings).max_states
        if bound is None:
            continue
        if bound <= ENUMERATED and not game.has_chance:
            states = _count_states(game, game.new(variant=variant), bound)
        else:
            rows = cases.everything()
            states = len(set(_identities(game, rows[rows["variant"] == variant])))
        require(states <= bound, None, max_states=bound, found=f"{states} or more")
        counted += states
    return counted


@law("observe", "layout")
def observations_keep_their_bounds(game: Game, cases: Cases) -> int:
    """Every field of an observation stays between the bounds that the layout declares for it."""
    rows, tried = cases.everything(), 0
    declared = [game.definition.layout(settings).bounds for settings in game.configs]
    for player in range(game.players):
        observed = game.observe(rows, player)
        for variant, bounds in enumerate(declared):
            for field, (low, high) in bounds.items():
                values = observed[field][rows["variant"] == variant]
                tried += len(values)
                if values.size and not low <= values.min() <= values.max() <= high:
                    found = [int(values.min()), int(values.max())]
                    require(False, None, field=field, bounds=[low, high], found=found, player=player)
    return tried


@law("advance")
def returns_are_sound(game: Game, cases: Cases) -> int:
    """Returns keep to their bounds, and to a sum of zero where the game says so."""
    low, high = game.definition.returns
    for case in cases.ends:
        returns = case.state["returns"][0]
        require(np.all((returns >= low) & (returns <= high)), case, returns=returns)
        if game.definition.zero_sum and not case.state["fault"][0]:
            require(abs(float(returns.sum())) < 1e-6, case, returns=returns)
    return len(cases.ends)


@law("advance", "faults")
def faults_are_raised(game: Game, cases: Cases) -> int:
    """A dead end ends the game, and `apply` raises it as the error that the game names for it."""
    for case in cases.ends:
        fault = int(case.state["fault"][0])
        if fault:
            require(case.over and fault in game.definition.faults, case, fault=fault)
            before = _replayed(game, case.history[:-1])
            try:
                game.apply(before, case.history[-1].action, case.history[-1].draw)
                raised: type[BoardwrightError] | None = None
            except RuleFault as error:
                raised = type(error)
            require(raised is not None, case, fault=fault)
    for case in cases.open:
        require(case.state["fault"][0] == 0, case, fault=case.state["fault"][0])
    return len(cases.ends) + len(cases.open)


# Where most games are played: a Reason that random games seldom meet is not a missing one.
@law("check", phases=(SHIPPED,))
def every_reason_occurs(game: Game, cases: Cases) -> int:
    """Every Reason that the game declares is given by some action in some state; the unused ones by none."""
    strays = _stray_reasons(game, cases)
    # A Reason is unused only if no variant has its rule.
    unused = set.intersection(*(set(game.definition.layout(settings).unused) for settings in game.configs))
    cases.meet({int(r) for r in game.definition.reasons if r != OK and r not in unused} - strays)
    given = cases.reasons | strays
    missing = [r.name for r in game.definition.reasons if r != OK and r not in unused and int(r) not in given]
    require(not missing, None, never_given=missing)
    wrongly = [r.name for r in unused if int(r) in given]
    require(not wrongly, None, given_though_unused=wrongly)
    return len(game.definition.reasons)


def _count_states(game: Game, start: Array, most: int) -> int:
    """The number of states that policy actions reach from a start, or some number above `most`."""
    seen: set[tuple[int, int]] = set()
    waiting = [start]
    while waiting and len(seen) <= most:
        states = waiting.pop()
        fresh = {identity: row for row, identity in enumerate(_identities(game, states)) if identity not in seen}
        seen.update(fresh)
        states = states[list(fresh.values())]
        rows, actions = np.nonzero(game.legal_mask(states))
        for at in range(0, len(rows), _AT_ONCE):
            after = states[rows[at : at + _AT_ONCE]]
            game.step(after, actions[at : at + _AT_ONCE])
            waiting.append(after)
    return len(seen)


def _identities(game: Game, states: Array) -> list[tuple[int, int]]:
    # The key covers the mover, the phase and the position.
    return list(zip(states["ply"].tolist(), game.key(states).tolist()))


def _stray_reasons(game: Game, cases: Cases) -> set[int]:
    # Actions that can be written but have no index: one step outside each field's range, and the game's `strays`.
    reasons: set[int] = set()
    for group in game.actions.groups:
        if group.check is None:
            continue
        for case in cases.open[:20]:
            p, s = game.params_of(case.state), game.record(case.state)
            for stray in group.strays:
                reasons.add(int(group.check(p, s, *asdict(stray).values())))
            for field, size in enumerate(group.sizes or ()):
                for value in (-1, size):
                    parts = [0] * len(group.fields)
                    parts[field] = value
                    reasons.add(int(group.check(p, s, *parts)))
    return reasons


def _replayed(game: Game, history: tuple[Step, ...]) -> Array:
    state = game.new()
    for action, draw in history:
        game.step(state, [action], [draw])
    return state
