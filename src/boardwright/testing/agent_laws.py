"""The laws for agents, in every game that they accept."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from boardwright.core.agent import RESIGN, Agent, Turn
from boardwright.core.game import Game
from boardwright.testing.cases import Case, Cases

LAWS = (
    "plays_legal_actions",
    "leaves_the_turn_alone",
    "repeats_itself",
    "knows_no_draw_to_come",
    "knows_no_secret",
    "explains_what_it_plays",
    "scores_legal_actions_only",
    "expects_a_line_that_can_be_played",
)


def judge_agent(make: Callable[[], Agent], game: Game, *, games: int, seed: int) -> dict[str, str | None]:
    """Try an agent on states of random games. Returns for each law None, or its first violation."""
    cases = Cases(game, games=games, most=20 * games, seed=seed)
    violations: dict[str, str | None] = dict.fromkeys(LAWS)
    for case in cases.open:
        for law, problem in _problems(make, game, case):
            violations[law] = violations[law] or f"after {[step.action for step in case.history]}: {problem}"
    return violations


def _turn(game: Game, case: Case) -> Turn:
    return Turn(game, case.state, int(case.state["to_move"][0]), np.random.default_rng(len(case.history)))


def _of_another_seed(game: Game, case: Case) -> Turn:
    # The same numbers from a generator with another seed: future draws are a hash of a match's seed.
    turn = _turn(game, case)
    other = np.random.PCG64(len(case.history) + 1)
    other.state = turn.rng.bit_generator.state  # type: ignore[assignment]  # of the same kind
    turn.rng = np.random.Generator(other)
    return turn


def _with_other_secrets(game: Game, case: Case) -> Turn | None:
    # None where nothing is hidden, or where the redrawn part depends on the hidden part before it.
    player = int(case.state["to_move"][0])
    redrawn = game.resample(case.state, player, len(case.history))
    again = game.resample(redrawn, player, 1)
    if redrawn.tobytes() == case.state.tobytes() or again.tobytes() != game.resample(case.state, player, 1).tobytes():
        return None
    return _turn(game, Case(redrawn, case.history))


def _problems(make: Callable[[], Agent], game: Game, case: Case) -> list[tuple[str, str]]:
    turn = _turn(game, case)
    before = (turn.imagined.tobytes(), turn.mask.tobytes(), turn.observation.tobytes())
    agent = make()
    action = agent.act(turn)
    problems = []
    if action != RESIGN and not (0 <= action < turn.mask.size and turn.mask[action]):
        problems.append(("plays_legal_actions", f"plays {action}"))
    if (turn.imagined.tobytes(), turn.mask.tobytes(), turn.observation.tobytes()) != before:
        problems.append(("leaves_the_turn_alone", "changes what it was given"))
    again = make().act(_turn(game, case))
    if again != action:
        problems.append(("repeats_itself", f"plays {action}, then {again}"))
    again = make().act(_of_another_seed(game, case))
    if again != action:
        problems.append(("knows_no_draw_to_come", f"plays {action}, and {again} where other draws will come"))
    other = _with_other_secrets(game, case)
    again = action if other is None else make().act(other)
    if again != action:
        problems.append(("knows_no_secret", f"plays {action}, and {again} where something else is hidden"))
    explanation = make().explain(_turn(game, case))
    if explanation.action != action:
        problems.append(("explains_what_it_plays", f"plays {action}, explains {explanation.action}"))
    strays = [scored for scored in explanation.scores if not turn.mask[scored]]
    if strays:
        problems.append(("scores_legal_actions_only", f"scores {strays}"))
    if not _playable(game, turn, explanation.line):
        problems.append(("expects_a_line_that_can_be_played", f"expects {explanation.line}"))
    return problems


def _playable(game: Game, turn: Turn, line: tuple[int, ...]) -> bool:
    if game.has_chance or not game.definition.perfect_information:
        return True
    state = turn.imagined.copy()
    for action in line:
        if game.why_not(state, action)[0] != 0:
            return False
        game.step(state, action)
    return True
