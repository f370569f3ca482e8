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
from boardwright.core.words import Word
from conftest import Child, start_child
from saying import told

pytestmark = pytest.mark.skipif(INTERPRETED, reason="everything is interpreted")

PLAYED = """
import numpy as np, os, signal, time
from boardwright.agents import make
from boardwright.agents.preparation import ACT, Preparation, when_compiled
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.compiled import compiler

game = registry.load("tic_tac_toe", tiered=True)
agent = make("expectimax", game, depth=1)  # its search is the one that is compiled soonest
words = []

def wait(request):
    MEANWHILE
    while not request.finished.wait(0.05):
        words.append(request.word())

preparation = Preparation()
act = lambda: agent.act(Turn(game, game.new(), 0, np.random.default_rng(0)))
print(when_compiled(act, game, lambda: preparation.request(game, ACT, "expectimax"), wait))
print(*compiler.compilations())
another = preparation.request(game, ACT, "random")  # nothing to compile
print(another.finished.wait(300))
preparation.close()
print(*dict.fromkeys(word.code for word in words))
assert all(word.params["done"] <= word.params["total"] for word in words if word.code == "preparing")
"""


def played(child: Child, cache: Path | str, meanwhile: str = "pass") -> tuple[list[str], str]:
    done = child(PLAYED.replace("MEANWHILE", meanwhile), NUMBA_CACHE_DIR=cache)
    return done.stdout.splitlines(), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_a_search_is_compiled_by_another_process_which_says_how_far_it_is(tmp_path: Path, processes: int) -> None:
    # Two at once, in one folder: neither compiles in place, and neither is in the other's way.
    started = [start_child(PLAYED.replace("MEANWHILE", "pass"), NUMBA_CACHE_DIR=tmp_path) for _ in range(processes)]
    codes: set[str] = set()
    for process in started:
        out, errors = process.communicate(timeout=600)
        action, compiled, another, words = out.splitlines()
        assert (action, compiled, another, errors) == ("0", "", "True", "")
        codes |= set(words.split())
    assert "preparing" in codes <= {"preparing_soon", "preparing"}


def test_a_killed_compiler_is_missed_and_the_next_request_has_a_process_of_its_own(monkeypatch) -> None:
    said: list[Word] = []
    monkeypatch.setattr("boardwright.agents.preparation.print_once", said.append)
    game, preparation = registry.load("tic_tac_toe", tiered=True), Preparation()
    request = preparation.request(game, ACT, "expectimax")
    preparation._process.kill()  # it has not even begun
    assert request.finished.wait(300)
    assert preparation.request(game, ACT, "random").finished.wait(300)
    preparation.close()
    assert said == [Word("preparation_lost")]


def test_without_a_folder_to_hand_it_over_nothing_is_compiled_elsewhere(monkeypatch) -> None:
    monkeypatch.setattr("boardwright.core.compiled.folders.folder", lambda: None)
    preparation = Preparation()
    assert preparation.request(registry.load("tic_tac_toe", tiered=True), ACT, "expectimax").finished.is_set()
    preparation.close()


@pytest.mark.slow
def test_the_search_of_a_killed_compiler_is_compiled_in_place_and_then_found(child: Child, tmp_path: Path) -> None:
    kill = """
    while request.progress is None:
        time.sleep(0.01)
    os.kill(preparation._process.pid, signal.SIGKILL)
"""
    (action, compiled, another, _), errors = played(child, tmp_path, kill)
    assert (action, another) == ("0", "True")  # the next request has a process of its own
    assert "expectimax_loop.average" in compiled
    assert errors.count(str(Word("preparation_lost"))) == 1
    (action, compiled, _, words), errors = played(child, tmp_path)
    assert (action, compiled, words, errors) == ("0", "", "", "")


@pytest.mark.slow
def test_without_a_folder_to_hand_it_over_every_process_compiles_for_itself(child: Child) -> None:
    (action, compiled, another, _), errors = played(child, "/dev/null/nowhere")
    assert (action, another) == ("0", "True")
    assert "expectimax_loop.average" in compiled
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


def test_progress_is_counted() -> None:
    request = Request(registry.load("tic_tac_toe"))
    told(request.word(), "preparing_soon")
    request.progress = CompileProgress(12, 31, 14.6)
    told(request.word(), "preparing", done=12, total=31, seconds=15)
