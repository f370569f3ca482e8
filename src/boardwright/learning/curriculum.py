"""Which boards a learner plays: the first of a list, and as it masters one the next beside it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from boardwright.arena.evaluation import evaluate
from boardwright.core import registry
from boardwright.core.config import Settings
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.learning.measurement import whole


class CurriculumBoard(Settings):
    """A preset, and keys of its configuration with values to mix in: other densities, say."""

    board: str
    vary: dict[str, list[Any]]


class Options(Settings):
    """The section `curriculum` of a recipe."""

    boards: Annotated[list[CurriculumBoard], Field(min_length=1)]
    reference: str  # the agent that a board's mastery is measured by
    promote: Annotated[float, Field(gt=0)]  # the share of its win rate at which the next board joins


def load(game: str, board: CurriculumBoard, changed: dict[str, Any]) -> Game:
    """A board with all its variants. `changed` is what a recipe changes of every board: flags, rewards."""
    base = {**registry.preset_of(registry.definition(game), board.board), **changed}
    found = [registry.load(game, config=base)]
    for key, values in board.vary.items():
        if key not in base:
            raise ConfigError("config_unknown", path=f"vary.{key}", known=sorted(base))
        found += [registry.load(game, config={**base, key: value}) for value in values]
    return registry.mix(*found) if len(found) > 1 else found[0]


class Curriculum:
    """Boards in the order of their difficulty. `level` is the number of the newest one that is played."""

    def __init__(self, game: str, options: Options, changed: dict[str, Any], rows: int) -> None:
        self.game, self.options, self.changed, self.rows = game, options, changed, rows
        self.level = 0
        self._wanted: dict[int, float] = {}

    def boards(self) -> list[tuple[Game, int]]:
        """The boards that are played, with their rows: the newest has half of them, the others share the rest."""
        played = self.options.boards[: self.level + 1]
        games = [load(self.game, board, self.changed) for board in played]
        if len(games) == 1:
            return [(games[0], self.rows)]
        each = max(1, self.rows // 2 // (len(games) - 1))
        counts = [each] * (len(games) - 1)
        return list(zip(games, [*counts, max(1, self.rows - sum(counts))]))

    def newest(self) -> Game:
        """The hardest board so far, as its preset has it."""
        board = self.options.boards[self.level]
        return load(self.game, CurriculumBoard(board=board.board, vary={}), self.changed)

    def wanted(self, games: int, seed: int) -> float:
        """The win rate at which the next board joins."""
        if self.level not in self._wanted:
            found = whole(evaluate(self.newest(), self.options.reference, None, games, seed))
            self._wanted[self.level] = self.options.promote * found.total.wins / found.total.games
        return self._wanted[self.level]

    @property
    def more(self) -> bool:
        """Whether there is a board that is not played yet."""
        return self.level + 1 < len(self.options.boards)
