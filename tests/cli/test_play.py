"""`play`: whole games at the keyboard, what is said in them, and what is refused before they begin."""

from __future__ import annotations

import pytest

from boardwright.core import registry
from boardwright.core.position import Position
from boardwright.core.words import Word, say
from core import burrow

# Against `perfect` as X: 4 is answered by 0, then 8 by 2, 1 by 7, 3 by 5, and 6 fills the board.
DRAWN = "undo / x / 4 / 4 / 9 / hint / u / 4 / 8 / 1 / history / 3 / 6"


@pytest.fixture
def sitting(ran, toy, uncompiled):
    """Play a toy with typed input."""

    def play(name, *arguments, typed=""):
        if name == "burrow":
            registry.register(burrow.DEFINITION)
        else:
            toy(name)
        return ran("play", name, *arguments, typed=typed)

    return play


def test_a_whole_game_against_perfect(ran):
    done = ran("play", "tic_tac_toe", "--against", "perfect", typed=DRAWN)
    assert done.status == 0, done.err
    done.tells("play_seats", players=[str(Word("play_you")), "perfect"])
    done.tells("nothing_to_undo")
    done.tells("play_no_move", line="x")
    done.tells("play_see_help")
    done.tells("play_moved", player="perfect (O)", move="0")
    done.tells("tic_tac_toe.taken", cell=4)
    done.tells("tic_tac_toe.off_board", cell=9)
    done.tells("play_hint", agent="perfect", move="1")
    done.tells("reason_holds", plies=7)
    done.tells("play_line", line=["1", "7", "3", "5", "2", "6", "8"])
    done.tells("play_undone", moves=["4", "0"])
    done.tells("play_history", number=5, player=str(Word("play_you")), move="1")
    done.tells("play_draw")
    assert f"{Word('play_your_turn')} (X) > 8" in done.out


def test_a_game_is_played_in_the_language_of_the_reader(ran):
    done = ran("--language", "fr", "play", "tic_tac_toe", "--against", "perfect", typed="4 / 4 / quit")
    for code in ("play_seats", "tic_tac_toe.taken", "play_left"):
        word = done.tells(code)
        assert (word, say(word, "fr")) in done.said


def test_a_whole_game_of_connect_four_against_random(ran):
    moves = "3 / nine / 12 / hint / undo / 3 / 3 / 3 / 3"
    game = ("play", "connect_four", "--against", "random", "--seed", "1", "--as", "2", "--adviser", "easy")
    done = ran(*game, typed=moves)
    assert done.status == 0, done.err
    done.tells("play_you_win")
    # The advice is not the opponent's.
    done.tells("play_hint", agent="easy")
    assert ran(*game, typed=moves).out == done.out


def test_the_record_is_printed_alone_and_replays(ran):
    game = ("play", "tic_tac_toe", "--against", "alphabeta:depth=2", "--seed", "7", "--json")
    done = ran(*game, typed="4 / 8 / quit")
    record = done.json
    assert record["seed"] == 7
    assert len(Position.from_dict(record).history) == len(record["history"]) > 1
    assert str(done.tells("play_left")) in done.err


def test_the_agent_opens_and_its_opening_cannot_be_taken_back(ran):
    done = ran("play", "tic_tac_toe", "--as", "2", typed="undo / help / moves")
    done.tells("play_seats", players=["normal", str(Word("play_you"))])
    done.tells("nothing_to_undo")
    for word in ("hint", "undo", "moves", "history", "help", "quit"):
        done.tells(f"play_help_{word}")
        assert f"  {word:<8} " in done.out
    done.tells("play_moves")
    # The end of the input ends the game, too.
    done.tells("play_left", plies=1)
    assert done.status == 0


def test_two_people_and_a_loser(ran):
    done = ran("play", "tic_tac_toe", "--against", "nobody", typed="history / 0 / 3 / undo / 4 / 1 / 5 / 2")
    first = str(Word("play_player", {"player": 0}))
    done.tells("play_seats", players=[first, str(Word("play_player", {"player": 1}))])
    done.tells("play_no_history")
    done.tells("play_undone", moves=["3"])
    done.tells("play_wins", player=f"{first} (X)")


def test_an_agent_that_wins_says_so(ran):
    done = ran("play", "tic_tac_toe", "--against", "perfect", typed="0 / 1 / 3 / 5 / 6 / 7 / 8")
    done.tells("play_wins", player="perfect (O)")


def test_dice_come_from_the_seed_and_panels_are_shown(sitting):
    done = sitting("pig", "--seed", "3", typed="1 / 0 / 0 / 1 / hint / quit")
    done.tells("play_seats", players=[str(Word("play_you")), "expectimax"])
    done.tells("pig.too_greedy")
    done.tells("play_hint", agent="expectimax")
    assert sitting("pig", "--seed", "3", typed="1 / 0 / 0 / 1 / hint / quit").out == done.out


