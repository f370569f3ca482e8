"""Pairs of games, one opening with seats swapped, as pieces of work for an executor."""

from __future__ import annotations

import hashlib
import os
import socket
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, NamedTuple

import yaml
from pydantic import Field

from boardwright.agents.spec import Named, parse, to_text
from boardwright.arena.batch_play import side_by_side
from boardwright.arena.executors import Executor
from boardwright.arena.match_records import Record
from boardwright.arena.processes import Agents, MatchPiece, Pieces, play_piece
from boardwright.arena.tally import points
from boardwright.core import config
from boardwright.core.errors import AgentError
from boardwright.core.game import Game

BLOCK = 32
"""Pairs of a piece where agents decide for many games at once: a network's answers may depend on the batch."""


class Pair(config.Settings):
    """A finished pair. Points, plies and hashes are of its two games; the first agent had seat 0, then seat 1."""

    pair: Annotated[int, Field(ge=0)]
    points: tuple[float, float]
    plies: tuple[int, int]
    games: tuple[str, str]
    worker: str

    @property
    def outcome(self) -> int:
        """Twice the points of both games: 0 to 4."""
        return round(2 * sum(self.points))


class Contestant(NamedTuple):
    """An agent as text, and weights that replace those of its option `weights`."""

    text: str
    weights: Mapping[str, float] | None = None


class PairPiece(NamedTuple):
    """The pairs of some numbers, as an executor takes them."""

    game: Game
    sides: tuple[Contestant, Contestant]
    seed: int
    plies: int
    numbers: tuple[int, ...]


def require_pairs(game: Game, plies: int) -> None:
    """Raise AgentError for a game that has no pairs, or no openings."""
    if game.players != 2:
        raise AgentError("tournament_two", game=game.name, players=game.players)
    if plies and game.has_chance:
        raise AgentError("levels_opening", game=game.name)


def play_pairs(
    executor: Executor, game: Game, agents: Sequence[Named], seed: int, plies: int, numbers: range
) -> Generator[list[Pair]]:
    """Yield pairs of some numbers in order, as they come from the executor. Agents are made anew from their texts."""
    sides = (Contestant(agents[0].text), Contestant(agents[1].text))
    if not plies and side_by_side(game, agents):
        blocks = _blocks(numbers)
        for pairs, _ in executor.map(play_pair_piece, (PairPiece(game, sides, seed, plies, cut) for cut in blocks)):
            yield [pair for pair in pairs if pair.pair in numbers]
        return
    pieces = Pieces(fixed=False)
    cuts = pieces.cut(numbers)
    for pairs, seconds in executor.map(play_pair_piece, (PairPiece(game, sides, seed, plies, cut) for cut in cuts)):
        pieces.took(len(pairs), seconds)
        yield pairs


def _blocks(numbers: range) -> Iterator[tuple[int, ...]]:
    """Whole blocks that hold the numbers, wherever these begin: a resumed test plays the same batches."""
    begin = numbers.start - numbers.start % BLOCK
    rest = iter(range(begin, numbers.stop + -numbers.stop % BLOCK))
    while block := tuple(islice(rest, BLOCK)):
        yield block


def play_pair_piece(piece: PairPiece) -> tuple[list[Pair], float]:
    """Play pairs; return them and the seconds that they took."""
    with tempfile.TemporaryDirectory(prefix="boardwright-") as folder:
        texts = tuple(_text(side, Path(folder) / f"{place}.yaml") for place, side in enumerate(piece.sides))
        # Agents with weights of their own are for this piece: there are new ones in the next iteration.
        agents: Agents | None = None if all(side.weights is None for side in piece.sides) else {}
        first, second = (
            play_piece(MatchPiece(piece.game, seated, piece.seed, piece.plies, piece.numbers), agents)
            for seated in (texts, texts[::-1])
        )
    pairs = [_pair(number, both) for number, *both in zip(piece.numbers, first[0], second[0])]
    return pairs, first[1] + second[1]


def _text(side: Contestant, path: Path) -> str:
    if side.weights is None:
        return side.text
    path.write_text(yaml.safe_dump(dict(side.weights)), encoding="utf-8")
    name, options = parse(side.text)
    return to_text(name, {**options, "weights": str(path)})


def _pair(number: int, records: Sequence[Record]) -> Pair:
    first, second = records
    return Pair(
        pair=number,
        points=(points(first, 0), points(second, 1)),
        plies=(first.plies, second.plies),
        games=(_hash(first), _hash(second)),
        worker=f"{socket.gethostname()}:{os.getpid()}",
    )


def _hash(record: Record) -> str:
    """A hash of a game's actions and draws, the same in every process."""
    return hashlib.sha256(repr((record.resigned, record.history)).encode()).hexdigest()[:16]
