"""`boardwright test` and `boardwright tune`: their files, JSON, and what Ctrl-C and --resume do."""

from __future__ import annotations

import json

import pytest

from boardwright.arena import strength_test

TEST = ("test", "tic_tac_toe", "alphabeta:depth=2", "random", "--elo1=100", "--seed=1")


def test_a_test_writes_its_folder_and_says_its_verdict(ran, tmp_path) -> None:
    out = tmp_path / "run"
    status, text, err = ran(*TEST, "--out", str(out))
    assert status == 0, err
    assert "Accepted after" in text
    assert "log-likelihood ratio" in text
    assert "won pairs for a lost one" in text
    assert f"The report is {out / 'report.html'}." in text
    assert {path.name for path in out.iterdir()} == {"pairs.jsonl", "report.html", "result.json", "workers.json"}
    first = (out / "result.json").read_bytes()
    status, text, _ = ran(*TEST, "--out", str(out), "--resume", "--json")
    assert (status, json.loads(text)) == (0, json.loads(first))
    assert (out / "result.json").read_bytes() == first
    status, _, err = ran(*TEST, "--out", str(out))
    assert (status, "continue that run with --resume" in err) == (2, True)
    status, _, err = ran(*TEST, "--out", str(out), "--resume", "--logistic")
    assert (status, "is of another run (scale" in err) == (2, True)


def test_errors_of_the_hypotheses_are_refused_before_a_game(ran, tmp_path) -> None:
    status, _, err = ran(*TEST, "--elo0=100", "--out", str(tmp_path))
    assert (status, "elo1" in err) == (2, True)
    assert ran(*TEST, "--alpha=1.5", "--out", str(tmp_path))[0] == 2
    assert not list(tmp_path.iterdir())


def test_ctrl_c_keeps_the_pairs_and_says_how_to_go_on(ran, tmp_path, monkeypatch) -> None:
    play = strength_test.play_pairs

    def interrupted(*arguments):
        yield next(iter(play(*arguments)))
        raise KeyboardInterrupt

    monkeypatch.setattr(strength_test, "play_pairs", interrupted)
    status, _, err = ran(*TEST, "--out", str(tmp_path), "--json")
    assert (status, err) == (130, "Stopped after 1 pair: these are the results so far. Go on with --resume.\n")
    monkeypatch.undo()
    monkeypatch.setenv("COLUMNS", "200")
    status, text, _ = ran(*TEST, "--out", str(tmp_path), "--resume", "--json")
    other = ran(*TEST, "--out", str(tmp_path / "other"), "--json")[1]
    assert (status, text) == (0, other)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_tuning_ends_with_the_command_that_tests_it(ran, tmp_path, language) -> None:
    file, out = tmp_path / "walls.yaml", tmp_path / "run"
    file.write_text("weights:\n  walls: {low: 0, high: 60, step: 4}\n")
    arguments = ("tune", "quoridor", "alphabeta:depth=1", "--preset=small", "--parameters", str(file), "--iterations=2")
    status, text, err = ran("--language", language, *arguments, "--pairs=1", "--out", str(out))
    assert status == 0, err
    assert ("2 of 2 iterations, 4 games." if language == "en" else "2 sur 2 itérations, 4 parties.") in text
    assert "boardwright test quoridor" in text
    names = {"iterations.jsonl", "parameters.svg", "report.html", "result.json", "weights.yaml"}
    assert {path.name for path in out.iterdir()} == names
    status, text, _ = ran(*arguments, "--pairs=1", "--out", str(out), "--resume", "--json")
    data = json.loads(text)
    assert data.pop("test").startswith("boardwright test quoridor")
    assert data == json.loads((out / "result.json").read_text())
