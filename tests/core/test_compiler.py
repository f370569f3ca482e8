"""Compiling: tags that follow the source, lines printed once, and loops that run as plain Python too."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from boardwright.core.compiled import compiler, loops, progress
from boardwright.core.compiled.compiler import INTERPRETED, print_once
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from conftest import Child

from .rewritten import MARK, STANDARD, definition, read, write


def test_the_tag_is_the_games_name(child: Child) -> None:
    program = "import boardwright\nprint(boardwright.load('tic_tac_toe').tag)"
    assert child(program, NUMBA_DISABLE_JIT="1").stdout == "game_tic_tac_toe\n"


def test_the_tag_is_the_last_field_of_every_record(game: Game) -> None:
    for dtype in (game.state_dtype, game.params.dtype, game.observation_dtype):
        assert (dtype.names or ())[-1] == game.tag


def test_other_rules_under_the_same_name_have_another_tag(tmp_path: Path, game: Game) -> None:
    edited = Game(definition(read(write(tmp_path / "one", (MARK, "    s.cells[action] = 7\n")))), [STANDARD])
    assert edited.tag.startswith("game_tic_tac_toe")
    assert edited.tag != game.tag
    assert Game(edited.definition, [STANDARD]).tag == edited.tag
    assert Game(game.definition, [STANDARD]).tag == game.tag


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_is_shown_how_far_the_compiler_is(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    monkeypatch.setattr(compiler.sys.stderr, "isatty", lambda: terminal)
    event = SimpleNamespace(data={"dispatcher": loops.step._compiled, "args": ()})
    announcer = compiler._Announcer()
    announcer.on_start(event)
    announcer.on_end(event)
    shown = capsys.readouterr().err
    lines = [str(Word("compiling_progress", {"done": 1, "total": total})) for total in range(1, 2000)]
    assert any(f"{line}\n" in shown for line in lines) == terminal


TYPED = """
from pathlib import Path
from types import ModuleType
from core.rewritten import play
typed = ModuleType("typed_at_a_prompt")
exec(Path({file!r}).read_text(encoding="utf-8"), typed.__dict__)
print(play(typed).name)
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_rules_typed_at_a_prompt_can_be_played_and_typed_again_in_the_next_process(
    tmp_path: Path, child: Child
) -> None:
    rules = write(tmp_path)
    places = {"PYTHONPATH": Path(__file__).parents[1], "NUMBA_CACHE_DIR": tmp_path / "cache", "BOARDWRIGHT_QUIET": "1"}
    for _ in range(2):
        assert child(TYPED.format(file=str(rules)), **places).stdout == "tic_tac_toe\n"


def marked(game: Game) -> int:
    states = game.new()
    game.step(states, 4)
    return int(states["cells"][0, 4])


def test_rules_edited_and_read_again_in_one_process_are_the_new_rules(tmp_path: Path) -> None:
    assert marked(Game(definition(read(write(tmp_path))), [STANDARD])) == 2
    edited = write(tmp_path, (MARK, "    s.cells[action] = 7\n"))
    assert marked(Game(definition(read(edited)), [STANDARD])) == 7


def test_a_line_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    word = Word("reason_search", {"depth": 1, "score": 2})
    print_once(word)
    print_once(word)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"{word}\n")


def test_a_loop_is_documented_and_named_as_its_function() -> None:
    assert loops.masks.__name__ == "masks"
    assert loops.masks.__doc__ == "Write the legal action mask, [N, A]."


def test_a_loop_takes_arguments_by_position_only(game: Game) -> None:
    with pytest.raises(AssertionError, match="by position"):
        loops.masks(p=game.params, s=game.new(), out=np.empty((1, 9), np.bool_))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_game_that_was_run_is_not_compiled_again(game: Game) -> None:
    game.legal_mask(game.new())
    before = loops.masks.compilations
    game.legal_mask(game.new(7))
    assert loops.masks.compilations == before


@pytest.mark.skipif(not INTERPRETED, reason="it is compiled")
def test_nothing_is_compiled_when_interpreted(game: Game) -> None:
    game.legal_mask(game.new())
    assert loops.masks.compilations == 0


def test_a_loop_interpreted_leaves_what_the_compiled_one_leaves(game: Game, reachable: Array) -> None:
    states = reachable[::50].copy()
    ours, theirs = np.empty((len(states), 9), np.bool_), np.empty((len(states), 9), np.bool_)
    loops.masks(game.params, states, ours)
    loops.masks.interpret(game.params, states, theirs)
    assert (ours == theirs).all()
    assert ours.any()


def test_what_goes_wrong_outside_every_game_is_raised_as_it_is(game: Game) -> None:
    with pytest.raises(IndexError):
        loops.masks.interpret(game.params, game.new(3), np.empty((1, 9), np.bool_))
