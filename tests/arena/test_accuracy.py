"""Accuracy on solved positions: mistakes are counted, answers are kept, and a wrong set is refused."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import boardwright
from boardwright.agents.spec import from_text
from boardwright.arena import accuracy
from boardwright.cli import app
from boardwright.core.agent import Plain
from boardwright.core.config import SHIPPED
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.words import Word
from boardwright.games.quoridor.race import endgame
from saying import refused

GAME = boardwright.load("connect_four").as_interpreted()


class First(Plain):
    def act(self, turn):
        return turn.legal_actions[0]


@pytest.fixture
def folder(tmp_path):
    # The first player wins in column 4 alone; the second must stop column 4.
    (tmp_path / "easy.txt").write_text("112233 18\n1 2 3\n", encoding="utf-8")
    (tmp_path / "one.txt").write_text("112233 18\n1122334 -1\n", encoding="utf-8")
    return tmp_path


def test_a_move_that_changes_the_outcome_is_a_mistake(folder, tmp_path):
    kept = tmp_path / "answers.json"
    solver = accuracy.Solver(GAME, kept)
    positions = accuracy.read(GAME, folder / "one.txt", 1)
    searched = accuracy.accuracy(GAME, from_text("alphabeta:depth=1", GAME), positions, solver, "one")
    blind = accuracy.accuracy(GAME, First(), positions, solver, "one")
    assert (searched.positions, searched.mistakes, blind.mistakes) == (1, 0, 1)
    assert blind.to_dict()["rate"] == 1.0
    solver.keep()
    again = accuracy.Solver(GAME, kept)
    again._solve = None  # what was answered is not asked again
    assert accuracy.accuracy(GAME, First(), positions, again, "one").mistakes == 1
    kept.chmod(0o444)
    before = kept.stat().st_mtime_ns
    again.keep()  # nothing was added
    assert kept.stat().st_mtime_ns == before


def test_moves_are_digits_from_one_or_the_notation_of_the_game(folder):
    digits, spaced = accuracy.read(GAME, folder / "easy.txt")
    assert digits.state["height"][0].tolist() == [2, 2, 2, 0, 0, 0, 0]
    assert spaced.state["height"][0].tolist() == [0, 1, 1, 0, 0, 0, 0]


def test_what_cannot_be_read_or_solved_is_refused(tmp_path):
    for answers in (None, tmp_path / "absent.json"):
        with refused(AgentError, "accuracy_unsolved", game="quoridor"):
            accuracy.Solver(boardwright.load("quoridor"), answers)
    with refused(ConfigError, "accuracy_no_sets", path=str(tmp_path)):
        accuracy.sets(tmp_path)
    (tmp_path / "odd.txt").write_text("11 good\n", encoding="utf-8")
    odd = tmp_path / "odd.txt"
    with refused(ConfigError, "config_value", path=f"{odd}:1", value="good"):
        accuracy.read(GAME, odd)
    for line in ("1111111 0", "9 0", "1 z 0", "1212121 0"):
        odd.write_text(f"12 0\n{line}\n", encoding="utf-8")
        with refused(ConfigError, "accuracy_line", path=f"{odd}:2"):
            accuracy.read(GAME, odd)


OWNER = json.dumps({"game": "connect_four", "version": GAME.version, "config": GAME.config})[:-1]
OTHER = json.dumps({"game": "connect_four", "version": GAME.version, "config": GAME.config | {"rows": 9}})[:-1]


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", "{}", '{"game": "quoridor", "version": 1, "outcomes": {}}'),
        OTHER + ', "outcomes": {}}',
        OWNER + "}",
        OWNER + ', "outcomes": {"1": {"won": [1]}}}',
        OWNER + ', "outcomes": {"1": {"win": 1}}}',
    ],
)
def test_a_file_of_other_answers_is_refused_and_stays(tmp_path, text):
    path = tmp_path / "answers.json"
    path.write_text(text, encoding="utf-8")
    with refused(ConfigError, "accuracy_answers", path=str(path), game="connect_four"):
        accuracy.Solver(GAME, path)
    assert path.read_text(encoding="utf-8") == text


def test_the_answers_of_a_game_without_a_solver_have_every_move(tmp_path):
    # In the first position every move is known; in the second only the one that wins at once needs no answer.
    game = boardwright.load("quoridor", "small").as_interpreted()
    (tmp_path / "set.txt").write_text("c2 c4 c3 -1\nc2 b5 c3 b4 c4 b3 1\n", encoding="utf-8")
    first, second = accuracy.read(game, tmp_path / "set.txt")
    moves = [int(action) for action in game.open_actions(first.state)]
    path = tmp_path / "answers.json"
    accuracy.write_answers(game, path, {first.text: dict.fromkeys(moves, -1) | {moves[0]: 0, moves[1]: 1}})
    solver = accuracy.Solver(game, path)
    assert not solver.grows
    solver.require([first])
    assert [solver.after(first, move) for move in moves[:3]] == [0, 1, -1]
    assert solver.after(second, game.index(second.state, game.actions.from_text("c5"))) == 1
    with refused(AgentError, "accuracy_unknown", move="c3", position="c4 b3 3 3 - 1"):
        solver.require([first, second])


def test_the_positions_that_come_with_quoridor_matter_and_are_answered(tmp_path):
    game = boardwright.load("quoridor", "small")
    folder = SHIPPED / "quoridor" / "positions"
    solver = accuracy.Solver(game, folder / "answers.json")
    sets = accuracy.sets(folder)
    assert [path.stem for path in sets] == ["half_sensible", "narrow", "random"]
    assert sum(path.stat().st_size for path in folder.iterdir()) < 400_000
    positions = [position for path in sets for position in accuracy.read(game, path)]
    assert len({position.text for position in positions}) == len(positions) == 1000
    races = 0
    for position in positions[::7]:
        moves = np.flatnonzero(game.legal_mask(position.state)[0]).tolist()
        outcomes = {move: solver.after(position, move) for move in moves}
        assert len(set(outcomes.values())) > 1
        assert max(outcomes.values()) == position.outcome
        if (exact := endgame(game, position.state)) is not None:  # another solver, where no walls are in hand
            assert {move: int(np.sign(plies)) for move, plies in exact.items()} == outcomes
            races += 1
    assert races > 10


def test_the_board_is_chosen_and_a_complete_file_is_enough(tmp_path):
    folder = SHIPPED / "quoridor" / "positions"
    command = ["accuracy", "quoridor", "random", "--sets", str(folder), "--answers", str(folder / "answers.json")]
    result = CliRunner().invoke(app, [*command, "--preset", "small", "--most", "2", "--json"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert (data["config"]["size"], [row["positions"] for row in data["sets"]]) == (5, [2, 2, 2])
    other = CliRunner().invoke(app, command)
    assert isinstance(other.exception, ConfigError)
    assert other.exception.code == "accuracy_answers"


def test_answers_that_cannot_be_written_are_refused_before_the_work(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    answers = str(tmp_path / "file" / "answers.json")
    command = ["accuracy", "connect_four", "random", "--sets", str(tmp_path), "--answers", answers]
    result = CliRunner().invoke(app, command)
    assert isinstance(result.exception, ConfigError)
    assert result.exception.code == "file_unwritable"


def test_the_command_prints_a_table_or_json(tmp_path):
    (tmp_path / "one.txt").write_text("112233 18\n", encoding="utf-8")
    command = ["accuracy", "connect_four", "random", "--sets", str(tmp_path)]
    table = CliRunner().invoke(app, command)
    assert table.exit_code == 0
    assert str(Word("accuracy_title", {"agent": "random", "game": "connect_four"})) in table.stdout
    data = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    found = data["sets"][0]
    assert (found["set"], found["positions"]) == ("one", 1)
    assert found["rate"] == found["mistakes"]
    assert found["low"] <= found["rate"] <= found["high"]


def test_the_sets_that_come_with_a_game_are_the_default():
    command = ["accuracy", "connect_four", "random", "--most", "1", "--json"]
    data = json.loads(CliRunner().invoke(app, command).stdout)
    assert [found["set"] for found in data["sets"]] == [
        "begin_easy",
        "begin_hard",
        "begin_medium",
        "end_easy",
        "middle_easy",
        "middle_medium",
    ]
    assert {found["positions"] for found in data["sets"]} == {1}


def test_the_answers_that_come_with_the_sets_are_enough():
    command = ["accuracy", "quoridor", "random", "--preset", "small", "--most", "2", "--json"]
    data = json.loads(CliRunner().invoke(app, command).stdout)
    assert {found["positions"] for found in data["sets"]} == {2}


def test_a_game_without_sets_needs_a_folder():
    with refused(ConfigError, "accuracy_none_shipped", game="tic_tac_toe"):
        accuracy.shipped(boardwright.load("tic_tac_toe"))
