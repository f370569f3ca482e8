"""Matches in a batch equal single matches, field by field; agents that may play in batches, and errors."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

import boardwright
from boardwright.agents.spec import Named, named
from boardwright.arena.batch_play import play_many, side_by_side
from boardwright.arena.evaluation import evaluate
from boardwright.arena.match import play
from boardwright.arena.match_records import Record, replay
from boardwright.arena.ratings import Sprt
from boardwright.arena.tournament import tournament
from boardwright.core.agent import RESIGN, Explanation, RowsAgent, Turn, is_steady
from boardwright.core.errors import AgentError, BatchError, DeploymentDeadlockError
from boardwright.core.game import Game
from boardwright.games.skirmish.agents import BatchDeployer, Bot, RowsDeployer, deploy
from saying import refused
from toys.deploy import DEFINITION as DEPLOY

PAIRS = [("greedy", "kite"), ("greedy:deploy=safe", "objective")]


@pytest.fixture(scope="module")
def skirmish() -> Game:
    return boardwright.load("skirmish", "small")


class Alone:
    """An agent without its batch methods."""

    def __init__(self, agent):
        self.act, self.explain = agent.act, agent.explain


class Lowest:
    """The lowest legal action of every row."""

    draws_nothing = True

    def act(self, turn: Turn) -> int:
        return int(self.act_batch(turn.observation, turn.mask[None], turn.rng)[0])

    def act_batch(self, observations, masks, rng):
        return np.argmax(masks, axis=1)

    def explain(self, turn: Turn) -> Explanation:
        return Explanation(self.act(turn))


def alone(player, game: Game) -> Named:
    one = named(player, game)
    return Named(one.text, Alone(one.agent))


def seats(game: Game, *players) -> list[Named]:
    return [named(player, game) for player in players]


def differing(game: Game, seated: list[Named], numbers, *, rows: int = 5, seed: int = 3) -> list[int]:
    """The places whose records differ from those of single matches."""
    many = list(play_many(game, seated, seed=seed, numbers=numbers, rows=rows))
    single = [play(game, seated, seed=seed, number=number) for number in numbers]
    assert len(many) == len(single)
    return [place for place, (one, other) in enumerate(zip(many, single)) if one != other]


@pytest.mark.parametrize("pair", PAIRS)
def test_records_are_those_of_one_match_after_the_other(skirmish, pair):
    seated = seats(skirmish, *pair)
    assert side_by_side(skirmish, seated)
    assert differing(skirmish, seated, range(7)) == []
    assert differing(skirmish, seated[::-1], [7, 2, 2, 0]) == []
    for record in play_many(skirmish, seated, seed=1, numbers=range(3), rows=2):
        replay(record)


class WrongRow(RowsDeployer):
    """Answers for its neighbour's row, where that is legal in its own."""

    def act_rows(self, states, draws):
        own = super().act_rows(states, draws)
        other = np.roll(own, 1)
        return np.where(self._game.why_not(states, other) == 0, other, own)


class WrongDraw(RowsDeployer):
    """Takes a draw in rows where `act` takes none."""

    def takes_draw(self, states):
        return np.ones(len(states), bool)


@pytest.mark.parametrize("fault", [WrongRow, WrongDraw])
def test_who_answers_for_the_wrong_row_is_found(skirmish, fault):
    seated = seats(skirmish, fault(skirmish, "objective", Bot(skirmish, "greedy")), "kite")
    assert side_by_side(skirmish, seated)
    assert differing(skirmish, seated, range(12))


@pytest.mark.parametrize("pair", PAIRS)
def test_an_evaluation_is_the_same(skirmish, pair):
    records, expected_records = [], []
    evaluation = evaluate(skirmish, *pair, 12, 5, keep=records.append)
    expected = evaluate(skirmish, *(alone(player, skirmish) for player in pair), 12, 5, keep=expected_records.append)
    assert evaluation.to_dict() == expected.to_dict()
    assert records == expected_records


@pytest.mark.parametrize("sprt", [None, Sprt(elo0=-50.0, elo1=50.0, alpha=0.05, beta=0.05, floor=0.5)])
def test_a_tournament_is_the_same_and_stops_where_it_did(skirmish, sprt):
    entered, most = (["greedy", "kite", "still"], 24) if sprt else (["greedy", "still", "random:deploy=sorted"], 6)
    records, expected_records = [], []
    result = tournament(skirmish, entered, most, 2, sprt=sprt, keep=records.append)
    others = [alone(player, skirmish) for player in entered]
    assert result.to_dict() == tournament(skirmish, others, most, 2, sprt=sprt, keep=expected_records.append).to_dict()
    assert records == expected_records
    games = [pairing.tally.games for pairing in result.pairings]
    assert min(games) < most if sprt else set(games) == {most}


def test_ctrl_c_keeps_what_was_told(skirmish):
    def stop_after(count):
        left = iter(range(count, 0, -1))

        def keep(record):
            if next(left) == 1:
                raise KeyboardInterrupt

        return keep

    assert evaluate(skirmish, "greedy", "kite", 40, 0, keep=stop_after(7)).total.games == 7
    stopped = tournament(skirmish, ["greedy", "kite", "still"], 10, 0, keep=stop_after(13))
    assert [pairing.tally.games for pairing in stopped.pairings] == [5, 4, 4]


# -- agents that may play in batches


