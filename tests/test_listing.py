"""Listing games and agents compiles nothing and loads no machine code: facts decide who can play."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.core.words import Word
from conftest import Child

UNTOUCHED = """
from numba.core import event
with event.install_recorder("numba:compile") as recorded:
    {program}
from boardwright.core.compiled import compiler
assert not recorded.buffer, recorded.buffer
assert compiler.compilations() == {{}}
loaded = [loop.__name__ for loop in compiler._loops if loop._compiled.signatures]
assert loaded == [], loaded
"""

COMMANDS = """
    from typer.testing import CliRunner
    from boardwright.cli import app
    games = ["battleship", "connect_four", "minesweeper", "quoridor", "royal_ur", "skirmish", "tic_tac_toe"]
    for arguments in (["games"], ["agents"], *(["agents", game] for game in games)):
        ran = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
        assert ran.exit_code == 0, ran.output
        print(ran.stdout)
"""

CATALOGUE = """
    from boardwright.server import settings
    from boardwright.server.catalogue import Catalogue
    for offer in Catalogue(settings.read().agents).listing("en"):
        print(offer.name, offer.opponent, "|", *(agent.name for agent in offer.agents))
"""

MATCHES = """
    from boardwright.server import settings
    from boardwright.server.catalogue import Catalogue
    catalogue = Catalogue(settings.read().agents)
    for name, preset, agent in (
        ("connect_four", "standard", "alphabeta:depth=3"),
        ("minesweeper", "expert", "model:certain=0.1"),
        ("quoridor", "small", "hard"),
        ("skirmish", "large", "greedy:deploy=front"),
        ("tic_tac_toe", "standard", "perfect"),
        ("tic_tac_toe", "standard", "ranking"),
    ):
        catalogue.require_agent(agent, catalogue.game(name, preset), preset)
"""

MOVE = """
    import boardwright
    boardwright.Position(boardwright.load("tic_tac_toe")).push(4)
"""

OFFERED = """\
battleship mcts | mcts random
connect_four normal | easy normal hard expert master champion alphabeta mcts model random
minesweeper None | rules rules-guess subset probability solver mcts model random
quoridor normal | easy normal hard hell inferno abyss oblivion alphabeta mcts random
royal_ur normal | easy normal hard expert expectimax mcts random
skirmish hard | easy normal hard still greedy objective kite rush expectimax mcts model random
tic_tac_toe normal | easy normal hard expert alphabeta mcts perfect random ranking
"""


def run(child: Child, program: str, cache: Path) -> str:
    """Run a program, which must leave the compiler alone, with an empty cache; return its output."""
    output = child(UNTOUCHED.format(program=program.strip()), NUMBA_CACHE_DIR=cache).stdout
    assert not [path for path in cache.rglob("*") if path.is_file()]
    return output


def test_the_catalogue_of_the_service_offers_agents_by_facts(child: Child, tmp_path: Path) -> None:
    assert run(child, CATALOGUE, tmp_path) == OFFERED


def test_an_agent_is_accepted_for_a_match_by_facts(child: Child, tmp_path: Path) -> None:
    run(child, MATCHES, tmp_path)


def test_the_commands_that_list_compile_nothing(child: Child, tmp_path: Path) -> None:
    refusal = Word("agent_needs_no_chance", {"agent": "alphabeta", "game": "royal_ur"})
    # A table breaks its cells into lines.
    assert {*str(refusal).split()} <= {*run(child, COMMANDS, tmp_path).split()}


def test_a_move_would_be_noticed(child: Child, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="numba:compile"):
        run(child, MOVE, tmp_path)
