"""Accuracy on solved positions: mistakes are counted, answers are kept, and a wrong set is refused."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import boardwright
from boardwright.agents.spec import from_text
from boardwright.arena import accuracy
from boardwright.cli import app
from boardwright.core.agent import Plain
from boardwright.core.errors import AgentError, ConfigError

GAME = boardwright.load("connect_four")


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
    searched = accuracy.accuracy(GAME, from_text("alphabeta:depth=4", GAME), positions, solver, "one")
    blind = accuracy.accuracy(GAME, First(), positions, solver, "one")
    assert (searched.positions, searched.mistakes, blind.mistakes) == (1, 0, 1)
    assert blind.to_dict()["rate"] == 1.0
    solver.keep()
    again = accuracy.Solver(GAME, kept)
    again._solve = None  # type: ignore[assignment]  # what was answered is not asked again
    assert accuracy.accuracy(GAME, First(), positions, again, "one").mistakes == 1


def test_moves_are_digits_from_one_or_the_notation_of_the_game(folder):
    digits, spaced = accuracy.read(GAME, folder / "easy.txt")
    assert digits.state["height"][0].tolist() == [2, 2, 2, 0, 0, 0, 0]
    assert spaced.state["height"][0].tolist() == [0, 1, 1, 0, 0, 0, 0]


def test_what_cannot_be_read_or_solved_is_refused(tmp_path):
    with pytest.raises(AgentError, match=r"No solver comes with quoridor"):  # "accuracy_unsolved"
        accuracy.Solver(boardwright.load("quoridor"))
    with pytest.raises(ConfigError, match=r"no set of positions"):  # "accuracy_no_sets"
        accuracy.sets(tmp_path)
    (tmp_path / "odd.txt").write_text("11 good\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"odd\.txt:1 cannot be good"):
        accuracy.read(GAME, tmp_path / "odd.txt")


def test_the_command_prints_a_table_or_json(tmp_path):
    (tmp_path / "one.txt").write_text("112233 18\n", encoding="utf-8")
    command = ["accuracy", "connect_four", "alphabeta:depth=4", "--sets", str(tmp_path)]
    table = CliRunner().invoke(app, command)
    assert table.exit_code == 0
    assert "Mistakes of alphabeta:depth=4 at connect_four" in table.stdout  # "accuracy_title", "heading_set"
    data = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert data["sets"][0] | {"low": 0, "high": 0} == {
        "set": "one",
        "positions": 1,
        "mistakes": 0,
        "rate": 0.0,
        "low": 0,
        "high": 0,
    }
    # "heading_positions", "heading_mistakes"
    french = CliRunner().invoke(app, ["--language", "fr", *command])
    assert "Erreurs de alphabeta:depth=4" in french.stdout
