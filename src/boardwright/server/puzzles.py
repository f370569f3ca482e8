"""Puzzles over HTTP: the files of a game's `puzzles` folder, asked and answered. Nothing is stored or searched.

Answers were proved when the files were made; here the rules replay a position, and an answer is looked up.
"""

from __future__ import annotations

from typing import Any

from boardwright.core import registry, visibility
from boardwright.core.errors import HistoryError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.puzzle_records import LEVELS, PuzzleRecord, position_of, shipped
from boardwright.core.record import Array
from boardwright.core.words import Word, say
from boardwright.server import presentation, puzzle_schemas, schemas
from boardwright.server.answers import Answers
from boardwright.server.aside import Aside, Kind
from boardwright.server.catalogue import Catalogue, title
from boardwright.server.problems import Refusal


class PuzzleRoom:
    """Asks puzzles. Files are read once, in threads; positions and verdicts are kept, as there are few."""

    def __init__(self, catalogue: Catalogue, answers: Answers, aside: Aside) -> None:
        self._catalogue = catalogue
        self._answers = answers
        self._aside = aside
        self._sets: dict[str, list[PuzzleRecord]] = {}

    async def listing(self, name: str, language: str) -> puzzle_schemas.PuzzleSet:
        """The puzzles of a game by level; none in a game without them."""
        records = await self._records(name)
        preset = registry.definition(name).files.preset
        game = await self._aside.thread(Kind.FILES, None, self._catalogue.game, name, preset)
        levels = []
        for level in LEVELS:
            numbers = [number for number, record in enumerate(records, 1) if record.level == level]
            if numbers:
                levels.append(puzzle_schemas.PuzzleLevel(level=level, title=_level(level, language), numbers=numbers))
        return puzzle_schemas.PuzzleSet(game=name, title=title(game, language), count=len(records), levels=levels)

    async def puzzle(self, name: str, number: int, language: str) -> bytes:
        """A puzzle as JSON."""
        key = (name, "puzzle", number, language)
        body = self._answers.get(key)
        if body is None:
            record, count = await self._record(name, number)
            game = await self._game(record)
            body = await self._aside.thread(Kind.PUZZLES, game, self._show, game, record, number, count, language)
            self._answers.keep(key, body)
        return body

    async def verdict(self, name: str, number: int, action: int | dict[str, Any], language: str) -> bytes:
        """The verdict on an answer as JSON. Raises Refusal for an action that the puzzle does not ask for."""
        asked = action if isinstance(action, int) else tuple(sorted(action.items()))
        key = (name, "verdict", number, asked, language)
        body = self._answers.get(key)
        if body is None:
            record, _ = await self._record(name, number)
            game = await self._game(record)
            body = await self._aside.thread(Kind.PUZZLES, game, self._judge, game, record, action, language)
            self._answers.keep(key, body)
        return body

    # -- inside

    async def _records(self, name: str) -> list[PuzzleRecord]:
        if name not in self._sets:
            self._sets[name] = await self._aside.thread(Kind.FILES, None, shipped, registry.definition(name))
        return self._sets[name]

    async def _record(self, name: str, number: int) -> tuple[PuzzleRecord, int]:
        records = await self._records(name)
        if not records:
            raise Refusal(404, "puzzle_none", game=name)
        if not 1 <= number <= len(records):
            raise Refusal(404, "puzzle_unknown", game=name, number=number, count=len(records))
        return records[number - 1], len(records)

    async def _game(self, record: PuzzleRecord) -> Game:
        return await self._aside.thread(Kind.FILES, None, self._catalogue.game_of, record.game, record.config)

    @staticmethod
    def _show(game: Game, record: PuzzleRecord, number: int, count: int, language: str) -> bytes:
        position = position_of(record, game)
        player = _mover(position)
        view = _view(position, player, language, choosing=True)
        asked = {answer.action for answer in record.answers}
        shown = puzzle_schemas.Puzzle(
            game=game.name,
            title=title(game, language),
            number=number,
            count=count,
            level=record.level,
            level_title=_level(record.level, language),
            task=presentation.sentence(record.task.word, language),
            player=player,
            view=view.model_copy(
                update={"choices": [_only(group, asked) for group in view.choices if {*group.actions} & asked]}
            ),
            start=game.view(game.new(), player).board,
        )
        return shown.model_dump_json(exclude_defaults=True).encode()

    @staticmethod
    def _judge(game: Game, record: PuzzleRecord, action: int | dict[str, Any], language: str) -> bytes:
        position = position_of(record, game)
        state, player = position.state, _mover(position)
        index = action if isinstance(action, int) else game.index(state, game.actions.from_dict(action))
        answer = record.answer(index)
        if answer is None:
            known = 0 <= index < game.actions.count
            raise Refusal(422, "puzzle_no_answer", move=game.actions.to_text(index, player) if known else str(index))
        whole = game.definition.perfect_information
        describe = game.definition.people.describe
        about = describe(game, state, index) if whole and describe is not None else ()
        after = None
        if whole or answer.right:
            moved = position.copy()
            moved.push(index, 0)
            after = _view(moved, player, language, choosing=False)
        told = puzzle_schemas.PuzzleVerdict(
            right=answer.right,
            move=_move(game, index, player, language),
            reason=presentation.sentence(answer.reason.word, language),
            about=[presentation.sentence(word, language) for word in about],
            line=_line(game, game.apply(state, index), answer.line, language),
            solutions=[_move(game, right, player, language) for right in record.right],
            after=after,
        )
        return told.model_dump_json(exclude_defaults=True).encode()


def _mover(position: Position) -> int:
    if position.to_move is None:
        raise HistoryError("puzzle_empty", number=0)
    return position.to_move


def _view(position: Position, player: int, language: str, *, choosing: bool) -> schemas.View:
    """The view of a position as in a match, by the eyes of the player who is asked."""
    moves = [(step.action, mover) for step, mover in zip(position.history, position.movers)]
    over = position.is_over and not position.game.definition.perfect_information
    return presentation.position_view(
        position.game,
        position.state,
        player,
        language,
        moves=moves,
        last=(*moves[-1], moves[-1][1]) if moves else None,
        reader=visibility.ALL if over else player,
        to_move=position.to_move,
        choosing=choosing,
    )


def _only(group: schemas.ChoiceGroup, asked: set[int]) -> schemas.ChoiceGroup:
    """The choices of a group that are answers: entry `i` of every column is of `actions[i]`."""
    kept = [place for place, action in enumerate(group.actions) if action in asked]

    def column(values: list[Any]) -> list[Any]:
        return [values[place] for place in kept]

    return group.model_copy(
        update={
            "actions": column(group.actions),
            "cells": [column(values) for values in group.cells],
            "sides": [column(values) for values in group.sides],
            "values": [column(values) for values in group.values],
            "fields": {name: column(values) for name, values in group.fields.items()},
        }
    )


def _move(game: Game, action: int, player: int, language: str) -> puzzle_schemas.PuzzleMove:
    return puzzle_schemas.PuzzleMove(
        action=action,
        label=presentation.label(game, action, player, language),
        text=game.actions.to_text(action, player),
    )


def _line(game: Game, state: Array, actions: list[int], language: str) -> list[str]:
    """The moves of a line in words, each as its mover's."""
    said = []
    for action in actions:
        said.append(presentation.label(game, action, int(state["to_move"][0]), language))
        state = game.apply(state, action)
    return said


def _level(level: str, language: str) -> str:
    return say(Word(f"puzzle_level_{level}"), to=language)
