"""The way to a move: around FastAPI, whose own way to a route takes longer than the move.

The route is declared in `routes.py` like the others, and has the same description, refusals and metrics.
"""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from boardwright.core.errors import BoardwrightError
from boardwright.server import problems, routes

BEFORE, AFTER = f"{routes.router.prefix}/matches/", "/events"


class _Route:
    """What the metrics read of a route."""

    path: Final = f"{BEFORE}{{match_id}}{AFTER}"


class Quick:
    """The application. Moves go to their route at once, everything else by FastAPI."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._route = _Route()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        number = self._match_of(scope) if scope["type"] == "http" and scope["method"] == "POST" else None
        if number is None:
            await self._app(scope, receive, send)
            return
        scope["app"], scope["route"] = self._app, self._route
        request = Request(scope, receive)
        try:
            response = await routes.append_event(number, request)
        except BoardwrightError as error:
            response = problems.of_ours(request, error)
        except RequestValidationError as error:
            response = problems.unreadable(request, error)
        await response(scope, receive, send)

    def _match_of(self, scope: Scope) -> str | None:
        """The match of a move, None where it is not one for sure."""
        path = str(scope["path"]).removeprefix(str(scope.get("root_path", "")))
        number = path[len(BEFORE) : -len(AFTER)]
        if path.startswith(BEFORE) and path.endswith(AFTER) and 0 < len(number) <= 64 and "/" not in number:
            return number
        return None
