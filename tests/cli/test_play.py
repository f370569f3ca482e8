"""`play` and `agents`, with input through a pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardwright.agents import NAMES
from boardwright.core.position import Position
from boardwright.core.words import Word, say

TESTS = Path(__file__).parents[1]
TOYS = """
from importlib import import_module
from boardwright.core import registry
for name in ("pig", "peek", "deploy", "pairs", "hide"):
    registry.register(import_module(f"toys.{name}").DEFINITION)
registry.register(import_module("core.burrow").DEFINITION)
"""


def typed(
    text: str, *arguments: str, language: str = "en", toys: bool = False, first: str = ""
) -> subprocess.CompletedProcess[str]:
    program = (TOYS if toys else "") + first + "from boardwright.cli import main; main()"
    path = os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "COLUMNS": "200", "BOARDWRIGHT_LANGUAGE": language, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        input=text.replace(" / ", "\n") + "\n",
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


# Against `perfect` as X: 4 is answered by 0, then 8 by 2, 1 by 7, 3 by 5, and 6 fills the board.
DRAWN = "undo / x / 4 / 4 / 9 / hint / u / 4 / 8 / 1 / history / 3 / 6"


def test_a_whole_game_against_perfect_in_english():
    ran = typed(DRAWN, "play", "tic_tac_toe", "--against", "perfect")
    assert ran.returncode == 0, ran.stderr
    for sentence in (
        "Tic-tac-toe. In order of play: you, perfect. Type a move, or `help`.",
        "There is no move to take back: this is the start of the game.",
        "`x` is no move here: one is written like `0`.",
        "`moves` lists what can be played; `help` lists what can be typed.",
        "perfect (O) plays 0.",
        "Cell 4 is already marked: choose an empty one.",
        "There is no cell 9: choose one on the board.",
        "perfect would play 1. Keeps the draw; the game lasts 7 more plies.",
        "Expected line: 1, 7, 3, 5, 2, 6, 8.",
        "Taken back: 4, 0.",
        "5. you: 1",
        "It is a draw.",
    ):
        assert sentence in ran.stdout, sentence
    assert "Your move (X) > 8" in ran.stdout


def test_a_whole_game_against_perfect_in_french():
    ran = typed(DRAWN, "play", "tic_tac_toe", "--against", "perfect", language="fr")
    assert ran.returncode == 0, ran.stderr
    for sentence in (
        "Morpion. Dans l'ordre du jeu : vous, perfect. Tapez un coup, ou `help`.",
        "Il n'y a pas de coup à reprendre : c'est le début de la partie.",
        "perfect (O) joue 0.",
        "La case 4 est déjà marquée : choisissez-en une vide.",
        "perfect jouerait 1. Garde la nulle ; la partie dure encore 7 coups.",
        "Suite attendue : 1, 7, 3, 5, 2, 6, 8.",
        "Repris : 4, 0.",
        "5. vous : 1",
        "Partie nulle.",
    ):
        assert sentence in ran.stdout, sentence


@pytest.mark.parametrize(
    ("language", "won"), [("en", "You win."), pytest.param("fr", "Vous gagnez.", marks=pytest.mark.slow)]
)
def test_a_whole_game_of_connect_four_against_random(language, won):
    moves = "3 / nine / 12 / hint / undo / 3 / 3 / 3 / 3"
    ran = typed(moves, "play", "connect_four", "--against", "random", "--seed", "1", "--as", "2", language=language)
    assert ran.returncode == 0, ran.stderr
    assert won in ran.stdout
    # The advice is not the opponent's.
    assert ("champion would play" if language == "en" else "champion jouerait") in ran.stdout
    again = typed(moves, "play", "connect_four", "--against", "random", "--seed", "1", "--as", "2", language=language)
    assert again.stdout == ran.stdout


def test_the_record_is_printed_alone_and_replays():
    ran = typed("4 / 8 / quit", "play", "tic_tac_toe", "--against", "alphabeta:depth=2", "--seed", "7", "--json")
    record = json.loads(ran.stdout)
    assert record["seed"] == 7
    assert len(Position.from_dict(record).history) == len(record["history"]) > 1
    assert "You have left the game" in ran.stderr


def test_the_agent_opens_and_its_opening_cannot_be_taken_back():
    ran = typed("undo / help / moves", "play", "tic_tac_toe", "--as", "2")
    assert "In order of play: normal, you." in ran.stdout
    assert "There is no move to take back" in ran.stdout
    for word in ("hint", "undo", "moves", "history", "help", "quit"):
        assert f"  {word:<8} " in ran.stdout
    assert "You can play:" in ran.stdout
    # The end of the input ends the game, too.
    assert "You have left the game; moves played: 1. Goodbye." in ran.stdout
    assert ran.returncode == 0


def test_two_people_and_a_loser():
    ran = typed("history / 0 / 3 / undo / 4 / 1 / 5 / 2", "play", "tic_tac_toe", "--against", "nobody")
    assert "In order of play: Player 1, Player 2." in ran.stdout
    assert "Nothing has been played yet: type a move." in ran.stdout
    assert "Taken back: 3." in ran.stdout
    assert "Player 1 (X) wins." in ran.stdout


def test_an_agent_that_wins_says_so():
    ran = typed("0 / 1 / 3 / 5 / 6 / 7 / 8", "play", "tic_tac_toe", "--against", "perfect")
    assert "perfect (O) wins." in ran.stdout


def test_dice_come_from_the_seed_and_panels_are_shown():
    ran = typed("1 / 0 / 0 / 1 / hint / quit", "play", "pig", "--seed", "3", toys=True)
    assert "In order of play: you, expectimax." in ran.stdout
    assert "Nothing to hold yet: roll first." in ran.stdout
    assert "expectimax would play" in ran.stdout
    assert typed("1 / 0 / 0 / 1 / hint / quit", "play", "pig", "--seed", "3", toys=True).stdout == ran.stdout


def test_a_game_for_one_is_played_alone():
    ran = typed(" / ".join("0012345"), "play", "peek", "--seed", "3", toys=True)
    assert "Peek, for you alone." in ran.stdout
    assert "Cell 0 is open." in ran.stdout
    assert "You lose." in ran.stdout
    ran = typed("", "play", "peek", "--against", "random", toys=True)
    assert ran.returncode == 2
    assert "Peek is for one player: leave --against out." in ran.stderr


def test_events_are_told_and_what_belongs_to_the_agent_is_left_to_it():
    ran = typed("deploy_unit 0 1 / undeploy_unit 1 / moves", "play", "deploy", toys=True)
    assert "Unit 0 stands on 1." in ran.stdout
    assert "`undeploy_unit 1` belongs to alphabeta: choose a move of your own." in ran.stdout
    assert "undeploy_unit 0" in ran.stdout.partition("You can play:")[2]


def test_capitals_will_do_and_help_explains_the_board():
    for language, says in (
        ("en", "On the board:\n  [ ]      last move"),
        ("fr", "Sur le plateau :\n  [ ]      dernier coup"),
    ):
        ran = typed(
            "Deploy_Unit 0 1 / HELP / Quit", "play", "deploy", "--against", "nobody", language=language, toys=True
        )
        assert ("Unit 0 stands on 1." in ran.stdout) == (language == "en")
        assert says in ran.stdout


def test_where_a_part_is_hidden_the_moves_of_others_are_not_told():
    for language, moved in (("en", "random (B) has moved."), ("fr", "random (B) a joué.")):
        seats = ("--against", "random", "--seed", "3")
        ran = typed("flag 0 0 / history / undo", "play", "burrow", *seats, language=language, toys=True)
        assert moved in ran.stdout
        assert say(Word("undo_forbidden"), language) in ran.stdout


def test_people_with_secrets_hand_over_the_keyboard():
    typing = "\n\n".join(["hide 1", "hide 2", "hide 3", "hide 4", "dig 0", "history"])
    ran = typed(typing, "play", "hide", "--against", "nobody", toys=True)
    assert ran.stdout.count("Hand over the keyboard") == 5
    first, second, *_ = ran.stdout.split("Hand over the keyboard")
    assert "Player 1 hid a nut in hole 1." in first
    assert "hid a nut" not in second.partition("hide 2")[0]
    assert "1. Player 1: ?" in ran.stdout
    assert "5. Player 1: dig 0" in ran.stdout, "digging is public"


def test_a_person_at_the_keyboard_reads_nothing_about_ships_that_were_not_hit():
    shown = {}
    for fleet in ("a6 right/a5 right/a4 right", "d6 right/d5 right/d4 right"):
        first, shots = "a1 right\na2 right\na3 right\n\n", "\n\nf1\n\nb1\n\nf2\n\nhistory\nmoves\nundo"
        ran = typed(first + fleet.replace("/", "\n") + "\n\na1" + shots, "play", "battleship", "--preset", "small",
                    "--against", "nobody", "--seed", "1")  # fmt: skip
        turns = ran.stdout.split("Hand over the keyboard")
        shown[fleet] = turns[::2], turns[1::2]
        assert len(turns) == 7
    (here, mine), (there, theirs) = shown.values()
    assert here == there
    assert mine != theirs


def test_a_game_that_its_limit_ends_says_so():
    ran = typed(" / ".join("0" * 60), "play", "pig", "--seed", "3", "--against", "nobody", toys=True)
    assert "plies has ended the game." in ran.stdout
    assert "It is a draw." in ran.stdout


def test_a_player_who_moves_twice_is_asked_twice():
    ran = typed("3 / 2", "play", "pairs", toys=True)
    assert "You win." in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tic_tac_to",), "did you mean tic_tac_toe"),
        (("tic_tac_toe", "--as", "3"), "There is no seat 3 (--as): give a number from 1 to 2, in the order of play."),
        (("tic_tac_toe", "--against", "nobdy"), "There is no agent nobdy: choose one of"),
        (("tic_tac_toe", "--seed", "-1"), "-1 cannot be a seed"),
        (("tic_tac_toe", "--preset", "huge"), "There is no configuration huge"),
    ],
    ids=["game", "seat", "agent", "seed", "preset"],
)
def test_what_cannot_be_played_is_said_before_the_game(arguments, sentence):
    ran = typed("", "play", *arguments)
    assert ran.returncode == 2
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_help_names_analyse_for_games_that_have_it():
    said = " ".join(typed("", "play", "--help").stdout.split())
    assert "help, quit; help explains them. Games with an analysis of their own" in said


def test_agents_are_listed_with_their_options():
    listed = json.loads(typed("", "agents", "--json").stdout)["agents"]
    assert [agent["name"] for agent in listed] == list(NAMES)
    assert all(agent["does"] for agent in listed)
    assert listed[NAMES.index("alphabeta")]["options"]["depth"] > 0
    assert "plays" not in listed[0]
    assert "Alpha-beta search" in typed("", "agents").stdout
    assert "Recherche alpha-bêta" in typed("", "agents", language="fr").stdout


def test_agents_say_why_they_cannot_play_a_game():
    listed = json.loads(typed("", "agents", "pig", "--json", toys=True).stdout)["agents"]
    by_name = {agent["name"]: agent for agent in listed}
    assert by_name["random"]["plays"]
    assert by_name["alphabeta"]["why_not"]["code"] == "agent_needs_no_chance"
    assert "qui a des dés" in typed("", "agents", "pig", language="fr", toys=True).stdout


def test_agents_of_a_game_name_its_networks_and_their_cards():
    models = json.loads(typed("", "agents", "skirmish", "--json").stdout)["models"]
    assert [(name, Path(card).name) for name, card in models.items()] == [
        ("model:large", "large.md"),
        ("model:small", "small.md"),
    ]
    assert all(Path(card).is_file() for card in models.values())
    assert "A network comes with it: model:small. See" in typed("", "agents", "skirmish").stdout  # "agents_model"


FAULTY = """
from dataclasses import replace
from boardwright.core.definition import People
from boardwright.core.words import Word
definition = import_module("toys.pairs").DEFINITION
own = {{"__name__": "toys.faulty", "Word": Word}}
exec(compile({source!r}, "faulty.py", "exec"), own)
changed = {{name: own[name] for name in own if name in ("scene", "people")}}
people = People(**{{name: own[name] for name in own if name in ("prompt", "label")}})
registry.forget("pairs")
registry.register(replace(definition, people=people, **changed))
"""


def faulty(text: str, source: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    first = FAULTY.format(source=source)
    return typed(text, "play", "pairs", "--against", "nobody", toys=True, first=first, language=language)


@pytest.mark.parametrize("function", ["scene(game, state, player)", "label(game, action, player)"])
def test_a_mistake_in_a_function_for_people_is_told_with_its_line(function):
    ran = faulty("quit", f"def {function}:\n    return [][7]\n")
    name = function.partition("(")[0]
    assert ran.returncode == 1
    assert ran.stderr == (
        f"`{name}` (faulty.py, line 2) stops with IndexError: list index out of range. Correct it there.\n"
    )


@pytest.mark.parametrize(("language", "says"), [("en", "pairs lacks a sentence: "), ("fr", "Il manque une phrase à ")])
def test_a_missing_sentence_is_told_with_its_code(language, says):
    ran = faulty("quit", "def prompt(game, state, player):\n    return Word('pairs.nothing')\n", language)
    assert ran.returncode == 1
    assert ran.stderr.startswith(says)  # "game_unsayable"
    assert "no catalogue has the code 'pairs.nothing'" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_what_is_asked_of_the_player_is_printed_before_the_input():
    ran = faulty("x / quit", "def prompt(game, state, player):\n    return Word('pairs.taken', {'place': 77})\n")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("\n\nPlace 77 is taken.\nPlayer 1 > x\n") == 1


def test_help_offers_undo_only_where_something_can_be_taken_back():
    assert "  undo " in typed("help / quit", "play", "tic_tac_toe", "--against", "nobody").stdout
    hidden = typed("help / quit", "play", "hide", "--against", "nobody", toys=True)
    assert hidden.returncode == 0, hidden.stderr
    assert "  history " in hidden.stdout
    assert "  undo " not in hidden.stdout
