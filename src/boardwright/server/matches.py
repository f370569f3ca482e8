"""A match is a fold of its events by the rules: the same events give the same position, in every process.

`commands.py` decides whether an event is allowed; this module applies it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from boardwright.core import visibility
from boardwright.core.errors import BoardwrightError, HistoryError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.server import credentials
from boardwright.server.clocks import Tick
from boardwright.server.log import Event, Heading, Seat

MOVE, RESIGN, UNDO_REQUEST, UNDO_ANSWER, ABANDON = "move", "resign", "undo_request", "undo_answer", "abandon"
TIMEOUT = "timeout"
KINDS: Final = {kind: kind for kind in (MOVE, RESIGN, UNDO_REQUEST, UNDO_ANSWER, ABANDON, TIMEOUT)}
"""The kinds of events. A kind read from the log is replaced by the one here: a string for each event takes memory."""

SERVER_ACTOR: Final = -1
"""The actor of events that are nobody's: the end of an abandoned match."""

MOST_NARRATED: Final = 64
"""The narration since a reader's last move goes back no further than this many events."""

APART: Final = 64
"""Events between two states that are kept: the past is never folded for longer."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event in memory, without what only the log needs. `earlier` is the previous move that was not taken back.

    `mover` was to move before it, `ply` is the ply after it; `undoable`: nobody has seen anything by it.
    """

    kind: str
    actor: int
    action: int | None
    draw: int
    mover: int
    ply: int
    undoable: bool
    earlier: Step | None


