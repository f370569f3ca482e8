"""The play service: matches in memory, folded from the log. Every change is on disk before anyone sees it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import replace

from boardwright.core.errors import BoardwrightError
from boardwright.server import commands, credentials, schemas
from boardwright.server.agent_pool import Pool
from boardwright.server.agent_worker import Answer, Job
from boardwright.server.catalogue import Catalogue
from boardwright.server.compiling import Compiling
from boardwright.server.log import Event, Heading, Log, Seat
from boardwright.server.matches import LiveMatch, MatchState
from boardwright.server.problems import Refusal
from boardwright.server.settings import ServerSettings
from boardwright.server.wakeups import Wakeups

logger = logging.getLogger(__name__)

PERSON, FRIEND = "person", "friend"


class Service:
    """One service per process. Everything except loading a game runs on the event loop."""

    def __init__(self, settings: ServerSettings, log: Log, key: bytes, pool: Pool, prepare: str | None = None) -> None:
        self.settings = settings
        self.catalogue = Catalogue(settings.agents)
        self._log = log
        self._key = key
        self._pool = pool
        self._wakeups = Wakeups()
        self.compiling = Compiling(prepare, self._wakeups.wake)
        self._matches: OrderedDict[str, LiveMatch] = OrderedDict()
        self._resuming: asyncio.Task[None] | None = None
        self._waiting: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the pool, and resume the matches in which an agent is to move."""
        self._pool.start(self._deliver)
        self._resuming = asyncio.create_task(self._resume())

    async def close(self) -> None:
        """End the background tasks and the pool."""
        if self._resuming is not None:
            self._resuming.cancel()
        for waiting in self._waiting:
            waiting.cancel()
        self.compiling.close()
        await self._pool.close()

    # -- matches

    @property
    def matches_in_memory(self) -> int:
        """The number of matches in memory."""
        return len(self._matches)

    async def match(self, number: str) -> LiveMatch:
        """Return a match by its id, from memory or folded from the log."""
        if number not in self._matches:
            logged = self._log.read(number)
            if logged is None:
                raise Refusal(404, "no_such_match", match=number)
            game = await asyncio.to_thread(self.catalogue.game_of, logged[0].game, logged[0].config)
            # Read again, and keep it without a pause: an event that was committed meanwhile would be missing.
            logged = self._log.read(number)
            assert logged is not None
            match = LiveMatch(logged[0], game, self._key)
            match.refold(logged[1])
            self._keep(match)
            self._consider(match)
        self._matches.move_to_end(number)
        return self._matches[number]

    async def create(self, request: schemas.NewMatch) -> schemas.Created:
        """Create a match, and return the token of its creator's seat."""
        game = await asyncio.to_thread(self.catalogue.game, request.game, request.preset)
        if len(request.seats) != game.players:
            raise Refusal(400, "seats_count", game=game.name, players=game.players, found=len(request.seats))
        if request.seats.count(PERSON) != 1:
            raise Refusal(400, "seats_person")
        token = credentials.new_token()
        seats, invitations = [], []
        for number, text in enumerate(request.seats):
            if text == PERSON:
                seats.append(Seat(PERSON, token=credentials.hashed(token)))
            elif text == FRIEND:
                invitation = credentials.new_token()
                seats.append(Seat(PERSON, invitation=credentials.hashed(invitation)))
                invitations.append(schemas.Invitation(seat=number, invitation=invitation))
            else:
                await asyncio.to_thread(self.catalogue.require_agent, text, game, request.preset)
                seats.append(Seat("agent", agent=text))
        created = time.time_ns() // 1_000_000
        match_id = secrets.token_urlsafe(12)
        heading = Heading(match_id, game.name, game.version, request.preset, game.config, tuple(seats), created)
        match = LiveMatch(heading, game, self._key)
        self._require_room(match, match.now)
        await self._log.create(heading)
        self._keep(match)
        self._consider(match)
        seat = request.seats.index(PERSON)
        return schemas.Created(id=match_id, seat=seat, token=token, invitations=invitations)

    async def join(self, number: str, invitation: str) -> schemas.Joined:
        """Take the seat of an invitation, once."""
        token = credentials.new_token()
        while True:
            before = (await self.match(number)).seats
            opened = [seat for seat, sat in enumerate(before) if credentials.matches(invitation, sat.invitation)]
            if not opened:
                raise Refusal(404, "invitation_unknown")
            seat = opened[0]
            if before[seat].joined:
                raise Refusal(409, "invitation_used")
            taken = replace(before[seat], token=credentials.hashed(token))
            done = await self._log.reseat(number, before, (*before[:seat], taken, *before[seat + 1 :]))
            # The match in memory has the old seats. Not done: another seat was taken meanwhile, or this one; try again.
            self._matches.pop(number, None)
            if done:
                self._wakeups.wake(number)
                return schemas.Joined(id=number, seat=seat, token=token)

    async def act(self, match: LiveMatch, seat: int, request: schemas.Attempt) -> tuple[int, bool]:
        """Append the event of a person. Return its number, and whether it is new."""
        if request.seq <= match.seq:
            return self._again(match, seat, request), False
        if request.seq > match.seq + 1:
            raise Refusal(409, "seq_ahead", seq=request.seq, last=match.seq)
        events, states = match.fold(commands.ask(match, seat, request))
        self._require_room(match, states[-1])
        if await asyncio.shield(self._append(match, events, states)):
            return request.seq, True
        return self._again(await self.match(match.heading.id), seat, request), False

    def watch(self, match: LiveMatch, after: int) -> AsyncIterator[int]:
        """The event numbers that a match reaches, from `after` on."""
        number = match.heading.id

        async def reached() -> int:
            return (await self.match(number)).seq

        return self._wakeups.listen(number, reached, after)

    def _again(self, match: LiveMatch, seat: int, request: schemas.Attempt) -> int:
        """The number of an event in the log, for the same actor and idempotency key; a rival is refused, even with the
        same move.
        """
        logged = match.events[request.seq - 1]
        if (logged.actor, logged.key) != (seat, request.key):
            raise Refusal(409, "seq_taken", seq=request.seq, last=match.seq)
        return request.seq

    async def _append(self, match: LiveMatch, events: list[Event], states: list[MatchState]) -> bool:
        number = match.heading.id
        if not await self._log.append(number, events, match.result(states[-1])):
            # Another event came first, perhaps from another process: the match in memory may be out of date.
            kept = self._matches.get(number)
            if kept is not None and kept.seq < events[0].seq:
                del self._matches[number]
            return False
        kept = self._matches.get(number)
        if kept is not None and kept.seq == events[0].seq - 1:
            kept.take(events, states)
        elif kept is not None and kept.seq < events[0].seq:
            del self._matches[number]
        self._wakeups.wake(number)
        self._consider(await self.match(number))
        return True

    def _keep(self, match: LiveMatch) -> None:
        self._matches[match.heading.id] = match
        self.compiling.begin(match)
        while len(self._matches) > self.settings.matches:
            self._matches.popitem(last=False)

    # -- agents

    def _require_room(self, match: LiveMatch, then: MatchState) -> None:
        """Back-pressure: refuse a move that an agent would have to answer while the queue of jobs is full."""
        player = then.to_move
        if player is not None and match.seats[player].agent is not None and self._pool.full:
            seconds = self.settings.retry_seconds
            raise Refusal(503, "server_busy", retry_after=seconds, seconds=seconds)

    def _consider(self, match: LiveMatch, *, waits: int = 0) -> None:
        """Queue a job, if it is an agent's turn and it does not wait for the compiler."""
        agent = match.agent_to_move
        if any(seat.agent is not None for seat in match.seats):
            self._pool.warm()
        waiting = self.compiling.preparing(match.heading.id) is not None
        if agent is None or waiting or self._pool.has(match.heading.id, match.seq + 1):
            return
        player = match.now.to_move
        assert player is not None
        try:
            name, options = self.catalogue.agent(agent, match.game)
        except BoardwrightError as error:
            # It was offered when the match was made. The match can still be read and resigned.
            logger.error("nobody can move in match %s: %s", match.heading.id, error)
            return
        state, seed = match.now.state, credentials.raw_bits()
        if not match.game.definition.perfect_information:
            state = match.game.resample(state, player, credentials.raw_bits())
        heading = match.heading
        place = (heading.id, match.seq + 1, heading.game, heading.config)
        self._pool.submit(Job(*place, name, options, player, state.tobytes(), seed, waits))

    async def _deliver(self, job: Job, answer: Answer) -> None:
        """Append an agent's move, unless the match changed meanwhile."""
        match = await self.match(job.match)
        if answer.not_compiled:
            # In a task of its own: the worker has other jobs to do.
            waiting = asyncio.create_task(self._consider_compiled(job, match))
            self._waiting.add(waiting)
            waiting.add_done_callback(self._waiting.discard)
            return
        if match.seq + 1 != job.seq or match.agent_to_move is None:
            self._consider(match)
            return
        agent, problem = match.agent_to_move, answer.problem
        if answer.action is not None:
            try:
                folded = match.fold(commands.agent_move(match, answer.action, agent, job.seed))
            except BoardwrightError as error:
                problem = error.word
        if problem is not None:
            logger.error("%s could not move in match %s, event %s: %s", agent, job.match, job.seq, problem)
            if match.game.players != 2:
                return
            folded = match.fold(commands.agent_resigns(match))
        await self._append(match, *folded)

    async def _consider_compiled(self, job: Job, match: LiveMatch) -> None:
        await self.compiling.wait(job, match.game)
        self._consider(await self.match(job.match), waits=job.waits + 1)

    async def _resume(self) -> None:
        for number in await asyncio.to_thread(self._log.unfinished):
            try:
                await self.match(number)
            except BoardwrightError as error:
                logger.error("match %s cannot be taken up: %s", number, error)
