"""Boards that belong to no game."""

from __future__ import annotations

from boardwright.core.view import Board, Cell, Edge


def fenced(*edges: Edge, **extra: object) -> Board:
    """Nine cells, cell 0 at the bottom left: 6 7 8 above 3 4 5 above 0 1 2."""
    cells = tuple(Cell(row=2 - cell // 3, col=cell % 3) for cell in range(9))
    return Board.model_validate({"kind": "square", "rows": 3, "cols": 3, "cells": cells, "edges": edges, **extra})
