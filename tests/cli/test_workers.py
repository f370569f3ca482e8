"""Commands with several workers: the same games and the same results as with one."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "command",
    [
        ("evaluate", "tic_tac_toe", "random", "alphabeta:depth=1", "--opening=2"),
        ("tournament", "tic_tac_toe", "random", "alphabeta:depth=1"),
    ],
)
def test_workers_play_the_same_games(ran, tmp_path, command):
    runs = []
    for workers in (1, 2):
        path = tmp_path / f"{workers}.jsonl"
        done = ran(*command, "--games=12", "--json", f"--workers={workers}", "--record", path)
        assert done.status == 0, done.err
        runs.append((done.out, path.read_bytes()))
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    "command",
    [
        # `random` draws from the generator of its piece; there are three pieces.
        ("evaluate", "minesweeper", "random", "--games=600"),
        ("compare", "minesweeper", "random", "rules", "--games=300"),
        ("accuracy", "connect_four", "mcts:iterations=5", "--most=5"),
        ("generate", "minesweeper", "--count=3", "--set=mine_count=8"),
    ],
    ids=lambda command: command[0],
)
def test_workers_give_the_same_results_in_every_command(ran, command):
    one, two = (ran(*command, "--json", f"--workers={workers}") for workers in (1, 2))
    assert (one.status, two.status) == (0, 0), one.err + two.err
    found = [one.json, two.json]
    if command[0] == "evaluate":
        assert found[0].pop("cpu_ms_per_game") > 0
        assert found[1].pop("cpu_ms_per_game") is None  # of other processes nobody knows it
    assert found[0] == found[1]
