"""`boardwright generate`: puzzles printed and written, and what cannot be generated."""

from __future__ import annotations

import pytest

from boardwright.cli import solvable_boards

PUZZLE = ("generate", "minesweeper", "--level", "subset", "--first", "1", "2", "--seed", "4")
SIZE = ("--set", "H=5", "--set", "W=6", "--set", "mine_count=5")


@pytest.fixture(autouse=True)
def small_boards(uncompiled):
    """No preset has this size."""


def test_a_puzzle_is_generated_and_written(ran, tmp_path):
    path = tmp_path / "one.mbf"
    done = ran(*PUZZLE, *SIZE, "--out", path)
    assert done.status == 0, done.err
    done.tells("generate_tries")
    done.tells("generate_written", path=path)
    assert path.read_bytes()[:4] == bytes([6, 5, 0, 5])
    rows = ran(*PUZZLE, *SIZE, "--count", "3", "--out", path, "--json").json["positions"]
    assert [row["file"] for row in rows] == [str(tmp_path / f"one-{number}.mbf") for number in (1, 2, 3)]
    assert (tmp_path / "one-1.mbf").read_bytes() == path.read_bytes()
    assert all(row["bbbv"] > 0 and row["tries"] > 0 for row in rows)
    ran(*PUZZLE, *SIZE, "--count", "2").tells("generate_title", count=2, game="minesweeper", seed=4)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("tic_tac_toe",), "generate_none"),
        (("minesweeper", "--set", "H=4", "--set", "W=4", "--set", "mine_count=2", "--level", "magic"), "config_value"),
    ],
)
def test_what_cannot_be_generated_is_refused(ran, arguments, code):
    assert ran("generate", *arguments, "--json").json["error"]["code"] == code


def test_a_stopped_generation_prints_the_positions_so_far(ran, monkeypatch):
    make, made = solvable_boards.make, []

    def interrupted(*arguments):
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(make(*arguments))
        return made[-1]

    monkeypatch.setattr(solvable_boards, "make", interrupted)
    done = ran("generate", "minesweeper", "--count", "5", "--level", "rules", *SIZE, "--json")
    assert done.status == 130
    assert len(done.json["positions"]) == 2
    done.tells("generate_stopped", done=2, total=5)
