"""Where the rules cannot redraw what a player does not see, nobody gets the truth, and who needs no redraw plays on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import boardwright
from boardwright import Position
from boardwright.agents.puct import Options, Trees
from boardwright.agents.spec import from_text
from boardwright.core import dice, registry
from boardwright.core.agent import Turn
from boardwright.core.errors import KernelError, RuleFault
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL
from planted import definition

BEGINS = "    other, left = 1 - player, int(s.hidden[1 - player])\n"
SOMETIMES = "    if s.phase == DIGGING and dice.below(draw, 8) == 0:\n        return False\n"


@pytest.fixture(params=[SOMETIMES])
def hide(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Game]:
    """A toy whose rules give up one redraw in eight, or whatever the parameter says."""
    found = registry.register(definition("hide", BEGINS, BEGINS + request.param, tmp_path))
    yield boardwright.load("hide").as_interpreted()
    registry.forget(found.name)


def digging(game: Game) -> Position:
    """A position after everybody has hidden."""
    position = Position(game, seed=1)
    while position.state["phase"][0] == 0:
        position.push(int(np.flatnonzero(game.legal_mask(position.state)[0])[0]))
    return position


def test_a_batch_with_a_row_that_has_no_redraw_is_refused(hide: Game) -> None:
    rows = np.repeat(digging(hide).state, 3)
    failing = next(bits for bits in range(1, 1 << 20) if dice.below(bits, 8) == 0)
    before = rows.tobytes()
    with pytest.raises(RuleFault) as refusal:
        hide.resample(rows, 0, [1 << 61, failing, 1 << 61])
    assert (refusal.value.code, refusal.value.params["ply"]) == ("cannot_redraw", int(rows["ply"][0]))
    assert rows.tobytes() == before


@pytest.mark.parametrize("text", ["mcts:iterations=200", "mcts:iterations=200,information_sets=true"])
def test_a_tree_search_takes_the_status_of_each_redraw(hide: Game, text: str) -> None:
    position = digging(hide)
    seeds = (np.random.default_rng(seed) for seed in range(100))
    rng = next(rng for rng in seeds if _imagines(Turn(hide, position.state, position.to_move or 0, rng)))
    with pytest.raises(RuleFault) as refusal:
        from_text(text, hide).act(Turn(hide, position.state, position.to_move or 0, rng))
    assert refusal.value.code == "cannot_redraw"


def test_a_search_with_a_network_takes_the_status_of_each_redraw(hide: Game) -> None:
    def evaluate(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        count = len(observations)
        return np.zeros((count, hide.actions.policy), np.float32), np.zeros(count, np.float32)

    trees = Trees(hide, 1, Options(200), evaluate)
    with pytest.raises(RuleFault) as refusal:
        trees.search(digging(hide).state, np.zeros(1, np.int64), np.arange(1))
    assert refusal.value.code == "cannot_redraw"


@pytest.mark.parametrize("hide", ["    if s.phase == DIGGING:\n        return False\n"], indirect=True)
def test_an_agent_that_looks_at_what_it_sees_plays_on(hide: Game) -> None:
    position = digging(hide)
    agent = from_text("random", hide)
    while position.state["to_move"][0] != TERMINAL:
        turn = Turn(hide, position.state, position.to_move or 0, np.random.default_rng(position.state["ply"][0]))
        assert turn.view == hide.view(position.state, turn.player)
        position.push(turn.checked(agent.act(turn), "random"))
    assert not _imagines(Turn(hide, digging(hide).state, 0, np.random.default_rng(0)))


@pytest.mark.parametrize("hide", ["    if s.phase == DIGGING:\n        return\n"], indirect=True)
def test_rules_that_do_not_say_whether_they_redrew_are_refused(hide: Game) -> None:
    with pytest.raises(KernelError) as refusal:
        hide.resample(digging(hide).state, 0, 1)
    assert (refusal.value.code, refusal.value.params["wanted"]) == ("kernel_return", "bool")


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "mines"), [(30, 30, 350), (40, 40, 500), (26, 28, 250)])
def test_no_search_gets_the_true_mines_of_a_wide_board(rows: int, cols: int, mines: int) -> None:
    game = boardwright.load("minesweeper", H=rows, W=cols, mine_count=mines)
    state, rng = game.apply(game.new(), 0, 12345), np.random.default_rng(0)
    for cell in range(rows * cols):
        if (
            cell // cols % 2 == 0
            and cell % cols % 2 == 0
            and not state["mine"][0, cell]
            and state["shown"][0, cell] >= 9
        ):
            state = game.apply(state, cell, 0)
    redrawn = [_imagines(Turn(game, state, 0, rng)) for _ in range(3)]
    assert not any(redrawn), "these boards hang together over more cells than are counted"
    with pytest.raises(RuleFault):
        from_text("mcts:iterations=10", game).act(Turn(game, state, 0, rng))
    for text in ("solver", "probability"):
        turn = Turn(game, state, 0, rng)
        assert turn.mask[from_text(text, game).act(turn)]


def _imagines(turn: Turn) -> bool:
    """Whether the turn has a redrawn state, and not the true one."""
    try:
        return turn.imagined is not None
    except RuleFault:
        return False
