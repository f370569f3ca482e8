"""One match of a language model against an agent, or alone: everything that a tool says about it goes out here.

The only ways out are a view of the model's own seat, that seat's legal moves, the rules' refusals of its moves, and
an agent's advice from that seat's turn. Draws, seeds and other players' secret actions never leave.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from boardwright.agents import defaults, spec
from boardwright.agents.advice import Advice
from boardwright.agents.preparation import ACT, ANALYSE, EXPLAIN, Preparation, Request, when_compiled
from boardwright.core import board_guide, prose, typed_moves, visibility
from boardwright.core.agent import RESIGN, Agent, Turn, ask_one
from boardwright.core.analysis import Analysis
from boardwright.core.errors import AgentError, BoardwrightError
from boardwright.core.position import Position
from boardwright.core.presentation import Choices
from boardwright.core.view import Choice, Outcome, View
from boardwright.core.words import Word
from boardwright.mcp.settings import limits

R = TypeVar("R")

Report = Callable[[Word], None]
"""A callback for the progress of what takes time: an opponent's thought, or the compiler's work."""


class Answer(NamedTuple):
    """The answer of a tool: a text for the model, and the same as data."""

    text: str
    data: dict[str, Any]


def player_name(player: int) -> str:
    """A player as sentences call it, counted from 1."""
    return str(Word("play_player", {"player": player}))


class Match:
    """A match in memory: the position, the model's seat, and the agent in the other seats.

    `known` are choices of the same game, which matches share: making them takes most of the time of a first look.
    """

    def __init__(
        self,
        name: str,
        position: Position,
        seat: int,
        opponent: str,
        agent: Agent | None,
        preparation: Preparation,
        known: Choices | None = None,
    ) -> None:
        self.name = name
        self.position, self.game = position, position.game
        self.seat = seat
        self.opponent, self.agent = opponent, agent
        self.lock = threading.Lock()
        self.resigned: int | None = None
        self._preparation = preparation
        self._known: Choices = {} if known is None else known
        self._seen: tuple[tuple[int, int], View] | None = None
        self._labels: dict[tuple[int, int], str] = {}
        mover = max(int(position.state["to_move"][0]), 0)
        first = self.view if mover == seat else position.view(mover, self._known)
        self._how = board_guide.guide(first.board, first.choices)
        self._adviser: tuple[str, Agent] | None = None

    def copy(self) -> Match:
        """Another match, independent of this one, that writes the board in the same way. The agent is shared."""
        other = copy.copy(self)
        other.position, other.lock, other._seen = self.position.copy(), threading.Lock(), None
        return other

    # -- what a seat may see

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, by the rules or by resignation; None while the match goes on."""
        if self.resigned is not None:
            return Outcome(returns=self.game.resigned(self.resigned), truncated=False)
        return self.position.outcome

    @property
    def view(self) -> View:
        """The view of the model's seat. It is made once a position: several tools ask for it."""
        at = (len(self.position.history), self.seat)
        if self._seen is None or self._seen[0] != at:
            self._seen = at, self.position.view(self.seat, self._known)
        return self._seen[1]

    def look(self, told: tuple[str, ...] = ()) -> Answer:
        """The position, after the sentences about what has happened."""
        view, outcome = self.view, self.outcome
        lines = list(told)
        lines.append(prose.position(view, self._how))
        data: dict[str, Any] = {"match": self.name, "game": self.game.name, "you": self.seat, "told": list(told)}
        data["over"] = outcome is not None
        if outcome is not None:
            result = [str(word) for word in prose.result(outcome, view.ply, self.seat, player_name)]
            if self.resigned is not None:
                result.insert(0, str(Word("prose_resigned", {"player": self.resigned})))
            lines += result
            data["result"] = {**outcome.model_dump(mode="json"), "resigned": self.resigned, "words": result}
        data["moves"] = 0 if outcome is not None else len(view.choices)
        left_out = {"choices", "game", "version", "player"}
        data["view"] = view.model_dump(mode="json", exclude_defaults=True, exclude=left_out)
        return Answer("\n\n".join(lines), data)

    def legal(self) -> Answer:
        """All legal moves of the model's seat, with what they do in words."""
        self._require_running()
        choices = self.view.choices
        listed = [{"move": choice.text, "label": self._label(choice)} for choice in choices]
        text = Word("prose_legal", {"count": len(choices), "moves": prose.moves(choices)})
        return Answer(str(text), {"match": self.name, "count": len(choices), "moves": listed})

    def why(self, line: str) -> Answer:
        """The reason for which the rules refuse a move now, or that it is legal."""
        self._require_running()
        reading = typed_moves.read(self.game, self.position.state, self.seat, line)
        if reading.refusal is not None:
            return self._refused(reading.refusal, line)
        return Answer(str(Word("prose_allowed", {"move": line})), {"match": self.name, "move": line, "legal": True})

    # -- moves

    def move(self, line: str, report: Report) -> Answer:
        """Play a move and the opponents' answers. A refused move changes nothing: the answer is the rules' reason."""
        self._require_running()
        reading = typed_moves.read(self.game, self.position.state, self.seat, line)
        if reading.action is None:
            assert reading.refusal is not None
            refused = self._refused(reading.refusal, line)
            return Answer(refused.text, {**refused.data, "played": False})
        text = self.game.actions.to_text(reading.action, self.position.to_move or 0)
        self.position.push(reading.action)
        told = [str(Word("prose_played", {"move": text})), *self._narration(self.seat)]
        told += self.answer(report)
        looked = self.look(tuple(told))
        return Answer(looked.text, {**looked.data, "played": True, "move": text})

    def answer(self, report: Report) -> list[str]:
        """Let the opponents move until it is the model's turn or the match is over. Returns what the model is told."""
        told: list[str] = []
        if (agent := self.agent) is None:
            return told
        while self.outcome is None and self.position.to_move != self.seat:
            mover = self.position.to_move or 0
            action = self._think(self.opponent, ACT, lambda: ask_one(agent, self.opponent, self._turn()), report)
            if action == RESIGN:
                self.resigned = mover
                break
            self.position.push(action)
            told += self.heard(self.seat)
        return told

    def heard(self, reader: int) -> list[str]:
        """The sentences about the last action for a reader who did not take it: the move itself if it is public."""
        before, action = self.position.states[-2], self.position.peek().action
        actor = int(self.game.actor(before, [action])[0])
        player = {"player": player_name(actor)}
        if visibility.sees_action(self.game, action, actor, reader):
            text = self.game.actions.to_text(action, int(before["to_move"][0]))
            return [str(Word("play_moved", {**player, "move": text})), *self._narration(reader)]
        return [str(Word("play_moved_unseen", player)), *self._narration(reader)]

    def resign(self) -> Answer:
        """End the match: the lowest return for the model's seat."""
        self._require_running()
        if self.game.players > 2:
            raise AgentError("resign_forbidden")
        self.resigned = self.seat
        return self.look()

    # -- advice

    def hint(self, report: Report) -> Answer:
        """The move of an adviser, with its reason in words."""
        advice = self._advice(report)
        text = "\n".join(part for part in (advice.sentence(), advice.line) if part)
        return Answer(text, {"match": self.name, **advice.to_dict(1)})

    def analyse(self, report: Report) -> Answer:
        """The game's own analysis of what the seat sees, and an adviser's best moves."""
        advice = self._advice(report)
        own, result = self.game.definition.people.analysis, Analysis()
        if own is not None:
            observation = advice.turn.observation
            result = self._think(str(self.game.title), ANALYSE, lambda: own(self.game, observation), report)
        facts = [str(word) for word in result.facts]
        lines = [*facts, advice.sentence(), advice.line, *advice.ranking(limits().top, 120)]
        data = {"match": self.name, "facts": facts, "numbers": dict(result.numbers), **advice.to_dict(limits().top)}
        if result.overlay is not None:
            cells = {str(cell): value for cell, value in result.overlay.values.items()}
            data["overlay"] = {"title": str(result.overlay.title), "values": cells}
        return Answer("\n".join(line for line in lines if line), data)

    # -- internals

    def _advice(self, report: Report) -> Advice:
        self._require_running()
        if self._adviser is None:
            name = defaults.adviser(self.game)
            self._adviser = name, spec.from_text(name, self.game)
        name, agent = self._adviser
        explanation = self._think(name, EXPLAIN, lambda: agent.explain(self._turn()), report)
        return Advice(self._turn(), name, explanation)

    def _think(self, name: str, use: str, call: Callable[[], R], report: Report) -> R:
        def ask() -> Request:
            return self._preparation.request(self.game, use, name, self.position.state, self.position.to_move or 0)

        def wait(request: Request) -> None:
            while not request.finished.wait(0.5):
                report(request.word())

        return when_compiled(call, self.game, ask, wait)

    def _turn(self) -> Turn:
        # Seeded by ply: a question asked twice has the same answer.
        rng = np.random.default_rng((self.position.seed or 0, len(self.position.history)))
        return Turn(self.game, self.position.state, self.position.to_move or 0, rng)

    def _refused(self, refusal: BoardwrightError, line: str) -> Answer:
        choices = self.view.choices
        nearest = typed_moves.alternatives(self.game, refusal, choices, self.position.to_move or 0)
        reason = typed_moves.reason(refusal, line, nearest)
        most = limits().alternatives
        instead = Word("prose_instead", {"moves": prose.moves(nearest, most)})
        data = {
            "match": self.name,
            "move": line,
            "legal": False,
            "reason": {**reason.to_dict(), "message": str(reason)},
            "instead": [choice.text for choice in nearest[:most]],
            "moves": len(choices),
        }
        return Answer(f"{reason}\n{instead}", data)

    def _narration(self, reader: int) -> list[str]:
        return [prose.said(text) for text in self.game.narration(self.position.state, reader)]

    def _label(self, choice: Choice) -> str:
        key = (choice.action, self.position.to_move or 0)
        if key not in self._labels:
            self._labels[key] = choice.text if choice.label is None else prose.said(choice.label)
        return self._labels[key]

    def _require_running(self) -> None:
        if self.outcome is not None:
            raise AgentError("match_over")
