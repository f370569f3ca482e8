"""Puzzles as lines of JSON: a position by its history, a question, and an answer for every action.

Answers are made and proved beforehand (`boardwright puzzles`), so that who asks a puzzle only looks them up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from boardwright.core import config
from boardwright.core.definition import Definition
from boardwright.core.errors import BoardwrightError, ConfigError, FormatError, HistoryError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.words import Word

FOLDER = "puzzles"
"""The folder of a game's puzzle files, beside its presets."""

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


class PuzzleWord(config.Settings):
    """A sentence as code and parameters."""

    code: str
    params: dict[str, Any] = Field(default_factory=dict)

    @classmethod
    def of(cls, word: Word) -> PuzzleWord:
        """The same as data."""
        return cls(**word.to_dict())

    @property
    def word(self) -> Word:
        """The sentence."""
        return Word(self.code, self.params)


class PuzzleAnswer(config.Settings):
    """An action, whether it is right, and why: the reason, and the moves after it that prove it, the reply first.

    `end` has the signed plies to a proven end, the action included: a loss below 0, a draw 0, null if unproved.
    """

    action: int
    right: bool = False
    end: int | None = None
    reason: PuzzleWord
    line: list[int] = Field(default_factory=list)


class PuzzleRecord(config.Settings):
    """A puzzle. `seed` and `number` made it; `plies` is the length of the proof, 0 where no search proved it.

    `answers` has every action that may be chosen, with at least one right.
    """

    game: str
    version: int
    config: dict[str, Any]
    seed: int
    number: int
    history: list[list[int]]
    task: PuzzleWord
    level: Level
    plies: int
    answers: list[PuzzleAnswer]

    @property
    def right(self) -> list[int]:
        """The right actions."""
        return [answer.action for answer in self.answers if answer.right]

    def answer(self, action: int) -> PuzzleAnswer | None:
        """The answer of an action, None if the puzzle does not ask for it."""
        return next((answer for answer in self.answers if answer.action == action), None)

    def line(self) -> str:
        """The puzzle as a line of a file."""
        return self.model_dump_json(exclude_defaults=True)


def position_of(record: PuzzleRecord, game: Game) -> Position:
    """Replay the position of a puzzle by the rules of its game. Raises HistoryError for other rules or a broken one."""
    if (record.game, record.version) != (game.name, game.version):
        stored, wanted = f"{record.game} {record.version}", f"{game.name} {game.version}"
        raise HistoryError("history_version", found=stored, wanted=wanted)
    position = Position.replay(game, record.history)
    if position.is_over or not record.right:
        raise HistoryError("puzzle_empty", number=record.number)
    return position


def read(path: Path) -> Iterator[PuzzleRecord]:
    """The puzzles of a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FormatError("format_unreadable", path=path, detail="UTF-8") from None
    except OSError as error:
        raise FormatError("format_unreadable", path=path, detail=error.strerror) from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = loads(line)
            if not isinstance(data, Mapping):
                raise HistoryError("record_not_json")
            yield config.validate(PuzzleRecord, data)
        except (JSONDecodeError, BoardwrightError) as error:
            problem = error.word if isinstance(error, BoardwrightError) else Word("record_not_json")
            raise HistoryError("record_line", line=number, problem=problem) from error


def count(definition: Definition) -> int:
    """The number of puzzles that a game comes with, without a look at them."""
    return sum(
        bool(line.strip())
        for path in _files(definition)
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n")
    )


def _files(definition: Definition) -> list[Path]:
    return sorted((definition.files.configs / FOLDER).glob("*.jsonl"))


def shipped(definition: Definition) -> list[PuzzleRecord]:
    """The puzzles that a game comes with: every file `*.jsonl` of the folder, by name; none without one."""
    records = [record for path in _files(definition) for record in read(path)]
    for record in records:
        if record.game != definition.name:
            raise ConfigError(
                "puzzle_foreign", path=str(definition.files.configs / FOLDER), game=definition.name, found=record.game
            )
    return records