def test_only_those_who_say_so_are_asked_for_many(skirmish, toy):
    for text in ("random", "random:deploy=safe", "greedy:deploy=safe"):
        assert not is_steady(named(text, skirmish).agent)
    assert side_by_side(skirmish, seats(skirmish, "greedy", "random"))
    assert not side_by_side(skirmish, seats(skirmish, "random:deploy=safe", "greedy"))
    assert not side_by_side(skirmish, seats(skirmish, "greedy", "mcts:deploy=safe"))
    wrapped = deploy(skirmish, "safe", Lowest())
    assert isinstance(wrapped, BatchDeployer)
    assert side_by_side(skirmish, seats(skirmish, wrapped, "greedy"))
    assert not isinstance(wrapped, RowsAgent)
    # Rows of whole states are for games of perfect information.
    assert not side_by_side(toy("peek"), [named("greedy", skirmish)])
    assert side_by_side(toy("peek"), [Named("lowest", Lowest())])


def test_agents_that_draw_nothing_are_asked_by_observations(skirmish):
    for agent in (Lowest(), deploy(skirmish, "safe", Lowest())):
        assert differing(skirmish, seats(skirmish, agent, "greedy"), range(6)) == []
    game = boardwright.load("tic_tac_toe")
    assert differing(game, seats(game, Lowest(), Lowest()), range(3)) == []


def test_who_cannot_is_played_one_by_one(skirmish):
    assert differing(skirmish, seats(skirmish, "random:deploy=safe", "greedy"), range(2)) == []


@pytest.mark.parametrize("name", ["hide", "pig", "kuhn"])
def test_random_play_in_a_batch_is_that_of_single_matches(toy, name, monkeypatch):
    game = toy(name).as_interpreted()
    for seated in (seats(game, "random", Lowest()), seats(game, Lowest(), "random"), seats(game, "random", "random")):
        assert side_by_side(game, seated)
        assert differing(game, seated, range(7)) == []
    # A fault: hidden information is not redrawn, and the draws that follow are others.
    monkeypatch.setattr("boardwright.arena.batch_play.dice.raw_bits", lambda rng: 0)
    alone = [play(game, seated, seed=3, number=number) for number in range(12)]
    monkeypatch.undo()
    told = list(play_many(game, seated, seed=3, numbers=range(12), rows=5))
    assert (told == alone) == game.definition.perfect_information


def test_who_draws_after_all_is_found_out():
    class Secretly(Lowest):
        def act_batch(self, observations, masks, rng):
            rng.random()
            return super().act_batch(observations, masks, rng)

    game = boardwright.load("tic_tac_toe")
    with refused(AgentError, "agent_draws", agent="Secretly"):
        list(play_many(game, seats(game, Secretly(), Lowest()), seed=0, numbers=range(2), rows=2))


def test_a_model_answers_in_company_as_it_does_alone(skirmish):
    if find_spec("onnxruntime") is None:  # importing it here would leave its telemetry on
        pytest.skip("needs onnxruntime")
    texts = ["model:small", "model:small,deploy=safe"]
    assert side_by_side(skirmish, seats(skirmish, *texts))
    assert differing(skirmish, seats(skirmish, *texts), range(4)) == []
    assert differing(skirmish, seats(skirmish, "greedy", texts[1]), range(8)) == []


# -- errors


class Sometimes(RowsDeployer):
    """Gives another answer after the deployment, where the hit points of both armies are divisible by seven."""

    answer = RESIGN

    def act(self, turn: Turn) -> int:
        return self.answer if self.stops(turn.position)[0] else super().act(turn)

    def act_rows(self, states, draws):
        return np.where(self.stops(states), self.answer, super().act_rows(states, draws))

    def stops(self, states):
        return (states["ply"] > 8) & (states["hp"].sum(axis=1) % 7 == 0)


def test_whoever_resigns_has_lost(skirmish):
    seated = seats(skirmish, Sometimes(skirmish, "objective", Bot(skirmish, "greedy")), "kite")
    assert differing(skirmish, seated, range(12)) == []
    given_up = [record.resigned for record in play_many(skirmish, seated, seed=3, numbers=range(12), rows=5)]
    assert set(given_up) == {0, None}


@pytest.mark.parametrize("answer", [-1, 10**6, 0])
def test_an_illegal_answer_is_told_where_its_match_would_have_been(skirmish, answer):
    agent = Sometimes(skirmish, "objective", Bot(skirmish, "greedy"))
    agent.answer = answer
    seated = seats(skirmish, agent, "kite")
    ends = []
    for matches in (
        play_many(skirmish, seated, seed=3, numbers=range(12), rows=5),
        (play(skirmish, seated, seed=3, number=number) for number in range(12)),
    ):
        records: list[Record] = []
        with refused(AgentError, "agent_illegal", agent="Sometimes", action=str(answer)) as caught:
            records.extend(matches)
        ends.append((records, caught.value.params))
    assert ends[0][0], "a match went well before"
    assert ends[0] == ends[1]


def test_a_dead_end_is_raised():
    game = Game(DEPLOY, [{"cells": 4, "units": 2, "blocked": 1}], interpreted=True)
    with pytest.raises(DeploymentDeadlockError) as alone:
        play(game, [Lowest(), Lowest()], seed=0, number=0)
    with pytest.raises(DeploymentDeadlockError) as among:
        list(play_many(game, seats(game, Lowest(), Lowest()), seed=0, numbers=range(2), rows=2))
    assert (among.value.code, among.value.params) == (alone.value.code, alone.value.params)


def test_seats_and_seeds_are_checked_as_in_a_match(skirmish):
    with refused(AgentError, "match_seats", players=2, found=1):
        list(play_many(skirmish, seats(skirmish, "greedy"), seed=0, numbers=range(1), rows=1))
    with refused(BatchError, "seed", found=-1):
        list(play_many(skirmish, seats(skirmish, "greedy", "kite"), seed=-1, numbers=range(1), rows=1))
