"""The routes of `/api/v1`. Each declares its request and response, and calls the service."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from sse_starlette import EventSourceResponse, ServerSentEvent

from boardwright.arena.match_records import Record
from boardwright.core.view import Board
from boardwright.server import analysis_schemas, bodies, costs, descriptions, offers, presentation, schemas
from boardwright.server.aside import Kind
from boardwright.server.problems import Refusal, language_of
from boardwright.server.seating import seat_of, seated
from boardwright.server.service import Service

router = APIRouter(prefix="/api/v1", responses={"4XX": {"model": schemas.Problem}, "5XX": {"model": schemas.Problem}})

SCHEME = "bearer "
NDJSON = "application/x-ndjson"
NUMBER = re.compile(r"[0-9]{1,9}")


# Dependencies are coroutines: FastAPI calls a plain function in a thread, which costs more than the function.


def service_of(request: Request) -> Service:
    """The service of this application."""
    service: Service = request.app.state.service
    return service


def address_of(request: Request) -> str:
    """The address that the limits count."""
    address: str = getattr(request.state, "address", "")
    return address


def token_of(authorization: str | None) -> str | None:
    """The token in a header, None without one."""
    if authorization is None:
        return None
    if not authorization.lower().startswith(SCHEME):
        raise Refusal(401, "token_unknown")
    return authorization[len(SCHEME) :].strip()


async def the_service(request: Request) -> Service:
    """The service of this application."""
    return service_of(request)


async def the_language(request: Request) -> str:
    """The language of the reader."""
    return language_of(request)


async def the_token(authorization: Annotated[str | None, Header()] = None) -> str | None:
    """The seat token of the request, None for a spectator."""
    return token_of(authorization)


async def the_address(request: Request) -> str:
    """The address that the limits count."""
    return address_of(request)


async def the_stream_token(
    authorization: Annotated[str | None, Header()] = None,
    token: Annotated[str | None, Query(max_length=64)] = None,
) -> str | None:
    """The token of a stream, which a browser cannot send as a header."""
    return token_of(authorization) or token


Serving = Annotated[Service, Depends(the_service)]
Language = Annotated[str, Depends(the_language)]
Token = Annotated[str | None, Depends(the_token)]
Address = Annotated[str, Depends(the_address)]
StreamToken = Annotated[str | None, Depends(the_stream_token)]
MatchId = Annotated[str, Path(max_length=64)]
GameName = Annotated[str, Path(max_length=64)]


@router.get("/games", response_model=list[offers.GameOffer])
async def list_games(service: Serving, language: Language) -> Response:
    """Every game that can be played here, with its presets and the agents that can play it."""
    return _json(await service.library.games(language))


@router.get("/games/{name}/guide")
async def read_guide(service: Serving, name: GameName, language: Language) -> offers.Guide:
    """How to play a game, in Markdown."""
    return await service.library.guide(name, language)


@router.get("/games/{name}/picture", response_model=Board)
async def read_picture(service: Serving, name: GameName) -> Response:
    """The board of a typical position of a game."""
    return _json(await service.library.picture(name))


@router.post("/matches", status_code=201)
async def create_match(service: Serving, body: bodies.NewMatch, address: Address) -> schemas.Created:
    """Create a match and take a seat in it."""
    return await service.create(body, address)


@router.post("/summaries")
async def list_summaries(
    service: Serving, body: bodies.Listing, language: Language, address: Address
) -> list[schemas.Summary | schemas.Gone]:
    """Matches in short, for a list of one's own: a POST, because tokens do not belong into an address."""
    return await service.summaries(body.matches, language, address)


@router.post("/matches/{match_id}/join")
async def join_match(service: Serving, match_id: MatchId, body: bodies.Joining) -> schemas.Joined:
    """Take a friend's seat by an invitation, which works once."""
    return await service.join(match_id, body.invitation)


@router.post("/matches/{match_id}/token")
async def renew_token(service: Serving, match_id: MatchId, token: Token) -> schemas.Joined:
    """Replace a token before it expires. The old one is of no use any more."""
    return await service.renew(match_id, token)


