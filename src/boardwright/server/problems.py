"""Refusals as responses: `{code, params, message}` with a status, the message in the reader's language."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from boardwright.core import errors
from boardwright.core.words import LANGUAGES, Word, say
from boardwright.server.log import StorageError


class Refusal(errors.BoardwrightError):
    """A request that the service refuses, with its HTTP status."""

    def __init__(self, status: int, code: str, *, retry_after: int | None = None, **params: Any) -> None:
        super().__init__(code, **params)
        self.status = status
        self.retry_after = retry_after


def status_of(error: errors.BoardwrightError) -> int:
    """The HTTP status of an error: 422 forbidden by the rules, 500 a broken game, 503 busy; else 400.

    What comes from a request is the usual case. A broken log is told by a refusal of its own (`match_cache.py`).
    """
    if isinstance(error, Refusal):
        return error.status
    if isinstance(error, StorageError):
        return 503
    if isinstance(error, errors.IllegalAction | errors.RuleFault):
        return 422
    if isinstance(error, errors.KernelError | errors.BatchError | errors.NotCompiled | errors.HiddenInformation):
        return 500
    return 400


def language_of(request: Request) -> str:
    """The supported language that the request prefers by its weights; English if there is none."""
    weighted = []
    for part in request.headers.get("accept-language", "").split(","):
        tag, _, weight = part.partition(";q=")
        try:
            weighted.append((-float(weight or 1), tag.strip().lower().split("-")[0]))
        except ValueError:
            continue
    spoken = [tag for _, tag in sorted(weighted, key=lambda accepted: accepted[0]) if tag in LANGUAGES]
    return spoken[0] if spoken else LANGUAGES[0]


FIRST = 1
"""The page counts rows and columns from 1, as people do; notation counts as the game does."""


def with_message(word: Word, language: str) -> dict[str, Any]:
    """A word for a response: code and parameters for programs, the message for people."""
    return {**word.to_dict(), "message": say(word, to=language, first=FIRST)}


def answer(request: Request, word: Word, status: int, retry_after: int | None = None) -> Response:
    """The response that carries a word."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    if status in {413, 431}:
        # The rest of the request was not read: the connection cannot be used again.
        headers["Connection"] = "close"
    # ASCII, because a request may hold characters that no encoding can carry, and we repeat its field names.
    body = json.dumps(with_message(word, language_of(request)), default=str)
    return Response(body, status, headers, media_type="application/json")


def of_ours(request: Request, error: errors.BoardwrightError) -> Response:
    """The response to an error of ours."""
    return answer(request, error.word, status_of(error), getattr(error, "retry_after", None))


def unreadable(request: Request, error: RequestValidationError) -> Response:
    """The response to a request that does not fit its model: the place of the first fault."""
    first = error.errors()[0]
    path = ".".join(str(part) for part in first["loc"])
    return answer(request, Word("request_invalid", {"path": path, "expected": first["type"]}), 400)


def install(app: FastAPI) -> None:
    """Install a handler for every kind of failure, each with its sentence.

    Handlers are coroutines: FastAPI calls a plain function in a thread.
    """

    @app.exception_handler(errors.BoardwrightError)
    async def handle_ours(request: Request, error: errors.BoardwrightError) -> Response:
        return of_ours(request, error)

    @app.exception_handler(RequestValidationError)
    async def handle_unreadable(request: Request, error: RequestValidationError) -> Response:
        return unreadable(request, error)

    @app.exception_handler(HTTPException)
    async def handle_http(request: Request, error: HTTPException) -> Response:
        code = "no_such_page" if error.status_code in {404, 405} else "request_refused"
        params = {"path": request.url.path, "status": error.status_code}
        return answer(request, Word(code, params), error.status_code)

    @app.exception_handler(Exception)
    async def handle_others(request: Request, error: Exception) -> Response:
        return answer(request, Word("server_fault"), 500)
