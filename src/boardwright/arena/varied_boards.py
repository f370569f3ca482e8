"""Several boards of a game and values of their configuration, such as densities, each under a label of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from boardwright.core import config, registry
from boardwright.core.game import Game


class LabelledBoard(NamedTuple):
    """A board under a label: `small`, or `small.mine_count.13` with another value of a key."""

    label: str
    game: Game


def board_label(board: str) -> str:
    """The label of a preset, or of a file of one's own."""
    return _plain(Path(board).stem if board.endswith((".yaml", ".yml")) else board)


def value_label(board: str, key: str, value: Any) -> str:
    """The label of a board with a value of a key. A name of a metric, and so without signs that tools replace."""
    return f"{board}.{key}.{_plain(str(value))}"


def each_board(
    game: str, board: str, vary: Mapping[str, Sequence[Any]], changed: Mapping[str, Any]
) -> list[LabelledBoard]:
    """A board with its changes, and once more for each value of each key, its own value included."""
    base = config.replaced(registry.preset_of(registry.definition(game), board), changed)
    label = board_label(board)
    boards = [LabelledBoard(label, registry.load(game, config=base))]
    for key, values in vary.items():
        for value in dict.fromkeys([config.value_at({"vary": base}, f"vary.{key}"), *values]):
            varied = registry.load(game, config=config.replaced(base, {key: value}))
            boards.append(LabelledBoard(value_label(label, key, value), varied))
    return boards


def variant_labels(board: str, game: Game) -> list[list[str]]:
    """The labels of each variant of a mixed game: its board, and its value of each key that differs among them."""
    variants = [_values(settings.model_dump()) for settings in game.configs]
    keys = [key for key in variants[0] if any(values.get(key) != variants[0][key] for values in variants)]
    return [[board, *(value_label(board, key, values.get(key)) for key in keys)] for values in variants]


def _values(data: Mapping[str, Any], start: str = "") -> dict[str, Any]:
    """The values of a configuration by their paths."""
    values: dict[str, Any] = {}
    for key, value in data.items():
        values |= _values(value, f"{start}{key}.") if isinstance(value, dict) else {f"{start}{key}": value}
    return values


def _plain(text: str) -> str:
    return re.sub(r"[^\w.-]+", "_", text)
