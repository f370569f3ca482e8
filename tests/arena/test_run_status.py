"""The state of a run on disk: whole at any time, refused if it is anything else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardwright
from boardwright.arena import run_status
from boardwright.arena.evaluation import Evaluation, evaluate
from boardwright.arena.run_status import FILE, Report, reporting
from boardwright.arena.tournament import tournament
from boardwright.core.errors import HistoryError
from saying import refused


def written(folder: Path) -> run_status.RunStatus:
    return run_status.read((folder / FILE).read_text(), FILE)


def test_a_tournament_is_written_while_it_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = boardwright.load("tic_tac_toe")
    seen: list[run_status.RunStatus] = []
    with Report(tmp_path / "new" / "run", "tournament", game.name, "a, b", 4) as report:
        assert written(tmp_path / "new" / "run").state == "running"
        monkeypatch.setattr(run_status.time, "monotonic", lambda: 1e9 + len(seen) * 60)

        def keep(result: run_status.Result) -> None:
            report(result)
            seen.append(written(tmp_path / "new" / "run"))

        result = tournament(game, ["random", "perfect"], games=4, seed=1, report=keep)
    assert [status.done for status in seen] == [1, 2, 3, 4]
    assert {status.state for status in seen} == {"running"}
    last = written(tmp_path / "new" / "run")
    assert (last.state, last.result) == ("finished", json.loads(json.dumps(result.to_dict())))


def test_results_are_written_every_few_seconds_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = boardwright.load("minesweeper", "small")
    monkeypatch.setattr(run_status.time, "monotonic", lambda: 1e9)
    seen: list[int] = []
    with Report(tmp_path, "evaluation", game.name, "random", 20) as report:

        def keep(result: Evaluation) -> None:
            report(result)
            seen.append(written(tmp_path).done)

        evaluate(game, "random", None, 20, 1, report=keep)
    assert seen == [0] * 20
    assert written(tmp_path).done == 20


def test_an_interrupted_run_is_stopped_and_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), Report(tmp_path, "ladder", "quoridor", "standard", 4):
        _ = 1 / 0
    assert written(tmp_path).state == "stopped"
    with refused(HistoryError, "run_there", path=tmp_path):
        Report(tmp_path, "ladder", "quoridor", "standard", 4)
    with reporting(None, "ladder", "quoridor", "standard", 4) as report:
        assert report is None


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with refused(HistoryError, "file_unwritable", path=tmp_path / "file" / FILE):
        Report(tmp_path / "file", "ladder", "quoridor", "standard", 4)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "[" * 100_000, '{"kind": "party"}', b"\xff\xfe"])
def test_anything_else_is_refused(text: str | bytes) -> None:
    with refused(HistoryError, "run_status_unreadable", path=FILE):
        run_status.read(text, FILE)
