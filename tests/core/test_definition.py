"""Definition: which functions the rules have, and the words for their reasons."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from boardwright.core.compiled.kernels import OPTIONAL, REQUIRED
from boardwright.core.errors import KernelError
from boardwright.core.words import say
from boardwright.games.tic_tac_toe import DEFINITION as TIC_TAC_TOE

from .burrow import DEFINITION as BURROW
from .rewritten import definition, read, write


def test_only_what_the_rules_module_defines_itself_is_a_kernel() -> None:
    assert set(TIC_TAC_TOE.kernels()) == set(REQUIRED)
    assert set(BURROW.kernels()) == set(REQUIRED + OPTIONAL)


def test_an_imported_function_is_not_taken_for_the_games_own(tmp_path: Path) -> None:
    rules = read(write(tmp_path, more="from boardwright.core.compiled.contract import order\n"))
    assert "order" not in definition(rules).kernels()


@pytest.mark.parametrize("name", REQUIRED)
def test_a_missing_function_is_named(name: str) -> None:
    rules = ModuleType("half_written")
    for function in REQUIRED:
        if function != name:
            exec(f"def {function}(): ...", rules.__dict__)
    with pytest.raises(KernelError) as caught:
        definition(rules).kernels()
    assert str(caught.value) == f"tic_tac_toe: the rules in half_written have no function `{name}`: write it."
    assert say(caught.value.word, "fr") == (
        f"tic_tac_toe : les règles de half_written n'ont pas de fonction `{name}` : écrivez-la."
    )


def test_a_reason_is_a_word_of_the_game() -> None:
    assert TIC_TAC_TOE.reason_code(2) == "tic_tac_toe.taken"
