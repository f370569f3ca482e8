"""Reasons in words: each occurs, and each is true."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import boardwright
from boardwright.core.agent import RESIGN, Explanation, Turn
from boardwright.core.batch import Batch
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word, say
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.explanation import survey_of
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE
from saying import told

from .endgames import table_of, wins
from .positions import Position, deduced, fitting, neighbours


def game_of() -> Game:
    return boardwright.load("minesweeper", "small")


@cache
def states() -> Array:
    """Many positions of games under way on the small board."""
    game, rng = game_of(), np.random.default_rng(0)
    batch = Batch(game, 40, seed=12)
    agent = boardwright.agent("subset", game)
    collected = []
    for _ in range(25):
        batch.step(agent.act_batch(batch.observations, batch.mask, rng))
        collected.append(batch.states[batch.states["laid"] != 0].copy())
    return np.concatenate(collected)


def position_of(state: Array) -> Position:
    """The observed board; with all layouts, if few enough cells are hidden to enumerate them."""
    shown = state["shown"][0]
    few = (shown >= HIDDEN).sum() <= 15
    fits = fitting(neighbours(8, 8), shown, 10) if few else np.zeros(0, np.int64)
    return Position(8, 8, shown, 10, fits)


def cell_of(word: Word) -> int:
    return int(word.params["row"]) * 8 + int(word.params["col"])


def proves(position: Position, cell: int, number: int, verdict: int) -> bool:
    """Whether a number decides a cell by what follows without ever deciding that cell."""
    if number not in position.near[cell] or position.shown[number] >= HIDDEN:
        return False
    known = deduced(position, pairs=False, blind=cell)
    around = [int(other) for other in position.near[number] if other >= 0 and position.shown[other] >= HIDDEN]
    mines = sum(known.get(other) == MINE for other in around)
    safe = sum(known.get(other) == SAFE for other in around)
    return bool(position.shown[number] == (mines if verdict == SAFE else len(around) - safe))


def test_why_a_cell_is_safe_or_a_mine() -> None:
    game = game_of()
    reached: dict[str, int] = {}
    for row in range(0, len(states()), 13):
        state = states()[row : row + 1]
        position, survey = position_of(state), survey_of(game, game.observe(state))
        alone, paired = deduced(position, pairs=False), deduced(position, pairs=True)
        for cell in position.hidden:
            word = survey.reason(cell)
            reached[word.code] = reached.get(word.code, 0) + 1
            assert cell_of(word) == cell
            verdict = int(survey.known[cell])
            kind = word.code.removeprefix("minesweeper.why_")
            if kind in {"safe_number", "mine_number"}:
                assert alone[cell] == verdict
                number = int(word.params["by_row"]) * 8 + int(word.params["by_col"])
                assert proves(position, cell, number, verdict)
            elif kind in {"safe_pair", "mine_pair"}:
                assert cell not in alone
                assert paired[cell] == verdict
            elif kind in {"safe_count", "mine_count"}:
                assert cell not in paired
                if len(position.fits):
                    assert position.certain[cell] == verdict
            else:
                assert verdict == 0
                assert kind == ("fifty" if abs(survey.chances[cell] - 0.5) < 1e-9 else "risk")
                if len(position.fits):
                    share = position.counts[cell] / len(position.fits)
                    assert word.params["percent"] == f"{100 * share:.1f}"
            if verdict:
                assert kind.startswith("safe" if verdict == SAFE else "mine")
                assert state["mine"][0, cell] == (verdict == MINE)
    kinds = ("safe_number", "mine_number", "safe_pair", "mine_pair", "safe_count", "mine_count", "risk", "fifty")
    assert sorted(reached) == sorted(f"minesweeper.why_{kind}" for kind in kinds)


def test_a_number_is_no_proof_of_what_it_follows_from() -> None:
    """The first number beside a cell may be done only because that cell is safe; another one is named then."""
    game = game_of()
    passed_over = 0
    for row in range(0, len(states()), 13):
        state = states()[row : row + 1]
        position, survey = position_of(state), survey_of(game, game.observe(state))
        alone = deduced(position, pairs=False)
        for cell in (cell for cell, verdict in alone.items() if verdict == SAFE):
            number = int(survey.reason(cell).params["by_row"]) * 8 + int(survey.reason(cell).params["by_col"])
            assert proves(position, cell, number, SAFE)
            for other in position.near[cell]:
                if other >= 0 and position.shown[other] < HIDDEN:
                    mines = sum(alone.get(int(item)) == MINE for item in position.near[other])
                    done = mines == position.shown[other]
                    passed_over += done and not proves(position, cell, int(other), SAFE)
    assert passed_over > 0


def explained(name: str, state: Array, **options: object) -> Explanation:
    game = game_of()
    agent = boardwright.agent(name, game, **options)
    turn = Turn(game, state, 0, np.random.default_rng(0))
    explanation = agent.explain(turn)
    assert explanation.action == agent.act(turn)
    return explanation


@pytest.mark.parametrize("name", ["rules", "rules-guess", "subset", "probability", "solver"])
def test_an_agent_says_why_it_opens_a_cell(name: str) -> None:
    reached = set()
    for row in range(0, len(states()), 11):
        state = states()[row : row + 1]
        explanation = explained(name, state)
        position = position_of(state)
        kind = explanation.reason.code.removeprefix("minesweeper.why_")
        reached.add(kind)
        assert set(explanation.scores) == set(position.hidden)
        assert all(0 <= score <= 1 for score in explanation.scores.values())
        if explanation.action == RESIGN:
            assert kind == "resign"
            assert SAFE not in deduced(position, pairs=False).values()
            continue
        assert cell_of(explanation.reason) == explanation.action
        if kind in {"risk", "fifty", "ahead"}:
            assert 0 < explanation.scores[explanation.action] < 1
            assert explanation.reason.params["percent"] == f"{100 * (1 - explanation.scores[explanation.action]):.1f}"
            if name in {"probability", "solver"}:
                assert max(explanation.scores.values()) < 1, "nothing is certain"
        if name == "probability" and kind in {"risk", "fifty"}:
            assert explanation.scores[explanation.action] == pytest.approx(max(explanation.scores.values()))
        if kind == "endgame" and len(position.fits):
            undecided = [cell for cell in position.hidden if cell not in position.certain]
            best = wins(table_of(position, undecided)) if len(position.fits) <= 60 else None
            assert explanation.reason.params["layouts"] == len(position.fits)
            if best:
                assert (
                    explanation.reason.params["won"] == max(best.values()) == best[undecided.index(explanation.action)]
                )
    certain = {"safe_number"} | ({"resign"} if name == "rules" else set())
    assert certain <= reached
    assert ("resign" in reached) == (name == "rules")
    if name == "solver":
        assert {"ahead", "endgame", "safe_pair", "safe_count"} <= reached
    if name == "probability":
        assert {"risk", "safe_pair", "safe_count"} <= reached


def test_the_first_cell_and_its_reason() -> None:
    explanation = explained("solver", game_of().new(), first=[1, 2])
    assert explanation.reason == Word("minesweeper.why_first", {"row": 1, "col": 2})
    assert explanation.certain
    assert set(explanation.scores.values()) == {1.0}


def test_every_reason_can_be_said_with_the_cells_that_it_is_about() -> None:
    game = game_of()
    words = {}
    for row in range(0, len(states()), 7):
        state = states()[row : row + 1]
        survey = survey_of(game, game.observe(state))
        words |= {word.code: word for word in map(survey.reason, np.flatnonzero(survey.shown >= HIDDEN).tolist())}
        for name in ("rules", "solver"):
            reason = explained(name, state).reason
            words[reason.code] = reason
    assert len(words) == 11
    for code, word in words.items():
        told(word, code)
        assert ({"row", "col"} <= word.params.keys()) == (code != "minesweeper.why_resign")
        numbers = [word.params[name] for name in ("row", "col", "by_row", "by_col") if name in word.params]
        assert all(str(number) in say(word) for number in numbers)
