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
from boardwright.core.words import say
from boardwright.games.quoridor import DEFINITION as QUORIDOR
from boardwright.games.tic_tac_toe import DEFINITION as TIC_TAC_TOE

from .burrow import DEFINITION as BURROW
from .rewritten import definition, read, write


def test_a_game_has_the_functions_that_it_writes() -> None:
    assert set(TIC_TAC_TOE.kernels()) == set(REQUIRED)
    assert set(BURROW.kernels()) == set(REQUIRED + OPTIONAL)


@pytest.mark.parametrize("line", ["from boardwright.core.compiled.contract import order\n", "order = 3\n"])
def test_a_function_from_elsewhere_is_refused_aloud(tmp_path: Path, line: str) -> None:
    rules = read(write(tmp_path, more=line))
    with pytest.raises(KernelError) as caught:
        definition(rules).kernels()
    name = rules.__name__
    assert str(caught.value) == (
        f"tic_tac_toe: `order` in {name} is no function of {name}: "
        "write it in the game's own package, or import it by another name."
    )
    assert say(caught.value.word, "fr").startswith(f"tic_tac_toe : `order` dans {name} n'est pas une fonction")


def test_the_module_for_search_is_held_to_the_same_rule() -> None:
    from boardwright.games.quoridor import search

    with pytest.raises(KernelError, match=r"`candidates` in boardwright\.games\.quoridor\.search") as caught:
        replace(TIC_TAC_TOE, search=Search(module=search)).kernels()
    assert caught.value.code == "kernel_foreign"


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
    with pytest.raises(KernelError) as caught:
        both.kernels()
    assert str(caught.value) == (
        f"burrow: `order` stands in {home}.rules and another one in {home}.search: keep one of them."
    )
    assert "gardez-en une seule" in say(caught.value.word, "fr")


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


def test_only_hidden_information_has_private_events() -> None:
    kind = next(iter(BURROW.events))
    private = {kind: Private("player")}
    assert replace(BURROW, events=private, perfect_information=False).events == {kind: ("player",)}
    for wrong in ({"perfect_information": True, "events": private}, {"events": {kind: Private()}}):
        with pytest.raises(ConfigError, match="private") as caught:
            replace(BURROW, **{"perfect_information": False, **wrong})
        assert caught.value.code == "private_event"


def test_people_are_offered_only_options_that_agents_take() -> None:
    wanted = People(agent_options={"deploy": ("agent", "front")})
    with pytest.raises(ConfigError, match=r"agent_options\.deploy") as caught:
        replace(BURROW, people=wanted)
    assert caught.value.code == "config_unknown"
    assert replace(BURROW, people=wanted, wrappers={"deploy": print}).people == wanted


def test_a_definition_stays_small_and_the_contract_names_all_of_it() -> None:
    page = (Path(__file__).parents[2] / "docs" / "contract.md").read_text(encoding="utf-8")
    assert len(fields(Definition)) <= 25
    for kind in (Definition, Files, Search, People, Learning):
        for field in fields(kind):
            assert f"`{field.name}`" in page or f"`{field.name}=" in page, field.name
