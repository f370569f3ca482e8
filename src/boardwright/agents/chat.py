"""A language model as a player, by a chat endpoint: it reads rules, board and legal moves, and answers in text.

An illegal answer is answered with the rules' reason, a few times; then the model forfeits, with the reason. It is not
deterministic: the same seed need not give the same match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field

from boardwright.agents.chat_endpoint import Message, complete
from boardwright.core import board_guide, prose, rules_text, typed_moves
from boardwright.core.agent import RESIGN, Plain, Turn
from boardwright.core.config import Settings
from boardwright.core.errors import AgentError, BoardwrightError, MalformedAction
from boardwright.core.game import Game
from boardwright.core.typed_moves import Reading
from boardwright.core.view import Choice
from boardwright.core.words import Word

ANSWER = re.compile(r"move\W*:\W*(.+)", re.IGNORECASE)
"""The line of an answer that has the move, as the question asks for it: `MOVE: e3`."""

TRIMMED = " \t`*_\"'.<>[]"

ALTERNATIVES = 20
"""Legal moves that come with a reason, where they are not listed anyway."""


class Options(Settings):
    """The endpoint, and what the model is given; configs/agents/chat.yaml documents each key."""

    model: str
    url: str
    key: str
    legal: bool
    retries: Annotated[int, Field(ge=0)]
    temperature: Annotated[float, Field(ge=0)]
    tokens: Annotated[int, Field(ge=1)]
    seconds: Annotated[float, Field(gt=0)]


@dataclass
class Usage:
    """Counts of an agent's answers: `illegal_first` of first answers, `illegal_again` of those after a reason."""

    moves: int = 0
    answers: int = 0
    illegal_first: int = 0
    illegal_again: int = 0
    forfeits: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return {**asdict(self), "seconds": round(self.seconds, 3)}


class ChatAgent(Plain):
    """Asks a language model for each move. `forfeit` says why it resigned last, None if it did not."""

    compiles = False
    """Nothing of it is machine code: a background compiler must not ask it."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game, self.options = game, options
        self.usage = Usage()
        self.forfeit: Word | None = None
        self._system = f"{Word('chat_system')}\n\n{rules_text.rules(game)}"
        first = game.view(game.new(), 0)
        self._how = board_guide.guide(first.board, first.choices)

    def act(self, turn: Turn) -> int:
        """The model's move, or RESIGN after too many illegal answers."""
        choices = [choice for choice in turn.view.choices if choice.action < len(turn.mask)]
        messages: list[Message] = [
            {"role": "system", "content": self._system},
            {"role": "user", "content": self._question(turn, choices)},
        ]
        reason = Word("reason_none")
        for number in range(self.options.retries + 1):
            answer = self._ask(messages)
            reading, line = read_answer(turn, answer)
            if reading.action is not None:
                self.usage.moves += 1
                return reading.action
            assert reading.refusal is not None
            self.usage.illegal_first += number == 0
            self.usage.illegal_again += number > 0
            reason, correction = self._correction(turn, reading.refusal, line, choices)
            messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": correction}]
        self.usage.forfeits += 1
        answers = self.options.retries + 1
        self.forfeit = Word("chat_forfeit", {"model": self.options.model, "answers": answers, "reason": reason})
        return RESIGN

    def _ask(self, messages: list[Message]) -> str:
        options = self.options
        body = {"model": options.model, "temperature": options.temperature, "max_tokens": options.tokens}
        reply = complete(options.url, options.key, body, messages, options.seconds)
        self.usage.answers += 1
        self.usage.prompt_tokens += reply.prompt_tokens
        self.usage.completion_tokens += reply.completion_tokens
        self.usage.seconds += reply.seconds
        return reply.text

    def _question(self, turn: Turn, choices: list[Choice]) -> str:
        parts = [*(prose.said(event) for event in turn.view.events), prose.position(turn.view, self._how)]
        if self.options.legal:
            parts.append(str(Word("prose_legal", {"count": len(choices), "moves": prose.moves(choices)})))
        parts.append(str(Word("chat_ask", {"example": choices[0].text})))
        return "\n\n".join(parts)

    def _correction(self, turn: Turn, refusal: BoardwrightError, line: str, choices: list[Choice]) -> tuple[Word, str]:
        """The reason for a refusal, and the message with it: legal moves nearest to what was meant follow."""
        nearest = typed_moves.alternatives(turn.game, refusal, choices, turn.player)
        reason = typed_moves.reason(refusal, line, nearest)
        parts: list[Word] = [reason]
        if self.options.legal:
            parts.append(Word("prose_instead", {"moves": prose.moves(nearest, ALTERNATIVES)}))
        parts.append(Word("chat_ask", {"example": nearest[0].text}))
        return reason, "\n".join(map(str, parts))


def read_answer(turn: Turn, answer: str) -> tuple[Reading, str]:
    """Read the move of an answer: the first line that is legal of those that may have it, else why the first is not."""
    readings = [(_read(turn, line), line) for line in dict.fromkeys(_lines(answer))]
    return next((found for found in readings if found[0].action is not None), readings[0])


def _read(turn: Turn, line: str) -> Reading:
    reading = typed_moves.read(turn.game, turn.imagined, turn.player, line)
    if reading.action is not None and not (reading.action < len(turn.mask) and turn.mask[reading.action]):
        return Reading(None, MalformedAction("action_not_object"))  # an action for people only
    return reading


def _lines(answer: str) -> Iterator[str]:
    """The lines that may have the move: the last that says so, else the last one of all."""
    lines = [line.strip() for line in answer.splitlines() if line.strip()] or [""]
    named = [match[1] for line in lines if (match := ANSWER.search(line))]
    last = named[-1] if named else lines[-1]
    yield last.strip(TRIMMED)
    yield last.strip()


def reachable(agent: str, game: Game, options: Options) -> None:
    """The options name a model and an address. Nobody is asked yet."""
    if not options.model:
        raise AgentError("chat_model")
    if not options.url:
        raise AgentError("chat_no_url", model=options.model)
    if "@" in options.url:  # it may hold a secret: the sentence does not repeat it
        raise AgentError("chat_secret_url")
    if not _is_address(options.url):
        raise AgentError("chat_url", url=options.url)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:  # half a bracket, as in http://[
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def make(game: Game, options: Options) -> ChatAgent:
    """Return the agent."""
    return ChatAgent(game, options)
