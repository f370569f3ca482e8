"""The routes of `/api/v1/runs`: recorded tournaments, ladders, evaluations and trainings, for the arena page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Path, Request, Response

from boardwright.server import run_schemas, schemas
from boardwright.server.problems import language_of
from boardwright.server.routes import service_of
from boardwright.server.runs import Answer

router = APIRouter(
    prefix="/api/v1/runs", responses={"4XX": {"model": schemas.Problem}, "5XX": {"model": schemas.Problem}}
)

RunName = Annotated[str, Path(max_length=512)]
Tag = Annotated[str | None, Header()]


@router.get("", response_model=run_schemas.RunList)
async def list_runs(request: Request, if_none_match: Tag = None) -> Response:
    """The newest runs in the folders that the operator named."""
    runs = service_of(request).runs
    runs.require_reader(request)
    return _answer(await runs.listing(language_of(request)), if_none_match)


@router.get("/{name:path}", response_model=run_schemas.RunDetail)
async def read_run(request: Request, name: RunName, if_none_match: Tag = None) -> Response:
    """A run, which may be under way: ratings and a crosstable, rungs, shares, or curves."""
    runs = service_of(request).runs
    runs.require_reader(request)
    return _answer(await runs.detail(name, language_of(request)), if_none_match)


def _answer(answer: Answer, known: str | None) -> Response:
    """The body, or 304 if the reader has it already: whoever watches asks again and again."""
    headers = {"ETag": answer.tag, "Cache-Control": "private, no-cache", "Vary": "Accept-Language"}
    # A compressor or a proxy marks the tag of a body that it changed as weak.
    tags = [tag.strip().removeprefix("W/") for tag in (known or "").split(",")]
    if answer.tag in tags:
        return Response(status_code=304, headers=headers)
    return Response(answer.body, headers=headers, media_type="application/json")
