"""The review of a finished game: luck, guesses that were not needed, and what mistakes cost."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.games.minesweeper.explanation import survey_of
from boardwright.games.minesweeper.review import guesses, review
from boardwright.games.minesweeper.solver.deduction import SAFE
from saying import told


def played(position: Position) -> list[tuple[np.ndarray, int]]:
    return [(state, move.action) for state, move in zip(position.states, position.history)]


def finished(game: Game, seed: int, careful: bool) -> Position:
    """A game in which every cell is safe by proof where one is, or is opened at random."""
    position, rng = Position(game, seed=seed), np.random.default_rng(seed)
    while position.to_move is not None:
        survey = survey_of(game, game.observe(position.state))
        hidden = np.flatnonzero(game.legal_mask(position.state)[0][: survey.shown.size])
        sure = [cell for cell in hidden if survey.known[cell] == SAFE]
        if careful and not sure:
            sure = [hidden[np.argmin(survey.chances[hidden])]]
        position.push(int(sure[0] if careful else rng.choice(hidden)))
    return position


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.load("minesweeper", "small")


def test_a_careful_game_has_no_needless_guess_and_no_mistake(game: Game) -> None:
    for seed in range(4):
        position = finished(game, seed, careful=True)
        words = review(game, played(position), position.state)
        codes = [word.code for word in words]
        assert "minesweeper.review_mistake" not in codes
        made = list(guesses(game, played(position)))
        assert codes[0] == ("minesweeper.review_guesses" if made else "minesweeper.review_sure")
        assert all(guess.lowest > 0 for guess in made)


def test_a_careless_game_is_told_its_mistakes_and_its_risk(game: Game) -> None:
    position = finished(game, 2, careful=False)
    words = review(game, played(position), position.state)
    codes = [word.code for word in words]
    assert codes[0] == "minesweeper.review_guesses"
    assert words[0].params["needless"] > 0
    assert "minesweeper.review_lost" in codes
    mistakes = [word for word in words if word.code == "minesweeper.review_mistake"]
    costs = [float(word.params["percent"]) - float(word.params["lowest"]) for word in mistakes]
    assert costs == sorted(costs, reverse=True)
    assert costs
    for word in words:
        told(word, word.code)


def test_luck_is_the_product_of_the_chances(game: Game) -> None:
    for seed in range(30):
        position = finished(game, seed, careful=False)
        made = list(guesses(game, played(position)))
        words = {word.code: word.params for word in review(game, played(position), position.state)}
        if "minesweeper.review_luck" in words:
            survived = np.prod([1 - guess.risk for guess in made[:-1]])
            assert float(words["minesweeper.review_luck"]["percent"]) == pytest.approx(100 * survived, rel=0.01)
            return
    raise AssertionError("no careless game survived a guess")
