"""Laws about secrets: a player's view, events and determinisations depend on what that player knows, and no more.

What a player knows is the observation, the header of the state (whose turn it is, the phase, the end), and the
player's own actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from boardwright.core import dice, visibility
from boardwright.core.compiled import compiler
from boardwright.core.game import Game
from boardwright.core.position import Step
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.testing.cases import Case, Cases
from boardwright.testing.laws.law import INTERPRETED, SHIPPED, law, require

BEGINNING, OTHERS, KEPT = 6, 24, 4
"""The plies of the beginning of a game, other actions tried in place of one, and how many of these are followed."""

FOLLOWED, LATER = 16, 0.1
"""The plies that a changed past is followed for, and the probability that one of them is compared, after the first."""

DRAWS, REDRAWN = 6, 2
"""Draws tried of an action that needs one, and other states that the rules' own `resample` makes of the true one."""

AGAIN, EARLIER = 8, (1, 2, 5)
"""Draws by which machine code redraws each state again, and by which one so many plies back is redrawn, to go on from
there. Plain Python redraws again by one: a redraw may take it a tenth of a second."""

NEAR = 12
"""Two secret actions of a player are exchanged if the second is one of that player's next so many."""


@law("observe", "resample", "scene", phases=(INTERPRETED, SHIPPED))
def nothing_leaks(game: Game, cases: Cases) -> int:
    """Redrawing the part that a player cannot see changes no observation, mask or view of that player."""
    tried = 0
    changed = False
    for case in cases.open:
        for player in range(game.players):
            other = game.resample(case.state, player, dice.raw_bits(cases.rng))
            tried += 1
            told = case.state.copy()
            visibility.strip_events(game, told, np.array([player]))
            if other.tobytes() == told.tobytes():
                continue  # what is equal byte for byte looks equal, too
            changed = True
            same = game.observe(case.state, player).tobytes() == game.observe(other, player).tobytes()
            require(same, case, player=player, differs="observation")
            if int(case.state["to_move"][0]) == player:
                same = np.array_equal(game.legal_mask(case.state), game.legal_mask(other))
                require(same, case, player=player, differs="mask")
            part = differing(game.view(case.state, player).model_dump(), game.view(other, player).model_dump())
            require(not part, case, player=player, differs=f"view.{part}")
    hidden = not game.definition.perfect_information
    require(changed == hidden, None, resample="changes states" if changed else "never changes anything")
    return tried


