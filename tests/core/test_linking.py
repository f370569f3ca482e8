"""Functions that loops call are linked, not compiled alone; and Python may still call them."""

from __future__ import annotations

import gc

import numba
import numpy as np
import pytest

from boardwright.core import dice, registry
from boardwright.core.compiled.compiler import INTERPRETED, kernel, loop
from boardwright.core.compiled.linking import LinkedLibrary

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@kernel
def doubled(number: int) -> int:
    """Twice a number."""
    return 2 * number


@loop
def double_all(numbers: np.ndarray) -> None:
    """Double each number."""
    for at in range(numbers.shape[0]):
        numbers[at] = doubled(numbers[at])


@numba.njit
def tripled(number: int) -> int:
    """Somebody else's function."""
    return 3 * number


def test_a_kernel_is_only_linked_into_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_all._compiled._cache, "load_overload", lambda *signature: None)
    numbers = np.arange(3)
    double_all(numbers)
    assert numbers.tolist() == [0, 2, 4]
    (inner,) = doubled._compiled.overloads.values()
    assert isinstance(inner.library, LinkedLibrary)
    assert inner.library._only_linked
    (outer,) = double_all._compiled.overloads.values()
    assert not outer.library._only_linked
    assert gc.isenabled()  # not while it compiles


def test_python_may_call_a_kernel_before_and_after() -> None:
    assert doubled(4) == 8
    double_all(np.arange(2))
    assert doubled(np.int64(4)) == 8
    assert dice.below(5, 3) in range(3)


def test_functions_of_other_programs_are_compiled_as_ever() -> None:
    registry.load("tic_tac_toe").legal_mask(registry.load("tic_tac_toe").new())
    assert tripled(4) == 12
    (compiled,) = tripled.overloads.values()
    assert not compiled.library._only_linked