@dataclass(frozen=True, slots=True)
class Undo:
    """An undo request, and the players who have not agreed yet."""

    by: int
    waiting: frozenset[int]


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match after an event. `line` is the last move that was not taken back."""

    state: Array
    line: Step | None = None
    undo: Undo | None = None
    resigned: int | None = None
    abandoned: bool = False
    timeout: int | None = None

    @property
    def to_move(self) -> int | None:
        """The player to move, None when the match is over."""
        player = int(self.state["to_move"][0])
        ended = self.resigned is not None or self.abandoned or self.timeout is not None
        return None if player == TERMINAL or ended else player


class Folded(NamedTuple):
    """An event with its digest, its step, and the state after it."""

    event: Event
    step: Step
    now: MatchState


def after(
    game: Game, now: MatchState, kind: str, actor: int, action: int | None, draw: int | None
) -> tuple[Step, MatchState]:
    """Return one more event as a step, and the match state after it. Raises if the rules refuse a move."""
    mover, undoable, earlier = now.to_move or 0, False, None
    if kind == MOVE:
        assert action is not None
        undoable, earlier = visibility.is_undoable(game, drawn=game.has_chance and draw is not None), now.line
        ended = MatchState(game.apply(now.state, action, draw or 0))  # a move declines a pending undo request
    elif kind == RESIGN:
        ended = replace(now, resigned=actor, undo=None)
    elif kind == TIMEOUT:
        ended = replace(now, timeout=actor, undo=None)
    elif kind == ABANDON:
        ended = replace(now, abandoned=True, undo=None)
    elif kind == UNDO_REQUEST:
        waiting = frozenset(range(game.players)) - {actor}
        ended = _undone(game, replace(now, undo=Undo(actor, waiting)))
    elif now.undo is None or not action:
        ended = replace(now, undo=None)
    else:
        ended = _undone(game, replace(now, undo=Undo(now.undo.by, now.undo.waiting - {actor})))
    step = Step(KINDS[kind], actor, action, draw or 0, mover, int(ended.state["ply"][0]), undoable, earlier)
    return step, replace(ended, line=step) if kind == MOVE else ended


def moves_of(line: Step | None) -> Iterator[Step]:
    """The moves of a line, newest first."""
    while line is not None:
        yield line
        line = line.earlier


def taken_back(line: Step | None, player: int) -> list[Step]:
    """The moves that a player's undo takes back, newest first: up to the last one of the player's own."""
    back = []
    for move in moves_of(line):
        back.append(move)
        if move.actor == player:
            return back
    return []


def _undone(game: Game, now: MatchState) -> MatchState:
    if now.undo is None or now.undo.waiting:
        return now
    back = taken_back(now.line, now.undo.by)
    if not back:
        return replace(now, undo=None)
    # Played again from the start: states of the past would be most of a match's memory, and undoing is rare.
    line, state = back[-1].earlier, game.new()
    for move in reversed([*moves_of(line)]):
        assert move.action is not None
        state = game.apply(state, move.action, move.draw)
    return MatchState(state, line)


class LiveMatch:
    """A match in memory: its heading, its events as steps, and its current state."""

    def __init__(self, heading: Heading, game: Game, key: bytes, start: Array | None = None) -> None:
        """`start` is for studies, which may begin anywhere: matches begin at the start of the game."""
        if heading.rules_version != game.version:
            logged, loaded = f"{heading.game} {heading.rules_version}", f"{game.name} {game.version}"
            raise HistoryError("history_version", found=logged, wanted=loaded)
        self.heading = heading
        self.game = game
        self.seq = 0
        """The number of the last event."""

        self._start = game.new() if start is None else start
        self.now = MatchState(self._start)
        """The current state."""

        self.rematch: str | None = None
        """The id of the match after this one."""

        self.payer = ""
        """The address whose time its agents take."""

        self.stuck = 0
        """The number of the event that an agent could not make, 0 for none. It is asked again when the match is read
        from the log anew."""

        self.ticks: list[Tick] = []
        """The events for the clock, none if there is no clock."""

        self._key = key
        self._steps: list[Step] = []
        self._kept: list[MatchState] = []
        """The state after each `APART` events, to fold the past from."""
        self._digest = start_digest(key, heading, self.now.state)
        self._recent = [self.now.state]

    def copy(self, heading: Heading | None = None) -> LiveMatch:
        """A copy that stays as it is when the match goes on, for a reader in another thread; with another heading."""
        other = copy.copy(self)
        other._steps = list(self._steps)
        other._kept = list(self._kept)
        other.ticks = list(self.ticks)
        other.heading = heading or self.heading
        return other

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

    def step(self, seq: int) -> Step:
        """An event by its number, from 1."""
        return self._steps[seq - 1]

    def at(self, seq: int) -> MatchState:
        """The state after an event, folded again from the last one that was kept; 0 is the start."""
        if seq == self.seq:
            return self.now
        kept = seq // APART
        now = self._kept[kept - 1] if kept else MatchState(self._start)
        for step in self._steps[kept * APART : seq]:
            now = after(self.game, now, step.kind, step.actor, step.action, step.draw)[1]
        return now

    def narrated(self, you: int) -> list[Array]:
        """The states after a reader's own last move, oldest first, as others may have moved several times since."""
        return self._recent[len(self._recent) - self._since(you) :]

    def result(self, now: MatchState) -> dict[str, Any] | None:
        """The result, None while the match runs. A player who resigns gets the lowest return, the other the highest.

        So does a player whose time is over. An abandoned match has no returns.
        """
        if now.to_move is not None:
            return None
        returns: list[float] | None = [float(value) for value in now.state["returns"][0]]
        for seat in (now.resigned, now.timeout):
            if seat is not None:
                returns = list(self.game.resigned(seat))
        if now.abandoned:
            returns = None
        ends = {"resigned": now.resigned, "abandoned": now.abandoned, "timeout": now.timeout}
        return {"returns": returns, "truncated": bool(now.state["truncated"][0]), **ends}

    def fold(self, drafts: Sequence[Event]) -> list[Folded]:
        """Return drafts with their digests, and the states after them. Changes nothing."""
        now, digest = self.now, self._digest
        folded = []
        for draft in drafts:
            step, now = after(self.game, now, draft.kind, draft.actor, draft.action, draft.draw)
            digest = chained_digest(self._key, digest, draft, now.state)
            folded.append(Folded(replace(draft, state_digest=digest), step, now))
        return folded

    def take(self, folded: Sequence[Folded]) -> None:
        """Add appended events to the match."""
        self._steps += [step for _, step, _ in folded]
        if self.heading.clock is not None:
            self.ticks += [
                Tick(event.at, step.mover, step.actor if step.kind == MOVE else None) for event, step, _ in folded
            ]
        self._kept += [now for event, _, now in folded if event.seq % APART == 0]
        self.seq += len(folded)
        self.now = folded[-1].now
        self._digest = folded[-1].event.state_digest
        recent = [*self._recent, *(now.state for _, _, now in folded)]
        people = [number for number, seat in enumerate(self.seats) if seat.agent is None]
        kept = max(self._since(you) for you in people or range(self.game.players))
        self._recent = recent[len(recent) - min(kept, len(recent)) :]

    def refold(self, logged: Sequence[Event]) -> None:
        """Apply logged events again, and compare every digest with the logged one."""
        for event in logged:
            try:
                folded = self.fold([event])
            except BoardwrightError as error:
                raise HistoryError("history_broken", ply=event.seq, action=event.action) from error
            if event.seq != self.seq + 1 or folded[0].event.state_digest != event.state_digest:
                raise HistoryError("digest_broken", match=self.heading.id, seq=event.seq)
            self.take(folded)

    def line(self) -> list[tuple[int, int]]:
        """The moves that were not taken back, with their draws, first to last."""
        return [(move.action or 0, move.draw) for move in moves_of(self.now.line)][::-1]

    def _since(self, you: int) -> int:
        """The number of events that a reader is told of: those after the last own move, and at least the last one."""
        first = self.seq
        while first > 1 and self.seq - first < MOST_NARRATED - 1:
            last, previous = self._steps[first - 1], self._steps[first - 2]
            if not last.kind == previous.kind == MOVE or last.actor == you:
                break
            first -= 1
        return self.seq - first + 1


def start_digest(key: bytes, heading: Heading, state: Array) -> bytes:
    """The digest of a match without events."""
    head = (heading.id, heading.game, heading.rules_version, json.dumps(heading.config, sort_keys=True))
    return credentials.chained(key, b"", repr(head), state.tobytes())


def chained_digest(key: bytes, previous: bytes, event: Event, state: Array | None) -> bytes:
    """The digest after an event. An abandoned match ends without its state: nobody has to fold it for that."""
    text = repr((event.kind, event.actor, event.action, event.draw))
    held = b"" if state is None or event.kind == ABANDON else state.tobytes()
    return credentials.chained(key, previous, text, held)
