"""Runs in folders: every kind is read, nothing outside of them is, and broken files break nothing else."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.errors import ConfigError
from boardwright.server import run_curves, run_folders, runs, settings
from boardwright.server.answers import Answers
from boardwright.server.problems import Refusal
from boardwright.server.run_tables import without_places

from . import run_samples
from .harness import said

CHANGES: dict[str, Any] = {"runs_seconds": 1e-9}


def reader(root: Path | list[Path], **changes: Any) -> runs.Runs:
    folders = [str(path) for path in (root if isinstance(root, list) else [root])]
    return runs.Runs(settings.read(runs=folders, **{**CHANGES, **changes}), Answers(1 << 20))


def listed(found: runs.Runs, language: str = "en") -> dict[str, Any]:
    data = json.loads(asyncio.run(found.listing(language)).body)
    return {run["name"]: run for run in data["runs"]}


def detail(found: runs.Runs, name: str, language: str = "en") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(asyncio.run(found.detail(name, language)).body)
    return data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("all") / "runs"
    run_samples.make_all(root)
    return root


def test_every_kind_of_run_is_listed(folder: Path) -> None:
    found = listed(reader(folder))
    kinds = {name: (run["kind"], run["state"], run["done"], run["total"]) for name, run in found.items()}
    assert kinds == {
        "runs/robin": ("tournament", "finished", 12, 12),
        "runs/alone": ("evaluation", "finished", 6, 6),
        "runs/climb": ("ladder", "running", 20, 40),
        "runs/deep/tiny": ("training", "recorded", None, None),
        "runs/games": ("tournament", "recorded", 6, None),
    }
    assert found["runs/robin"]["game_title"] == said("tic_tac_toe.title")
    assert found["runs/deep/tiny"]["game"] is None


def test_a_tournament_has_ratings_and_pairs(folder: Path) -> None:
    table = detail(reader(folder), "runs/robin")["tournament"]
    assert [row["games"] for row in table["ratings"]] == [8, 8, 8]
    assert all(row["low"] < row["elo"] < row["high"] for row in table["ratings"])
    assert table["ratings"][-1]["agent"] == "random"
    assert {tuple(sorted((pair["first"], pair["second"]))) for pair in table["pairs"]} == {(0, 1), (0, 2), (1, 2)}


def test_an_evaluation_and_a_ladder_have_shares(folder: Path) -> None:
    found = reader(folder)
    table = detail(found, "runs/alone")["evaluation"]
    assert (table["agent"], table["opponent"]) == ("perfect", "random")
    assert sum(row["count"] for row in table["shares"]) == 6
    assert len(table["seats"]) == 2
    rungs = detail(found, "runs/climb")["ladder"]["rungs"]
    assert [rung["stronger"] for rung in rungs] == [True, None]


def test_a_training_has_curves_settings_and_a_card(folder: Path) -> None:
    training = detail(reader(folder), "runs/deep/tiny")["training"]
    (stage,) = training["stages"]
    assert [panel["name"] for panel in stage["panels"]] == ["win_rate", "loss", "length"]
    # A loss that is no number has no line.
    assert [line["name"] for line in stage["panels"][1]["lines"]] == ["policy_loss"]
    assert stage["panels"][0]["lines"][0]["band"][0] == [1.0, 40.0, 60.0]
    assert training["cpu_seconds"] == 10.0
    assert training["recipe"]["start"] == "deep/model.onnx"
    assert "somebody" not in json.dumps(training)


def test_the_matches_of_a_file_are_counted_once(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    root.mkdir()
    run_samples.make_records(root / "games.jsonl")
    whole = (root / "games.jsonl").read_text().splitlines(keepends=True)
    found = reader(root)
    for lines in (whole[:1], whole[:3], [*whole[:3], whole[3][:40]], whole, whole[:2]):
        (root / "games.jsonl").write_text("".join(lines))
        os.utime(root / "games.jsonl", ns=(len(lines), len("".join(lines))))
        counted = detail(found, "runs/games")["tournament"]
        assert counted["games"] == sum(line.endswith("\n") for line in lines)
    assert {row["agent"] for row in counted["ratings"]} == {"perfect", "random"}


def test_records_of_two_games_are_not_rated(tmp_path: Path) -> None:
    """The code is "records_mixed"."""
    root = tmp_path / "runs"
    root.mkdir()
    run_samples.make_records(root / "games.jsonl")
    lines = (root / "games.jsonl").read_text().splitlines(keepends=True)
    (root / "games.jsonl").write_text(lines[0] + lines[1].replace('"tic_tac_toe"', '"another"'))
    assert listed(reader(root))["runs/games"]["problem"]["code"] == "records_mixed"


def test_nothing_outside_of_the_folders_is_read(folder: Path, tmp_path: Path) -> None:
    """The code is "no_such_run"."""
    secret = tmp_path / "secret"
    run_samples.make_training(secret)
    run_samples.make_ladder(secret / "inner")
    root = tmp_path / "runs"
    run_samples.make_ladder(root / "good")
    (root / "link").symlink_to(secret)
    (root / "file").mkdir()
    (root / "file" / "run.json").symlink_to(secret / "inner" / "run.json")
    (root / "stage").mkdir()
    (root / "stage" / "ppo").symlink_to(secret / "ppo")
    (root / "card").mkdir()
    (root / "card" / "ppo").mkdir()
    (root / "card" / "ppo" / "metrics.jsonl").write_text("")
    (root / "card" / "README.md").symlink_to(secret / "README.md")
    (root / ".hidden").mkdir()
    run_samples.make_ladder(root / ".hidden" / "run")
    found = reader(root)
    assert set(listed(found)) == {"runs/good", "runs/card"}
    assert detail(found, "runs/card")["training"] == {"stages": [], "cpu_seconds": 0.0, "recipe": None, "card": None}
    names = ("", ".", "..", "/", "runs", "runs/", "runs/../secret", "../secret", str(secret), "runs/link", "runs/file")
    for name in (*names, "runs/link/inner", "runs/good/", "runs//good", "runs/good\0", "good", "runs/good/run.json"):
        with pytest.raises(Refusal) as refused:
            detail(found, name)
        assert (refused.value.status, refused.value.code) == (404, "no_such_run"), name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"kind": "tour', "run_status_unreadable"),
        ("", "run_status_unreadable"),
        ("[" * 5000, "run_status_unreadable"),
        ('{"kind": "party"}', "run_status_unreadable"),
        ("\xff", "run_status_unreadable"),
    ],
)
def test_a_broken_run_is_listed_with_its_reason(tmp_path: Path, text: str, code: str) -> None:
    root = tmp_path / "runs"
    run_samples.make_ladder(root / "good")
    (root / "bad").mkdir()
    (root / "bad" / "run.json").write_bytes(text.encode("latin-1"))
    found = reader(root)
    summaries = listed(found)
    assert summaries["runs/bad"]["problem"]["code"] == code
    assert summaries["runs/good"]["problem"] is None
    shown = detail(found, "runs/bad")
    assert shown["problem"]["message"]
    assert str(tmp_path) not in json.dumps(shown)


@pytest.mark.parametrize("kind", ["tournament", "ladder", "evaluation"])
def test_results_of_another_version_are_refused(tmp_path: Path, kind: str) -> None:
    """The code is "run_broken"."""
    root = tmp_path / "runs"
    run_samples.make_ladder(root / "odd")
    status = json.loads((root / "odd" / "run.json").read_text())
    for result in ({}, {"standings": 3}, {"rungs": [{}], "confidence": "much"}):
        (root / "odd" / "run.json").write_text(json.dumps({**status, "kind": kind, "result": result}))
        assert detail(reader(root), "runs/odd")["problem"]["code"] == "run_broken"
    (root / "odd" / "run.json").write_text(json.dumps({**status, "kind": kind, "result": None}))
    shown = detail(reader(root), "runs/odd")
    assert (shown["problem"], shown[kind]) == (None, None)


def test_half_written_rows_wait_and_broken_ones_are_a_problem(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    run_samples.make_training(root / "tiny", rows=2)
    rows = root / "tiny" / "ppo" / "metrics.jsonl"
    whole = rows.read_text()
    found = reader(root)
    rows.write_text(whole + '{"update": 3, "polic')
    (root / "tiny" / "recipe.json").write_text('{"board": "st')
    training = detail(found, "runs/tiny")["training"]
    assert training["stages"][0]["panels"][1]["lines"][0]["points"] == [[1.0, 1.0], [2.0, 0.5]]
    assert training["recipe"] is None
    for broken in ("3\n", '{"cpu_total": 1}\n', '{"cpu_total": "a", "update": []}\n', "nonsense\n", "[" * 9000 + "\n"):
        rows.write_text(whole + broken)
        assert detail(found, "runs/tiny")["problem"]["code"] == "run_broken", broken


def test_limits_hold(tmp_path: Path) -> None:
    """The code is "run_too_large"."""
    root = tmp_path / "runs"
    for name in ("a", "b", "c"):
        run_samples.make_training(root / name, rows=50)
    run_samples.make_ladder(root / "one" / "two" / "three")
    assert set(listed(reader(root))) == {"runs/a", "runs/b", "runs/c", "runs/one/two/three"}
    assert set(listed(reader(root, runs_depth=2))) == {"runs/a", "runs/b", "runs/c"}
    assert len(listed(reader(root, runs_entries=2))) <= 2
    few = json.loads(asyncio.run(reader(root, runs_listed=1).listing("en")).body)
    assert (len(few["runs"]), few["more"]) == (1, 3)
    shown = detail(reader(root, run_bytes=2000), "runs/a")
    assert (shown["problem"]["code"], shown["training"]) == ("run_too_large", None)
    points = detail(reader(root, run_points=10), "runs/a")["training"]["stages"][0]["panels"][0]["lines"][0]["points"]
    assert (len(points), points[0][0], points[-1][0]) == (10, 1.0, 50.0)
    assert run_curves.thinned(range(3), 3) == [0, 1, 2]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    (root / "pipe").mkdir(parents=True)
    os.mkfifo(root / "pipe" / "run.json")
    os.mkfifo(root / "games.jsonl")
    assert listed(reader(root)) == {}
    with pytest.raises(OSError):  # noqa: PT011, of our own making
        run_folders.read_bytes(root / "games.jsonl", 10)


def test_a_run_that_is_silent_for_long_is_taken_for_stopped(folder: Path) -> None:
    assert listed(reader(folder))["runs/climb"]["state"] == "running"
    assert listed(reader(folder, runs_silent_seconds=1e-9))["runs/climb"]["state"] == "stopped"


def test_an_answer_has_another_tag_only_when_it_has_changed(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    run_samples.make_training(root / "tiny")
    found = reader(root)
    first = asyncio.run(found.detail("runs/tiny", "en"))
    assert asyncio.run(found.detail("runs/tiny", "en")) == first
    run_samples.add_row(root / "tiny", 6)
    assert asyncio.run(found.detail("runs/tiny", "en")).tag != first.tag
    assert asyncio.run(found.detail("runs/tiny", "fr")).tag != first.tag


def test_an_unchanged_run_is_not_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = reader(folder)
    names = list(listed(found))
    shown = [detail(found, name) for name in names]
    monkeypatch.setattr(runs.Runs, "_read", None)
    monkeypatch.setattr(runs.Runs, "_summarised", None)
    assert [detail(found, name) for name in names] == shown


def test_a_folder_must_be_there_once_and_may_be_a_run_itself(tmp_path: Path) -> None:
    """The codes are "runs_absent" and "runs_twice"."""
    for place in ("one", "two"):
        run_samples.make_ladder(tmp_path / place / "runs")
    with pytest.raises(ConfigError) as refused:
        reader(tmp_path / "absent")
    assert refused.value.code == "runs_absent"
    with pytest.raises(ConfigError) as refused:
        reader([tmp_path / "one" / "runs", tmp_path / "two" / "runs"])
    assert refused.value.code == "runs_twice"
    assert set(listed(reader([tmp_path / "one" / "runs", tmp_path / "two"]))) == {"runs", "two/runs"}
    nothing = json.loads(asyncio.run(reader([]).listing("en")).body)
    assert nothing == {"named": False, "more": 0, "runs": []}


@pytest.mark.parametrize(("given", "folders"), [(None, []), ("a", ["a"]), (["a", "b"], ["a", "b"])])
def test_folders_are_one_or_several_or_none(given: Any, folders: list[str]) -> None:
    assert settings.read(runs=given).runs == folders
    chosen, _ = settings.gather(None, {"BOARDWRIGHT_SERVE_RUNS": json.dumps(given)}, {})
    assert chosen.runs == folders


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("model:/home/me/runs/a/model.onnx", "model:a/model.onnx"),
        ("model:/home/me/model.onnx", "model:model.onnx"),
        ("model:runs/small.onnx", "model:runs/small.onnx"),
        ("alphabeta:weights=/etc/a.yaml,depth=2", "alphabeta:weights=a.yaml,depth=2"),
        ("~/models/b.onnx", "b.onnx"),
        (r"C:\Users\me\model.onnx", "model.onnx"),
        ("won 1/2, steps/s", "won 1/2, steps/s"),
    ],
)
def test_places_on_the_machine_are_not_told(text: str, told: str) -> None:
    assert without_places(text) == told
