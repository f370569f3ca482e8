"""The background compiler: what it makes is picked up, and whoever loses it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.agents.preparation import ACT, Preparation, Request, when_compiled
from boardwright.agents.spec import parse, to_text
from boardwright.core import registry
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.compiled.progress import CompileProgress
from boardwright.core.errors import NotCompiled
from boardwright.core.words import Word, say
from conftest import Child, start_child

pytestmark = pytest.mark.skipif(INTERPRETED, reason="everything is interpreted")

PLAYED = """
import numpy as np, os, signal, time
from boardwright.agents import make
from boardwright.agents.preparation import ACT, LIGHT, Preparation, when_compiled
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.compiled import compiler

game = registry.load("tic_tac_toe", tiered=True)
agent = make("alphabeta", game)
words = []

def wait(request):
    MEANWHILE
    while not request.finished.wait(0.05):
        words.append(str(request.word()))

preparation = Preparation()
act = lambda: agent.act(Turn(game, game.new(), 0, np.random.default_rng(0)))
print(when_compiled(act, game, lambda: preparation.request(game, ACT, "alphabeta"), wait))
print(*compiler.compilations())
light = preparation.request(game, LIGHT)
print(light.finished.wait(60))
preparation.close()
print(max(words, key=words.count) if words else "", words[-1] if words else "", sep="|")
"""


def played(child: Child, cache: Path | str, meanwhile: str = "pass") -> tuple[list[str], str]:
    done = child(PLAYED.replace("MEANWHILE", meanwhile), NUMBA_CACHE_DIR=cache)
    return done.stdout.splitlines(), done.stderr


def test_a_search_is_compiled_by_another_process_which_says_how_far_it_is(child: Child, tmp_path: Path) -> None:
    # Two at once, in one folder: neither compiles in place, and neither is in the other's way.
    both = [start_child(PLAYED.replace("MEANWHILE", "pass"), NUMBA_CACHE_DIR=tmp_path) for _ in range(2)]
    progress = []
    for process in both:
        out, errors = process.communicate(timeout=180)
        action, compiled, light, words = out.splitlines()
        assert (action, compiled, light, errors) == ("0", "", "True", "")
        assert "tic-tac-toe" in words.lower()
        progress.append(words.partition("|")[2])
    assert any(" of " in words for words in progress)
    (action, compiled, _, words), errors = played(child, tmp_path)
    assert (action, compiled, words, errors) == ("0", "", "|", "")


def test_a_killed_compiler_is_missed_once_and_the_search_is_compiled_in_place(child: Child, tmp_path: Path) -> None:
    kill = "time.sleep(1); os.kill(preparation._process.pid, signal.SIGKILL)"
    (action, compiled, light, _), errors = played(child, tmp_path, kill)
    assert (action, light) == ("0", "True")  # the next request has a process of its own
    assert "alphabeta_loop.search" in compiled
    assert errors.count(say(Word("preparation_lost"), "en")) == 1


def test_without_a_folder_to_hand_it_over_every_process_compiles_for_itself(child: Child) -> None:
    (action, compiled, light, _), errors = played(child, "/dev/null/nowhere")
    assert (action, light) == ("0", "True")
    assert "alphabeta_loop.search" in compiled
    assert errors.count("\n") == 1
    assert "No folder" in errors


def test_what_the_other_process_could_not_keep_is_compiled_in_place() -> None:
    game = registry.load("tic_tac_toe", tiered=True)
    calls = []

    def call() -> int:
        calls.append(game.tier is not None and game.tier.in_place)
        if not calls[-1]:
            raise NotCompiled("not_compiled", game="tic_tac_toe", loop="search")
        return 7

    preparation = Preparation()
    assert when_compiled(call, game, lambda: preparation.request(game, ACT, "random"), lambda request: None) == 7
    assert calls == [False, False, True]
    preparation.close()
    assert game.tier is not None
    game.tier.in_place = False


def test_nothing_is_compiled_after_the_end() -> None:
    preparation = Preparation()
    preparation.close()
    assert preparation.request(registry.load("tic_tac_toe", tiered=True), ACT, "random").finished.is_set()


@pytest.mark.parametrize("text", ["random", "alphabeta:depth=4", 'model:file="small",choose="risk"', "a:b=true,c=0.5"])
def test_a_specification_survives_the_journey(text: str) -> None:
    assert parse(to_text(*parse(text))) == parse(text)


def test_progress_is_said_in_both_languages() -> None:
    request = Request(registry.load("tic_tac_toe"))
    assert request.word().code == "preparing_soon"
    request.progress = CompileProgress(12, 31, 14.6)
    assert request.word().code == "preparing"
    assert say(request.word(), "en").endswith("12 of 31 functions, about 15 s, once")
    assert "12 sur 31 fonctions, environ 15 s" in say(request.word(), "fr")
