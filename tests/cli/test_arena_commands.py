"""The commands evaluate, tournament and replay."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boardwright.arena import run_status
from boardwright.cli import main
from boardwright.core.words import Word, say

PROGRAM = "from boardwright.cli import main; main()"


def in_a_process(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def boardwright(capsys, monkeypatch):
    """Run a command in this process, which saves the start of a new one."""

    def run(*arguments: str | Path, language: str = "en") -> subprocess.CompletedProcess[str]:
        monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", language)
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr(sys, "argv", ["boardwright", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(sys.argv, ended.value.code or 0, out, err)

    return run


@pytest.mark.parametrize("game", ["tic_tac_toe", pytest.param("connect_four", marks=pytest.mark.slow)])
def test_evaluate_records_what_replay_plays_again(boardwright, game, tmp_path):
    runs = []
    for name, run in (("one", boardwright), ("two", in_a_process)):
        path = tmp_path / f"{name}.jsonl"
        entered = ("evaluate", game, "random", "alphabeta:depth=2", "--games=12", "--seed=5")
        ran = run(*entered, "--json", "--record", path)
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == ""
        runs.append((ran.stdout, path.read_bytes()))
    assert runs[0] == runs[1]
    data = json.loads(runs[0][0])
    assert data["wins"] + data["draws"] + data["losses"] == data["games"] == 12
    assert data["complete"]
    ran = boardwright("replay", tmp_path / "one.jsonl", "--json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == {"matches": 12, "replayed": 12, "agree": 12, "complete": True, "errors": []}


@pytest.mark.parametrize(
    ("kind", "entered"),
    [
        ("tournament", ("tournament", "tic_tac_toe", "random", "perfect", "--games=4")),
        ("evaluation", ("evaluate", "tic_tac_toe", "random", "perfect", "--games=4")),
    ],
)
def test_results_are_written_to_a_folder_for_the_page(boardwright, tmp_path, kind, entered):
    ran = boardwright(*entered, "--json", "--out", tmp_path / "run")
    status = run_status.read((tmp_path / "run" / "run.json").read_text(), "run.json")
    assert (status.kind, status.game, status.state) == (kind, "tic_tac_toe", "finished")
    assert (status.done, status.total, status.result) == (4, 4, json.loads(ran.stdout))
    ran = boardwright(*entered, "--out", tmp_path / "run")
    assert ran.returncode != 0
    assert say(Word("run_there", {"path": tmp_path / "run"}), "en") in ran.stderr


def test_evaluate_is_worth_reading(boardwright):
    ran = boardwright("evaluate", "tic_tac_toe", "perfect", "alphabeta", "--games", "4")
    assert "perfect against alphabeta in tic_tac_toe, seed 0" in ran.stdout
    assert "100.00%" in ran.stdout
    assert "4 games, 2 of them distinct; on average 9.0 plies and a return of 0.0." in ran.stdout
    repeated = Word("same_games", {"distinct": 2})
    assert say(repeated, "en") in ran.stderr
    ran = boardwright("evaluate", "tic_tac_toe", "perfect", "alphabeta", "--games", "4", language="fr")
    assert "4 parties, dont 2 distinctes ; en moyenne 9.0 coups" in ran.stdout
    assert say(repeated, "fr") in ran.stderr


def test_replay_tells_which_lines_disagree(boardwright, tmp_path):
    path = tmp_path / "matches.jsonl"
    boardwright("evaluate", "tic_tac_toe", "random", "alphabeta", "--games", "4", "--record", path)
    lines = path.read_text().splitlines()
    changed = json.loads(lines[2])
    changed["returns"] = changed["returns"][::-1] if any(changed["returns"]) else [1.0, -1.0]
    lines[2] = json.dumps(changed)
    path.write_text("\n".join(lines) + "\n")
    ran = boardwright("replay", path)
    assert ran.returncode == 1
    assert "Line 3: The record has " in ran.stdout
    agree = Word("replay_agrees", {"agree": 3, "matches": 4})
    assert say(agree, "en") in ran.stdout
    ran = boardwright("replay", path, "--json", language="fr")
    data = json.loads(ran.stdout)
    assert (data["agree"], data["errors"][0]["params"]["line"]) == (3, 3)
    assert data["errors"][0]["params"]["problem"]["code"] == "record_differs"
    assert data["errors"][0]["message"].startswith("Ligne 3 : L'enregistrement a ")
    assert say(agree, "fr") in boardwright("replay", path, language="fr").stdout


@pytest.mark.parametrize("game", ["tic_tac_toe", pytest.param("connect_four", marks=pytest.mark.slow)])
def test_tournament_repeats_itself_records_and_draws(boardwright, game, tmp_path):
    pytest.importorskip("matplotlib")
    entered = ("random", "alphabeta:depth=1", "alphabeta:depth=3")
    outs = []
    for name in ("one", "two"):
        files = ("--record", tmp_path / f"{name}.jsonl", "--picture", tmp_path / f"{name}.png")
        ran = boardwright("tournament", game, *entered, "--games", "10", "--seed", "2", "--json", *files)
        assert ran.returncode == 0, ran.stderr
        outs.append(ran.stdout)
    assert outs[0] == outs[1]
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads(outs[0])
    assert data["games"] == 30
    assert data["standings"][-1]["agent"] == "random"
    ran = boardwright("replay", tmp_path / "one.jsonl")
    assert "30 of 30 matches replayed" in ran.stdout


def test_tournament_is_worth_reading_and_stops_a_pairing_that_is_clear(boardwright):
    ran = boardwright("tournament", "tic_tac_toe", "random", "perfect", "alphabeta", "--games", "60", "--sprt")
    assert ran.returncode == 0, ran.stderr
    assert "Points of each row against each column" in ran.stdout
    is_open = Word("sprt_open", {"first": "perfect", "second": "alphabeta", "games": 60})
    assert "perfect is stronger than random: clear after" in ran.stdout
    assert say(is_open, "en") in ran.stdout
    entered = ("random", "perfect", "alphabeta", "--games=60", "--sprt", "--json")
    pairing = json.loads(boardwright("tournament", "tic_tac_toe", *entered).stdout)["pairings"][0]
    clear = Word("sprt_decided", {"winner": "perfect", "loser": "random", "games": pairing["games"]})
    ran = boardwright("tournament", "tic_tac_toe", *entered[:-1], language="fr")
    assert say(clear, "fr") in ran.stdout
    assert say(is_open, "fr") in ran.stdout


def test_a_picture_without_matplotlib_is_refused_before_anything_is_played(boardwright, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    arguments = ("tournament", "tic_tac_toe", "random", "perfect", "--picture", tmp_path / "x.png")
    ran = boardwright(*arguments)
    assert ran.returncode == 2
    assert "A picture needs matplotlib: install it with `pip install 'boardwright[plots]'`" in ran.stderr
    assert "Une image demande matplotlib" in boardwright(*arguments, language="fr").stderr
    assert json.loads(boardwright(*arguments, "--json").stdout)["error"]["code"] == "plots_absent"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("evaluate", "tic_tac_toe", "random"), "tic_tac_toe has 2 players: name an opponent after the agent."),
        (
            ("evaluate", "tic_tac_toe", "random", "alphabeta:depth"),
            "alphabeta:depth does not name an agent: write name",
        ),
        (("evaluate", "tic_tac_toe", "random", "nobody"), "There is no agent nobody: choose one of alphabeta"),
        (
            ("evaluate", "tic_tac_toe", "random", "random", "--games", "3"),
            "The key games cannot be 3: expected 2, 4, 6",
        ),
        (("evaluate", "tic_tac_toe", "random", "random", "--seed", "-1"), "-1 cannot be a seed: give a whole number"),
        (("evaluate", "tic_tac_toe", "random", "random", "--record", "/nowhere/x"), "/nowhere/x cannot be written"),
        (("tournament", "tic_tac_toe", "random"), "A tournament needs two agents or more, and 1 entered"),
        (("replay", "/nowhere/x"), "There is no file /nowhere/x: give one that --record wrote."),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(boardwright, arguments, sentence):
    ran = boardwright(*arguments)
    assert ran.returncode == 2
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(("sign", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate", "tic_tac_toe", "random", "alphabeta", "--games", "1000000"),
        ("evaluate", "tic_tac_toe", "random", "alphabeta", "--games", "1000000", "--workers", "2"),
        ("tournament", "tic_tac_toe", "random", "alphabeta", "--games", "1000000"),
    ],
)
def test_a_signal_prints_what_is_done(boardwright, arguments, sign, status, tmp_path):
    path = tmp_path / "matches.jsonl"
    # A test run in the background ignores the signal, and its children would, too.
    program = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {PROGRAM}"
    command = [sys.executable, "-c", program, *arguments, "--json", "--record", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size):
        assert time.monotonic() < deadline, "nothing was played"
        time.sleep(0.05)
    process.send_signal(sign)
    out, err = process.communicate(timeout=60)
    assert process.returncode == status, err
    data = json.loads(out)
    assert not data["complete"]
    assert data["games"] > 0
    stopped = Word("stopped_early", {"done": data["games"], "total": 1000000})
    assert say(stopped, "en") in err
    assert say(stopped, "fr").startswith(f"Arrêté après {data['games']} parties sur 1000000")
    assert "Traceback" not in err
    ran = boardwright("replay", path, "--json")
    assert json.loads(ran.stdout)["agree"] == pytest.approx(data["games"], abs=1)


def test_compare_tells_differences(boardwright):
    command = ("compare", "minesweeper", "probability", "rules-guess", "--board=small", "--games=200", "--seed=3")
    ran = boardwright(*command)
    assert ran.returncode == 0, ran.stderr
    assert "minesweeper, 200 games of seed 3" in ran.stdout
    assert "less probability, points" in ran.stdout
    data = json.loads(boardwright(*command, "--json").stdout)
    first, second = data["agents"]
    assert first["share"] > second["share"]
    assert second["difference"][2] < 0
    assert second["ratio"][0] == pytest.approx(second["share"] / first["share"])
    assert data["games"] == 200
    refused = boardwright("compare", "tic_tac_toe", "random", "perfect")
    assert refused.returncode == 2
    assert say(Word("compare_alone", {"game": "tic_tac_toe", "players": 2})) in refused.stderr
    assert boardwright("compare", "minesweeper", "random", "rules", "--first=mine").returncode == 2
    assert boardwright("compare", "minesweeper", "random", "rules", "--games=0").returncode == 2


def test_sigterm_writes_what_was_learned(tmp_path):
    path = tmp_path / "values.json"
    command = ["train", "tic_tac_toe", "--agent", "ranking", "--games", "1000000000", "--capacity", "100000"]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *command, "--out", str(path), "--metrics", str(tmp_path), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not ((tmp_path / "metrics.csv").exists() and (tmp_path / "metrics.csv").stat().st_size):
        assert time.monotonic() < deadline, "nothing was learned"
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 143, err
    assert json.loads(out)["games"] < 1000000000
    assert path.stat().st_size > 0


def test_a_stopped_generation_prints_the_positions_so_far(boardwright, monkeypatch):
    from boardwright.cli import solvable_boards

    make, made = solvable_boards.make, []

    def interrupted(*arguments):
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(make(*arguments))
        return made[-1]

    monkeypatch.setattr(solvable_boards, "make", interrupted)
    ran = boardwright("generate", "minesweeper", "--count", "5", "--level", "rules", "--json")
    assert ran.returncode == 130
    assert len(json.loads(ran.stdout)["positions"]) == 2
    assert say(Word("generate_stopped", {"done": 2, "total": 5}), "en") in ran.stderr


def test_workers_play_the_same_games(boardwright, tmp_path):
    for command in (
        ("evaluate", "tic_tac_toe", "random", "alphabeta:depth=1", "--opening=2"),
        ("tournament", "tic_tac_toe", "random", "alphabeta:depth=1"),
    ):
        ran = []
        for workers in ("1", "2"):
            path = tmp_path / f"{workers}.jsonl"
            arguments = (*command, "--games=12", "--json", f"--workers={workers}", "--record", path)
            done = boardwright(*arguments)
            assert done.returncode == 0, done.stderr
            ran.append((done.stdout, path.read_bytes()))
        assert ran[0] == ran[1]


@pytest.mark.parametrize(
    "command",
    [
        # `random` draws from the generator of its piece; there are three pieces.
        ("evaluate", "minesweeper", "random", "--games=600"),
        ("compare", "minesweeper", "random", "rules", "--games=300"),
        ("accuracy", "connect_four", "mcts:iterations=20", "--most=9"),
        ("generate", "minesweeper", "--count=6", "--set=mine_count=8"),
    ],
)
def test_workers_give_the_same_results_in_every_command(boardwright, command):
    one, two = (boardwright(*command, "--json", f"--workers={workers}") for workers in (1, 2))
    assert (one.returncode, two.returncode) == (0, 0), one.stderr + two.stderr
    found = [json.loads(ran.stdout) for ran in (one, two)]
    if command[0] == "evaluate":
        assert found[0].pop("cpu_ms_per_game") > 0
        assert found[1].pop("cpu_ms_per_game") is None  # of other processes nobody knows it
    assert found[0] == found[1]


def test_what_workers_and_openings_cannot_do_is_said(boardwright):
    ran = boardwright("evaluate", "minesweeper", "solver", "--opening=2")
    assert say(Word("levels_opening", {"game": "minesweeper"}), "en") in ran.stderr
    assert boardwright("evaluate", "tic_tac_toe", "random", "random", "--workers=0").returncode == 2


def test_games_that_repeat_are_said_and_not_counted(boardwright):
    ran = boardwright("tournament", "tic_tac_toe", "perfect", "alphabeta", "--games", "40", "--sprt", "--json")
    data = json.loads(ran.stdout)
    assert (data["games"], data["distinct"]) == (40, 2)
    assert sum(data["pairings"][0]["pairs"]) == 1
    low, high = data["standings"][0]["interval"]
    assert high - low > 300  # two games say little
    assert say(Word("repeated_games", {"games": 40, "distinct": 2}), "en") in ran.stderr
    ran = boardwright("tournament", "tic_tac_toe", "perfect", "alphabeta", "--games=40", "--opening=3", "--json")
    assert json.loads(ran.stdout)["distinct"] > 20
    ran = boardwright("ladder", "tic_tac_toe", "--all", "--games=6", "--opening=0", "--json")
    assert ran.returncode == 0, ran.stderr
    data = json.loads(ran.stdout)
    assert data["distinct"] == sum(rung["distinct"] for rung in data["rungs"]) <= 6 * len(data["rungs"])


def test_a_ladder_is_drawn_with_the_ratings_of_its_levels(boardwright, tmp_path):
    picture = tmp_path / "levels.svg"
    ran = boardwright("ladder", "tic_tac_toe", "--all", "--games=4", "--picture", str(picture))
    assert ran.returncode == 0, ran.stderr
    text = picture.read_text(encoding="utf-8")
    assert "<!-- tic_tac_toe, profile " in text
    assert "<!-- Elo above easy, with 95 % intervals -->" in text  # "ladder_elo"
    assert "<!-- easy -->" in text
    ran = boardwright("ladder", "tic_tac_toe", "--all", "--games=4", "--picture", str(tmp_path / "levels.txt"))
    assert ran.returncode != 0
    assert "levels.txt" in ran.stderr