@router.post("/matches/{match_id}/rematch", status_code=201)
async def create_rematch(service: Serving, match_id: MatchId, token: Token, address: Address) -> schemas.Rematch:
    """Play again, one seat further, with the same tokens. There is one rematch, whoever asks for it first."""
    return await service.rematch(match_id, token, address)


@router.get("/matches/{match_id}", response_model=schemas.Match)
async def read_match(
    service: Serving,
    match_id: MatchId,
    language: Language,
    token: Token,
    at: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    since: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    """The match as the reader may see it; with `at`, as it stood after that event; with the history after `since`."""
    match = await service.match(match_id)
    return _json(await service.show(match, seat_of(match, token), language, at=at, since=since))


@router.post(
    "/matches/{match_id}/events",
    status_code=201,
    response_model=schemas.Match,
    responses={200: {"model": schemas.Match}},
    openapi_extra=descriptions.EVENT,
)
async def append_event(match_id: MatchId, request: Request) -> Response:
    """Move, resign, request an undo or answer one. 201 once it is on disk; 200 for a retry with the same key.

    The answer is the match, with the history from this event on.
    """
    # Read by hand, because it is the request that counts: FastAPI's own way takes as much time as the rest of a move.
    service, token = service_of(request), token_of(request.headers.get("authorization"))
    body = descriptions.read_event(await request.body())
    match = await service.match(match_id)
    match, fresh = await service.act(match, seated(match, token), body, address_of(request))
    # Whoever has several seats sees the match from the one that is to move now.
    seen = await service.show(match, seat_of(match, token), language_of(request), since=body.seq - 1)
    return _json(seen, 201 if fresh else 200)


@router.get("/matches/{match_id}/why")
async def explain_cell(
    service: Serving,
    match_id: MatchId,
    language: Language,
    token: Token,
    cell: Annotated[int, Query(ge=0, le=2**31)],
    beside: Annotated[int | None, Query(ge=0, le=2**31)] = None,
) -> schemas.Reasons:
    """The refused actions on a cell, or on its side towards the cell `beside` it, with the rules' own reasons."""
    match = await service.match(match_id)
    seat = seated(match, token)
    return await service.aside.run(match.game, 0, presentation.why, match.copy(), seat, cell, beside, language)


@router.post("/matches/{match_id}/analysis", response_model=analysis_schemas.Answered)
async def analyse_match(
    service: Serving,
    match_id: MatchId,
    body: analysis_schemas.Question,
    language: Language,
    token: Token,
    address: Address,
) -> Response:
    """What an agent finds in a match: a hint on one's own turn against agents, or any position of a finished match."""
    match = await service.match(match_id)
    answered = await service.questions.about_match(match, seat_of(match, token), body, language, address)
    return await _written(service, answered)


@router.get("/matches/{match_id}/review")
async def review_match(
    service: Serving, match_id: MatchId, language: Language, token: Token, address: Address
) -> analysis_schemas.Review:
    """The game's own review of a finished match: its luck, and what mistakes cost."""
    match = await service.match(match_id)
    seat_of(match, token)
    return await service.questions.review(match, language, address)


@router.post("/analysis", response_model=analysis_schemas.Answered)
async def analyse_position(
    service: Serving, body: analysis_schemas.PositionQuestion, language: Language, address: Address
) -> Response:
    """What an agent finds in any position of a game, by the moves that lead there."""
    return await _written(service, await service.questions.about_position(body, language, address))


@router.post("/analysis/moves")
async def read_moves(service: Serving, body: analysis_schemas.MovesText) -> analysis_schemas.MovesRead:
    """The moves of a text, for a question about the position after them."""
    return await service.questions.moves(body)


@router.get("/matches/{match_id}/replay")
async def read_replay(service: Serving, match_id: MatchId, language: Language, token: Token) -> schemas.Replay:
    """A finished match in full."""
    return await service.replay(match_id, token, language)


@router.get("/matches/{match_id}/record")
async def read_record(service: Serving, match_id: MatchId, token: Token) -> Record:
    """A finished match as a record, one line of a file that `boardwright replay` reads."""
    return await service.record(match_id, token)


@router.post("/records", status_code=201, openapi_extra=descriptions.RECORD)
async def import_record(service: Serving, request: Request) -> schemas.Imported:
    """Store a finished match from a record, to look at it here. The rules replay it first."""
    return await service.take_in(await request.body())


@router.get(
    "/matches/{match_id}/stream",
    response_class=EventSourceResponse,
    responses={200: {"model": schemas.Reached, "content": {"text/event-stream": {}}}},
)
async def stream_match(
    service: Serving,
    match_id: MatchId,
    token: StreamToken,
    address: Address,
    after: Annotated[int, Query(ge=-1, le=2**31)] = -1,
    last_event_id: Annotated[str | None, Header()] = None,
) -> EventSourceResponse:
    """Server-sent events: `reached` with the number of the newest event. Resumes after `Last-Event-ID`, or `after`."""
    match = await service.match(match_id, address)
    seat_of(match, token)
    start = after if last_event_id is None or not NUMBER.fullmatch(last_event_id) else int(last_event_id)

    async def messages() -> AsyncIterator[ServerSentEvent]:
        async for seq in service.watch(match, start):
            await service.limits.paced_work(costs.WAKE_UP)
            yield ServerSentEvent(schemas.Reached(seq=seq).model_dump_json(), event="reached", id=str(seq), sep="\n")

    return EventSourceResponse(messages(), ping=int(service.settings.keepalive_seconds), sep="\n")


@router.post(
    "/stream",
    response_class=EventSourceResponse,
    responses={200: {"model": schemas.ReachedIn, "content": {"text/event-stream": {}}}},
)
async def stream_matches(service: Serving, body: bodies.Following, address: Address) -> EventSourceResponse:
    """Server-sent events of several matches by one connection: `reached` with the match and its newest event.

    A POST, because tokens do not belong into an address. A match that cannot be read is told once, and not followed.
    """
    service.count_tickets(body.matches, address)

    async def messages() -> AsyncIterator[ServerSentEvent]:
        async for number, seq in service.watch_many(body.matches, address):
            await service.limits.paced_work(costs.WAKE_UP)
            news = schemas.ReachedIn(id=number, seq=seq)
            yield ServerSentEvent(news.model_dump_json(), event="reached", sep="\n")

    return EventSourceResponse(messages(), ping=int(service.settings.keepalive_seconds), sep="\n")


@router.get(
    "/matches/{match_id}/follow",
    response_class=StreamingResponse,
    responses={200: {"model": schemas.Match, "content": {"application/x-ndjson": {}}}},
)
async def follow_match(
    service: Serving,
    match_id: MatchId,
    language: Language,
    token: Token,
    address: Address,
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> StreamingResponse:
    """For programs: a line of JSON, the match as its reader sees it, now and whenever it has changed.

    The first line has the history after event `after`, each later one that since the line before. The stream ends with
    the match. Empty lines keep it open.
    """
    match = await service.match(match_id, address)
    seat_of(match, token)
    lines = service.follow(match, token, language, after)
    return StreamingResponse(_with_blank_lines(lines, service.settings.keepalive_seconds), media_type=NDJSON)


async def _with_blank_lines(bodies: AsyncIterator[bytes], seconds: float) -> AsyncIterator[bytes]:
    """Each body as a line, and an empty line whenever nothing has come for some seconds."""
    following = asyncio.ensure_future(anext(bodies, None))
    try:
        while True:
            done, _ = await asyncio.wait({following}, timeout=seconds)
            if not done:
                yield b"\n"
                continue
            body = following.result()
            if body is None:
                return
            yield body + b"\n"
            following = asyncio.ensure_future(anext(bodies, None))
    finally:
        following.cancel()


async def _written(service: Service, answered: analysis_schemas.Answered) -> Response:
    """An answer with a whole position in it, written beside the event loop: moves of others go on meanwhile."""
    return _json((await service.aside.thread(Kind.RULES, None, answered.model_dump_json)).encode())


def _json(body: bytes, status: int = 200) -> Response:
    """An answer that is JSON already. Its model is in the route's declaration, and was filled field by field."""
    return Response(body, status, media_type="application/json")
