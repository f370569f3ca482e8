"""No hidden byte leaves through the tools: pairs that differ only in what a seat cannot see give the same answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from boardwright.agents.preparation import Preparation
from boardwright.core import dice, registry
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.words import Word
from boardwright.mcp.match import Answer, Match, player_name

PAIRS = 8
LINES = ("0", "nonsense", "reveal 0 0", "flag 99 1", "a1", "a1 right")


def silent(word: object) -> None:
    """Nobody follows the progress."""


def pair(game: Game, rng: np.random.Generator, plies: int) -> tuple[Match, Match] | None:
    """A match after some moves, and its twin: the part that the reader cannot see is redrawn."""
    position = Position(game, seed=int(rng.integers(1 << 40)))
    for _ in range(plies):
        after = position.copy()
        after.push(int(rng.choice(position.legal_actions)))
        if after.is_over:
            break
        position = after
    seat = int(rng.integers(game.players))
    twin = position.copy()
    twin.state = game.resample(position.state, seat, dice.raw_bits(rng))
    preparation = Preparation()
    made = [Match("m", one, seat, "random", None, preparation) for one in (position, twin)]
    return (made[0], made[1]) if position.state.tobytes() != twin.state.tobytes() else None


def answers(match: Match, *, advice: bool) -> list[bytes]:
    """All answers of tools that change nothing, byte by byte."""
    texts = [choice.text for choice in match.view.choices[:3]]
    calls: list[Callable[[], Answer]] = [match.look, match.legal]
    calls += [lambda line=line: match.why(line) for line in (*LINES, *texts)]  # type: ignore[misc]
    mine = match.position.to_move == match.seat
    refused = [line for line in LINES if not mine or not match.why(line).data.get("legal")]
    calls += [lambda line=line: match.move(line, silent) for line in refused]  # type: ignore[misc]
    if advice and mine:
        calls += [lambda: match.hint(silent), lambda: match.analyse(silent)]
    heard = []
    for call in calls:
        try:
            text, data = call()
            heard.append(json.dumps([text, data], sort_keys=True, default=str).encode())
        except BoardwrightError as error:
            heard.append(str(error).encode())
    return heard


def compare(game: Game, pairs: int, *, advice: bool = False) -> tuple[int, int]:
    """The number of pairs compared, and of those whose answers differ."""
    rng, compared, differ = np.random.default_rng(1), 0, 0
    for _ in range(20 * pairs):
        if compared == pairs:
            break
        if (made := pair(game, rng, int(rng.integers(1, 14)))) is not None:
            one, other = (answers(match, advice=advice) for match in made)
            compared += 1
            differ += one != other
    return compared, differ


@pytest.fixture(params=["battleship", "minesweeper", "hide", "kuhn"])
def secret(request: pytest.FixtureRequest, toy: Callable[[str], Any]) -> Game:
    name = request.param
    if name in registry.names():
        return registry.load(name, "small")
    request.getfixturevalue("plain_python")
    return toy(name)


def test_twins_get_the_same_answers(secret: Game) -> None:
    compared, differ = compare(secret, PAIRS)
    assert compared == PAIRS
    assert differ == 0


def test_a_planted_leak_is_caught(secret: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Match.look

    def leaky(self: Match, told: tuple[str, ...] = ()) -> Answer:
        text, data = honest(self, told)
        return Answer(text, {**data, "state": self.game.to_dict(self.position.state)})

    monkeypatch.setattr(Match, "look", leaky)
    compared, differ = compare(secret, 2)
    assert differ == compared == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minesweeper", "battleship"])
def test_twins_get_the_same_advice(name: str) -> None:
    assert compare(registry.load(name, "small"), 4, advice=True) == (4, 0)


def test_moves_of_others_are_shown_only_where_they_are_public() -> None:
    game = registry.load("battleship", "small")
    position = Position(game, seed=1)
    agent = _First()
    match = Match("m", position, 0, "first", agent, Preparation())
    told: list[str] = []
    while position.state["phase"][0] == 0 and not match.outcome:
        told += match.move(match.view.choices[0].text, silent).data["told"]
    assert str(Word("play_moved_unseen", {"player": player_name(1)})) in told
    assert not any(line.startswith(player_name(1)) for line in told if "right" in line or "down" in line)


class _First:
    """Plays the last legal action."""

    def act(self, turn: Any) -> int:
        return int(turn.legal_actions[-1])

    def explain(self, turn: Any) -> Any:
        raise NotImplementedError
