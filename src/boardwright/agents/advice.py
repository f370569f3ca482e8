"""An agent's advice in words: its move and reason, its principal variation, and its best moves with their losses."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, NamedTuple

from boardwright.core.agent import Explanation, Turn
from boardwright.core.words import Word


class Advice(NamedTuple):
    """An agent's explanation of its move, and the spec text of the agent."""

    turn: Turn
    agent: str
    explanation: Explanation

    def sentence(self) -> str:
        """The move with its reason and the game's description of it; the reason alone if the agent declines to move."""
        if self.explanation.action < 0:
            return str(self.explanation.reason)
        move = self._text(self.explanation.action)
        hint = Word("play_hint", {"agent": self.agent, "move": move, "reason": self.explanation.reason})
        return " ".join(str(word) for word in (hint, *self.described(self.explanation.action)))

    @property
    def line(self) -> str:
        """The principal variation, if it is longer than one move."""
        line = self._line()
        return str(Word("play_line", {"line": line})) if len(line) > 1 else ""

    def best(self, top: int) -> list[int]:
        """The actions with the highest scores, the best first; of equals the agent's choice, then the first."""
        scores, chosen = self.explanation.scores, self.explanation.action
        return sorted(scores, key=lambda action: (-scores[action], action != chosen, action))[:top]

    def ranking(self, top: int, width: int) -> list[str]:
        """The best moves, each with its score or its end, its loss, and the game's description of it."""
        lines = []
        for rank, action in enumerate(self.best(top), 1):
            words = [self._score(action), self._loss(action) if rank > 1 else "", *self.described(action)]
            text = "  ".join(str(word) for word in words if str(word))
            line = f"{rank:>3}. {self._text(action):<14} {text}"
            lines += wrap(line, max(width - 1, 40), subsequent_indent=" " * 20, drop_whitespace=False)
        return lines

    def described(self, action: int) -> tuple[Word, ...]:
        """The game's description of an action, from the information of the player."""
        describe = self.turn.game.definition.people.describe
        return describe(self.turn.game, self.turn.imagined, action) if describe is not None else ()

    def loss(self, action: int) -> float:
        """The difference between the best score and an action's score."""
        return max(self.explanation.scores.values()) - self.explanation.scores[action]

    def to_dict(self, top: int) -> dict[str, Any]:
        """The advice as data, for `--json`."""
        explanation = self.explanation
        return {
            "agent": self.agent,
            "action": explanation.action,
            "text": self._text(explanation.action) if explanation.action >= 0 else None,
            "certain": explanation.certain,
            "reason": _with_message(explanation.reason),
            "words": [_with_message(word) for word in self.described(explanation.action)]
            if explanation.action >= 0
            else [],
            "line": self._line(),
            "top": [
                {
                    "text": self._text(action),
                    "score": explanation.scores[action],
                    "loss": self.loss(action),
                    "ends_in": explanation.ends.get(action),
                    "words": [_with_message(word) for word in self.described(action)],
                }
                for action in self.best(top)
            ],
        }

    def _score(self, action: int) -> str:
        plies = self.explanation.ends.get(action)
        if plies is None:
            return f"{self.explanation.scores[action] + 0.0:.4g}"  # -0.0 reads as 0
        if plies == 0:
            return str(Word("analyse_draws"))
        code = "analyse_wins_now" if plies == 1 else "analyse_wins" if plies > 0 else "analyse_loses"
        return str(Word(code, {"plies": abs(plies)}))

    def _loss(self, action: int) -> str:
        # A difference between a proven end and an estimate means nothing.
        if self.explanation.ends.keys() & {action, *self.best(1)}:
            return ""
        loss = f"{self.loss(action):.3g}"
        return str(Word("analyse_as_good" if loss == "0" else "analyse_loss", {"loss": loss}))

    def _line(self) -> list[str]:
        return self.turn.game.line(self.turn.imagined, self.explanation.line)

    def _text(self, action: int) -> str:
        return self.turn.game.actions.to_text(action, self.turn.player)


def _with_message(word: Word) -> dict[str, Any]:
    return {**word.to_dict(), "message": str(word)}
