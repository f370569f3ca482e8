"""The commands evaluate, tournament, compare, ladder and replay."""

from __future__ import annotations

import json
import sys

import pytest

from boardwright.arena import run_status
from boardwright.core import registry


def test_evaluate_records_what_replay_plays_again(ran, in_a_process, tmp_path):
    entered = ("evaluate", "tic_tac_toe", "random", "alphabeta:depth=2", "--games=12", "--seed=5", "--json")
    runs = []
    for name, run in (("one", ran), ("two", in_a_process)):
        path = tmp_path / f"{name}.jsonl"
        status, out, err = run(*entered, "--record", path)
        assert status == 0, err  # a machine without machine code says that it compiles
        runs.append((out, path.read_bytes()))
    assert runs[0] == runs[1]
    data = json.loads(runs[0][0])
    assert data["wins"] + data["draws"] + data["losses"] == data["games"] == 12
    assert data["complete"]
    again = ran("replay", tmp_path / "one.jsonl", "--json")
    assert again.status == 0, again.err
    assert again.json == {"matches": 12, "replayed": 12, "agree": 12, "complete": True, "errors": []}


@pytest.mark.parametrize(
    ("kind", "entered"),
    [
        ("tournament", ("tournament", "tic_tac_toe", "random", "perfect", "--games=4")),
        ("evaluation", ("evaluate", "tic_tac_toe", "random", "perfect", "--games=4")),
    ],
)
def test_results_are_written_to_a_folder_for_the_page(ran, tmp_path, kind, entered):
    done = ran(*entered, "--json", "--out", tmp_path / "run")
    status = run_status.read((tmp_path / "run" / "run.json").read_text(), "run.json")
    assert (status.kind, status.game, status.state) == (kind, "tic_tac_toe", "finished")
    assert (status.done, status.total, status.result) == (4, 4, done.json)
    ran(*entered, "--out", tmp_path / "run").refuses("run_there", path=tmp_path / "run")


def test_evaluate_counts_ranks_of_more_than_two_players(ran, toy, monkeypatch):
    game = toy("gather").as_interpreted()
    monkeypatch.setattr(registry, "load", lambda *chosen, **options: game)
    done = ran("evaluate", "gather", "random", "random", "--games", "6")
    done.tells("heading_rank")
    done.tells("evaluate_firsts", chance="33.33")
    assert not done.words("evaluate_draws")


def test_evaluate_is_worth_reading(ran):
    done = ran("evaluate", "tic_tac_toe", "perfect", "alphabeta", "--games", "4")
    done.tells("evaluate_title", agent="perfect", opponent="alphabeta", game="tic_tac_toe", seed=0)
    done.tells("evaluate_summary", games=4, distinct=2, plies=9.0, mean=0.0)
    done.tells("same_games", distinct=2)
    assert "100.00%" in done.out


def test_replay_tells_which_lines_disagree(ran, tmp_path):
    path = tmp_path / "matches.jsonl"
    ran("evaluate", "tic_tac_toe", "random", "alphabeta", "--games", "4", "--record", path)
    lines = path.read_text().splitlines()
    changed = json.loads(lines[2])
    changed["returns"] = changed["returns"][::-1] if any(changed["returns"]) else [1.0, -1.0]
    lines[2] = json.dumps(changed)
    path.write_text("\n".join(lines) + "\n")
    done = ran("replay", path)
    assert done.status == 1
    done.tells("record_differs")
    done.tells("replay_agrees", agree=3, matches=4)
    data = ran("replay", path, "--json").json
    assert (data["agree"], data["errors"][0]["params"]["line"]) == (3, 3)
    assert data["errors"][0]["params"]["problem"]["code"] == "record_differs"


def test_tournament_repeats_itself_records_and_draws(ran, tmp_path):
    pytest.importorskip("matplotlib")
    entered = ("tournament", "tic_tac_toe", "random", "alphabeta:depth=1", "alphabeta:depth=3", "--games=10")
    outs = []
    for name in ("one", "two"):
        files = ("--record", tmp_path / f"{name}.jsonl", "--picture", tmp_path / f"{name}.png")
        done = ran(*entered, "--seed", "2", "--json", *files)
        assert done.status == 0, done.err
        outs.append(done.out)
    assert outs[0] == outs[1]
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads(outs[0])
    assert data["games"] == 30
    assert data["standings"][-1]["agent"] == "random"
    ran("replay", tmp_path / "one.jsonl").tells("replay_agrees", agree=30, matches=30)


