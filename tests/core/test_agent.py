"""Turn and Explanation: an agent's turn is a copy, and every reason has a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from boardwright import Position, agent
from boardwright.core.agent import RESIGN, Agent, Explanation, Plain, Turn, ask, require_legal
from boardwright.core.errors import AgentError, HiddenInformation
from boardwright.core.game import Game
from boardwright.core.words import Word
from saying import told

from .burrow import rules


def turn(game: Game, *actions: int) -> Turn:
    position = Position(game)
    for action in actions:
        position.push(action)
    assert position.to_move is not None
    return Turn(game, position.state, position.to_move, np.random.default_rng(0))


def test_a_turn_hands_out_a_copy(game: Game) -> None:
    position = Position(game)
    given = Turn(game, position.state, 0, np.random.default_rng(0))
    given.position["cells"] = 1
    given.observation["planes"] = 1
    given.mask[:] = False
    assert position.state.tobytes() == game.new().tobytes()


def test_a_turn_says_what_is_legal_and_what_is_seen(game: Game) -> None:
    given = turn(game, 4)
    assert given.player == 1
    assert given.legal_actions == [0, 1, 2, 3, 5, 6, 7, 8]
    assert given.observation["planes"][0, 1].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert given.view.player == 1
    assert given.view is given.view


def test_a_turn_imagines_everything_that_may_be_hidden(toy: Callable[[str], Game]) -> None:
    game = toy("kuhn")
    position = Position(game, seed=3)
    position.push(0)
    generators = [np.random.default_rng(seed) for seed in range(20)]
    cards = {int(Turn(game, position.state, 0, rng).imagined["card"][0, 1]) for rng in generators}
    assert cards == {1, 2, 3} - {int(position.state["card"][0, 0])}


def test_where_something_is_hidden_a_turn_imagines_it(burrow: Game) -> None:
    position = Position(burrow, seed=3)
    for action in (rules.HIDE, rules.HIDE):
        position.push(action)
    imagined = {
        int(Turn(burrow, position.state, 0, np.random.default_rng(seed)).imagined["secret"][0, 1]) for seed in range(30)
    }
    assert len(imagined) > 1
    given = Turn(burrow, position.state, 0, np.random.default_rng(1))
    assert given.imagined["secret"][0, 0] == position.state["secret"][0, 0]
    with pytest.raises(HiddenInformation):
        _ = given.position
    assert given.view.panels[0].rows == ((str(position.state["secret"][0, 0]),),)


def test_an_explanation_needs_only_an_action() -> None:
    alone = Explanation(3)
    assert (alone.action, alone.scores, alone.line, alone.reason) == (3, {}, (), Word("reason_none"))


def test_an_agent_that_gives_no_reason_explains_its_choice_alone(game: Game) -> None:
    class First(Plain):
        def act(self, turn: Turn) -> int:
            return turn.legal_actions[0]

    assert isinstance(First(), Agent)
    assert First().explain(turn(game, 0)) == Explanation(1)
    with pytest.raises(NotImplementedError):
        Plain().act(turn(game))


REASONS: list[tuple[str, Callable[[Game], Explanation], dict[str, Any]]] = [
    ("reason_none", lambda game: Explanation(0), {}),
    ("reason_random", lambda game: agent("random", game).explain(turn(game)), {}),
    ("reason_wins", lambda game: agent("perfect", game).explain(turn(game, 0, 3, 1, 4)), {"plies": 1}),
    ("reason_loses", lambda game: agent("perfect", game).explain(turn(game, 0, 1, 4, 8, 3)), {"plies": 2}),
    ("reason_holds", lambda game: agent("perfect", game).explain(turn(game)), {"plies": 9}),
    (
        "reason_search",
        lambda game: agent("alphabeta", game, depth=2).explain(turn(game)),
        {"depth": 2, "score": 0.0},
    ),
]


@pytest.mark.parametrize(("code", "explain", "params"), REASONS, ids=[reason[0] for reason in REASONS])
def test_every_reason_is_given(
    code: str, explain: Callable[[Game], Explanation], params: dict[str, Any], game: Game
) -> None:
    told(explain(game).reason, code, **params)


def test_random_plays_every_legal_action_and_no_other(game: Game) -> None:
    given = turn(game, 4)
    chooser = agent("random", game)
    assert {chooser.act(given) for _ in range(200)} == set(given.legal_actions)
    masks = np.array([[True, False, True], [False, False, True]])
    rng = np.random.default_rng(0)
    chosen = np.array([chooser.act_batch(None, masks, rng) for _ in range(50)])
    assert set(chosen[:, 0]) == {0, 2}
    assert set(chosen[:, 1]) == {2}


def test_a_game_may_give_any_agent_an_option_of_its_own(game: Game) -> None:
    import dataclasses

    from boardwright.agents.spec import from_text

    class Wrapped(Plain):
        def __init__(self, game: Game, value: Any, agent: Any) -> None:
            self.made_of = value, type(agent).__name__

    own = Game(dataclasses.replace(game.definition, wrappers={"style": Wrapped}), [game.config])
    assert from_text("random:style=bold", own).made_of == ("bold", "RandomAgent")
    assert from_text("alphabeta:depth=2,style=3", own).made_of == (3, "AlphaBeta")
    assert type(from_text("random", own)).__name__ == "RandomAgent"


class Counted:
    """A Chance that records its calls."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def draws(self, agent: Any, states: Any) -> Any:
        self.calls.append("draws")
        return np.arange(len(states))

    def alone(self, row: int) -> np.random.Generator:
        self.calls.append(f"alone {row}")
        return np.random.default_rng(row)

    def together(self) -> np.random.Generator:
        self.calls.append("together")
        return np.random.default_rng(0)


class Last(Plain):
    def act(self, turn: Turn) -> int:
        return turn.legal_actions[-1]


class LastOfMany(Last):
    def act_batch(self, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
        return masks.shape[1] - 1 - np.argmax(masks[:, ::-1], axis=1)


class LastOfRows(LastOfMany):
    game: Game

    def act_rows(self, states: Any, draws: Any) -> Any:
        return self.act_batch(None, self.game.legal_mask(states), np.random.default_rng(0))


def test_an_agent_is_asked_for_rows_in_the_best_way_it_has(game: Game, burrow: Game) -> None:
    ways = {Last: ["alone 0", "alone 1"], LastOfMany: ["together"], LastOfRows: ["draws"]}
    states = game.new(2)
    game.step(states, [8, 0])
    for kind, way in ways.items():
        chance, one = Counted(), kind()
        one.game = game  # type: ignore[attr-defined]
        assert ask(one, "last", game, states, chance).tolist() == [7, 8]
        assert chance.calls == way
    # Whole states are for games of perfect information.
    chance = Counted()
    ask(LastOfRows(), "last", burrow, burrow.new(2), chance)
    assert chance.calls == ["together"]


def test_answers_are_legal_or_resign(game: Game) -> None:
    states = game.new(2)
    game.step(states, [8, 0])
    masks = game.legal_mask(states)
    require_legal(np.array([RESIGN, 8]), "last", states, masks)
    for answer in (8, 9, -1):
        with pytest.raises(AgentError) as refused:
            require_legal(np.array([answer, 8]), "last", states, masks)
        assert refused.value.code == "agent_illegal"
