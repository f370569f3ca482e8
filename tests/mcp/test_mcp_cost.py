"""What the tools cost: nothing is compiled and nothing listed again; `mcp_cost.py` measures the rest."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from mcp_cost import cost

from boardwright.agents.preparation import Preparation
from boardwright.core import garbage
from boardwright.core.compiled import compiler
from boardwright.core.errors import AgentError
from boardwright.mcp.table import Table
from saying import refused

TOOLS = {"rules", "new_match", "first look", "first legal", "look", "legal", "why", "refused", "move", "resign"}


@pytest.fixture
def table() -> Iterator[Table]:
    preparation = Preparation()
    yield Table(preparation, tiered=False)
    preparation.close()


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_a_second_match_compiles_nothing(table: Table, name: str) -> None:
    assert set(cost(table, name, rounds=1)) == TOOLS
    before = compiler.compilations()
    cost(table, name, rounds=1)
    assert compiler.compilations() == before


def test_matches_of_a_game_share_their_choices(table: Table) -> None:
    one, other = (table.match(_new(table)) for _ in range(2))
    assert one.view.choices == other.view.choices
    assert all(mine is theirs for mine, theirs in zip(one.view.choices, other.view.choices))


def _new(table: Table) -> str:
    return str(table.new("tic_tac_toe", "", {}, 1, "random", 1, lambda word: None).data["match"])


def test_a_rehearsal_lists_the_games_and_begins_no_match(table: Table) -> None:
    table.closing.set()  # the list alone: machine code of every game takes long
    table.rehearse()
    assert table.games() is table.games()
    with refused(AgentError, "mcp_no_match", known=[]):
        table.match("none")


def test_full_collections_pass_over_what_is_loaded() -> None:
    before = gc.get_threshold()
    try:
        garbage.collect_rarely()
        assert gc.get_freeze_count() > 1000
        assert gc.get_threshold()[0] == garbage.YOUNG
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