def test_a_game_for_one_is_played_alone(sitting):
    done = sitting("peek", "--seed", "3", typed=" / ".join("0012345"))
    done.tells("play_alone")
    done.tells("peek.open_already", cell=0)
    done.tells("play_you_lose")
    sitting("peek", "--against", "random").refuses("play_for_one")


def test_events_are_told_and_what_belongs_to_the_agent_is_left_to_it(sitting):
    done = sitting("deploy", typed="deploy_unit 0 1 / undeploy_unit 1 / moves")
    done.tells("deploy.event.placed")
    done.tells("play_not_yours", move="undeploy_unit 1", player="alphabeta")
    moves = done.tells("play_moves")
    assert "undeploy_unit 0" in done.out.partition(str(moves))[2]


def test_capitals_will_do_and_help_explains_the_board(sitting):
    done = sitting("deploy", "--against", "nobody", typed="Deploy_Unit 0 1 / HELP / Quit")
    done.tells("deploy.event.placed")
    done.tells("play_help_board")
    assert f"  [ ]      {done.tells('mark_last')}" in done.out


def test_where_a_part_is_hidden_the_moves_of_others_are_not_told(sitting):
    done = sitting("burrow", "--against", "random", "--seed", "3", typed="flag 0 0 / history / undo")
    done.tells("play_moved_unseen", player="random (B)")
    done.tells("undo_forbidden")


def test_people_with_secrets_hand_over_the_keyboard(sitting):
    typing = "\n\n".join(["hide 1", "hide 2", "hide 3", "hide 4", "dig 0", "history"])
    done = sitting("hide", "--against", "nobody", typed=typing)
    assert len(done.words("play_hand_over")) == 5
    turns = turns_of(done)
    assert str(done.words("hide.event.hid")[0]) in turns[0]
    assert str(done.words("hide.event.hid")[0]) not in turns[1].partition("hide 2")[0]
    first = str(Word("play_player", {"player": 0}))
    done.tells("play_history", number=1, player=first, move="?")
    done.tells("play_history", number=5, player=first, move="dig 0")  # digging is public


def turns_of(done):
    """What is on the screen, from one person's turn to the next."""
    text = done.out
    for word in done.words("play_hand_over"):
        text = text.replace(str(word), "\f")
    return text.split("\f")


def test_a_person_at_the_keyboard_reads_nothing_about_ships_that_were_not_hit(ran, uncompiled):
    shown = {}
    for fleet in ("a6 right/a5 right/a4 right", "d6 right/d5 right/d4 right"):
        first, shots = "a1 right\na2 right\na3 right\n\n", "\n\nf1\n\nb1\n\nf2\n\nhistory\nmoves\nundo"
        game = ("play", "battleship", "--preset", "small", "--against", "nobody", "--seed", "1")
        turns = turns_of(ran(*game, typed=first + fleet.replace("/", "\n") + "\n\na1" + shots))
        shown[fleet] = turns[::2], turns[1::2]
        assert len(turns) == 7
    (here, mine), (there, theirs) = shown.values()
    assert here == there
    assert mine != theirs


def test_a_game_that_its_limit_ends_says_so(sitting):
    done = sitting("pig", "--seed", "3", "--against", "nobody", typed=" / ".join("0" * 60))
    done.tells("play_limit")
    done.tells("play_draw")


def test_a_player_who_moves_twice_is_asked_twice(sitting):
    sitting("pairs", typed="3 / 2").tells("play_you_win")


@pytest.mark.parametrize(
    ("arguments", "code", "params"),
    [
        (("tic_tac_to",), "unknown_game", {"name": "tic_tac_to"}),
        (("tic_tac_toe", "--as", "3"), "play_seat", {"found": 3, "players": 2}),
        (("tic_tac_toe", "--against", "nobdy"), "unknown_agent", {"name": "nobdy"}),
        (("tic_tac_toe", "--seed", "-1"), "seed", {}),
        (("tic_tac_toe", "--preset", "huge"), "config_absent", {}),
    ],
    ids=["game", "seat", "agent", "seed", "preset"],
)
def test_what_cannot_be_played_is_said_before_the_game(ran, arguments, code, params):
    done = ran("play", *arguments)
    done.refuses(code, **params)
    assert done.out == ""


def test_help_offers_undo_only_where_something_can_be_taken_back(ran, sitting):
    assert "  undo " in ran("play", "tic_tac_toe", "--against", "nobody", typed="help / quit").out
    hidden = sitting("hide", "--against", "nobody", typed="help / quit")
    assert hidden.status == 0, hidden.err
    assert "  history " in hidden.out
    assert "  undo " not in hidden.out


def test_a_game_is_played_in_a_process_of_its_own(in_a_process):
    status, out, err = in_a_process("play", "tic_tac_toe", "--against", "nobody", typed="0 / 3 / 1 / 4 / 2")
    assert (status, err) == (0, "")
    assert str(Word("play_wins", {"player": f"{Word('play_player', {'player': 0})} (X)"})) in out
