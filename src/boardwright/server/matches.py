"""A match is a fold of its events by the rules: the same events give the same position, in every process.

`commands.py` decides whether an event is allowed; this module applies it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardwright.core.errors import BoardwrightError, HistoryError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.server import credentials
from boardwright.server.log import Event, Heading, Seat

MOVE, RESIGN, UNDO_REQUEST, UNDO_ANSWER = "move", "resign", "undo_request", "undo_answer"


@dataclass(frozen=True)
class PlayedMove:
    """A move that was not taken back, the state before it, and the previous move."""

    before: Array
    actor: int
    action: int
    draw: int
    earlier: PlayedMove | None


@dataclass(frozen=True)
class Undo:
    """An undo request, and the players who have not agreed yet."""

    by: int
    waiting: frozenset[int]


@dataclass(frozen=True)
class MatchState:
    """The state of a match after an event."""

    state: Array
    line: PlayedMove | None = None
    undo: Undo | None = None
    resigned: int | None = None

    @property
    def to_move(self) -> int | None:
        """The player to move, None when the match is over."""
        player = int(self.state["to_move"][0])
        return None if player == TERMINAL or self.resigned is not None else player


def after(game: Game, now: MatchState, kind: str, actor: int, action: int | None, draw: int | None) -> MatchState:
    """Return the match state after one more event. Raises if the rules refuse a move."""
    if kind == MOVE:
        assert action is not None
        played = PlayedMove(now.state, actor, action, draw or 0, now.line)
        # A move declines a pending undo request.
        return MatchState(game.apply(now.state, action, draw or 0), played)
    if kind == RESIGN:
        return replace(now, resigned=actor, undo=None)
    if kind == UNDO_REQUEST:
        waiting = frozenset(range(game.players)) - {actor}
        return _undone(replace(now, undo=Undo(actor, waiting)))
    if now.undo is None or not action:
        return replace(now, undo=None)
    return _undone(replace(now, undo=Undo(now.undo.by, now.undo.waiting - {actor})))


def taken_back(line: PlayedMove | None, player: int) -> list[PlayedMove]:
    """The moves that a player's undo takes back, newest first: up to the last one of the player's own."""
    back = []
    while line is not None:
        back.append(line)
        if line.actor == player:
            return back
        line = line.earlier
    return []


def _undone(now: MatchState) -> MatchState:
    if now.undo is None or now.undo.waiting:
        return now
    back = taken_back(now.line, now.undo.by)
    return MatchState(back[-1].before, back[-1].earlier) if back else replace(now, undo=None)


class LiveMatch:
    """A match in memory: its heading, its events, and the state after each of them."""

    def __init__(self, heading: Heading, game: Game, key: bytes) -> None:
        if heading.rules_version != game.version:
            logged, loaded = f"{heading.game} {heading.rules_version}", f"{game.name} {game.version}"
            raise HistoryError("history_version", found=logged, wanted=loaded)
        self.heading = heading
        self.game = game
        self._key = key
        self.events: list[Event] = []
        self.states = [MatchState(game.new())]
        head = (heading.id, heading.game, heading.rules_version, json.dumps(heading.config, sort_keys=True))
        self._digests = [credentials.chained(key, b"", repr(head), self.now.state)]

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def now(self) -> MatchState:
        """The current state."""
        return self.states[-1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, in order of play."""
        return self.heading.seats

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return self.now.to_move is None

    @property
    def agent_to_move(self) -> str | None:
        """The spec text of the agent to move, None if it is not an agent's turn."""
        player = self.now.to_move
        return None if player is None else self.seats[player].agent

    def result(self, now: MatchState) -> dict[str, Any] | None:
        """The result, None while the match runs. A player who resigns gets the lowest return, the other the highest."""
        if now.to_move is not None:
            return None
        returns = [float(value) for value in now.state["returns"][0]]
        if now.resigned is not None:
            returns = list(self.game.resigned(now.resigned))
        return {"returns": returns, "truncated": bool(now.state["truncated"][0]), "resigned": now.resigned}

    def fold(self, drafts: Sequence[Event]) -> tuple[list[Event], list[MatchState]]:
        """Return drafts with their digests, and the states after them. Changes nothing."""
        now, digest = self.now, self._digests[-1]
        events, states = [], []
        for draft in drafts:
            now = after(self.game, now, draft.kind, draft.actor, draft.action, draft.draw)
            digest = self._digest(digest, draft, now)
            events.append(replace(draft, state_digest=digest))
            states.append(now)
        return events, states

    def take(self, events: Sequence[Event], states: Sequence[MatchState]) -> None:
        """Add appended events to the match."""
        self.events.extend(events)
        self.states.extend(states)
        self._digests.extend(event.state_digest for event in events)

    def refold(self, logged: Sequence[Event]) -> None:
        """Apply logged events again, and compare every digest with the logged one."""
        for event in logged:
            try:
                events, states = self.fold([event])
            except BoardwrightError as error:
                raise HistoryError("history_broken", ply=event.seq, action=event.action) from error
            if event.seq != self.seq + 1 or events[0].state_digest != event.state_digest:
                raise HistoryError("digest_broken", match=self.heading.id, seq=event.seq)
            self.take([event], states)

    def line(self) -> list[tuple[int, int]]:
        """The moves that were not taken back, with their draws, first to last."""
        moves, played = [], self.now.line
        while played is not None:
            moves.append((played.action, played.draw))
            played = played.earlier
        return moves[::-1]

    def _digest(self, previous: bytes, event: Event, now: MatchState) -> bytes:
        text = repr((event.kind, event.actor, event.action, event.draw))
        return credentials.chained(self._key, previous, text, now.state)
