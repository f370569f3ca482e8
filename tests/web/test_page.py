"""The page from end to end: a real server, a real Chromium, and the stories of web/e2e/scenarios.mjs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Timer

import pytest

from server import run_samples
from web.serving import COMMAND, ROOT, Server

WEB = ROOT / "web"
ENDS_WITHIN = 180


def played(scenario: str, server: Server, within: int = ENDS_WITHIN, **wishes: Callable[[], None]) -> list[str]:
    """Run a scenario; kill and start the server when it asks for that, or do another wish. Gives the lines it said."""
    answers = {"kill": server.kill, "start": server.start, **wishes}
    command = ["node", str(WEB / "e2e" / "run.mjs"), scenario, server.address]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        assert node.stderr is not None
        watchdog = Timer(within, node.kill)
        watchdog.start()
        said = []
        for line in node.stdout:
            said.append(line.strip())
            if said[-1] in answers:
                answers[said[-1]]()
                print("done", file=node.stdin, flush=True)
        problem = node.stderr.read()
        watchdog.cancel()
    assert node.returncode == 0, problem or f"{scenario} did not end within {within} s"
    assert said[-1] == "well"
    return said


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("tic_tac_toe", "mouse"),
        ("connect_four", "keyboard"),
        pytest.param("tic_tac_toe", "keyboard", marks=pytest.mark.slow),
        pytest.param("connect_four", "mouse", marks=pytest.mark.slow),
    ],
)
def test_a_whole_match(server, game, hands):
    played(f"{game}_{hands}", server)


GAMES = ("battleship", "connect_four", "minesweeper", "quoridor", "royal_ur", "skirmish", "tic_tac_toe")
SHIPPED = ("minesweeper", "quoridor", "skirmish", "tic_tac_toe")
BRIEF = {("tic_tac_toe", "keyboard"), ("tic_tac_toe", "touch")}
"""Those of the gate."""
WHOLE = [(game, "mouse") for game in GAMES] + [(game, hands) for game in SHIPPED for hands in ("keyboard", "touch")]


@pytest.mark.parametrize(
    ("game", "hands"),
    [pytest.param(game, hands, marks=() if (game, hands) in BRIEF else pytest.mark.slow) for game, hands in WHOLE],
)
def test_a_whole_match_choice_by_choice(server, game, hands):
    played(f"whole_{game}_{hands}", server, 600)


def test_a_press_of_a_mouse_is_noticed_where_there_should_be_none(server):
    played("whole_planted", server)


def test_two_play_by_link_while_a_third_watches(server):
    played("three_browsers", server)


def test_friends_ask_for_hints_where_their_match_was_made_so(server):
    played("hints_between_people", server)


def test_two_agents_are_watched(server):
    played("two_agents", server)


def test_the_start_page_has_cards_and_one_request_for_the_matches(own_server):
    played("home", own_server)


def test_the_page_of_a_game_keeps_its_options_in_the_address(server):
    played("options", server)


def test_start_is_in_sight_and_no_word_is_broken(server):
    played("insight", server)


def test_puzzles_are_answered_and_the_score_stays(server):
    played("learn", server)


def test_two_people_by_invitation_link(server):
    played("by_link", server)


def test_a_third_person_with_a_used_invitation_watches(server):
    played("third", server)


@pytest.mark.slow
def test_two_people_agree_on_taking_back_while_somebody_watches(server):
    played("between_people", server)


@pytest.mark.slow
def test_a_reload_resumes_the_match(server):
    played("reload", server)


@pytest.mark.slow
def test_a_click_that_is_refused_says_why_in_both_languages(server):
    played("illegal", server)


@pytest.mark.slow
def test_stepping_back_taking_back_and_resigning(server):
    played("controls", server)


@pytest.mark.slow
def test_a_killed_server_comes_back_and_the_match_goes_on(own_server):
    played("restart", own_server)


def test_a_match_again_step_by_step_its_link_its_record_and_the_next_one(server):
    played("replay", server)


@pytest.mark.slow
def test_two_people_go_on_to_a_rematch(server):
    played("rematch", server)


def test_a_hint_by_mouse_and_by_key_in_words_and_on_the_board(server):
    played("hint", server)


def test_a_match_is_reviewed_and_a_branch_opened_from_its_address(server):
    played("analysis", server)


def test_the_analysis_board_begins_from_a_text(server):
    played("texts", server)


@pytest.mark.slow
def test_positions_of_any_game_with_ways_numbers_and_two_agents(server):
    played("positions", server)


def test_who_plays_second_sits_below(server):
    played("flip", server)


def test_one_person_on_both_sides_with_one_request_a_move(server):
    played("both_sides", server)


@pytest.mark.slow
def test_a_move_is_kept_until_it_is_answered_or_given_up(own_server):
    played("unsent", own_server)


def test_a_press_reveals_and_the_other_one_flags(own_server):
    played("flags", own_server)


@pytest.mark.slow
def test_hexes_are_drawn_by_the_same_board(toy_server):
    played("hexes", toy_server)


@pytest.mark.slow
def test_bars_between_cells_with_mouse_keyboard_and_finger_and_why_not(toy_server):
    played("fences", toy_server)


def test_a_script_that_was_planted_does_not_run(server):
    played("policy", server)


def test_the_page_under_a_path_of_its_own(nested_server):
    assert nested_server.address.endswith("/board/games/")
    played("by_link", nested_server)


def test_ships_that_were_not_hit_are_nowhere_on_the_page(server):
    played("secrets", server)


def test_a_game_of_quoridor_against_a_level(server):
    played("quoridor", server)


def test_the_winning_line_is_framed(server):
    played("line", server)


def test_mines_by_number_chords_wrong_flags_and_the_score_sheet(server):
    played("mines", server)


def test_goals_owners_and_walls_left_of_quoridor_on_a_touch_screen(server):
    played("goals", server)


def test_a_battle_of_the_skirmish_with_every_die_in_words(server):
    played("skirmish", server)


def test_pieces_glide_and_dice_are_shown_above_the_board(server):
    played("motion", server)


def test_eight_tabs_of_one_browser_live_by_one_stream(server):
    played("eight_tabs", server)


@pytest.mark.slow
def test_a_stream_for_each_tab_would_freeze_the_browser(server):
    played("eight_streams", server)


def test_runs_of_the_arena_are_read_and_followed(page, tmp_path):
    run_samples.make_all(tmp_path / "runs")
    server = Server(tmp_path / "data", (*COMMAND, "--runs", str(tmp_path / "runs")))
    server.start()
    try:
        played("arena", server, grow=lambda: run_samples.add_row(tmp_path / "runs" / "deep" / "tiny", 6))
    finally:
        server.stop()


def test_the_page_knows_the_api_as_it_is(tmp_path: Path, page):
    from boardwright.server import settings
    from boardwright.server.app import make_app

    now = make_app(f"sqlite:///{tmp_path / 'log.sqlite'}", b"key", settings.read()).openapi()
    kept = json.loads((WEB / "openapi.json").read_text(encoding="utf-8"))
    assert kept == now, "write the server's description to web/openapi.json and run `npm run api` in web/"
    made = tmp_path / "schema.ts"
    command = ["npx", "openapi-typescript", "openapi.json", "-o", str(made), "--default-non-nullable=false"]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert made.read_text(encoding="utf-8") == (WEB / "src" / "api" / "schema.ts").read_text(encoding="utf-8")


def test_the_lock_file_names_no_registry():
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    assert not any("resolved" in package for package in lock["packages"].values())
