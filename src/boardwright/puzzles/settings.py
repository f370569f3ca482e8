"""The numbers of the generator, from configs/puzzles.yaml."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from boardwright.core import config
from boardwright.core.config import Count, Settings, Share, Whole
from boardwright.core.puzzle_records import Level


class PuzzleSettings(Settings):
    """The defaults; configs/puzzles.yaml documents each key."""

    plies: Annotated[int, Field(ge=1, le=200)]
    nodes: Count
    table: Annotated[int, Field(ge=1, le=26)]
    shortest: Count
    right: Count
    wrong: Count
    line: Whole
    games: Count
    blunders: Share
    opening: Whole
    easy: Count
    medium: Count

    def level(self, plies: int) -> Level:
        """The level of a proof."""
        return "easy" if plies <= self.easy else "medium" if plies <= self.medium else "hard"


def settings(**changes: Any) -> PuzzleSettings:
    """The shipped numbers, with changes; None changes nothing."""
    given = {key: value for key, value in changes.items() if value is not None}
    return config.validate(PuzzleSettings, {**config.read(config.SHIPPED, "puzzles"), **given})
