"""`analyse`, and `play` with hints, overlays and an agent that stops at guesses."""

from __future__ import annotations

import json

import pytest
from PIL import Image

import boardwright
from boardwright.agents.random import RandomAgent
from boardwright.core.agent import Plain
from boardwright.core.position import Position
from boardwright.core.words import Word

# No preset has this shape, so that nothing is compiled for it.
GUESS = "mines 2/1##/###/##1"


def test_a_typed_position_is_analysed(ran):
    done = ran("analyse", "minesweeper", "--position", GUESS, "--top", "2")
    assert done.status == 0
    done.tells("minesweeper.overlay")
    done.tells("minesweeper.fact_layouts", layouts="6")
    done.tells("minesweeper.fact_win")
    done.tells("play_hint", agent="solver", move="reveal 0 2")
    done.tells("minesweeper.why_endgame", row=0, col=2)
    for text in ("0 │  1  │ 33% │ 17% │", "  1. reveal 0 2     0.8333", "  2. reveal 2 0     0.8333"):
        assert text in done.out, text


def test_the_same_as_json(ran):
    done = ran("analyse", "minesweeper", "--position", GUESS, "--by", "probability", "--json")
    data = done.json
    assert done.status == 0
    assert data["possible"]
    assert data["numbers"]["layouts"] == 6
    assert data["overlay"]["values"]["2"] == pytest.approx(1 / 6)
    assert data["advice"]["agent"] == "probability"
    assert data["advice"]["text"] in {"reveal 0 2", "reveal 2 0"}
    assert not data["advice"]["certain"]
    assert data["facts"][0]["code"] == "minesweeper.fact_layouts"


def test_an_agent_that_would_rather_not_says_why(ran):
    done = ran("analyse", "minesweeper", "--position", GUESS, "--by", "rules")
    assert done.status == 0
    done.tells("minesweeper.why_resign")
    data = ran("analyse", "minesweeper", "--position", GUESS, "--by", "rules", "--json").json
    assert data["advice"]["text"] is None


def test_an_impossible_position_is_told_and_the_status_says_so(ran):
    done = ran("analyse", "minesweeper", "--position", "mines 1/3#/##")
    assert done.status == 1
    done.tells("analyse_impossible")
    done.tells("minesweeper.problem_least", least=3, mines=1)
    status, out, _ = ran("analyse", "minesweeper", "--position", "3#/##", "--set", "mine_count=1", "--json")
    assert status == 1
    assert json.loads(out)["problems"][0]["code"] == "minesweeper.problem_least"


def test_files_are_read_by_their_ending_and_full_boards_are_measured(ran, tmp_path):
    (tmp_path / "a.txt").write_text("mines 1\n1#\n1#\n")
    ran("analyse", "minesweeper", tmp_path / "a.txt").tells("minesweeper.fact_layouts", layouts="2")
    (tmp_path / "b.mbf").write_bytes(bytes([3, 3, 0, 1, 0, 0]))
    done = ran("analyse", "minesweeper", tmp_path / "b.mbf")
    assert done.status == 0
    done.tells("minesweeper.measure", bbbv=1, openings=1)
    assert "│ * │ 1 │   │" in done.out
    data = ran("analyse", "minesweeper", tmp_path / "b.mbf", "--json").json
    assert "advice" not in data
    assert "overlay" not in data


def test_a_text_comes_from_standard_input_too(ran):
    ran("analyse", "minesweeper", "-", typed=GUESS).tells("minesweeper.fact_layouts", layouts="6")


def test_the_picture_is_drawn(ran, tmp_path):
    for number, position in enumerate((GUESS, "mines 1/F#/1#", "*./..")):
        path = tmp_path / f"heat{number}.png"
        assert ran("analyse", "minesweeper", "--position", position, "--picture", path).status == 0
        with Image.open(path) as drawn:
            assert drawn.width > 300
            assert drawn.height > 200
            # The board is not a blank page.
            assert len(drawn.convert("RGB").getcolors(1 << 20)) > 50


def test_quoridors_picture_has_both_paths_and_the_best_move(ran, tmp_path):
    path = tmp_path / "board.svg"
    done = ran("analyse", "quoridor", "--moves", "1. e2 e8 2. e3h", "--by", "alphabeta:depth=2", "--picture", path)
    assert done.status == 0, done.err
    drawn = path.read_text(encoding="utf-8")
    # The wall is its builder's: the moves are known.
    names = ("piece pawn", "route owner-0", "route owner-1", "edge wall owner-0")
    assert [drawn.count(f'class="{name}') for name in names] == [2, 1, 1, 1]
    # The players' facts and the move are the ones that are printed.
    move = done.tells("play_hint").params["move"]
    assert str(Word("analyse_best_move", {"agent": "alphabeta:depth=2", "move": move})) in drawn
    for word in done.words("quoridor.fact_way"):
        assert str(Word(word.code, {**word.params})).partition(" (")[0] in drawn


