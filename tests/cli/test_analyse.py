"""`analyse` and `generate`, and `play` with hints, overlays and an agent that stops at guesses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from rich.console import Console

import boardwright
from boardwright.agents.advice import Advice
from boardwright.agents.preparation import Preparation
from boardwright.cli.analyse import _show
from boardwright.cli.terminal_game import TerminalGame
from boardwright.core.agent import Explanation, Plain, Turn
from boardwright.core.analysis import Analysis
from boardwright.core.errors import AgentError
from boardwright.core.position import Position

# No preset has this shape, so that nothing is compiled for it.
GUESS = "mines 2/1##/###/##1"


def plainly(text: str, *arguments: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    """Run a command in a process that compiles nothing, with typed input."""
    settings = {"NUMBA_DISABLE_JIT": "1", "COLUMNS": "100", "BOARDWRIGHT_LANGUAGE": language}
    return subprocess.run(
        [sys.executable, "-c", "from boardwright.cli import main; main()", *arguments],
        input=text.replace(" / ", "\n") + "\n",
        capture_output=True,
        text=True,
        env={**os.environ, **settings},
    )


def test_a_typed_position_is_analysed(ran):
    status, out, _ = ran("analyse", "minesweeper", "--position", GUESS, "--top", "2")
    assert status == 0
    for sentence in (
        "0 │  1  │ 33% │ 17% │",
        "chance of a mine, in percent",
        "Layouts of the mines that fit: 6.",
        "With best play this is won in 4 of 6 layouts: 66.7 %.",
        "solver would play reveal 0 2. Row 0, column 2: played out to the end, it wins 4 of the 6 layouts that fit.",
        "  1. reveal 0 2     0.8333",
        "  2. reveal 2 0     0.8333",
    ):
        assert sentence in out, sentence


def test_the_same_as_json(ran):
    status, out, _ = ran("analyse", "minesweeper", "--position", GUESS, "--by", "probability", "--json")
    data = json.loads(out)
    assert status == 0
    assert data["possible"]
    assert data["numbers"]["layouts"] == 6
    assert data["overlay"]["values"]["2"] == pytest.approx(1 / 6)
    assert data["advice"]["agent"] == "probability"
    assert data["advice"]["text"] in {"reveal 0 2", "reveal 2 0"}
    assert not data["advice"]["certain"]
    assert data["facts"][0]["code"] == "minesweeper.fact_layouts"


def test_an_agent_that_would_rather_not_says_why(ran):
    status, out, _ = ran("analyse", "minesweeper", "--position", GUESS, "--by", "rules")
    assert status == 0
    assert "Nothing is certain, and this agent does not guess: it gives up." in out
    data = json.loads(ran("analyse", "minesweeper", "--position", GUESS, "--by", "rules", "--json")[1])
    assert data["advice"]["text"] is None


def test_an_impossible_position_is_told_and_the_status_says_so(ran):
    status, out, _ = ran("analyse", "minesweeper", "--position", "mines 1/3#/##")
    assert status == 1
    assert "This position cannot come about:" in out  # "analyse_impossible"
    assert "Too few mines: the numbers need 3 at least, and the board has 1." in out
    status, out, _ = ran("analyse", "minesweeper", "--position", "3#/##", "--set", "mine_count=1", "--json")
    assert status == 1
    assert json.loads(out)["problems"][0]["code"] == "minesweeper.problem_least"


def test_files_are_read_by_their_ending_and_full_boards_are_measured(ran, tmp_path):
    (tmp_path / "a.txt").write_text("mines 1\n1#\n1#\n")
    assert "Layouts of the mines that fit: 2." in ran("analyse", "minesweeper", str(tmp_path / "a.txt"))[1]
    (tmp_path / "b.mbf").write_bytes(bytes([3, 3, 0, 1, 0, 0]))
    status, out, _ = ran("analyse", "minesweeper", str(tmp_path / "b.mbf"))
    assert status == 0
    assert "3BV 1: the fewest clicks that open this board without flags; openings: 1." in out
    assert "│ * │ 1 │   │" in out
    data = json.loads(ran("analyse", "minesweeper", str(tmp_path / "b.mbf"), "--json")[1])
    assert "advice" not in data
    assert "overlay" not in data


def test_a_text_comes_from_standard_input_too():
    done = plainly(GUESS, "analyse", "minesweeper", "-")
    assert "Layouts of the mines that fit: 6." in done.stdout
    assert (
        "Dispositions des mines possibles : 6." in plainly(GUESS, "analyse", "minesweeper", "-", language="fr").stdout
    )


def test_the_picture_is_drawn(ran, tmp_path):
    for number, position in enumerate((GUESS, "mines 1/F#/1#", "*./..")):
        path = tmp_path / f"heat{number}.png"
        assert ran("analyse", "minesweeper", "--position", position, "--picture", str(path))[0] == 0
        with Image.open(path) as drawn:
            assert drawn.width > 300
            assert drawn.height > 200
            # The board is not a blank page.
            assert len(drawn.convert("RGB").getcolors(1 << 20)) > 50


def test_quoridors_picture_has_both_paths_and_the_best_move(ran, tmp_path):
    """The legend says "analyse_best_move" and names the paths of both players."""
    path = tmp_path / "board.svg"
    status, out, err = ran("analyse", "quoridor", "--moves", "1. e2 e8 2. e3h", "--picture", str(path))
    assert status == 0, err
    drawn = path.read_text(encoding="utf-8")
    # The wall is its builder's: the moves are known.
    names = ("piece pawn", "route owner-0", "route owner-1", "edge wall owner-0")
    assert [drawn.count(f'class="{name}') for name in names] == [2, 1, 1, 1]
    # The players' facts and the move are the ones that are printed.
    assert "would play e7." in out
    assert "Best move, by alphabeta:depth=4: e7" in drawn
    assert "Player 1: steps to the goal" in drawn


def test_a_model_is_set_beside_the_exact_chances(ran, tmp_path, monkeypatch):
    path = tmp_path / "three.png"
    command = ("analyse", "minesweeper", "--position", GUESS, "--model", "small")
    status, out, err = ran(*command, "--picture", str(path), "--json")
    assert status == 0, err
    data = json.loads(out)
    exact, model = data["overlay"]["values"], data["model"]
    assert list(model["values"]) == list(model["differences"]) == list(exact)
    for cell, value in model["values"].items():
        assert 0 < value < 1
        assert model["differences"][cell] == pytest.approx(value - exact[cell])
    assert 0 < model["mean_difference"] < model["most_difference"] < 0.5
    with Image.open(path) as drawn:
        assert drawn.width > 2 * drawn.height
        # Differences on both sides of zero have colours that neither of the other boards has.
        shades = [colour for _, colour in drawn.convert("RGB").getcolors(1 << 20)]
        assert any(blue > red + 60 for red, _, blue in shades)
    _, out, _ = ran(*command)
    for sentence in ("Model small", "at most, in percentage points"):
        assert sentence in out.replace("\n", " "), sentence  # "beside_model", "beside_summary"
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert "Modèle small" in ran(*command)[1]


def test_the_exact_chances_beside_themselves_are_no_different(monkeypatch):
    """The boards of the picture are "beside_exact" and "beside_difference", the latter in "beside_points"."""
    from boardwright.cli import model_comparison

    game = boardwright.load("minesweeper")
    position = Position(game, seed=4)
    position.push_text("reveal 2 2")
    overlay = game.definition.people.analysis(game, game.observe(position.state)).overlay

    class Exact:
        def risks(self, observations):
            _, chances = boardwright.agent("probability", game).teach_batch(
                observations, game.legal_mask(position.state)
            )
            return chances

    monkeypatch.setattr(model_comparison, "make", lambda *names, **options: Exact())
    data = model_comparison.compare(game, position.state, "exact", overlay)
    assert data.mean == pytest.approx(0, abs=1e-6)
    assert data.most == pytest.approx(0, abs=1e-6)
    assert [str(title) for title, _ in data.panels] == ["Model exact", "Exact", "Model less exact"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("tic_tac_toe", "--position", "1"), "format_none"),
        (("minesweeper", "--position", GUESS, "--model", "nobody"), "model_unknown"),
        (("minesweeper", "--position", "*./..", "--model", "small"), "beside_nothing"),
        (("minesweeper",), "format_source"),
        (("minesweeper", "a.txt", "--position", "1"), "format_source"),
        (("minesweeper", "a.xyz"), "format_unknown"),
        (("minesweeper", "absent.mbf"), "format_unreadable"),
        (("minesweeper", "--position", "1#/##"), "minesweeper.text_mines"),
        (("minesweeper", "--position", "1#/##", "--board", "small"), "minesweeper.text_size"),
        (("minesweeper", "--position", "1#/##", "--set", "mine_count"), "config_value"),
        (("minesweeper", "--position", "1#/##", "--set", "mine_count=:"), "config_value"),
        (("minesweeper", "--position", "mines 4/##/##"), "config_value"),
        (("minesweeper", "--position", GUESS, "--by", "nobody"), "unknown_agent"),
        (("minesweeper", "--position", GUESS, "--picture", "a.xyz"), "file_unwritable"),
    ],
)
def test_what_cannot_be_analysed_is_refused_with_a_sentence(ran, arguments, code):
    status, out, err = ran("analyse", *arguments, "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == code
    assert "Traceback" not in err


# -- generate


def test_a_puzzle_is_generated_and_written(tmp_path):
    path = tmp_path / "one.mbf"
    size = ("--set", "H=5", "--set", "W=6", "--set", "mine_count=5")
    arguments = ("generate", "minesweeper", "--level", "subset", "--first", "1", "2", "--seed", "4")
    done = plainly("", *arguments, *size, "--out", str(path))
    assert done.returncode == 0, done.stderr
    assert "Boards tried: " in done.stdout  # "generate_tries"
    assert f"Written to {path}." in done.stdout.replace("\n", "")  # "generate_written"
    assert path.read_bytes()[:4] == bytes([6, 5, 0, 5])
    data = json.loads(plainly("", *arguments, *size, "--count", "3", "--out", str(path), "--json").stdout)
    assert [row["file"] for row in data["positions"]] == [str(tmp_path / f"one-{number}.mbf") for number in (1, 2, 3)]
    assert (tmp_path / "one-1.mbf").read_bytes() == path.read_bytes()
    assert all(row["bbbv"] > 0 and row["tries"] > 0 for row in data["positions"])
    table = plainly("", *arguments, *size, "--count", "2").stdout
    assert "2 positions of minesweeper, seed 4" in table  # "generate_title"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("tic_tac_toe",), "generate_none"),
        (("minesweeper", "--set", "H=4", "--set", "W=4", "--set", "mine_count=2", "--level", "magic"), "config_value"),
    ],
)
def test_what_cannot_be_generated_is_refused(arguments, code):
    assert json.loads(plainly("", "generate", *arguments, "--json").stdout)["error"]["code"] == code


# -- play


def test_a_game_of_minesweeper_in_the_terminal():
    before = "hint / top / analyse / reveal 2 2 / flag 2 2 / flag 7 7 / chord 7 7"
    after = "analyse / top / hint / help / undo / quit"
    done = plainly(f"{before} / {after}", "play", "minesweeper", "--seed", "4")
    assert done.returncode == 0, done.stderr
    for sentence in (
        "Minesweeper, for you alone.",
        "solver would play reveal 2 2. Row 2, column 2 is safe, as any first cell is",
        "Any first cell is safe: the mines are laid away from it.",
        "Row 2, column 2 is revealed already: choose a hidden cell.",
        "Row 7, column 7 is not revealed: a chord needs a number.",
        "[F]",
        "chance of a mine, in percent",
        "  5. reveal ",
        "#1",
        "  analyse  numbers over the board",
        "  top      the best moves of the adviser",
        "Nothing can be taken back here",
    ):
        assert sentence in done.stdout, sentence


def test_an_agent_plays_until_it_would_have_to_guess():
    done = plainly("quit", "play", "minesweeper", "--seed", "4", "--auto", "probability")
    assert done.returncode == 0, done.stderr
    assert "probability plays reveal " in done.stdout
    assert "is safe: " in done.stdout
    stops = [line for line in done.stdout.splitlines() if line.startswith("probability stops here.")]
    won = "You win." in done.stdout
    assert won or len(stops) == 1
    assert won or "Your move > quit" in done.stdout
    french = plainly("quit", "play", "minesweeper", "--seed", "4", "--auto", "rules", language="fr").stdout
    assert "rules joue reveal " in french
    refused = plainly("", "play", "tic_tac_toe", "--auto", "perfect")
    assert "`--auto` is for games for one: Tic-tac-toe is for 2. Leave it out." in refused.stderr


def test_a_puzzle_is_played_to_its_end_by_its_reasoning():
    done = plainly(
        "", "play", "minesweeper", "--level", "rules", "--first", "3", "3", "--seed", "2", "--auto", "rules", "--json"
    )
    assert done.returncode == 0, done.stderr
    assert "A puzzle was found; boards tried: " in done.stderr
    assert "You win." in done.stderr
    assert "Efficiency " in done.stderr
    record = json.loads(done.stdout)
    position = Position.from_dict(record)
    assert position.outcome is not None
    assert position.outcome.returns == (1.0,)


def test_a_game_without_an_analysis_says_so():
    done = plainly("analyse / top / help", "play", "tic_tac_toe", "--adviser", "random")
    assert "Tic-tac-toe tells nothing of a position beside its moves: use `hint`." in done.stdout  # "analyse_none"
    assert "#1" in done.stdout
    assert "as good" in done.stdout
    assert "  analyse" not in done.stdout


def test_a_game_without_an_adviser_is_analysed_by_a_search(ran):
    status, out, _ = ran("analyse", "tic_tac_toe", "--moves", "0 8 2", "--top", "3")
    assert status == 0
    assert "would play 1." in out
    assert [line.split()[:2] for line in out.splitlines()[-3:]] == [["1.", "1"], ["2.", "3"], ["3.", "4"]]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "gives no scores to its moves"), ("fr", "ne note pas ses coups")]
)
def test_best_moves_of_an_agent_without_scores_are_not_ranked(monkeypatch, language, told):
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", language)
    game, printed = boardwright.load("tic_tac_toe"), StringIO()
    turn = Turn(game, game.new(), 0, np.random.default_rng(0))
    _show(Console(file=printed), turn.view, Analysis(), (), Advice(turn, "mute", Explanation(0)), 3)
    assert told in printed.getvalue()  # "analyse_no_scores"


def test_an_agent_without_scores_has_no_best_moves():
    class Mute(Plain):
        def act(self, turn: Turn) -> int:
            return turn.legal_actions[0]

    position = Position(boardwright.load("tic_tac_toe", tiered=True))
    session = TerminalGame(position, Console(file=StringIO()), Preparation(), 0, "mute", Mute())
    session._adviser = "mute", Mute()
    with pytest.raises(AgentError, match="mute gives no scores to its moves: ask another with --adviser"):
        session._top()


def test_replay_plays_records_of_minesweeper_again(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    made = plainly("", "evaluate", "minesweeper", "rules", "--games", "4", "--record", str(path), "--json")
    assert made.returncode == 0, made.stderr
    again = plainly("", "replay", str(path), "--json")
    assert json.loads(again.stdout) == {"matches": 4, "replayed": 4, "agree": 4, "complete": True, "errors": []}
