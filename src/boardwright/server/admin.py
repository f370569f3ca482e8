"""The admin listener: whether the server is alive, whether it is ready, and its figures. Not for the public."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from fastapi import FastAPI
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardwright.server import metrics
from boardwright.server.connections import Gate
from boardwright.server.log import Log

logger = logging.getLogger(__name__)

DATABASE_SECONDS: Final = 2.0
"""A database that takes longer to answer is not ready."""


def make_admin(app: FastAPI, gate: Gate) -> Starlette:
    """Make the application of the admin listener."""

    async def health(request: Request) -> Response:
        return JSONResponse({"alive": True})

    async def ready(request: Request) -> Response:
        parts = {"database": await _answers(app.state.log), "workers": app.state.pool.healthy}
        return JSONResponse(parts, 200 if all(parts.values()) else 503)

    async def figures(request: Request) -> Response:
        metrics.CONNECTIONS.set(gate.open)
        metrics.STREAMS.set(app.state.limits.streams)
        metrics.MATCHES.set(len(app.state.service.matches))
        metrics.AGENT_QUEUE.set(app.state.pool.waiting)
        return Response(metrics.exposition(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/health", health), Route("/ready", ready), Route("/metrics", figures)])


async def _answers(log: Log) -> bool:
    try:
        await asyncio.wait_for(log.ping(), DATABASE_SECONDS)
    except Exception as error:
        logger.warning("the database does not answer", exc_info=error)
        return False
    return True
