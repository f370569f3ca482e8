"""One game in progress: push, pop, view, and a history that replays to the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any, NamedTuple

import numpy as np

from boardwright.core import dice
from boardwright.core.actions import Semantic
from boardwright.core.board_text import text_board
from boardwright.core.errors import BoardwrightError, HistoryError, IllegalAction, MalformedAction
from boardwright.core.game import Game
from boardwright.core.presentation import Choices, with_owners
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.core.view import Outcome, View


class Step(NamedTuple):
    """One entry of a history: an action and its draw."""

    action: int
    draw: int


class LegalActions(list[int]):
    """The legal actions in order. `in` also takes an action as the game's dataclass."""

    def __init__(self, position: Position) -> None:
        super().__init__(int(action) for action in np.flatnonzero(position.game.legal_mask(position.state)[0]))
        self._codec = position.game.actions
        self._mover = position.to_move or 0

    def __contains__(self, action: object) -> bool:
        if is_dataclass(action) and not isinstance(action, type):
            return super().__contains__(self._codec.encode(action, self._mover))
        return super().__contains__(action)


class Position:
    """One game in progress. `seed` determines its draws, in a game with chance.

    A position can be copied, pickled and shown in a notebook. Actions are indices or the game's dataclasses; `text`
    and `parse` convert them to typed text and back.
    """

    def __init__(self, game: Game, *, seed: int | None = None, variant: int = 0) -> None:
        self.game = game
        self.seed = None if seed is None else dice.usable_seed(seed)
        self.variant = variant
        self.state: Array = game.new(variant=variant)
        self.history: list[Step] = []
        self._earlier: list[Array] = []

    def push(self, action: int | Semantic, draw: int | None = None) -> None:
        """Carry out an action, by index or as the game's dataclass. A refused one changes nothing."""
        index = self.game.index(self.state, action)
        if draw is None:
            draw = self._draw(index)
        after = self.game.apply(self.state, index, draw)
        self._earlier.append(self.state)
        self.state = after
        self.history.append(Step(index, draw))

    def push_text(self, text: str) -> None:
        """Carry out an action given as typed text."""
        self.push(self.game.actions.from_text(text))

    def text(self, action: int | Semantic) -> str:
        """The text of an action, as the player to move types it."""
        return self.game.actions.to_text(self.game.index(self.state, action), self.to_move or 0)

    def parse(self, text: str) -> int:
        """The index of an action given as typed text. Raises if it cannot be read; it need not be legal here."""
        return self.game.index(self.state, self.game.actions.from_text(text))

    def is_legal(self, action: int | Semantic) -> bool:
        """Whether the rules allow an action now, people's own actions included."""
        try:
            index = self.game.index(self.state, action)
        except IllegalAction:
            return False
        return int(self.game.why_not(self.state, [index])[0]) == OK

    def pop(self) -> Step:
        """Take the last action back."""
        if not self.history:
            raise HistoryError("nothing_to_undo")
        self.state = self._earlier.pop()
        return self.history.pop()

    def peek(self) -> Step:
        """The last step, which `pop` would take back."""
        if not self.history:
            raise HistoryError("nothing_to_undo")
        return self.history[-1]

    def copy(self) -> Position:
        """Another position, independent of this one."""
        other = Position(self.game, seed=self.seed, variant=self.variant)
        other.state = self.state.copy()
        other.history = list(self.history)
        other._earlier = list(self._earlier)
        return other

    @property
    def ply(self) -> int:
        """The number of actions carried out."""
        return int(self.state["ply"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; see `outcome`."""
        return self.to_move is None

    @property
    def to_move(self) -> int | None:
        """The player to move, None when the game is over."""
        player = int(self.state["to_move"][0])
        return None if player == TERMINAL else player

    @property
    def states(self) -> list[Array]:
        """The states at the start and after each step of the history."""
        return [*self._earlier, self.state]

    @property
    def movers(self) -> list[int]:
        """The player to move at each step of the history."""
        return [int(state["to_move"][0]) for state in self._earlier]

    @property
    def legal_actions(self) -> LegalActions:
        """The indices of the actions open to a policy, as a list that also knows the game's dataclasses."""
        return LegalActions(self)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it goes on."""
        if self.to_move is not None:
            return None
        returns = tuple(float(value) for value in self.state["returns"][0])
        return Outcome(returns=returns, truncated=bool(self.state["truncated"][0]))

    def view(self, player: int | None = None, known: Choices | None = None) -> View:
        """The view of a player, by default the one to move. Its edges have the owners that the history tells.

        `known` keeps choices for further views, as in `Game.view`.
        """
        reader = (self.to_move or 0) if player is None else player
        view = self.game.view(self.state, reader, known)
        moves = zip((step.action for step in self.history), self.movers)
        return view.model_copy(update={"board": with_owners(self.game, view.board, moves, reader)})

    def to_dict(self) -> dict[str, Any]:
        """The game so far: enough to replay it, byte for byte."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.configs[self.variant].model_dump(),
            "seed": self.seed,
            "history": [list(step) for step in self.history],
        }

    @classmethod
    def replay(cls, game: Game, history: Sequence[Sequence[int]], *, seed: int | None = None) -> Position:
        """Play a history again. Draws come from the history, never from a generator."""
        position = cls(game, seed=seed)
        if not isinstance(history, list | tuple):
            raise HistoryError("history_key", key="history")
        for number, step in enumerate(history):
            action: Any = step
            try:
                action, draw = step
                position.push(action, draw)
            except (BoardwrightError, TypeError, ValueError) as error:
                raise HistoryError("history_broken", ply=number, action=action) from error
        return position

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Position:
        """Replay the data of `to_dict`, with the rules it was played by."""
        from boardwright.core.registry import load

        for key in ("game", "version", "config", "seed", "history"):
            if key not in data:
                raise HistoryError("history_key", key=key)
        game = load(data["game"], config=data["config"])
        if data["version"] != game.version:
            stored, wanted = f"{data['game']} {data['version']}", f"{game.name} {game.version}"
            raise HistoryError("history_version", found=stored, wanted=wanted)
        return cls.replay(game, data["history"], seed=data["seed"])

    def __copy__(self) -> Position:
        return self.copy()

    def __repr__(self) -> str:
        state = "over" if self.to_move is None else f"to_move={self.to_move}"
        return f"<Position {self.game.name} ply={self.ply} {state}>"

    def _repr_svg_(self) -> str:
        """The board as SVG for notebooks, from the view of the player to move."""
        from boardwright.drawing.picture import svg

        return svg(self.view())

    def __str__(self) -> str:
        return text_board(self.view().board)

    def _draw(self, action: int) -> int:
        if not self.game.has_chance:
            return 0
        if self.seed is None:
            if self.game.chance(self.state, [action])[0] != 1:
                raise MalformedAction("draw_missing", action=action)
            return 0
        return int(self.game.keyed_draws(self.state, [action], self.seed, 0)[0])
