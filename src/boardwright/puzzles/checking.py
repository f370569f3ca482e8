"""Proves the answers of puzzles again, by the rules and a fresh search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.puzzle_records import PuzzleRecord, position_of
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.puzzles.proof import Prover
from boardwright.puzzles.settings import PuzzleSettings


def faults(records: Iterable[PuzzleRecord], settings: PuzzleSettings) -> Iterator[Word]:
    """A sentence for each answer that cannot be proved, and for each puzzle without the right set of answers."""
    provers: dict[str, Prover] = {}
    for place, record in enumerate(records, 1):
        game = registry.load(record.game, config=record.config)
        state = position_of(record, game).state
        if game.definition.people.quiz is not None:
            again = game.definition.people.quiz(game, record.seed, record.number)
            if again != record:
                yield Word("puzzle_wrong_quiz", {"number": place})
            continue
        legal = np.flatnonzero(game.legal_mask(state)[0]).tolist()
        if sorted(answer.action for answer in record.answers) != legal:
            yield Word("puzzle_wrong_moves", {"number": place})
            continue
        prover = provers.setdefault(game.digest, _prover(game, settings))
        yield from _unproved(prover, state, record, place)


def _prover(game: Game, settings: PuzzleSettings) -> Prover:
    return Prover(game, plies=settings.plies, nodes=settings.nodes, table=settings.table)


def _unproved(prover: Prover, state: Array, record: PuzzleRecord, place: int) -> Iterator[Word]:
    aim = record.task.code.removeprefix("puzzle_task_")
    player = int(state["to_move"][0])
    for answer in record.answers:
        if aim == "within":
            right: bool | None = prover.wins_within(state, answer.action, record.plies)
        else:
            end = prover.verdict(state, answer.action, prover.plies)
            right = None if end is None or end != answer.end else end == 0 if aim == "draw" else end > 0
        if right is not answer.right:
            text = prover.game.actions.to_text(answer.action, player)
            yield Word("puzzle_wrong_answer", {"number": place, "move": text})
