"""Definition: which functions the rules have, and the words for their reasons."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import IntEnum
from pathlib import Path
from types import ModuleType

import pytest

from boardwright.core.compiled.kernels import OPTIONAL, REQUIRED
from boardwright.core.definition import Definition, Files, Learning, People, Search
from boardwright.core.errors import ConfigError, KernelError
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
    exec("class Reason(IntEnum): ...", {"IntEnum": IntEnum}, rules.__dict__)
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


def test_rules_without_reasons_are_refused() -> None:
    with pytest.raises(KernelError, match="the rules in half_written have no `Reason`") as caught:
        definition(ModuleType("half_written"))
    assert caught.value.code == "reason_missing"
    assert say(caught.value.word, "fr").startswith("tic_tac_toe : les règles de half_written n'ont pas de `Reason`")


def test_files_lie_beside_the_rules_unless_a_path_says_otherwise(tmp_path: Path) -> None:
    rules = read(write(tmp_path))
    assert replace(BURROW, rules=rules).files == BURROW.files, "files keep their place"
    beside = replace(BURROW, rules=rules, files=Files()).files
    assert (beside.configs, beside.words) == (tmp_path / "configs", tmp_path / "words.yaml")
    elsewhere = replace(BURROW, rules=rules, files=Files(configs=Path("/presets"), words=Path("text/w.yaml"))).files
    assert (elsewhere.configs, elsewhere.words) == (Path("/presets"), tmp_path / "text" / "w.yaml")


def test_rules_without_a_file_need_absolute_paths() -> None:
    rules = ModuleType("typed_in")
    exec("class Reason(IntEnum): ...", {"IntEnum": IntEnum}, rules.__dict__)
    with pytest.raises(ConfigError, match="typed_in has no file") as caught:
        replace(BURROW, rules=rules, files=Files())
    assert caught.value.code == "files_nowhere"
    assert "chemins absolus" in say(caught.value.word, "fr")
    assert replace(BURROW, rules=rules).files == BURROW.files


def test_a_definition_stays_small_and_the_contract_names_all_of_it() -> None:
    page = (Path(__file__).parents[2] / "docs" / "contract.md").read_text(encoding="utf-8")
    assert len(fields(Definition)) <= 25
    for kind in (Definition, Files, Search, People, Learning):
        for each in fields(kind):
            assert f"`{each.name}`" in page or f"`{each.name}=" in page, each.name
