"""Definition: the functions of the rules, and the words for their reasons."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import IntEnum
from pathlib import Path
from types import ModuleType

import pytest

from boardwright.core.compiled.kernels import OPTIONAL, REQUIRED
from boardwright.core.definition import Definition, Files, Learning, People, Private, Search
from boardwright.core.errors import ConfigError, KernelError
from boardwright.games.quoridor import DEFINITION as QUORIDOR
from boardwright.games.tic_tac_toe import DEFINITION as TIC_TAC_TOE
from saying import refused

from .burrow import DEFINITION as BURROW
from .rewritten import definition, read, write


def test_a_game_has_the_functions_that_it_writes() -> None:
    assert set(TIC_TAC_TOE.kernels()) == set(REQUIRED)
    assert set(BURROW.kernels()) == set(REQUIRED + OPTIONAL)


@pytest.mark.parametrize("line", ["from boardwright.core.compiled.contract import order\n", "order = 3\n"])
def test_a_function_from_elsewhere_is_refused_aloud(tmp_path: Path, line: str) -> None:
    rules = read(write(tmp_path, more=line))
    with refused(KernelError, "kernel_foreign", game="tic_tac_toe", function="order", module=rules.__name__):
        definition(rules).kernels()


def test_the_module_for_search_is_held_to_the_same_rule() -> None:
    from boardwright.games.quoridor import search

    with refused(KernelError, "kernel_foreign", function="candidates", module=search.__name__):
        replace(TIC_TAC_TOE, search=Search(module=search)).kernels()


def test_a_function_of_another_module_of_the_package_counts() -> None:
    kernels = QUORIDOR.kernels()
    assert kernels["candidates"].__module__ == "boardwright.games.quoridor.search"
    assert kernels["evaluate"].__module__ == "boardwright.games.quoridor.evaluation"
    assert kernels["check"].__module__ == "boardwright.games.quoridor.rules"


def test_a_function_that_stands_twice_is_refused_unless_it_is_the_same() -> None:
    home = BURROW.rules.__package__
    search = ModuleType(f"{home}.search")
    search.__dict__["order"] = BURROW.rules.order
    both = replace(BURROW, search=replace(BURROW.search, module=search))
    assert both.kernels() == BURROW.kernels()
    exec("def order(p, s, action): return 0", search.__dict__)
    with refused(
        KernelError, "kernel_twice", game="burrow", function="order", other=f"{home}.rules", module=f"{home}.search"
    ):
        both.kernels()


@pytest.mark.parametrize("name", REQUIRED)
def test_a_missing_function_is_named(name: str) -> None:
    rules = ModuleType("half_written")
    exec("class Reason(IntEnum): ...", {"IntEnum": IntEnum}, rules.__dict__)
    for function in REQUIRED:
        if function != name:
            exec(f"def {function}(): ...", rules.__dict__)
    with refused(KernelError, "kernel_missing", game="tic_tac_toe", module="half_written", function=name):
        definition(rules).kernels()


def test_a_reason_is_a_word_of_the_game() -> None:
    assert TIC_TAC_TOE.reason_code(2) == "tic_tac_toe.taken"


def test_rules_without_reasons_are_refused() -> None:
    with refused(KernelError, "reason_missing", game="tic_tac_toe", module="half_written"):
        definition(ModuleType("half_written"))


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
    with refused(ConfigError, "files_nowhere", module="typed_in"):
        replace(BURROW, rules=rules, files=Files())
    assert replace(BURROW, rules=rules).files == BURROW.files


def test_only_hidden_information_has_private_events() -> None:
    kind = next(iter(BURROW.events))
    private = {kind: Private("player")}
    assert replace(BURROW, events=private, perfect_information=False).events == {kind: ("player",)}
    for wrong in ({"perfect_information": True, "events": private}, {"events": {kind: Private()}}):
        with refused(ConfigError, "private_event"):
            replace(BURROW, **{"perfect_information": False, **wrong})


def test_people_are_offered_only_options_that_agents_take() -> None:
    wanted = People(agent_options={"deploy": ("agent", "front")})
    with refused(ConfigError, "config_unknown", path="people.agent_options.deploy"):
        replace(BURROW, people=wanted)
    assert replace(BURROW, people=wanted, wrappers={"deploy": print}).people == wanted


def test_a_definition_stays_small_and_the_contract_names_all_of_it() -> None:
    page = (Path(__file__).parents[2] / "docs" / "contract.md").read_text(encoding="utf-8")
    assert len(fields(Definition)) <= 25
    for kind in (Definition, Files, Search, People, Learning):
        for field in fields(kind):
            assert f"`{field.name}`" in page or f"`{field.name}=" in page, field.name