def test_a_model_is_set_beside_the_exact_chances(ran, tmp_path):
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
    done = ran(*command)
    done.tells("beside_model", model="small")
    done.tells("beside_summary", model="small", mean=f"{100 * model['mean_difference']:.1f}")


def test_the_exact_chances_beside_themselves_are_no_different(monkeypatch):
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
    assert [title.code for title, _ in data.panels] == ["beside_model", "beside_exact", "beside_difference"]
    assert data.difference.title.code == "beside_points"


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
def test_what_cannot_be_analysed_is_refused(ran, arguments, code):
    done = ran("analyse", *arguments, "--json")
    assert (done.status, done.json["error"]["code"]) == (2, code)


# -- play


def test_a_game_of_minesweeper_in_the_terminal(ran, uncompiled):
    before = "hint / top / analyse / reveal 2 2 / flag 2 2 / flag 7 7 / chord 7 7"
    after = "analyse / top / hint / help / undo / quit"
    done = ran("play", "minesweeper", "--seed", "4", typed=f"{before} / {after}")
    assert done.status == 0, done.err
    done.tells("play_alone")
    done.tells("play_hint", agent="solver", move="reveal 2 2")
    done.tells("minesweeper.why_first", row=2, col=2)
    done.tells("minesweeper.fact_first")
    done.tells("minesweeper.revealed_already", row=2, col=2)
    done.tells("minesweeper.not_revealed", row=7, col=7)
    done.tells("minesweeper.overlay")
    done.tells("play_help_analyse")
    done.tells("play_help_top")
    done.tells("undo_forbidden")
    for text in ("[F]", "  5. reveal ", "#1", "  analyse  ", "  top      "):
        assert text in done.out, text


def test_an_agent_plays_until_it_would_have_to_guess(ran, uncompiled):
    done = ran("play", "minesweeper", "--seed", "4", "--auto", "probability", typed="quit")
    assert done.status == 0, done.err
    done.tells("play_auto", agent="probability")
    if not done.words("play_you_win"):
        done.tells("play_left")
        assert len({word.params["reason"] for word in done.words("play_auto_stops")}) == 1
    ran("play", "tic_tac_toe", "--auto", "perfect").refuses("play_auto_seats", players=2)


def test_a_puzzle_is_played_to_its_end_by_its_reasoning(ran, uncompiled):
    puzzle = ("--level", "rules", "--first", "3", "3", "--seed", "2", "--auto", "rules")
    done = ran("play", "minesweeper", *puzzle, "--json")
    assert done.status == 0, done.err
    done.tells("play_puzzle")
    done.tells("play_you_win")
    done.tells("minesweeper.efficiency")
    position = Position.from_dict(done.json)
    assert position.outcome is not None
    assert position.outcome.returns == (1.0,)


def test_a_game_without_an_analysis_says_so(ran):
    done = ran("play", "tic_tac_toe", "--adviser", "random", typed="analyse / top / help")
    done.tells("analyse_none")
    done.tells("analyse_as_good")
    assert "#1" in done.out
    assert "  analyse" not in done.out


def test_a_game_without_an_adviser_is_analysed_by_a_search(ran):
    done = ran("analyse", "tic_tac_toe", "--moves", "0 8 2", "--top", "3")
    assert done.status == 0
    done.tells("play_hint", move="1")
    assert [line.split()[:2] for line in done.out.splitlines()[-3:]] == [["1.", "1"], ["2.", "3"], ["3.", "4"]]


def test_moves_of_an_agent_without_scores_are_not_ranked(ran, monkeypatch):
    monkeypatch.setattr(RandomAgent, "explain", Plain.explain)
    ran("analyse", "tic_tac_toe", "--moves", "4", "--by", "random", "--top", "3").tells("analyse_no_scores")
    ran("play", "tic_tac_toe", "--adviser", "random", typed="top").tells("play_no_scores", agent="random")


def test_replay_plays_records_of_minesweeper_again(ran, tmp_path):
    path = tmp_path / "games.jsonl"
    made = ran("evaluate", "minesweeper", "rules", "--games", "4", "--record", path, "--json")
    assert made.status == 0, made.err
    assert ran("replay", path, "--json").json == {
        "matches": 4,
        "replayed": 4,
        "agree": 4,
        "complete": True,
        "errors": [],
    }
