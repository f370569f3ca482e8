"""A Q-table on file: Q-values by canonical state and folded move, in strict JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.agents.state_space import layers
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array

FORMAT = 1


class Store:
    """Q-values by (state, move)."""

    def __init__(self, values: Mapping[tuple[str, int], float] | None = None) -> None:
        self._values = dict(values or {})

    def get(self, state: str, move: int) -> float | None:
        """The Q-value of a move, None if unknown."""
        return self._values.get((state, move))

    def put(self, state: str, move: int, q: float) -> None:
        """Set the Q-value of a move."""
        self._values[state, move] = q

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[tuple[tuple[str, int], float]]:
        return iter(sorted(self._values.items()))

    def to_dict(self) -> dict[str, Any]:
        """The contents of the file."""
        rows = [{"state": state, "moveIndex": move, "q": q} for (state, move), q in self]
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return {"version": FORMAT, "createdUtc": now, "qValues": rows}

    def write(self, path: Path) -> None:
        """Write the file, one Q-value a line."""
        data = self.to_dict()
        rows = ",\n".join(json.dumps(row) for row in data.pop("qValues"))
        head = json.dumps(data)[:-1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'{head}, "qValues": [\n{rows}\n]}}\n', encoding="utf-8")


def read(game: Game, path: Path, *, limit: int, verify: bool = True) -> Store:
    """Read a file strictly: states that are unreachable or not canonical are refused, unless `verify` is false."""
    if not path.is_file():
        raise ConfigError("store_absent", path=str(path))
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ConfigError("store_json", path=str(path), line=error.lineno) from None
    return from_dict(game, data, limit=limit, verify=verify)


def from_dict(game: Game, data: Any, *, limit: int, verify: bool = True) -> Store:
    """Return the table, after checking every row against all states of the game, unless `verify` is false."""
    if not isinstance(data, dict) or set(data) != {"version", "createdUtc", "qValues"} or data["version"] != FORMAT:
        raise ConfigError("store_format", path="version", wanted=FORMAT)
    known = canonical_moves(game, limit=limit) if verify else None
    store = Store()
    for number, row in enumerate(data["qValues"]):
        path = f"qValues.{number}"
        if not isinstance(row, dict) or set(row) != {"state", "moveIndex", "q"}:
            raise ConfigError("store_row", path=path)
        state, move, q = row["state"], row["moveIndex"], row["q"]
        if known is not None and state not in known:
            raise ConfigError("store_state", path=f"{path}.state", value=state)
        if type(move) is not int or (known is not None and move not in known[state]):
            raise ConfigError("store_move", path=f"{path}.moveIndex", value=move, state=state)
        if type(q) not in {int, float} or not np.isfinite(q):
            raise ConfigError("store_value", path=f"{path}.q", value=q)
        if store.get(state, move) is not None:
            raise ConfigError("store_twice", path=path, state=state, move=move)
        store.put(state, move, float(q))
    return store


def canonical_moves(game: Game, *, limit: int) -> dict[str, set[int]]:
    """The folded moves of every reachable canonical state that is not terminal."""
    moves_by_key: dict[str, set[int]] = {}
    for layer in layers(game, game.new(), limit=limit, agent="ranking"):
        states = layer[layer["to_move"] != TERMINAL]
        _, forms, moves = game.fold(states)
        masks = game.legal_mask(states)
        for row in range(len(states)):
            key = game.text_key(forms[row : row + 1])
            if key not in moves_by_key:
                moves_by_key[key] = set(moves[row][masks[row]].tolist())
    return moves_by_key


def place(game: Game, state: Array) -> tuple[str, str, Array]:
    """The key of a state in a store, the symmetry that leads to its canonical form, and its folded moves."""
    which, form, moves = game.fold(state)
    name = game.symmetries[which[0]].name if game.symmetries else "Identity"
    return game.text_key(form), name, moves[0]