def test_tournament_is_worth_reading_and_stops_a_pairing_that_is_clear(ran):
    entered = ("tournament", "tic_tac_toe", "random", "perfect", "alphabeta", "--games", "60", "--sprt")
    done = ran(*entered)
    assert done.status == 0, done.err
    done.tells("tournament_points")
    done.tells("sprt_open", first="perfect", second="alphabeta", games=60)
    clear = done.tells("sprt_decided", winner="perfect", loser="random")
    assert clear.params["games"] < 60


def test_a_picture_without_matplotlib_is_refused_before_anything_is_played(ran, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = ran("tournament", "tic_tac_toe", "random", "perfect", "--picture", tmp_path / "x.png")
    done.refuses("plots_absent")
    assert done.out == ""


@pytest.mark.parametrize(
    ("arguments", "code", "params"),
    [
        (("evaluate", "tic_tac_toe", "random"), "evaluate_opponent", {"players": 2}),
        (("evaluate", "tic_tac_toe", "random", "alphabeta:depth"), "agent_text", {"text": "alphabeta:depth"}),
        (("evaluate", "tic_tac_toe", "random", "nobody"), "unknown_agent", {"name": "nobody"}),
        (("evaluate", "tic_tac_toe", "random", "random", "--games=3"), "config_value", {"path": "games", "value": 3}),
        (("evaluate", "tic_tac_toe", "random", "random", "--seed=-1"), "seed", {}),
        (("evaluate", "tic_tac_toe", "random", "random", "--record=/nowhere/x"), "file_unwritable", {}),
        (("evaluate", "tic_tac_toe", "random", "random", "--workers=0"), "usage_value", {}),
        (("evaluate", "minesweeper", "solver", "--opening=2"), "levels_opening", {"game": "minesweeper"}),
        (("tournament", "tic_tac_toe", "random"), "tournament_few", {"found": 1}),
        (("replay", "/nowhere/x"), "record_absent", {}),
        (("compare", "tic_tac_toe", "random", "perfect"), "compare_alone", {"game": "tic_tac_toe", "players": 2}),
        (("compare", "minesweeper", "random", "rules", "--first=mine"), "config_value", {"path": "first"}),
        (("compare", "minesweeper", "random", "rules", "--games=0"), "config_value", {"path": "games"}),
    ],
)
def test_what_cannot_be_done_is_refused(ran, arguments, code, params):
    ran(*arguments).refuses(code, **params)


def test_compare_tells_differences(ran):
    command = ("compare", "minesweeper", "probability", "rules-guess", "--board=small", "--games=200", "--seed=3")
    data = ran(*command, "--json").json
    first, second = data["agents"]
    assert first["share"] > second["share"]
    assert second["difference"][2] < 0
    assert second["ratio"][0] == pytest.approx(second["share"] / first["share"])
    assert data["games"] == 200
    done = ran("compare", "minesweeper", "random", "rules", "--board=small", "--games=20", "--seed=3")
    assert done.status == 0, done.err
    done.tells("compare_title", game="minesweeper", games=20, seed=3)
    assert done.words("compare_difference")[0].params["agent"] == "random"


def test_games_that_repeat_are_said_and_not_counted(ran):
    done = ran("tournament", "tic_tac_toe", "perfect", "alphabeta", "--games", "40", "--sprt", "--json")
    data = done.json
    assert (data["games"], data["distinct"]) == (40, 2)
    assert sum(data["pairings"][0]["pairs"]) == 1
    low, high = data["standings"][0]["interval"]
    assert high - low > 300  # two games say little
    done.tells("repeated_games", games=40, distinct=2)
    opened = ran("tournament", "tic_tac_toe", "perfect", "alphabeta", "--games=40", "--opening=3", "--json")
    assert opened.json["distinct"] > 20
    done = ran("ladder", "tic_tac_toe", "--all", "--games=6", "--opening=0", "--json")
    assert done.status == 0, done.err
    data = done.json
    assert data["distinct"] == sum(rung["distinct"] for rung in data["rungs"]) <= 6 * len(data["rungs"])


def test_a_ladder_is_drawn_with_the_ratings_of_its_levels(ran, tmp_path):
    picture = tmp_path / "levels.svg"
    done = ran("ladder", "tic_tac_toe", "--all", "--games=4", "--picture", picture)
    assert done.status == 0, done.err
    text = picture.read_text(encoding="utf-8")
    assert done.words("ladder_elo")
    assert f"<!-- {done.words('ladder_elo')[0]} -->" in text
    assert "<!-- easy -->" in text
    done = ran("ladder", "tic_tac_toe", "--all", "--games=4", "--picture", tmp_path / "levels.txt")
    assert (done.status, "levels.txt" in done.err) == (2, True)
