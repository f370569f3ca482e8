"""The script that plays other programs, against a stand-in: its counts, its reports, and how it resumes."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path

import pytest

from boardwright.core import registry
from boardwright.core.position import Position

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module("quoridor_opponents")
    for name in ("quoridor_opponents", "opponent_processes"):
        sys.modules.pop(name, None)


class Straight:
    """Moves its pawn straight on; with `wrong`, always answers that text."""

    def __init__(self, wrong: str = "") -> None:
        self.wrong = wrong
        self.seconds, self.moves = 0.0, 0

    def begin(self, seed: int) -> None:
        self.position = Position(registry.load("quoridor"))

    def play(self, move: str) -> None:
        self.position.push_text(move)

    def choose(self) -> str:
        self.seconds, self.moves = self.seconds + 0.002, self.moves + 1
        if self.wrong:
            return self.wrong
        way = 9 if self.position.to_move == 0 else -9
        here = int(self.position.state["pawns"][0][self.position.to_move])
        steps = [action for action in self.position.legal_actions if action < 81]
        return self.position.game.actions.to_text(min(steps, key=lambda to: abs(to - here - way)))

    def close(self) -> None:
        pass


@pytest.fixture
def arguments(tmp_path):
    return argparse.Namespace(
        opponent="titanium", seconds=0.1, playouts=0, agent="alphabeta", plies=2, seed=5, games=2, log=tmp_path / "log"
    )


def test_a_pair_has_one_opening_and_both_seats(script, arguments):
    ours = script.Ours(registry.load("quoridor"), "alphabeta:depth=2")
    games = [script.play(arguments, ours, Straight(), number, [0.02, 10]) for number in range(2)]
    assert games[0]["opening"] == games[1]["opening"] == games[0]["moves"][:2]
    assert [game["seat"] for game in games] == [0, 1]
    assert all(game["result"] == 1.0 and game["ended"] == "goal" for game in games)
    assert all(abs(game["ours"]["moves"] - game["theirs"]["moves"]) <= 1 for game in games)
    summary = script.summary(arguments, games, True)
    assert (summary["wins"], summary["draws"], summary["losses"], summary["faults"]) == (2, 0, 0, [])
    assert summary["theirs_cpu_ms_a_move"] == 2.0
    assert summary["ours_cpu_ms_a_move"] > 0


@pytest.mark.parametrize("wrong", ["e5", "(none)"])
def test_a_move_that_our_rules_refuse_is_reported_and_no_result(script, arguments, wrong):
    ours = script.Ours(registry.load("quoridor"), "alphabeta:depth=1")
    game = script.play(arguments, ours, Straight(wrong), 0, [0.02, 10])
    assert "result" not in game
    assert (game["fault"]["by"], game["fault"]["move"]) == ("theirs", wrong)
    summary = script.summary(arguments, [game], True)
    assert summary["games"] == 0
    assert summary["faults"][0]["says"]


def test_our_search_ends_when_its_share_of_cpu_time_is_used(script):
    game = registry.load("quoridor")
    ours = script.Ours(game, "alphabeta")
    ours.choose(Position(game), 0.01, None)
    ours.seconds = 0.0
    ours.choose(Position(game), 0.1, None)
    assert 0.09 < ours.seconds < 2.0  # without a limit it would be minutes


def test_a_log_is_gone_on_with_and_games_of_another_setup_are_refused(script, arguments):
    assert script.resumed(arguments) == []
    line = json.dumps({"number": 0, "setup": script.setup(arguments)})
    arguments.log.write_text(line + "\n" + line[:9], encoding="utf-8")
    assert [game["number"] for game in script.resumed(arguments)] == [0]
    assert arguments.log.read_text(encoding="utf-8") == line + "\n"
    arguments.seed = 6
    with pytest.raises(SystemExit, match="choose another file"):
        script.resumed(arguments)


def test_the_other_way_up_a_wall_keeps_its_place(script):
    turned = importlib.import_module("opponent_processes")._upside_down
    assert [turned(move) for move in ("e1", "e9", "a1h", "h8v", "c3h")] == ["e9", "e1", "a8h", "h1v", "c6h"]
    assert len({turned(move) for move in importlib.import_module("opponent_processes").ACTIONS}) == 209
