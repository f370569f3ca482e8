"""Many games side by side are the games played one by one; and the ladder of agents, on the same boards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright.agents.spec import Named
from boardwright.arena.evaluation import evaluate
from boardwright.arena.match import play
from boardwright.arena.solo_play import SoloResult, first_action, play_range, state_key
from boardwright.core import dice
from boardwright.core.agent import RESIGN
from boardwright.core.batch import Batch
from boardwright.core.compiled.compiler import uncompiled
from boardwright.core.errors import AgentError, BatchError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from saying import refused, told

AGENTS = ("rules", "rules-guess", "subset", "probability", "solver")


@pytest.fixture(scope="module")
def game() -> Game:
    return boardwright.load("minesweeper", "small")


def ended(game: Game, agent: Any, games: int, seed: int, rows: int, any_first: bool = False) -> dict[int, SoloResult]:
    chosen = boardwright.agent(agent, game) if isinstance(agent, str) else agent
    result = list(play_range(game, Named("agent", chosen), range(games), seed, rows=rows, any_first=any_first))
    assert sorted(item.number for item in result) == list(range(games)), "every number once"
    return {item.number: item for item in result}


@pytest.mark.parametrize("name", AGENTS)
def test_games_side_by_side_are_games_one_by_one(name: str, game: Game) -> None:
    games, seed = 40, 6
    many = ended(game, name, games, seed, rows=16)
    for number in range(games):
        record = play(game, [name], seed=seed, number=number)
        assert (many[number].returned, many[number].plies) == (record.returns[0], record.plies)
        assert many[number].truncated == record.truncated
    for rows in (1, 7, 1000):
        assert ended(game, name, games, seed, rows=rows) == many
    assert ended(game, name, games, seed + 1, rows=16) != many


@pytest.mark.parametrize("rows", [1, 5, 64])
def test_a_game_that_is_given_up_makes_room_for_the_next(rows: int, game: Game) -> None:
    class Sulks:
        """Opens one cell, and gives up every second game."""

        def __init__(self) -> None:
            self.asked = 0

        def act_batch(self, observations: Array, masks: Array, rng: np.random.Generator) -> Array:
            self.asked += len(masks)
            begun = (observations["cells"] < 9).any(axis=(1, 2))
            return np.where(begun, RESIGN, 5)

    agent = Sulks()
    result = ended(game, agent, 50, 0, rows=rows)
    assert {(item.returned, item.plies, item.truncated) for item in result.values()} <= {
        (-1.0, 1, False),
        (1.0, 1, False),
    }
    assert agent.asked >= 50


def test_what_ends_with_returns_that_differ_is_counted(game: Game) -> None:
    evaluation = evaluate(game, "rules", None, 200, 3)
    assert evaluation.total.games == 200
    assert 0 < evaluation.total.wins < 200
    assert evaluation.total.draws == evaluation.truncated == 0
    assert evaluation.distinct > 150
    one_by_one = evaluate(game, "rules", None, 200, 3, keep=lambda record: None).to_dict()
    many = evaluation.to_dict()
    for item in (one_by_one, many):
        item.pop("distinct")
    assert one_by_one == many


def test_an_agent_that_answers_what_is_illegal_is_named(game: Game) -> None:
    class Stubborn:
        def act_batch(self, observations: Array, masks: Array, rng: np.random.Generator) -> Array:
            return np.full(len(masks), 0)

    class Outside:
        def act_batch(self, observations: Array, masks: Array, rng: np.random.Generator) -> Array:
            return np.full(len(masks), 500)

    for agent, action, ply in ((Stubborn(), "0", 1), (Outside(), "500", 0)):
        with refused(AgentError, "agent_illegal", agent="fool", action=action, ply=ply):
            list(play_range(game, Named("fool", agent), range(5), 0, rows=3, any_first=False))


# -- the first action


def test_the_first_action_is_any(game: Game) -> None:
    choices = game.candidates(game.new())[0]
    per_cell = 100
    counts = Counter(first_action(game, 9, number, choices) for number in range(64 * per_cell))
    assert sorted(counts) == list(range(64))
    chi = sum((count - per_cell) ** 2 / per_cell for count in counts.values())
    assert abs(chi - 63) < 5 * np.sqrt(2 * 63)
    assert [first_action(game, 10, n, choices) for n in range(20)] != [
        first_action(game, 9, n, choices) for n in range(20)
    ]


def test_the_first_action_is_the_same_for_every_agent(game: Game) -> None:
    class Quits:
        def __init__(self, cell: int) -> None:
            self.cell = cell

        def act_batch(self, observations: Array, masks: Array, rng: np.random.Generator) -> Array:
            begun = (observations["cells"] < 9).any(axis=(1, 2))
            return np.where(begun, RESIGN, self.cell)

    one, other = (ended(game, Quits(cell), 60, 4, rows=rows, any_first=True) for cell, rows in ((0, 60), (63, 7)))
    assert one == other
    choices = game.candidates(game.new())[0]
    for number, item in one.items():
        draw = uncompiled(dice.keyed)(4, number, 0)
        state = game.apply(game.new(), first_action(game, 4, number, choices), draw)
        assert item.key == state_key(state) or state["to_move"][0] < 0
    assert ended(game, Quits(0), 60, 4, rows=60) != one


def test_any_first_action_needs_an_agent_that_decides_for_many(game: Game) -> None:
    class Alone:
        def act(self, turn: Any) -> int:
            return int(np.argmax(turn.mask))

    for agent, keep in ((Alone(), None), ("rules", [].append)):
        with refused(AgentError, "evaluate_first", game="minesweeper"):
            evaluate(game, agent, None, 5, 0, any_first=True, keep=keep)


def test_totals_are_of_what_is_counted_and_have_words(game: Game) -> None:
    assert game.layout.totals
    for counter, most in game.layout.totals.items():
        assert counter in game.layout.tally
        assert most > 0
        told(Word(f"minesweeper.share.{counter}", {"percent": 5}), f"minesweeper.share.{counter}")


# -- rows that go on to their next game


def test_rows_that_are_restarted_play_their_next_games(game: Game) -> None:
    batch, other = (Batch(game, 4, seed=8) for _ in range(2))
    for item in (batch, other):
        item.step([0, 9, 18, 27])
    rows = np.array([True, False, False, True])
    batch.restart(rows)
    assert batch.games.tolist() == [4, 1, 2, 7]
    assert batch.states[~rows].tobytes() == other.states[~rows].tobytes()
    assert batch.states[rows].tobytes() == game.new(2).tobytes()
    assert (batch.mask == game.legal_mask(batch.states)).all()
    assert batch.observations.tobytes() == game.observe(batch.states).tobytes()
    # What is played there is the game of that number.
    keyed = uncompiled(dice.keyed)
    safe = np.argmax(batch.mask, axis=1)
    batch.step(safe)
    state = game.apply(game.new(), int(safe[3]), keyed(8, 7, 0))
    assert (batch.final if batch.ended[3] else batch.states)[3].tobytes() == state[0].tobytes()


def test_a_mask_of_rows_has_one_truth_a_row(game: Game) -> None:
    batch = Batch(game, 4, seed=8)
    for rows in (np.ones(3, bool), np.ones((4, 1), bool), True):
        with refused(BatchError, "batch_rows", rows=4):
            batch.restart(rows)
    assert batch.games.tolist() == [0, 1, 2, 3]


def test_random_play_hardly_ever_wins(game: Game) -> None:
    result = evaluate(boardwright.load("minesweeper", "small", allow_flags=False), "random", None, 500, 1)
    assert result.total.wins <= 2
