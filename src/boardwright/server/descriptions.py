"""The parts of the API's description that the routes do not give by their signatures."""

from __future__ import annotations

from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter, ValidationError

from boardwright.arena.match_records import Record
from boardwright.server import bodies

_event: Final[TypeAdapter[bodies.NewEvent]] = TypeAdapter(bodies.NewEvent)
_schema: Final[dict[str, Any]] = _event.json_schema(ref_template="#/components/schemas/{model}")

MODELS: Final[dict[str, Any]] = _schema.pop("$defs")
"""The models of events, by name."""


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


_header: Final = {"name": "authorization", "in": "header", "required": False, "schema": {"type": "string"}}

EVENT: Final = {**_body(_schema), "parameters": [_header]}
RECORD: Final = _body(Record.model_json_schema())


def read_event(body: bytes) -> bodies.Move | bodies.Resign | bodies.UndoRequest | bodies.UndoAnswer:
    """Read the body of an event, with the errors that FastAPI would raise."""
    try:
        return _event.validate_json(body)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        raise RequestValidationError([{**one, "loc": ("body", *one["loc"])} for one in found]) from None
