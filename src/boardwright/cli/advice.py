"""What an agent would play, in words: its reason, the line it expects, its best moves and what each of them loses."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, NamedTuple

from boardwright.core.agent import Explanation, Turn
from boardwright.core.words import Word
from boardwright.drawing.terminal import best


class Advice(NamedTuple):
    """An agent's answer to a turn, and the agent as it was asked for."""

    turn: Turn
    agent: str
    found: Explanation

    def said(self) -> str:
        """The move with its reason and what the game says of it; the reason alone where the agent would rather not."""
        if self.found.action < 0:
            return str(self.found.reason)
        move = self._text(self.found.action)
        hint = Word("play_hint", {"agent": self.agent, "move": move, "reason": self.found.reason})
        return " ".join(str(word) for word in (hint, *self.described(self.found.action)))

    @property
    def line(self) -> str:
        """The moves that are expected, where there are several."""
        line = self._line()
        return str(Word("play_line", {"line": line})) if len(line) > 1 else ""

    def ranking(self, top: int, width: int) -> list[str]:
        """The best moves: the score or how it ends, what is lost by it, and what the game says of it."""
        lines = []
        for rank, action in enumerate(best(self.found.scores, top), 1):
            words = [self._score(action), self._loss(action) if rank > 1 else "", *self.described(action)]
            told = "  ".join(str(word) for word in words if str(word))
            line = f"{rank:>3}. {self._text(action):<14} {told}"
            lines += wrap(line, max(width - 1, 40), subsequent_indent=" " * 20, drop_whitespace=False)
        return lines

    def described(self, action: int) -> tuple[Word, ...]:
        """What the game says of an action, from what the player may know."""
        describe = self.turn.game.definition.people.describe
        return describe(self.turn.game, self.turn.imagined, action) if describe is not None else ()

    def loss(self, action: int) -> float:
        """How much less an action is worth than the best one."""
        return max(self.found.scores.values()) - self.found.scores[action]

    def to_dict(self, top: int) -> dict[str, Any]:
        """The same for programs."""
        found = self.found
        return {
            "agent": self.agent,
            "action": found.action,
            "text": self._text(found.action) if found.action >= 0 else None,
            "certain": found.certain,
            "reason": _told(found.reason),
            "words": [_told(word) for word in self.described(found.action)] if found.action >= 0 else [],
            "line": self._line(),
            "top": [
                {
                    "text": self._text(action),
                    "score": found.scores[action],
                    "loss": self.loss(action),
                    "ends_in": found.ends.get(action),
                    "words": [_told(word) for word in self.described(action)],
                }
                for action in best(found.scores, top)
            ],
        }

    def _score(self, action: int) -> str:
        plies = self.found.ends.get(action)
        if plies is None:
            return f"{self.found.scores[action]:.4g}"
        code = "analyse_wins_now" if plies == 1 else "analyse_wins" if plies > 0 else "analyse_loses"
        return str(Word(code, {"plies": abs(plies)}))

    def _loss(self, action: int) -> str:
        # A win against an estimate is no difference that a number could tell.
        if self.found.ends.keys() & {action, *best(self.found.scores, 1)}:
            return ""
        return str(Word("analyse_loss", {"loss": f"{self.loss(action):.3g}"}))

    def _line(self) -> list[str]:
        return self.turn.game.line(self.turn.imagined, self.found.line)

    def _text(self, action: int) -> str:
        return self.turn.game.actions.to_text(action, self.turn.player)


def _told(word: Word) -> dict[str, Any]:
    return {**word.to_dict(), "message": str(word)}
