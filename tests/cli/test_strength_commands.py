"""`boardwright test` and `boardwright tune`: their files, JSON, and what Ctrl-C and --resume do."""

from __future__ import annotations

import json

from boardwright.arena import strength_test

TEST = ("test", "tic_tac_toe", "alphabeta:depth=2", "random", "--elo1=100", "--seed=1")


def test_a_test_writes_its_folder_and_says_its_verdict(ran, tmp_path) -> None:
    out = tmp_path / "run"
    done = ran(*TEST, "--out", out)
    assert done.status == 0, done.err
    assert done.words("heading_llr")
    assert done.words("heading_pair_ratio")
    done.tells("test_elo1", new="alphabeta:depth=2", old="random")
    done.tells("test_written", path=out / "report.html")
    assert {path.name for path in out.iterdir()} == {"pairs.jsonl", "report.html", "result.json", "workers.json"}
    first = (out / "result.json").read_bytes()
    done = ran(*TEST, "--out", out, "--resume", "--json")
    assert (done.status, done.json) == (0, json.loads(first))
    assert (out / "result.json").read_bytes() == first
    ran(*TEST, "--out", out).refuses("run_exists")
    done = ran(*TEST, "--out", out, "--resume", "--logistic")
    done.refuses("run_differs", key="scale")


def test_errors_of_the_hypotheses_are_refused_before_a_game(ran, tmp_path) -> None:
    ran(*TEST, "--elo0=100", "--out", tmp_path).refuses("config_value", path="elo1")
    assert ran(*TEST, "--alpha=1.5", "--out", tmp_path).status == 2
    assert not list(tmp_path.iterdir())


def test_ctrl_c_keeps_the_pairs_and_says_how_to_go_on(ran, tmp_path, monkeypatch) -> None:
    play = strength_test.play_pairs

    def interrupted(*arguments):
        yield next(iter(play(*arguments)))
        raise KeyboardInterrupt

    monkeypatch.setattr(strength_test, "play_pairs", interrupted)
    done = ran(*TEST, "--out", tmp_path, "--json")
    assert done.status == 130
    assert done.err == f"{done.tells('test_stopped', pairs=1)}\n"
    monkeypatch.undo()
    done = ran(*TEST, "--out", tmp_path, "--resume", "--json")
    other = ran(*TEST, "--out", tmp_path / "other", "--json")
    assert (done.status, done.out) == (0, other.out)


def test_a_tuning_ends_with_the_command_that_tests_it(ran, tmp_path) -> None:
    file, out = tmp_path / "walls.yaml", tmp_path / "run"
    file.write_text("weights:\n  walls: {low: 0, high: 60, step: 4}\n")
    arguments = ("tune", "quoridor", "alphabeta:depth=1", "--preset=small", "--parameters", file, "--iterations=2")
    done = ran(*arguments, "--pairs=1", "--out", out)
    assert done.status == 0, done.err
    done.tells("tune_progress", done=2, total=2, games=4)
    assert "boardwright test quoridor" in done.out
    names = {"iterations.jsonl", "parameters.svg", "report.html", "result.json", "weights.yaml"}
    assert {path.name for path in out.iterdir()} == names
    data = ran(*arguments, "--pairs=1", "--out", out, "--resume", "--json").json
    assert data.pop("test").startswith("boardwright test quoridor")
    assert data == json.loads((out / "result.json").read_text())
