"""The curriculum: a learner starts on the first board of a list, and the next one joins when it masters the newest."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from boardwright.arena.evaluation import evaluate
from boardwright.arena.varied_boards import board_label
from boardwright.core import config, registry
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.learning.measurement import whole


class CurriculumBoard(Settings):
    """A preset, and configuration keys with further values to mix in, such as other densities."""

    board: str = Field(description="Preset of the game.")
    vary: dict[str, list[Any]] = Field(description="Keys of its configuration, with further values to mix in.")


class Options(Settings):
    """The section `curriculum` of a recipe."""

    boards: Annotated[list[CurriculumBoard], Field(min_length=1)] = Field(description="Boards, the easiest first.")
    reference: str = Field(description="Agent whose win rate is the measure of mastery.")
    promote: Annotated[float, Field(gt=0)] = Field(description="Share of its win rate at which the next board joins.")


def only(board: str) -> Options:
    """The curriculum of a recipe without one: a single board."""
    return Options(boards=[CurriculumBoard(board=board, vary={})], reference="random", promote=1.0)


def load(game: str, board: CurriculumBoard, changed: dict[str, Any]) -> Game:
    """Load a board with all its variants. `changed` are the recipe's changes to every board: flags, rewards."""
    base = config.replaced(registry.preset_of(registry.definition(game), board.board), changed)
    games = [registry.load(game, config=base)]
    for key, values in board.vary.items():
        config.value_at({"vary": base}, f"vary.{key}")  # refuses a key that is not there
        games += [registry.load(game, config=config.replaced(base, {key: value})) for value in values]
    return registry.mix(*games) if len(games) > 1 else games[0]


class Curriculum:
    """Boards in order of difficulty. `level` is the index of the newest board in play."""

    def __init__(self, game: str, options: Options, changed: dict[str, Any], rows: int) -> None:
        self.game, self.options, self.changed, self.rows = game, options, changed, rows
        self.level = 0
        self._wanted: dict[int, float] = {}

    def boards(self) -> list[tuple[Game, int]]:
        """The boards in play with their rows: the newest has half of the rows, the others share the rest."""
        played = self.options.boards[: self.level + 1]
        games = [load(self.game, board, self.changed) for board in played]
        if len(games) == 1:
            return [(games[0], self.rows)]
        share = max(1, self.rows // 2 // (len(games) - 1))
        counts = [share] * (len(games) - 1)
        return list(zip(games, [*counts, max(1, self.rows - sum(counts))]))

    def names(self) -> list[str]:
        """The names of the boards in play for the metrics; none if all games are on one board without variants."""
        listed = self.options.boards
        if len(listed) == 1 and not listed[0].vary:
            return []
        return [board_label(board.board) for board in listed[: self.level + 1]]

    def newest(self) -> Game:
        """The newest board in play, without its variants."""
        board = self.options.boards[self.level]
        return load(self.game, CurriculumBoard(board=board.board, vary={}), self.changed)

    def wanted(self, games: int, seed: int, *, any_first: bool = False) -> float:
        """The win rate at which the next board joins; with `any_first` of games with a random first action."""
        if self.level not in self._wanted:
            result = whole(evaluate(self.newest(), self.options.reference, None, games, seed, any_first=any_first))
            self._wanted[self.level] = self.options.promote * result.total.wins / result.total.games
        return self._wanted[self.level]

    @property
    def more(self) -> bool:
        """Whether a board is left that is not in play yet."""
        return self.level + 1 < len(self.options.boards)
