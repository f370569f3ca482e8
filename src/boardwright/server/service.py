"""The play service: commands and readers of matches. Every change is on disk before anyone sees it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence

from boardwright.arena.match_records import Record
from boardwright.core import registry
from boardwright.core.errors import BoardwrightError
from boardwright.server import bodies, commands, costs, credentials, match_files, presentation, schemas, seating
from boardwright.server.abandonment import Abandonment
from boardwright.server.agent_pool import Pool
from boardwright.server.analyses import Analyses
from boardwright.server.answers import Answers
from boardwright.server.aside import Aside, Kind
from boardwright.server.catalogue import Catalogue
from boardwright.server.clocks import Clock
from boardwright.server.compiling import Compiling
from boardwright.server.dealing import is_puzzle
from boardwright.server.failures import StorageError
from boardwright.server.library import Library
from boardwright.server.limits import PAYER, Limits
from boardwright.server.log import Heading, Log, Reseated, Seat
from boardwright.server.match_cache import MatchCache
from boardwright.server.matches import TIMEOUT, Folded, LiveMatch, MatchState
from boardwright.server.problems import Refusal
from boardwright.server.puzzles import PuzzleRoom
from boardwright.server.questions import Questions
from boardwright.server.runs import Runs
from boardwright.server.settings import ServerSettings
from boardwright.server.timekeeping import Timekeeper
from boardwright.server.turns import Turns
from boardwright.server.wakeups import Wakeups


class Service:
    """One service per process. What reads files, the database or a long match runs in threads."""

    def __init__(
        self, settings: ServerSettings, log: Log, key: bytes, pool: Pool, limits: Limits, prepare: str | None = None
    ) -> None:
        self.settings = settings
        self.limits = limits
        self.catalogue = Catalogue(settings.agents)
        self.aside = Aside(limits)
        self.answers = Answers(settings.answers_bytes)
        self.library = Library(self.catalogue, self.answers, self.aside)
        self.puzzles = PuzzleRoom(self.catalogue, self.answers, self.aside)
        self.runs = Runs(settings, self.answers)
        self._log = log
        self._key = key
        self._pool = pool
        self._wakeups = Wakeups()
        self.compiling = Compiling(prepare, self._wakeups.wake)
        self.matches = MatchCache(log, key, self.catalogue, self.aside, settings.matches, self._loaded)
        watched, turns = self._wakeups.has, settings.agent_moves_by_address
        self._turns = Turns(
            self.matches, pool, self.catalogue, self.compiling, self.aside, self._append, watched, limits, turns
        )
        self._analyses = Analyses(settings, self.compiling, self.aside, limits, prepare)
        self.questions = Questions(settings, self.catalogue, self._analyses, self.aside)
        self._timekeeper = Timekeeper(log, self.matches, self._append, self._wakeups)
        judge, days = self._timekeeper.judge, settings.abandoned_days
        self._abandonment = Abandonment(log, key, self.catalogue, self.matches, judge, days)
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the pool. Matches are taken up when somebody reads them: starting costs the same however many exist."""
        self._turns.start()
        self._analyses.start()
        await self._timekeeper.start()
        await self._log.listen(self._hear)
        self._sweeping = asyncio.create_task(self._abandonment.run(self.settings.sweep_seconds))

    async def close(self) -> None:
        """End the background tasks and the pool."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        self.compiling.close()
        await self._turns.close()
        await self._analyses.close()
        await self._timekeeper.close()
        self.aside.close()

    # -- reading

    async def match(self, number: str, address: str = "") -> LiveMatch:
        """Return a match by its id. If it is an agent's turn, the agent goes on, in the time of this address."""
        match = await self._timekeeper.judge(await self.matches.get(number))
        match.payer = match.payer or address or PAYER.get()
        self._turns.consider(match)
        return match

    async def show(
        self, match: LiveMatch, seat: int | None, language: str, *, at: int | None = None, since: int = 0
    ) -> bytes:
        """Return a match as JSON, as a reader may see it, with the history after event `since`."""
        if at is not None and not 0 <= at <= match.seq:
            raise Refusal(404, "no_such_event", seq=at, last=match.seq)
        key = (match.heading.id, match.seq, match.seats, match.rematch, seat, language, at, since)
        body = self.answers.get(key)
        if body is None:
            shown = match.copy()
            body = await self.aside.run(match.game, match.seq, presentation.body, shown, seat, language, at, since)
            self.answers.keep(key, body)
        if at is not None:
            return body
        # Another moment, another answer; the rest is the same.
        preparing = self.compiling.preparing(match.heading.id) or self._turns.parked(match)
        return presentation.at_this_moment(body, preparing, self._timekeeper.read(match), language)

    async def summaries(
        self, tickets: Sequence[bodies.Ticket], language: str, address: str
    ) -> list[schemas.Summary | schemas.Gone]:
        """Matches in short, in the order of the request. No agent goes on because somebody looks at a list."""
        self.count_tickets(tickets, address)
        found: list[schemas.Summary | schemas.Gone] = []
        for ticket in tickets:
            try:
                match = await self._timekeeper.judge(await self.matches.get(ticket.id))
                found.append(presentation.summary(match, seating.seat_of(match, ticket.token), language))
            except StorageError:
                raise
            except BoardwrightError:
                # Also a match whose rules have changed: the others of the list can still be read.
                found.append(schemas.Gone(gone=True, id=ticket.id))
        return found

    def count_tickets(self, tickets: Sequence[bodies.Ticket], address: str) -> None:
        """Count the matches of a list: each may have to be read from the log."""
        self.limits.require_work(address, None, costs.LISTED * len(tickets))

    async def replay(self, number: str, token: str | None, language: str) -> schemas.Replay:
        """A finished match in full."""
        match = await self.match(number)
        seating.seat_of(match, token)
        if not match.finished:
            raise Refusal(409, "match_running")
        logged = await self._log.read(number)
        assert logged is not None
        return presentation.replay(match, [event.state_digest for event in logged[1]], language)

    async def record(self, number: str, token: str | None) -> Record:
        """A finished match as a record."""
        match = await self.match(number)
        seating.seat_of(match, token)
        return await self.aside.thread(Kind.RULES, match.game, match_files.record, match.copy())

    async def take_in(self, line: bytes) -> schemas.Imported:
        """Store the match of a record, once the rules have replayed it."""
        match, events, result = await self.aside.thread(
            Kind.RULES, None, match_files.imported, line, self.catalogue, self._key
        )
        if len(events) > self.settings.events:
            raise Refusal(422, "match_too_long", events=self.settings.events)
        await self._log.create(match.heading)
        await self._log.append(match.heading.id, events, result)
        return schemas.Imported(id=match.heading.id)

    async def follow(self, match: LiveMatch, token: str | None, language: str, after: int) -> AsyncIterator[bytes]:
        """The match as its reader sees it, as JSON, whenever it has changed; each with the history since the last."""
        async for _ in self.watch(match, -1):
            await self.limits.paced_work(costs.LINE)
            match = await self.match(match.heading.id)
            yield await self.show(match, seating.seat_of(match, token), language, since=after)
            after = match.seq
            if match.finished:
                return

    def watch(self, match: LiveMatch, after: int) -> AsyncIterator[int]:
        """The event numbers that a match reaches, from `after` on."""
        number = match.heading.id

        async def reached() -> int:
            return (await self.match(number)).seq

        return self._wakeups.listen(number, reached, after)

    async def watch_many(
        self, wanted: Sequence[bodies.Followed], address: str
    ) -> AsyncIterator[tuple[str, int | None]]:
        """The events that several matches reach, each with the match; None once for a match that cannot be read."""
        after: dict[str, int] = {}
        for ticket in wanted:
            try:
                seating.seat_of(await self.match(ticket.id, address), ticket.token)
                after[ticket.id] = ticket.after
            except StorageError:
                raise
            except BoardwrightError:
                yield ticket.id, None

        async def reached(number: str) -> int:
            return (await self.match(number)).seq

        async for news in self._wakeups.listen_to_many(reached, after):
            yield news

    # -- commands

    async def create(self, request: bodies.NewMatch, address: str = "") -> schemas.Created:
        """Create a match, and return the token of its creator's seats."""
        preset = registry.definition(request.game).files.preset if request.preset is None else request.preset
        game = await self.aside.thread(Kind.FILES, None, self.catalogue.game, request.game, preset, request.options)
        if len(request.seats) != game.players:
            raise Refusal(400, "seats_count", game=game.name, players=game.players, found=len(request.seats))
        if seating.FRIEND in request.seats and seating.PERSON not in request.seats:
            raise Refusal(400, "seats_person")
        if request.clock is not None and game.players > 2:
            raise Refusal(400, "clock_forbidden")
        table = seating.lay(request.seats, self.settings.token_days)
        for seat in table.seats:
            if seat.agent is not None:
                await self.aside.thread(Kind.FILES, None, self.catalogue.require_agent, seat.agent, game, preset)
        spectators = credentials.new_token() if request.spectators == "invited" else None
        heading = Heading(
            secrets.token_urlsafe(12),
            game.name,
            game.version,
            preset,
            game.config,
            tuple(table.seats),
            seating.now(),
            None if spectators is None else credentials.hashed(spectators),
            None if request.clock is None else Clock(request.clock.seconds, request.clock.increment),
            request.help,
        )
        await self._open(LiveMatch(heading, game, self._key), address)
        return schemas.Created(
            id=heading.id,
            seat=table.own[0] if table.own else None,
            seats=table.own,
            token=table.token if table.own else None,
            expires=table.expires if table.own else None,
            spectators_token=spectators,
            invitations=table.invitations,
        )

    async def join(self, number: str, invitation: str) -> schemas.Joined:
        """Take the seat of an invitation, once."""
        token, expires = credentials.new_token(), seating.in_days(self.settings.token_days)
        while True:
            match = await self.match(number)
            seat, after = seating.taken(match.seats, invitation, token, expires)
            if await self._reseat([(number, match.seats, after)]):
                return schemas.Joined(id=number, seat=seat, token=token, expires=expires)

    async def renew(self, number: str, token: str | None) -> schemas.Joined:
        """Replace a valid token by a new one. The old one is of no use any more, in none of the match's rematches."""
        match = await self.match(number)
        seat, fresh = seating.seated(match, token), credentials.new_token()
        old, expires = match.seats[seat].token, seating.in_days(self.settings.token_days)
        assert old is not None
        replaced = False
        # Until none is found: a rematch may be made meanwhile, but after the first time none with the old token.
        while True:
            chain = await self._log.chain(match.heading.chain or number)
            changes = [
                (one, seats, seating.renewed(seats, old, fresh, expires))
                for one, seats in chain
                if any(sat.token == old for sat in seats)
            ]
            if not replaced and all(one != number for one, _, _ in changes):
                raise Refusal(401, "token_unknown")  # another request has replaced it
            if not changes:
                return schemas.Joined(id=number, seat=seat, token=fresh, expires=expires)
            replaced |= await self._reseat(changes)

    async def rematch(self, number: str, token: str | None, address: str = "") -> schemas.Rematch:
        """Create the match after this one, or return the one that the other player has created."""
        following = credentials.following(self._key, number)
        while True:
            match = await self.match(number)
            seat = seating.seated(match, token)
            if not match.finished:
                raise Refusal(409, "match_running")
            if await self._log.head(following) is not None:
                break
            # Whoever comes first inserts it: both make the same match of the same id.
            heading = seating.rotated(match.heading, following, seating.now())
            await self._open(LiveMatch(heading, match.game, self._key), address, (number, match.seats))
        match.rematch = following
        self._wakeups.wake(number)
        await self._log.announce(number, match.seq)
        return schemas.Rematch(id=following, seat=(seat - 1) % match.game.players)

    async def _open(self, match: LiveMatch, address: str, after: tuple[str, tuple[Seat, ...]] | None = None) -> None:
        match.payer = address
        self._require_room(match, match.now)
        if await self._log.create(match.heading, after):
            self.matches.keep(match)
            self._loaded(match)
            self._turns.consider(match)
        # Else another request has made this rematch, and it may have gone on since: what is in memory stays.

    async def _reseat(self, changes: Sequence[Reseated]) -> bool:
        """Replace the seats of matches. Not done: another seat was taken meanwhile, or this one; try again."""
        done = await self._log.reseat(changes)
        for number, _, _ in changes:
            known = self.matches.peek(number)
            self.matches.drop(number)  # it has the old seats
            if done:
                self._wakeups.wake(number)
                await self._log.announce(number, 0 if known is None else known.seq)
        return done

    async def act(
        self, match: LiveMatch, seat: int, request: bodies.Attempt, address: str = ""
    ) -> tuple[LiveMatch, bool]:
        """Append the event of a person. Return the match, and whether the event is new."""
        match.payer = address
        if request.seq <= match.seq:
            return await self._again(match, seat, request), False
        if request.seq > match.seq + 1:
            raise Refusal(409, "seq_ahead", seq=request.seq, last=match.seq)
        if match.seq >= self.settings.events:
            raise Refusal(422, "match_too_long", events=self.settings.events)
        # A copy, because the match may go on meanwhile: the log decides who came first.
        if is_puzzle(match):
            folded = await self.aside.thread(Kind.RULES, match.game, _fold, match.copy(), seat, request)
        else:
            folded = await self.aside.run(match.game, 0, _fold, match.copy(), seat, request)
        await self._timekeeper.require_time(match, folded[0].event.at)
        self._require_room(match, folded[-1].now)
        # A request that is given up does not tear its event from the match in memory.
        if await asyncio.shield(self._append(match, folded)):
            return self.matches.peek(match.heading.id) or await self.matches.get(match.heading.id), True
        return await self._again(match, seat, request), False

    async def _again(self, match: LiveMatch, seat: int, request: bodies.Attempt) -> LiveMatch:
        """The match, if the log has the event with the same actor and idempotency key; a rival is refused, even with
        the same move.
        """
        number = match.heading.id
        logged = await self._log.read(number, after=request.seq - 1)
        assert logged is not None
        event = logged[1][0]
        if event.kind == TIMEOUT:
            raise Refusal(409, "time_over", seat=event.actor)
        own = event.actor == seat or seating.same_person(match, seat, event.actor)
        if not own or event.key != request.key:
            raise Refusal(409, "seq_taken", seq=request.seq, last=logged[1][-1].seq)
        return await self.matches.get(number)

    async def _append(self, match: LiveMatch, folded: Sequence[Folded]) -> bool:
        number = match.heading.id
        if not await self._log.append(number, [event for event, _, _ in folded], match.result(folded[-1].now)):
            # Another event came first, perhaps from another process: the match in memory may be out of date.
            if match.seq < folded[0].event.seq:
                self.matches.drop(number)
            return False
        self.matches.take(number, folded)
        self._wakeups.wake(number)
        await self._log.announce(number, folded[-1].event.seq)
        # As it is in memory, with what was just appended: no look at the log is needed.
        self._turns.consider(self.matches.peek(number) or await self.matches.get(number))
        return True

    def _require_room(self, match: LiveMatch, then: MatchState) -> None:
        """Refuse a move that an agent would have to answer while the queue of jobs is full, or without time for it."""
        player = then.to_move
        if player is None or match.seats[player].agent is None:
            return
        self.limits.require_agent_time(match.payer)
        if self._pool.full:
            seconds = self.settings.retry_seconds
            raise Refusal(503, "server_busy", retry_after=seconds, seconds=seconds)

    def _hear(self, number: str | None) -> None:
        """Another process has changed a match. Its events are read when somebody asks; a rematch is no event."""
        if number is not None and (known := self.matches.peek(number)) is not None and known.finished:
            self.matches.drop(number)
        self._wakeups.hear(number)

    def _loaded(self, match: LiveMatch) -> None:
        self.compiling.begin(match)


def _fold(match: LiveMatch, seat: int, request: bodies.Attempt) -> list[Folded]:
    return match.fold(commands.ask(match, seat, request))
