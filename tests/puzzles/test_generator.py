"""Puzzles are the same by the same seed, and true: tic-tac-toe is solved exhaustively beside them."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.agents import make
from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.puzzle_records import LEVELS, PuzzleRecord, position_of
from boardwright.core.record import TERMINAL, Array
from boardwright.puzzles.checking import faults
from boardwright.puzzles.generator import generate, puzzle_of, reason
from boardwright.puzzles.proof import Prover
from boardwright.puzzles.proof_loop import HOLD, WIN
from boardwright.puzzles.settings import settings

SETTINGS = settings(games=40)


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.load("tic_tac_toe")


@pytest.fixture(scope="module")
def prover(game: Game) -> Prover:
    return Prover(game, plies=9, nodes=1_000_000, table=12)


@pytest.fixture(scope="module")
def made(game: Game) -> list[PuzzleRecord]:
    return generate(game, 9, 3, SETTINGS)


def value(game: Game, state: Array, player: int) -> int:
    """The result of a position to a player, by trying everything."""
    if state["to_move"][0] == TERMINAL:
        return int(np.sign(state["returns"][0, player]))
    values = [value(game, game.apply(state, int(action)), player) for action in np.flatnonzero(game.legal_mask(state))]
    return max(values) if state["to_move"][0] == player else min(values)


def test_the_same_seed_makes_the_same_puzzles(game: Game, made: list[PuzzleRecord]) -> None:
    assert generate(game, 9, 3, SETTINGS) == made
    assert generate(game, 9, 4, SETTINGS) != made


def test_puzzles_are_even_between_levels_and_the_easy_ones_come_first(made: list[PuzzleRecord]) -> None:
    assert [record.level for record in made] == sorted((record.level for record in made), key=LEVELS.index)
    assert {record.level for record in made} == set(LEVELS)


def test_answers_are_those_of_an_exhaustive_solution(game: Game, made: list[PuzzleRecord]) -> None:
    for record in made:
        state = position_of(record, game).state
        player = int(state["to_move"][0])
        best = value(game, state, player)
        assert record.task.code == {1: "puzzle_task_win", 0: "puzzle_task_draw"}[best]
        for answer in record.answers:
            result = value(game, game.apply(state, answer.action), player)
            assert answer.end is not None
            assert np.sign(answer.end) == result
            assert answer.right == (result == best)


def test_verdicts_are_those_of_the_perfect_agent(game: Game, prover: Prover) -> None:
    perfect, rng = make("perfect", game), np.random.default_rng(5)
    for _ in range(6):
        state = game.new()
        while state["to_move"][0] != TERMINAL:
            actions = np.flatnonzero(game.legal_mask(state)[0])
            for action in actions.tolist():
                score = perfect.scores(state)[action]
                end = int(np.sign(score)) * (round(1000 - abs(score)) + 1) if score else 0
                assert prover.verdict(state, action, 9) == end
            state = game.apply(state, int(rng.choice(actions)))


def test_the_line_after_a_move_ends_the_game_in_the_plies_that_were_told(
    game: Game, prover: Prover, made: list[PuzzleRecord]
) -> None:
    for record in made:
        state = position_of(record, game).state
        player = int(state["to_move"][0])
        for answer in record.answers:
            if not answer.end:
                assert answer.line == []
                continue
            end = game.apply(state, answer.action)
            for action in prover.line(state, answer.action, answer.end, 9):
                end = game.apply(end, action)
            assert int(end["ply"][0] - state["ply"][0]) == abs(answer.end)
            assert np.sign(end["returns"][0, player]) == np.sign(answer.end)


def test_a_spent_budget_proves_nothing(game: Game) -> None:
    poor = Prover(game, plies=9, nodes=3, table=4)
    assert not poor.forces(game.new(), 0, HOLD, 9)
    assert poor.stopped
    assert poor.verdict(game.new(), 0, 9) is None
    assert poor.wins_within(game.new(), 0, 5) is None
    assert puzzle_of(poor, game.new(), [], 0, 0, SETTINGS) is None


def test_the_horizon_counts_against_who_wants_something(game: Game, prover: Prover) -> None:
    start = game.new()
    assert not prover.forces(start, 0, HOLD, 8)
    assert prover.forces(start, 0, HOLD, 9)
    assert prover.forces(start, 1, HOLD, 9)
    assert not prover.forces(start, 0, WIN, 9)


def test_a_wrong_answer_is_found_again(made: list[PuzzleRecord]) -> None:
    assert list(faults(made, SETTINGS)) == []
    record = made[0]
    turned = [answer.model_copy(update={"right": not answer.right}) for answer in record.answers]
    planted = record.model_copy(update={"answers": turned})
    assert {word.code for word in faults([planted], SETTINGS)} == {"puzzle_wrong_answer"}
    wrong = next(answer for answer in record.answers if not answer.right)
    fewer = record.model_copy(update={"answers": [answer for answer in record.answers if answer is not wrong]})
    assert [word.code for word in faults([fewer], SETTINGS)] == ["puzzle_wrong_moves"]


@pytest.mark.parametrize("name", ["skirmish", "battleship"])
def test_games_with_chance_or_secrets_have_none(name: str) -> None:
    with pytest.raises(ConfigError) as refused:
        generate(registry.load(name), 1, 0, SETTINGS)
    assert refused.value.code == "puzzles_none"


def test_levels_follow_the_plies() -> None:
    chosen = settings(easy=3, medium=5)
    assert [chosen.level(plies) for plies in (2, 3, 4, 5, 6)] == ["easy", "easy", "medium", "medium", "hard"]


@pytest.mark.parametrize(
    ("aim", "end", "code"),
    [
        ("win", 3, "puzzle_win_kept"),
        ("win", 0, "puzzle_win_to_draw"),
        ("win", -4, "puzzle_win_to_loss"),
        ("draw", 0, "puzzle_draw_kept"),
        ("draw", -2, "puzzle_draw_to_loss"),
        ("within", 5, "puzzle_win_kept"),
        ("within", 7, "puzzle_too_slow"),
        ("within", None, "puzzle_too_slow"),
        ("within", -2, "puzzle_win_to_loss"),
    ],
)
def test_every_end_has_its_reason(aim: str, end: int | None, code: str) -> None:
    assert reason(end, aim, 5).code == code


def test_a_win_that_others_may_keep_is_asked_within_its_plies() -> None:
    # In the middle of a game nobody can prove that a slow move gives the win away.
    game = registry.load("connect_four")
    made = generate(game, 3, 1, settings(plies=5, games=8))
    assert "puzzle_task_within" in {record.task.code for record in made}
    assert list(faults(made, settings(plies=5))) == []
