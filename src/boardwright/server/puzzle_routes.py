"""The routes of puzzles: `/api/v1/games/{name}/puzzles`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from boardwright.server import puzzle_schemas, schemas
from boardwright.server.routes import GameName, Language, Serving

router = APIRouter(prefix="/api/v1", responses={"4XX": {"model": schemas.Problem}, "5XX": {"model": schemas.Problem}})

Number = Annotated[int, Path(ge=1, le=2**31)]


@router.get("/games/{name}/puzzles")
async def list_puzzles(service: Serving, name: GameName, language: Language) -> puzzle_schemas.PuzzleSet:
    """The puzzles of a game: how many there are, and which are easy."""
    return await service.puzzles.listing(name, language)


@router.get("/games/{name}/puzzles/{number}", response_model=puzzle_schemas.Puzzle)
async def read_puzzle(service: Serving, name: GameName, number: Number, language: Language) -> Response:
    """A puzzle: a position, and what is asked of the player to move."""
    return Response(await service.puzzles.puzzle(name, number, language), media_type="application/json")


@router.post("/games/{name}/puzzles/{number}/answer", response_model=puzzle_schemas.PuzzleVerdict)
async def answer_puzzle(
    service: Serving, name: GameName, number: Number, body: puzzle_schemas.PuzzleAttempt, language: Language
) -> Response:
    """Whether a move is right, why, and which moves are. Nothing is stored: everybody may try as often as they like."""
    return Response(await service.puzzles.verdict(name, number, body.action, language), media_type="application/json")
