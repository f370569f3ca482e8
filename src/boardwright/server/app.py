"""The application: the log and its key, the service, the routes and the page."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.routing import Route

import boardwright
from boardwright.core.words import Word
from boardwright.server import descriptions, problems, puzzle_routes, routes, run_routes
from boardwright.server.agent_pool import Pool
from boardwright.server.limits import Limits
from boardwright.server.log import Log
from boardwright.server.service import Service
from boardwright.server.settings import ServerSettings
from boardwright.server.writer import Writer

logger = logging.getLogger(__name__)

STATIC = Path(__file__).with_name("static")
"""The page, built by `web/`."""


ASSETS = STATIC / "assets"
"""Its scripts and styles, whose names change with their contents."""

ROUTERS = (routes.router, puzzle_routes.router, run_routes.router)

FOREVER = "public, max-age=31536000, immutable"


class Page(StaticFiles):
    """The page's files. Browsers keep assets, and revalidate the rest on every request: an upgrade changes it."""

    def file_response(self, full_path: str | os.PathLike[str], *args: Any, **kwargs: Any) -> Response:
        """Return a file, or 304 if it has not changed."""
        response = super().file_response(full_path, *args, **kwargs)
        kept = Path(full_path).resolve().is_relative_to(ASSETS.resolve())
        response.headers["Cache-Control"] = FOREVER if kept else "no-cache"
        return response


def make_app(
    url: str | sa.URL,
    key: bytes,
    settings: ServerSettings,
    *,
    prepare: str | None = None,
    writer: type[Writer] = Writer,
) -> FastAPI:
    """Make an application that keeps its matches in the database at a URL, with digests keyed by `key`.

    `prepare` names a function (`module:function`) that every worker calls first, for games that no entry point offers.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        log = Log(url, group=settings.group, writer=writer)
        pool = Pool(settings, prepare)
        service = Service(settings, log, key, pool, app.state.limits, prepare)
        app.state.service, app.state.log, app.state.pool = service, log, pool
        await service.start()
        # Games load in the background, before the first request needs them.
        loading = asyncio.create_task(service.library.games("en"))
        loading.add_done_callback(_log_failure)
        yield
        await service.close()
        log.close()

    app = FastAPI(
        title="Boardwright",
        version=boardwright.__version__,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        # These pages load scripts from other hosts; no request may leave this machine.
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation,
    )
    app.state.limits = Limits(settings)
    problems.install(app)
    for router in ROUTERS:
        app.include_router(router)
    _describe(app)
    if has_page():
        app.mount("/", Page(directory=STATIC, html=True), name="page")
    else:
        app.get("/", include_in_schema=False)(_no_page)
    return app


def endpoints(app: FastAPI) -> Iterator[Route]:
    """The endpoints of the API, with the one that describes it."""
    for route in (*app.routes, *(route for router in ROUTERS for route in router.routes)):
        if isinstance(route, Route) and route.path.startswith("/api/"):
            yield route


def has_page() -> bool:
    """Whether this installation was built with the page."""
    return (STATIC / "index.html").is_file()


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("the games cannot be listed: %s", error)


def _operation(route: APIRoute) -> str:
    return route.name


def _describe(app: FastAPI) -> None:
    plain = app.openapi

    def described() -> dict[str, Any]:
        schema = plain()
        schema["components"]["schemas"].update(descriptions.MODELS)
        return schema

    app.openapi = described  # type: ignore[method-assign]


async def _no_page(request: Request) -> Response:
    return problems.answer(request, Word("page_missing"), 404)
