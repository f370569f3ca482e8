"""The page from end to end: a real server, a real Chromium, and the stories of web/e2e/scenarios.mjs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from server import run_samples
from web.serving import COMMAND, ROOT, Server

WEB = ROOT / "web"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four"])
@pytest.mark.parametrize("hands", ["mouse", "keyboard"])
def test_a_whole_match(server, played, game, hands):
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
def test_a_whole_match_choice_by_choice(server, played, game, hands):
    played(f"whole_{game}_{hands}", server, 600)


def test_a_press_of_a_mouse_is_noticed_where_there_should_be_none(server, played):
    played("whole_planted", server)


def test_two_play_by_link(server, played):
    played("by_link", server)


def test_who_watches_sees_every_move_and_can_make_none(server, played):
    played("watcher", server)


@pytest.mark.slow
def test_friends_ask_for_hints_where_their_match_was_made_so(server, played):
    played("hints_between_people", server)


@pytest.mark.slow
def test_two_agents_are_watched(server, played):
    played("two_agents", server)


def test_the_start_page_has_cards_and_one_request_for_the_matches(server, played):
    played("home", server)


@pytest.mark.slow
def test_the_page_of_a_game_keeps_its_options_in_the_address(server, played):
    played("options", server)


def test_start_is_in_sight_and_no_word_is_broken(server, played):
    played("insight", server)


@pytest.mark.slow
def test_start_is_in_sight_on_every_screen(server, played):
    played("insight_everywhere", server)


@pytest.mark.slow
def test_puzzles_are_answered_and_the_score_stays(server, played):
    played("learn", server)


@pytest.mark.slow
def test_two_people_by_invitation_link(server, played):
    played("by_link", server)


@pytest.mark.slow
def test_a_third_person_with_a_used_invitation_watches(server, played):
    played("third", server)


@pytest.mark.slow
def test_two_people_agree_on_taking_back_while_somebody_watches(server, played):
    played("between_people", server)


@pytest.mark.slow
def test_a_reload_resumes_the_match(server, played):
    played("reload", server)


@pytest.mark.slow
def test_a_click_that_is_refused_says_why_in_both_languages(server, played):
    played("illegal", server)


@pytest.mark.slow
def test_stepping_back_taking_back_and_resigning(server, played):
    played("controls", server)


@pytest.mark.slow
def test_a_killed_server_comes_back_and_the_match_goes_on(own_server, played):
    played("restart", own_server)


def test_a_match_again_step_by_step_and_its_record(server, played):
    played("replay", server)


@pytest.mark.slow
def test_two_people_go_on_to_a_rematch(server, played):
    played("rematch", server)


@pytest.mark.slow
def test_a_hint_by_mouse_and_by_key_in_words_and_on_the_board(server, played):
    played("hint", server)


@pytest.mark.slow
def test_a_match_is_reviewed_and_a_branch_opened_from_its_address(server, played):
    played("analysis", server)


def test_the_analysis_board_begins_from_a_text(server, played):
    played("texts", server)


@pytest.mark.slow
def test_positions_of_any_game_with_ways_numbers_and_two_agents(server, played):
    played("positions", server)


@pytest.mark.slow
def test_who_plays_second_sits_below(server, played):
    played("flip", server)


@pytest.mark.slow
def test_one_person_on_both_sides_with_one_request_a_move(server, played):
    played("both_sides", server)


@pytest.mark.slow
def test_a_move_is_kept_until_it_is_answered_or_given_up(own_server, played):
    played("unsent", own_server)


def test_a_press_reveals_and_the_other_one_flags(server, played):
    played("flags", server)


@pytest.mark.slow
def test_hexes_are_drawn_by_the_same_board(toy_server, played):
    played("hexes", toy_server)


@pytest.mark.slow
def test_bars_between_cells_with_mouse_keyboard_and_finger_and_why_not(toy_server, played):
    played("fences", toy_server)


def test_a_script_that_was_planted_does_not_run(server, played):
    played("policy", server)


@pytest.mark.slow
def test_the_page_without_a_path_of_its_own(own_server, played):
    played("by_link", own_server)


@pytest.mark.slow
def test_ships_that_were_not_hit_are_nowhere_on_the_page(server, played):
    played("secrets", server)


@pytest.mark.parametrize("story", ["walls", pytest.param("whole", marks=pytest.mark.slow)])
def test_a_game_of_quoridor_against_a_level(server, played, story):
    played(f"quoridor_{story}", server)


@pytest.mark.slow
def test_the_winning_line_is_framed(server, played):
    played("line", server)


@pytest.mark.slow
def test_mines_by_number_chords_wrong_flags_and_the_score_sheet(server, played):
    played("mines", server)


@pytest.mark.slow
def test_goals_owners_and_walls_left_of_quoridor_on_a_touch_screen(server, played):
    played("goals", server)


def test_units_are_placed_on_hexes_and_move(server, played):
    played("skirmish_begins", server)


@pytest.mark.slow
def test_a_battle_of_the_skirmish_with_every_die_in_words(server, played):
    played("skirmish", server)


@pytest.mark.parametrize("wanted", ["glide", "still"])
def test_pieces_glide_unless_stillness_is_wanted(server, played, wanted):
    played(wanted, server)


def test_dice_are_shown_above_the_board(server, played):
    played("dice", server)


@pytest.mark.slow
def test_eight_tabs_of_one_browser_live_by_one_stream(server, played):
    played("eight_tabs", server)


@pytest.mark.slow
def test_a_stream_for_each_tab_would_freeze_the_browser(server, played):
    played("eight_streams", server)


@pytest.mark.slow
def test_runs_of_the_arena_are_read_and_followed(page, tmp_path, played):
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
