"""Several boards of a game and values of their configuration, such as densities, each under a label of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from boardwright.core import registry
from boardwright.core.errors import ConfigError
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
    base = {**registry.preset_of(registry.definition(game), board), **changed}
    label = board_label(board)
    boards = [LabelledBoard(label, registry.load(game, config=base))]
    for key, values in vary.items():
        if key not in base:
            raise ConfigError("config_unknown", path=f"vary.{key}", known=sorted(base))
        for value in dict.fromkeys([base[key], *values]):
            boards.append(
                LabelledBoard(value_label(label, key, value), registry.load(game, config={**base, key: value}))
            )
    return boards


def variant_labels(board: str, game: Game) -> list[list[str]]:
    """The labels of each variant of a mixed game: its board, and its value of each key that differs among them."""
    configs = [settings.model_dump() for settings in game.configs]
    keys = [key for key in configs[0] if any(config[key] != configs[0][key] for config in configs)]
    return [[board, *(value_label(board, key, config[key]) for key in keys)] for config in configs]


def _plain(text: str) -> str:
    return re.sub(r"[^\w.-]+", "_", text)
