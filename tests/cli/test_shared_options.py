"""The options that commands share: which command has which, under one name and with one meaning."""

from __future__ import annotations

from typing import Any

import pytest
from typer.main import get_command

from boardwright.cli import app

OPTIONS = ("--preset", "--set", "--opening", "--workers", "--on", "--json")

# `recipe` and `profile`: the option is there with another meaning, which its help explains.
TABLE = """
command      --preset --set    --opening --workers --on  --json
games        -        -        -         -         -     yes
agents       -        -        -         -         -     yes
play         yes      yes      -         -         -     yes
analyse      yes      yes      -         -         -     yes
generate     yes      yes      -         yes       yes   yes
puzzles      yes      yes      -         -         -     yes
train        yes      recipe   -         yes       yes   yes
sweep        -        recipe   -         yes       ray   yes
tune         yes      yes      pairs     yes       yes   yes
curves       -        -        -         -         -     -
calibration  yes      yes      -         -         -     yes
dataset      yes      yes      yes       yes       yes   yes
evaluate     yes      yes      yes       yes       yes   yes
rate         yes      yes      -         -         -     yes
compare      yes      yes      -         yes       yes   yes
test         yes      yes      pairs     yes       yes   yes
tournament   yes      yes      yes       yes       yes   yes
ladder       yes      yes      profile   yes       yes   yes
prove        yes      yes      -         -         -     yes
accuracy     yes      yes      -         yes       yes   yes
exploit      yes      recipe   -         yes       yes   yes
bench        -        -        -         -         -     yes
replay       -        -        -         -         -     yes
import       yes      yes      -         -         -     -
export       -        -        -         -         -     yes
new-game     -        -        -         -         -     yes
check        yes      -        -         -         -     yes
levels       yes      yes      found     -         -     yes
balance      yes      yes      pairs     yes       yes   yes
docs         -        -        -         -         -     -
serve        -        -        -         -         -     -
mcp          -        -        -         -         -     -
engine       yes      yes      -         -         -     -
warmup       yes      -        -         -         -     yes
doctor       -        -        -         -         -     yes
"""

ROWS = {name: row for name, *row in (line.split() for line in TABLE.strip().splitlines()[1:])}
COMMANDS: dict[str, Any] = get_command(app).commands  # type: ignore[attr-defined]


def option(command: str, name: str) -> Any:
    return next((param for param in COMMANDS[command].params if name in param.opts), None)


def test_the_table_has_every_command() -> None:
    assert list(ROWS) == list(COMMANDS)


@pytest.mark.parametrize("name", ROWS)
def test_a_command_has_the_options_of_the_table(name) -> None:
    assert [option(name, wanted) is not None for wanted in OPTIONS] == [entry != "-" for entry in ROWS[name]]


@pytest.mark.parametrize("wanted", OPTIONS)
def test_an_option_means_the_same_everywhere(wanted) -> None:
    place = OPTIONS.index(wanted)
    having = [name for name, row in ROWS.items() if row[place] == "yes" and not (name == "play" and wanted == "--json")]
    helps = {option(name, wanted).help for name in having}
    assert len(helps) == 1
    others = {option(name, wanted).help for name, row in ROWS.items() if row[place] not in {"yes", "-"}}
    assert helps.isdisjoint(others)


@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate", "tic_tac_toe", "random", "random", "--games=2", "--set=size=4", "--json"),
        ("tournament", "tic_tac_toe", "random", "alphabeta:depth=1", "--games=2", "--set=size=4", "--json"),
        ("play", "tic_tac_toe", "--set=size=4", "--against=random", "--json"),
    ],
)
def test_a_key_of_the_configuration_is_set(ran, uncompiled, arguments) -> None:
    status, out, err = ran(*arguments, typed="quit")
    assert status == 0, err
    assert '"size": 4' in out


def test_a_proof_is_of_the_configuration_that_is_set(ran) -> None:
    assert ran("prove", "tic_tac_toe", "perfect", "--set=size=3", "--json").status == 0
    ran("prove", "tic_tac_toe", "perfect", "--set=size=5").refuses("agent_too_large")


def test_a_key_that_is_none_is_refused(ran) -> None:
    ran("evaluate", "tic_tac_toe", "random", "random", "--set=sise=4").refuses("config_unknown", path="sise")
    ran("ladder", "tic_tac_toe", "--set", "size").refuses("config_value", value="size", expected="KEY=VALUE")
