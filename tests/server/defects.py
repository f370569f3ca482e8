"""Planted defects of the server, each for the proof that must catch it: `serve_toys.py --defect NAME`."""

from __future__ import annotations

from typing import Any

from boardwright.server import presentation, routes, seating
from boardwright.server.matches import LiveMatch


def skip_the_seat_check() -> None:
    """Anybody moves for whoever is to move."""

    def seated(match: LiveMatch, token: str | None) -> int:
        return match.now.to_move or 0

    routes.seated = seating.seated = seated


def show_draws() -> None:
    """The history has the action and the draw of every event."""
    plain = presentation._item

    def item(match: LiveMatch, seq: int, you: int | None) -> Any:
        step = match.step(seq)
        return plain(match, seq, you).model_copy(update={"text": f"{step.action} {step.draw}"})

    presentation._item = item


DEFECTS = {"seats": skip_the_seat_check, "draws": show_draws}
