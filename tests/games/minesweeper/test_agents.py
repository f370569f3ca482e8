"""The agents: the same action alone and in a batch, every action legal, and only `rules` resigns."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import boardwright
from boardwright.agents.spec import from_text
from boardwright.arena.match import play
from boardwright.arena.match_records import Record, replay
from boardwright.core.agent import RESIGN, Turn
from boardwright.core.batch import Batch
from boardwright.core.errors import ConfigError, HistoryError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.minesweeper.agents import AGENTS
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN
from boardwright.games.minesweeper.explanation import boards
from saying import refused

BOARDS = ("small", "medium", "expert")


@cache
def states_of(board: str) -> Array:
    """Positions of games under way, at all ages, and one untouched."""
    game = boardwright.load("minesweeper", board)
    rng = np.random.default_rng(0)
    batch = Batch(game, 24, seed=4)
    agent = boardwright.agent("subset", game)
    collected = [batch.states[:1].copy()]
    for step in range(60):
        batch.step(agent.act_batch(batch.observations, batch.mask, rng))
        if step % 6 == 0:
            collected.append(batch.states[step % 24 : step % 24 + 8].copy())
    return np.concatenate(collected)


def turn_of(game: Game, state: Array) -> Turn:
    return Turn(game, state, 0, np.random.default_rng(1))


@pytest.mark.parametrize("board", [BOARDS[0], *(pytest.param(board, marks=pytest.mark.slow) for board in BOARDS[1:])])
@pytest.mark.parametrize("name", AGENTS)
def test_an_answer_is_the_same_alone_and_among_many(name: str, board: str) -> None:
    game = boardwright.load("minesweeper", board)
    states = states_of(board)
    agent = boardwright.agent(name, game)
    observations, masks = game.observe(states), game.legal_mask(states)
    together = agent.act_batch(observations, masks, np.random.default_rng(0))
    again = boardwright.agent(name, game).act_batch(observations, masks, np.random.default_rng(7))
    assert (together == again).all()
    backwards = agent.act_batch(observations[::-1], masks[::-1], np.random.default_rng(0))
    assert (together == backwards[::-1]).all()
    alone = [agent.act(turn_of(game, states[row : row + 1])) for row in range(0, len(states), 4)]
    assert together[::4].tolist() == alone
    if name == "rules":
        assert (together == RESIGN).any()
    else:
        assert (together != RESIGN).all()
    played = np.flatnonzero(together != RESIGN)
    assert len(played) > 0
    assert masks[played, together[played]].all()
    assert (together < states["shown"].shape[1]).all(), "cells are opened, never flagged"


@pytest.mark.parametrize("name", ["rules", "probability", "solver"])
def test_flags_prove_nothing(name: str) -> None:
    game = boardwright.load("minesweeper", "small")
    rng = np.random.default_rng(3)
    plain = states_of("small").copy()
    flagged = plain.copy()
    flags = (flagged["shown"] == HIDDEN) & (rng.random(flagged["shown"].shape) < 0.3)
    flagged["shown"][flags] = FLAGGED
    flagged["flagged"] = flags.sum(axis=1)
    agent = boardwright.agent(name, game)
    seen, seen_flagged = game.observe(plain), game.observe(flagged)
    assert (boards(seen)[1] == 10).all()
    assert (boards(seen_flagged)[1] == 10).all()
    mask = game.legal_mask(plain)
    answers, with_flags = (agent.act_batch(item, mask, rng) for item in (seen, seen_flagged))
    if name == "probability":
        # Ties are broken by what the board looks like, so equal risk is all that is the same.
        scores = [agent.explain(turn_of(game, plain[row : row + 1])).scores for row in range(0, len(plain), 5)]
        for row, entry in zip(range(0, len(plain), 5), scores):
            if (plain["shown"][row] < HIDDEN).any():
                assert entry[int(answers[row])] == pytest.approx(entry[int(with_flags[row])])
    else:
        touched = (plain["shown"] < HIDDEN).any(axis=1)
        assert (answers[touched] == with_flags[touched]).all()


def test_the_first_cell_is_an_option() -> None:
    game = boardwright.load("minesweeper", "small")
    first = turn_of(game, game.new())
    for name in AGENTS:
        assert boardwright.agent(name, game, first=[3, 5]).act(first) == 3 * 8 + 5
        assert 0 <= boardwright.agent(name, game, first=None).act(first) < 64
    any_cell = {boardwright.agent("rules", game, seed=seed).act(first) for seed in range(40)}
    assert len(any_cell) > 20
    for outside, nearest in (([8, 0], 56), ([0, 99], 7), ([20, 20], 63)):
        assert boardwright.agent("rules", game, first=outside).act(first) == nearest
    for wrong in ([-1, 0], [1], [1, 2, 3]):
        with pytest.raises(ConfigError) as caught:
            boardwright.agent("rules", game, first=wrong)
        assert caught.value.path.startswith("first")
    with refused(ConfigError, "config_value", path="candidates"):
        from_text("solver:candidates=0", game)


# -- matches


def match_of(name: str, *, resigned: bool) -> tuple[Game, Record]:
    game = boardwright.load("minesweeper", "small")
    for number in range(100):
        record = play(game, [name], seed=2, number=number)
        if (record.resigned == 0) == resigned and (resigned or record.returns[0] > 0):
            return game, record
    raise AssertionError("no such match")


def test_a_match_that_is_given_up_is_lost_and_plays_again() -> None:
    _, record = match_of("rules", resigned=True)
    assert record.resigned == 0
    assert record.returns == [-1.0]
    assert not record.truncated
    position = replay(record)
    assert len(position.history) == record.plies > 0
    assert position.outcome is None, "by its rules the game goes on"
    again = Record.model_validate_json(record.model_dump_json())
    assert replay(again).state.tobytes() == position.state.tobytes()


@pytest.mark.parametrize("name", AGENTS)
def test_a_match_that_is_won_plays_again(name: str) -> None:
    _, record = match_of(name, resigned=False)
    assert record.resigned is None
    assert record.returns == [1.0]
    outcome = replay(record).outcome
    assert outcome is not None
    assert outcome.returns == (1.0,)


def problem_of(record: Record, **changes: object) -> str:
    with refused(HistoryError, "record_line", line=3) as caught:
        replay(record.model_copy(update=changes), line=3)
    return caught.value.params["problem"].code


def test_a_record_that_was_changed_is_refused() -> None:
    _, given_up = match_of("rules", resigned=True)
    _, won = match_of("solver", resigned=False)
    assert problem_of(given_up, resigned=None) == "record_unfinished"
    assert problem_of(given_up, resigned=1) == "record_unfinished"
    assert problem_of(won, resigned=0) == "record_unfinished"
    assert problem_of(won, history=won.history[:-1]) == "record_unfinished"
    assert problem_of(given_up, returns=[1.0]) == "record_differs"
    assert problem_of(given_up, history=given_up.history[:-1]) == "record_differs"
    assert problem_of(given_up, plies=given_up.plies + 1) == "record_differs"
    assert problem_of(won, truncated=True) == "record_differs"
    others = [[won.history[0][0], won.history[0][1] ^ 1], *won.history[1:]]
    assert problem_of(won, history=others) == "history_broken", "with other mines it does not go that way"


def test_with_certain_an_agent_is_asked_only_where_it_must_guess_and_offered_the_least_risks() -> None:
    game = boardwright.load("minesweeper")
    states = states_of("small")
    seen, masks = game.observe(states), game.legal_mask(states)
    hybrid = from_text("subset:certain=0.0", game)
    best, offered = hybrid.offers(seen, masks)
    expected, chances = from_text("probability", game).teach_batch(seen, masks)
    risks = np.where(np.isnan(chances), 2.0, chances).reshape(len(seen), -1)
    safe = risks.min(axis=1) == 0
    assert safe.any()
    assert (best == expected).all()
    assert not offered[safe].any()
    begun = (seen["cells"] < HIDDEN).any(axis=(1, 2))
    guesses = begun & ~safe
    assert guesses.any()
    assert (offered[guesses] == expected[guesses]).all()
    chosen = hybrid.act_batch(seen, masks, np.random.default_rng(0))
    assert expected[np.arange(len(seen)), chosen][begun & safe].all()
    wide = from_text("subset:certain=0.9", game).offers(seen, masks)[1]
    assert (wide[guesses].sum(axis=1) >= offered[guesses].sum(axis=1)).all()
    assert wide.sum() > offered.sum()
    turn = Turn(game, states[:1], 0, np.random.default_rng(0))
    assert hybrid.explain(turn).action == hybrid.act(turn)


@pytest.mark.parametrize("text", ["subset:certain=true", "subset:certain=-1", "subset:certain=much"])
def test_a_margin_is_a_number(text: str) -> None:
    with refused(ConfigError, "config_value", path="certain"):
        from_text(text, boardwright.load("minesweeper"))
