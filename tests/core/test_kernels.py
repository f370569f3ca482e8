"""Kernels: an error names the function with the author's mistake, not pages of type inference."""

from __future__ import annotations

from pathlib import Path

import pytest
from numba.core.errors import NumbaError

from boardwright.core.compiled import loops
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.errors import KernelError
from boardwright.core.game import Game
from saying import told

from .rewritten import MARK, play, read, write

compiled_only = pytest.mark.skipif(INTERPRETED, reason="plain Python has no types to infer")


def error_of(path: Path, *, interpreted: bool = False) -> KernelError:
    with pytest.raises(KernelError) as caught:
        play(read(path), interpreted=interpreted)
    told(caught.value.word, caught.value.code)
    return caught.value


@compiled_only
def test_a_mistyped_field_is_named_with_its_function_and_the_fields_there_are(tmp_path: Path) -> None:
    error = error_of(write(tmp_path, ("    if s.cells[cell] != EMPTY", "    if s.sells[cell] != EMPTY")))
    assert error.code == "kernel_field"
    assert (error.params["function"], error.params["field"]) == ("check_mark", "sells")
    assert {"cells", "lines", "to_move"} <= set(error.params["fields"])


def test_a_mistyped_field_is_named_when_interpreted_too(tmp_path: Path) -> None:
    error = error_of(
        write(tmp_path, ("    if s.cells[cell] != EMPTY", "    if s.sells[cell] != EMPTY")), interpreted=True
    )
    assert (error.code, error.params["function"]) == ("kernel_raised", "check_mark")
    assert "sells" in error.params["detail"]


@compiled_only
@pytest.mark.parametrize(
    ("change", "function", "wanted"),
    [
        (("    return check_mark(p, s, action)\n", "    return 0.5\n"), "check", "int"),
        (("    return check_mark(p, s, action)\n", "    return None\n"), "check", "int"),
        ((MARK, MARK + "    return 1\n"), "advance", "None"),
    ],
    ids=["a fraction", "nothing", "something"],
)
def test_a_wrong_return_is_named(tmp_path: Path, change: tuple[str, str], function: str, wanted: str) -> None:
    error = error_of(write(tmp_path, change))
    assert error.code == "kernel_return"
    assert (error.params["function"], error.params["wanted"]) == (function, wanted)


@compiled_only
def test_an_evaluation_must_return_a_number(tmp_path: Path) -> None:
    module = read(write(tmp_path, more="\n\ndef evaluate(p, w, s, player):\n    return s.cells\n"))
    game = play(module)
    with pytest.raises(KernelError) as caught:
        game.evaluate(game.new(), 0)
    assert (caught.value.code, caught.value.params["wanted"]) == ("kernel_return", "float")


@compiled_only
def test_what_cannot_be_compiled_is_named_with_the_reason(tmp_path: Path) -> None:
    error = error_of(write(tmp_path, (MARK, MARK + "    s.phase = len(set([action, None]))\n")))
    assert (error.code, error.params["function"]) == ("kernel_compile", "advance")
    assert "\x1b" not in str(error)


@compiled_only
def test_the_mistake_of_one_game_is_not_told_of_another(tmp_path: Path, game: Game) -> None:
    error_of(write(tmp_path, ("    if s.cells[cell] != EMPTY", "    if s.sells[cell] != EMPTY")))
    with pytest.raises(NumbaError):
        loops.masks(game.params, game.new(), "not an array")


@compiled_only
def test_a_function_that_calls_itself_is_refused(tmp_path: Path) -> None:
    change = ("def mark_of(player: int) -> int:\n", "def mark_of(player: int) -> int:\n    mark_of(1)\n")
    error = error_of(write(tmp_path, change))
    assert (error.code, error.params["function"]) == ("kernel_recursive", "mark_of")


def borrowing(folder: Path, lender: Path) -> Path:
    """Rules that call a function of another folder."""
    (lender / "lender.py").write_text("def double(x):\n    return 2 * x\n", encoding="utf-8")
    path = write(folder, (MARK, MARK + "    s.phase = double(0)\n"))
    borrow = (
        "from importlib.util import module_from_spec, spec_from_file_location\n"
        f"_spec = spec_from_file_location('lender', {str(lender / 'lender.py')!r})\n"
        "_module = module_from_spec(_spec)\n_spec.loader.exec_module(_module)\ndouble = _module.double\n"
    )
    path.write_text(path.read_text(encoding="utf-8") + borrow, encoding="utf-8")
    return path


@compiled_only
@pytest.mark.parametrize(
    "lender",
    ["elsewhere", "game_more"],
    ids=["another folder", "a folder with a longer name"],
)
def test_a_function_from_outside_the_folder_is_refused(tmp_path: Path, lender: str) -> None:
    (tmp_path / lender).mkdir()
    error = error_of(borrowing(tmp_path / "game", tmp_path / lender))
    assert (error.code, error.params["function"], error.params["used"]) == ("kernel_outside", "advance", "double")


def test_an_integer_that_wraps_is_named_when_interpreted(tmp_path: Path) -> None:
    error = error_of(write(tmp_path, (MARK, MARK + "    s.phase = s.fault - s.cells[action]\n")), interpreted=True)
    assert (error.code, error.params["function"], error.params["file"]) == ("kernel_wrapped", "advance", "rules.py")


def test_any_other_exception_is_told_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, (MARK, MARK + "    s.phase = s.cells[99]\n"))
    error = error_of(path, interpreted=True)
    line = path.read_text(encoding="utf-8").splitlines().index("    s.phase = s.cells[99]") + 1
    assert (error.code, error.params["line"], error.params["error"]) == ("kernel_raised", line, "IndexError")


@pytest.mark.parametrize(
    "change",
    [
        (MARK, "    s.cells[action] = [mark_of(player) for _ in range(1)][0]\n"),
        (MARK, "    s.cells[action] = max([mark_of(who) for who in range(2) if who == player])\n"),
    ],
    ids=["a list", "a list with a condition"],
)
def test_a_helper_may_be_called_inside_a_comprehension(tmp_path: Path, change: tuple[str, str]) -> None:
    game = play(read(write(tmp_path, change)))
    states = game.new()
    game.step(states, 4)
    assert states["cells"][0, 4] == 2


@pytest.mark.parametrize(
    "interpreted",
    [False, True],
    ids=["as shipped", "interpreted"],
)
def test_unsigned_fields_subtract_as_in_python_after_int(tmp_path: Path, interpreted: bool) -> None:
    change = (MARK, MARK + "    s.returns[0] = int(s.phase) - int(s.ply)\n")
    game = play(read(write(tmp_path, change)), interpreted=interpreted)
    states = game.new()
    game.step(states, 4)
    assert states["returns"][0, 0] == -1.0