@law("resample")
def resampling_forgets(game: Game, cases: Cases) -> int:
    """Redrawing twice, at once or some plies apart, gives the state that the second draw alone gives."""
    if game.definition.perfect_information:
        return len(cases.open)
    again = 1 if game.interpreted or compiler.INTERPRETED else AGAIN
    rows = np.repeat(cases.rows(), again)
    first, second = (_draws(cases, len(rows)) for _ in range(2))
    for player in range(game.players):
        once = game.resample(rows, player, second)
        twice = game.resample(game.resample(rows, player, first), player, second)
        _require_forgotten(once, twice, [cases.open[row // again] for row in range(len(rows))], player)
    tried = len(rows) * game.players
    for case in cases.open:
        player, back = int(cases.rng.integers(game.players)), min(int(cases.rng.choice(EARLIER)), len(case.history))
        others = _redrawn_earlier(game, cases, case, player, back)[:1]
        draws = _draws(cases, len(others))
        once = game.resample(np.repeat(case.state, len(others)), player, draws)
        _require_forgotten(once, game.resample(others, player, draws), [case], player)
        tried += len(others)
    return tried


def _redrawn_earlier(game: Game, cases: Cases, case: Case, player: int, back: int) -> Array:
    """Redraw the state of `back` plies ago, and go on as before. Returns other states that look the same.

    Rules that cannot redraw a position, and leave the truth there, may be able to redraw an earlier one.
    """
    true = game.new(variant=int(case.state["variant"][0]))
    for step in case.history[: len(case.history) - back]:
        game.step(true, [step.action], [step.draw])
    rows = np.concatenate([true, game.resample(np.repeat(true, DRAWS), player, _draws(cases, DRAWS))])
    for step in case.history[len(case.history) - back :]:
        look = game.inspect(rows, step.action)
        rows = rows[(look.reasons == OK) & (look.chances == look.chances[0])]
        game.step(rows, step.action, step.draw)
        known = _known(game, rows, player)
        rows = rows[[row == known[0] for row in known]]
    return rows[[row.tobytes() != case.state.tobytes() for row in rows]]


def _require_forgotten(once: Array, twice: Array, cases: Sequence[Case], player: int) -> None:
    """Require that rows which were redrawn by the same draws are equal."""
    for row in _unequal(once, twice):
        field = differing_field(once[row : row + 1], twice[row : row + 1])
        require(False, cases[row], player=player, the_truth_is_left_in=f"s.{field}")


@law("resample", "observe", "scene", phases=(INTERPRETED, SHIPPED))
def information_sets_agree(game: Game, cases: Cases) -> int:
    """Pasts that a player cannot tell apart give that player the same redrawn state, view and history."""
    if game.definition.perfect_information:
        return len(cases.ends)
    tried = 0
    actors = [_actors(game, case) for case in cases.ends]
    for past in range(len(cases.open)):
        number = past % len(cases.ends)
        case = cases.ends[number]
        # Half of the changes are at the beginning, where most games hide something.
        last = len(case.history) if past % 2 else min(BEGINNING, len(case.history))
        for player in range(game.players):
            tried += _compare_pasts(game, cases, case, int(cases.rng.integers(0, last)), player)
        tried += _compare_exchanged(game, cases, case, actors[number], past // len(cases.ends) % game.players)
    return tried


def _compare_pasts(game: Game, cases: Cases, case: Case, ply: int, player: int) -> int:
    """Change one step of a game's history so that a player sees nothing, and go on as before for as long as that holds.

    Compares some states of the true history with one of the others each. Returns the number of comparisons.
    """
    true = game.new(variant=int(case.state["variant"][0]))
    for step in case.history[:ply]:
        game.step(true, [step.action], [step.draw])
    others, steps = _alternatives(game, cases, true, case.history[ply], player)
    actor, mover, tried = int(game.actor(true, [case.history[ply].action])[0]), int(true["to_move"][0]), 0
    for number in range(ply, min(ply + FOLLOWED, len(case.history))):
        step = case.history[number]
        if number > ply:
            look, needed = game.inspect(others, step.action), game.chance(true, step.action)
            fits = np.flatnonzero((look.reasons == OK) & (look.chances == needed))
            others, steps = others[fits], [steps[row] for row in fits]
            game.step(others, step.action, step.draw)
        game.step(true, [step.action], [step.draw])
        if number == ply:
            redrawn = game.resample(np.repeat(true, REDRAWN), player, _draws(cases, REDRAWN))
            others, steps = np.concatenate([others, redrawn]), steps + [None] * REDRAWN
        known = _known(game, true, player)[0]
        alike = [row for row, other in enumerate(_known(game, others, player)) if other == known]
        alike = sorted(cases.rng.permutation(alike)[:KEPT].tolist())
        others, steps = others[alike], [steps[row] for row in alike]
        if not len(others) or int(true["to_move"][0]) == TERMINAL:
            return tried
        if number > ply and cases.rng.random() >= LATER:
            continue
        pick = int(cases.rng.integers(0, len(others)))
        taken = Case(true, case.history[: number + 1])
        swapped = steps[pick]
        facts = {"player": player, "with": _swap(game, swapped, case.history[ply], mover, ply)}
        if number == ply and swapped is not None:
            told = [_told(game, action, actor, player) for action in (step.action, swapped.action)]
            look_at = [f"public= of the group {game.actions.group_of(step.action).kind.__name__}"]
            require(told[0] == told[1], taken, look_at=look_at, **facts, differs="history")
        _require_alike(game, taken, others[pick : pick + 1], player, facts, cases)
        tried += 1
    return tried


def _compare_exchanged(game: Game, cases: Cases, case: Case, actors: list[int], player: int) -> int:
    """Exchange two actions that a player did not see, and go on as before for as long as the player sees no difference.

    A single change of the past is often seen where an exchange is not: two pieces of hidden ranks, on the same two
    cells. Returns the number of comparisons.
    """
    pairs = _exchangeable(game, case, actors, player)
    if not pairs:
        return 0
    first, second = pairs[int(cases.rng.integers(0, len(pairs)))]
    exchanged = {first: case.history[second].action, second: case.history[first].action}
    texts = [game.actions.to_text(action, actors[first]) for action in exchanged.values()]
    facts = {"player": player, "with": f"{texts[1]} at ply {first} and {texts[0]} at ply {second} exchanged"}
    rows, tried = np.repeat(game.new(variant=int(case.state["variant"][0])), 2), 0
    for ply, step in enumerate(case.history):
        actions = [step.action, exchanged.get(ply, step.action)]
        look, acting = game.inspect(rows, actions), game.actor(rows, actions)
        if look.reasons[1] != OK or look.chances[0] != look.chances[1] or acting[0] != acting[1]:
            return tried
        game.step(rows, actions, [step.draw] * 2)
        if ply <= second:
            continue  # public events of the two steps may have told their order
        known = _known(game, rows, player)
        if known[0] != known[1] or int(rows["to_move"][0]) == TERMINAL:
            return tried
        if ply == second + 1 or cases.rng.random() < LATER:
            _require_alike(game, Case(rows[:1], case.history[: ply + 1]), rows[1:], player, facts, cases)
            tried += 1
    return tried


def _exchangeable(game: Game, case: Case, actors: list[int], player: int) -> list[tuple[int, int]]:
    """The pairs of plies with different actions of one other player that a player does not see."""
    pairs = []
    for actor in set(range(game.players)) - {player}:
        secret = [
            ply
            for ply, step in enumerate(case.history)
            if actors[ply] == actor and not visibility.sees_action(game, step.action, actor, player)
        ]
        near = [(first, second) for at, first in enumerate(secret) for second in secret[at + 1 : at + 1 + NEAR]]
        pairs += [pair for pair in near if case.history[pair[0]].action != case.history[pair[1]].action]
    return pairs


def _actors(game: Game, case: Case) -> list[int]:
    """The player of each step of a history."""
    state, actors = game.new(variant=int(case.state["variant"][0])), []
    for step in case.history:
        actors.append(int(game.actor(state, [step.action])[0]))
        game.step(state, [step.action], [step.draw])
    return actors


def _require_alike(game: Game, taken: Case, other: Array, player: int, facts: dict[str, Any], cases: Cases) -> None:
    """Require that a player's view of two states, and the state redrawn from each, are the same."""
    views = [game.view(state, player).model_dump() for state in (taken.state, other)]
    part = differing(*views)
    look_at = ["emit", "events="] if part.startswith("events") else ["scene"]
    require(not part, taken, look_at=look_at, **facts, differs=f"view.{part}")
    bits = dice.raw_bits(cases.rng)
    redrawn = [game.resample(state, player, bits) for state in (taken.state, other)]
    field = differing_field(*redrawn)
    # What `resample` leaves as it is, `advance` must not have written.
    look_at = ["resample", "advance", "observe"]
    require(not field, taken, look_at=look_at, **facts, differs=f"s.{field} after `resample`")


def _alternatives(game: Game, cases: Cases, state: Array, taken: Step, player: int) -> tuple[Array, list[Step | None]]:
    """The states after other steps than the one taken, and those steps. A player's own action stays as it is."""
    actor = int(game.actor(state, [taken.action])[0])
    legal = cases.legal(state)
    actions = [taken.action] if actor == player else [int(a) for a in cases.rng.permutation(legal)[:OTHERS]]
    steps = []
    for action in actions:
        needed = int(game.chance(state, [action])[0])
        draws = [0] if needed == 1 else [cases.draw(state, action) for _ in range(DRAWS)]
        steps += [Step(action, draw) for draw in draws if (action, draw) != taken]
    if not steps:
        return np.repeat(state, 0), []
    actors = game.actor(np.repeat(state, len(steps)), [step.action for step in steps])
    steps = [step for step, other in zip(steps, actors) if other == actor]
    rows = np.repeat(state, len(steps))
    game.step(rows, [step.action for step in steps], [step.draw for step in steps])
    return rows, [*steps]


def _known(game: Game, rows: Array, player: int) -> list[bytes]:
    """What a player knows of each row."""
    columns = [game.observe(rows, player), *(rows[name] for name in ("to_move", "phase", "truncated", "returns"))]
    return [b"".join(column[row].tobytes() for column in columns) for row in range(len(rows))]


def _told(game: Game, action: int, actor: int, player: int) -> str:
    return game.actions.to_text(action, actor) if visibility.sees_action(game, action, actor, player) else ""


def _swap(game: Game, other: Step | None, taken: Step, mover: int, ply: int) -> str:
    """The change of the past, in words."""
    if other is None:
        return f"the hidden part redrawn after ply {ply}"
    texts = [game.actions.to_text(step.action, mover) for step in (other, taken)]
    if other.action == taken.action:
        return f"another draw for {texts[0]} at ply {ply}"
    return f"{texts[0]} instead of {texts[1]} at ply {ply}"


def _draws(cases: Cases, n: int) -> Array:
    return np.array([dice.raw_bits(cases.rng) for _ in range(n)], np.int64)


def _unequal(one: Array, other: Array) -> list[int]:
    return [row for row in range(len(one)) if one[row].tobytes() != other[row].tobytes()]


def differing_field(one: Array, other: Array) -> str:
    """The name of the first field in which two states differ, empty if they are equal."""
    return next((name for name in one.dtype.names or () if one[name].tobytes() != other[name].tobytes()), "")


def differing(one: Any, other: Any) -> str:
    """The path to the first part in which two views differ, empty if they are equal: `panels.0.rows.1`."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(name, one[name], other[name]) for name in one]
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        pairs = [(str(number), *both) for number, both in enumerate(zip(one, other))]
    else:
        return "" if one == other else "."
    for name, mine, theirs in pairs:
        if path := differing(mine, theirs):
            return name if path == "." else f"{name}.{path}"
    return ""
