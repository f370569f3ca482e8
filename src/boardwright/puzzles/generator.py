"""Makes puzzles from games: positions in which few moves keep a proven result. The same seed gives the same puzzles.

Games are played by the game's usual opponent with random moves in between, each by a generator of its own. A position
becomes a puzzle in one of three ways, each proved by a search over all legal actions:

* a win that few moves keep, and all others are proved to give away;
* a draw that few moves keep, and all others are proved to lose;
* a win within some plies that few moves force, where the others are not proved to win as soon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from boardwright.agents import defaults, make, spec
from boardwright.agents.requirements import two_sided
from boardwright.agents.state_space import identities
from boardwright.core.agent import Agent, Turn
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.puzzle_records import LEVELS, PuzzleAnswer, PuzzleRecord, PuzzleWord
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word
from boardwright.puzzles.proof import Prover
from boardwright.puzzles.proof_loop import HOLD
from boardwright.puzzles.settings import PuzzleSettings

Progress = Callable[[int, int], None]
"""Told the number of puzzles and of games so far."""


def generate(
    game: Game, number: int, seed: int, settings: PuzzleSettings, progress: Progress | None = None
) -> list[PuzzleRecord]:
    """Up to `number` puzzles of a game, the easy ones first, as even as possible between the levels.

    A game's own puzzles (`People.quiz`) come before those of the search.
    """
    made = _own(game, seed, settings) if game.definition.people.quiz is not None else _searched(game, seed, settings)
    share = -(-number // len(LEVELS))
    kept: dict[str, list[PuzzleRecord]] = {level: [] for level in LEVELS}
    for games, record in made:
        if record is not None and len(kept[record.level]) < number:
            kept[record.level].append(record)
        if progress is not None:
            progress(sum(min(len(records), share) for records in kept.values()), games)
        if all(len(records) >= share for records in kept.values()):
            break
    return _even(kept, number)


def _even(kept: Mapping[str, list[PuzzleRecord]], number: int) -> list[PuzzleRecord]:
    """A choice as even as the levels allow: where one has too few, the others fill its place."""
    wanted = dict.fromkeys(LEVELS, 0)
    while sum(wanted.values()) < number and any(wanted[level] < len(kept[level]) for level in LEVELS):
        for level in LEVELS:
            if wanted[level] < len(kept[level]) and sum(wanted.values()) < number:
                wanted[level] += 1
    chosen = [record for level in LEVELS for record in kept[level][: wanted[level]]]
    return sorted(chosen, key=lambda record: (LEVELS.index(record.level), record.plies, record.number))


def _own(game: Game, seed: int, settings: PuzzleSettings) -> Iterator[tuple[int, PuzzleRecord | None]]:
    quiz = game.definition.people.quiz
    assert quiz is not None
    for number in range(settings.games):
        yield number + 1, quiz(game, seed, number)


def _searched(game: Game, seed: int, settings: PuzzleSettings) -> Iterator[tuple[int, PuzzleRecord | None]]:
    try:
        two_sided("puzzles", game)
    except AgentError as error:
        raise ConfigError("puzzles_none", path="game", game=game.name) from error
    prover = Prover(game, plies=settings.plies, nodes=settings.nodes, table=settings.table)
    name, options = spec.parse(defaults.opponent(game))
    agent = make(name, game, **options)
    known: set[bytes] = set()
    for number in range(settings.games):
        yield number + 1, None
        for history, state in _played(game, agent, seed, number, settings):
            (key,) = identities(game, game.fold(state)[1])
            if key in known:
                continue
            known.add(key)
            record = puzzle_of(prover, state, history, seed, number, settings)
            if record is not None:
                yield number + 1, record


def _played(
    game: Game, agent: Agent, seed: int, number: int, settings: PuzzleSettings
) -> Iterator[tuple[list[list[int]], Array]]:
    """The positions of a game, each with the moves that led to it."""
    rng = np.random.default_rng((seed, number))
    state, history = game.new(), list[list[int]]()
    while state["to_move"][0] != TERMINAL:
        yield [list(step) for step in history], state
        turn = Turn(game, state, int(state["to_move"][0]), rng)
        if len(history) < settings.opening or rng.random() < settings.blunders:
            action = int(rng.choice(turn.legal_actions))
        else:
            action = turn.checked(agent.act(turn), "puzzles")
        state = game.apply(state, action)
        history.append([action, 0])


def puzzle_of(
    prover: Prover, state: Array, history: list[list[int]], seed: int, number: int, settings: PuzzleSettings
) -> PuzzleRecord | None:
    """The puzzle of a position, None if it is none."""
    game, player = prover.game, int(state["to_move"][0])
    actions = np.flatnonzero(game.legal_mask(state)[0]).tolist()
    if len(actions) < 1 + settings.wrong:
        return None
    soonest = prover.soonest(state, prover.plies)
    if soonest is None:
        if not prover.forces(state, player, HOLD, prover.plies):
            return None
        aim, ends = "draw", _proved(prover, state, actions)
        if ends is None:
            return None
    else:
        if soonest < settings.shortest:
            return None
        quick = {action: prover.wins_within(state, action, soonest) for action in actions}
        if None in quick.values() or sum(map(bool, quick.values())) > settings.right:
            return None
        aim, ends = "win", _proved(prover, state, actions)
        if ends is None:
            # What wins so soon is known; of the others, a loss is worth telling.
            aim = "within"
            ends = {
                action: soonest if wins else prover.verdict(state, action, soonest) for action, wins in quick.items()
            }
    right = [action for action, end in ends.items() if end is not None and _is_right(end, aim, soonest or 0)]
    lost = [-end for end in ends.values() if end is not None and end < 0]
    plies = soonest if soonest is not None else max(lost, default=0)
    few = 0 < len(right) <= settings.right and len(ends) - len(right) >= settings.wrong
    if not few or plies < settings.shortest:
        return None
    answers = [
        PuzzleAnswer(
            action=action,
            right=action in right,
            end=end,
            reason=PuzzleWord.of(reason(end, aim, plies)),
            line=prover.line(state, action, end, settings.line) if end else [],
        )
        for action, end in ends.items()
    ]
    return PuzzleRecord(
        game=game.name,
        version=game.version,
        config=game.config,
        seed=seed,
        number=number,
        history=history,
        task=PuzzleWord(code=f"puzzle_task_{aim}", params={"plies": plies} if aim == "within" else {}),
        level=settings.level(plies),
        plies=plies,
        answers=answers,
    )


def _proved(prover: Prover, state: Array, actions: list[int]) -> dict[int, int | None] | None:
    """The ends of all actions, None as soon as one of them is not proved."""
    ends: dict[int, int | None] = {}
    for action in actions:
        ends[action] = prover.verdict(state, action, prover.plies)
        if ends[action] is None:
            return None
    return ends


def _is_right(end: int, aim: str, plies: int) -> bool:
    return end == 0 if aim == "draw" else end > 0 if aim == "win" else 0 < end <= plies


def reason(end: int | None, aim: str, plies: int) -> Word:
    """What a move with this end keeps or gives away, by what was asked."""
    if end is None or (aim == "within" and end > plies):
        return Word("puzzle_too_slow", {"plies": plies})
    if end == 0:
        return Word("puzzle_draw_kept" if aim == "draw" else "puzzle_win_to_draw")
    if end > 0:
        return Word("puzzle_win_kept", {"plies": end})
    return Word("puzzle_draw_to_loss" if aim == "draw" else "puzzle_win_to_loss", {"plies": -end})
