"""`play` of a game whose author has made a mistake in a function for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardwright.core import registry
from boardwright.core.definition import People
from boardwright.core.words import Word
from toys import pairs


@pytest.fixture
def faulty(ran, uncompiled):
    """Play the toy `pairs` with the functions of a source text in place of its own."""

    def play(source, typed="quit"):
        own = {"__name__": "toys.faulty", "Word": Word}
        exec(compile(source, "faulty.py", "exec"), own)
        changed = {name: own[name] for name in own if name == "scene"}
        people = People(**{name: own[name] for name in own if name in ("prompt", "label")})
        registry.register(replace(pairs.DEFINITION, people=people, **changed))
        return ran("play", "pairs", "--against", "nobody", typed=typed)

    return play


@pytest.mark.parametrize("function", ["scene(game, state, player)", "label(game, action, player)"])
def test_a_mistake_in_a_function_for_people_is_told_with_its_line(faulty, function):
    done = faulty(f"def {function}:\n    return [][7]\n")
    assert done.status == 1
    name = function.partition("(")[0]
    told = done.tells("kernel_raised", function=name, file="faulty.py", line=2, error="IndexError")
    assert done.err == f"{told}\n"


def test_a_missing_sentence_is_told_with_its_code(faulty):
    done = faulty("def prompt(game, state, player):\n    return Word('pairs.nothing')\n")
    assert done.status == 1
    told = done.tells("game_unsayable", game="pairs")
    assert "'pairs.nothing'" in told.params["fault"]
    assert done.err == f"{told}\n"


def test_what_is_asked_of_the_player_is_printed_before_the_input(faulty):
    asked = Word("pairs.taken", {"place": 77})
    done = faulty(f"def prompt(game, state, player):\n    return {asked!r}\n", "x / quit")
    assert done.status == 0, done.err
    player = Word("play_player", {"player": 0})
    assert done.out.count(f"\n\n{asked}\n{player} > x\n") == 1
