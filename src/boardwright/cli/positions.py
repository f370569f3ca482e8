"""Reads positions from files or typed text, and writes them to files."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from boardwright.core import config as configuration
from boardwright.core import position_text, registry
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError, FormatError, HistoryError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import Array

if TYPE_CHECKING:
    from boardwright.core.analysis import Format

STANDARD_INPUT = Path("-")
RECORDS = {".json", ".jsonl"}


class Source(NamedTuple):
    """The source of a position: a file, typed text, or moves; `ply` and `number` are for a recorded game."""

    file: Path | None = None
    typed: str = ""
    moves: str = ""
    dialect: str = ""
    ply: int | None = None
    number: int = 1
    seed: int | None = None


class ReadSource(NamedTuple):
    """A game with its configuration, the state, and whether the source gives the whole state.

    `line` has the moves that led there, None if the source gives none.
    """

    game: Game
    state: Array
    whole: bool
    line: Position | None


def read(name: str, source: Source, preset: str, changes: Sequence[str]) -> ReadSource:
    """Read the position of a source."""
    definition = registry.definition(name)
    if sum((source.file is not None, bool(source.typed), bool(source.moves))) != 1:
        raise FormatError("format_source")
    chosen = settings(changes)
    if source.moves:
        from boardwright.arena import game_text

        game = loaded(name, preset, chosen)
        return _after(game_text.read(game, source.moves, dialect=source.dialect, seed=source.seed).position, source.ply)
    if source.file is not None and source.file.suffix in RECORDS:
        return _after(_recorded(name, source.file, source.number), source.ply)
    if source.ply is not None:
        raise FormatError("format_ply")
    if not definition.files.formats:
        raise FormatError("format_none", game=name)
    registry.load(name)  # for its words, which errors in a file need
    data, form = _source(definition, source.file, source.typed)
    given = configuration.replaced(registry.preset_of(definition, preset) if preset else {}, chosen)
    setup = form.read(data, given)
    standard = registry.preset_of(definition, preset or definition.files.preset)
    config = {**configuration.replaced(standard, chosen), **setup.config}
    game = _load(definition, config)
    return ReadSource(game, position_text.placed(game, setup), setup.whole, None)


def loaded(name: str, preset: str, chosen: Mapping[str, Any]) -> Game:
    """Load a game by a preset, with single keys replaced."""
    definition = registry.definition(name)
    data = configuration.replaced(registry.preset_of(definition, preset or definition.files.preset), chosen)
    return _load(definition, data)


def _recorded(name: str, path: Path, number: int) -> Position:
    from boardwright.arena import match_records

    lines = list(match_records.lines(path))
    if number > len(lines):
        raise HistoryError("record_number", path=path, number=number, games=len(lines))
    record = match_records.read(lines[number - 1][1], number)
    if record.game != name:
        raise HistoryError("record_game", path=path, found=record.game, game=name)
    return match_records.replay(record, line=number)


def _after(position: Position, ply: int | None) -> ReadSource:
    plies = len(position.history)
    if ply is not None and ply > plies:
        raise HistoryError("history_ply", ply=ply, plies=plies)
    while ply is not None and len(position.history) > ply:
        position.pop()
    return ReadSource(position.game, position.state, False, position)


def write(game: Game, state: Array, path: Path) -> None:
    """Write a state to a file, in the format of its suffix."""
    data = form_of(game.definition, path).write(game, state)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise HistoryError("file_unwritable", path=path, detail=error.strerror) from None


def form_of(definition: Definition, path: Path) -> Format:
    """The format of a file's suffix."""
    for form in definition.files.formats.values():
        if path.suffix.lower() == form.ending:
            return form
    known = [form.ending for form in definition.files.formats.values()]
    raise FormatError("format_unknown", path=path, known=known)


def settings(changes: Sequence[str]) -> dict[str, Any]:
    """Parse keys of a configuration from the command line: `key=value`."""
    values = {}
    for change in changes:
        key, equals, value = change.partition("=")
        if not equals or not key:
            raise ConfigError("config_value", path="--set", value=change, expected="KEY=VALUE")
        try:
            values[key] = configuration.parse(value)
        except ValueError:
            raise ConfigError("config_value", path=key, value=value, expected="YAML") from None
    return values


def _source(definition: Definition, file: Path | None, typed: str) -> tuple[bytes, Format]:
    text = next(iter(definition.files.formats.values()))
    if file is None:
        return typed.encode(), text
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(), text
    form = form_of(definition, file)
    try:
        return file.read_bytes(), form
    except OSError as error:
        raise FormatError("format_unreadable", path=file, detail=error.strerror) from None


def _load(definition: Definition, config: Mapping[str, Any]) -> Game:
    """Load a game, compiled if a preset has a board of the same shape; other boards are not worth compiling for."""
    from boardwright.core import config as configuration

    shape = _shape(definition, configuration.validate(definition.configuration, config))
    for preset in registry.presets(definition.name):
        other = configuration.validate(definition.configuration, registry.preset_of(definition, preset))
        if _shape(definition, other) == shape:
            return registry.load(definition.name, config=config)
    return Game(definition, [config], interpreted=True)


def _shape(definition: Definition, config: Any) -> Any:
    layout = definition.layout(config)
    return dict(layout.position), {name: np.shape(value) for name, value in layout.params.items()}
