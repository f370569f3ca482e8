"""Declared facts decide which agent can play which game, and `make` refuses with the very same error."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import boardwright
from boardwright.agents import MODULES, NAMES, levels
from boardwright.agents.requirements import BY_AGENT, why_not
from boardwright.core import config, registry
from boardwright.core.agent import Turn
from boardwright.core.definition import OwnAgent
from boardwright.core.errors import AgentError, BoardwrightError
from boardwright.core.game import Game
from boardwright.core.position import Position
from saying import refused, told

AUTO = {"model": {"file": "auto"}}
OPPOSED = {"alphabeta", "expectimax", "mcts", "random"}
USUAL = ("easy", "normal", "hard", "expert", "master", "champion")
PLAYS = {
    "battleship": {"mcts", "random"},
    "connect_four": OPPOSED | {"descent", "model", *USUAL},
    "minesweeper": {"mcts", "model", "random", "rules", "rules-guess", "subset", "probability", "solver"},
    "quoridor": OPPOSED | {"easy", "normal", "hard", "hell", "inferno", "abyss", "oblivion"},
    "royal_ur": {"expectimax", "mcts", "random", *USUAL[:4]},
    "skirmish": {"expectimax", "mcts", "model", "random", "still", "greedy", "objective", "kite", "rush", *USUAL[:3]},
    "tic_tac_toe": OPPOSED | {"perfect", "ranking", *USUAL[:4]},
}
MODELS = {("quoridor", "small"): {"descent", "model"}}
"""Models that were made for one preset."""

PRESETS = [
    pytest.param(game, preset, marks=() if place == 0 or (game, preset) in MODELS else pytest.mark.slow)
    for game in registry.names()
    for place, preset in enumerate(registry.presets(game))
]


def every_agent(game: Game) -> tuple[str, ...]:
    return (*NAMES, *MODULES, *game.definition.agents, *levels.names(game.definition))


def refusal(name: str, game: Game, **options) -> BoardwrightError | None:
    try:
        boardwright.agent(name, game, **options)
    except BoardwrightError as error:
        return error
    return None


def same(first: BoardwrightError | None, second: BoardwrightError | None) -> bool:
    if first is None or second is None:
        return first is second
    return (type(first), first.code, first.params) == (type(second), second.code, second.params)


def undeclared(game: Game) -> Game:
    """The same game without its bound on states."""
    definition = game.definition
    plain = replace(definition, layout=lambda settings: replace(definition.layout(settings), max_states=None))
    return Game(plain, [game.config], interpreted=True)


def test_every_agent_has_its_requirements():
    assert set(BY_AGENT) == {*NAMES, *MODULES}


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_facts_are_those_that_make_refuses_by(name, preset):
    game = registry.load(name, preset)
    errors = {agent: why_not(agent, game, **AUTO.get(agent, {})) for agent in every_agent(game)}
    bridged = {"openspiel"} if game.definition.perfect_information else set()
    able = {agent for agent, error in errors.items() if error is None}
    assert able == PLAYS[name] | MODELS.get((name, preset), set()) | bridged
    for agent, error in errors.items():
        assert same(error, refusal(agent, game, **AUTO.get(agent, {}))), agent


def test_levels_and_options_are_resolved_first():
    game = registry.load("quoridor", "small")
    assert why_not("hard", game, profile="seed") is None
    for options in ({"profile": "secret"}, {"depth": 0}, {"weights": "bold"}):
        error = why_not("hard", game, **options)
        assert error is not None
        assert same(error, refusal("hard", game, **options))
    assert why_not("nobody", game).code == "unknown_agent"
    assert why_not("random", registry.load("skirmish"), deploy="front") is None


def test_a_game_without_a_declared_size_is_refused_by_agents_that_enumerate_it(toy, tmp_path):
    game = undeclared(toy("pairs"))
    (tmp_path / "table.json").write_text("{}")
    for name, options in (("perfect", {}), ("ranking", {"table": str(tmp_path / "table.json")})):
        error = why_not(name, game, **options)
        assert isinstance(error, AgentError)
        told(error.word, "agent_size_unknown", agent=name, game="pairs")
        assert same(error, refusal(name, game, **options))
    assert why_not("ranking", game, table="empty") is None


def test_the_declared_size_is_compared_with_the_option(toy):
    game = toy("pairs")
    assert why_not("perfect", game, states=game.max_states) is None
    error = why_not("perfect", game, states=game.max_states - 1)
    assert error.params == {"agent": "perfect", "game": "pairs", "max_states": 3**6, "states": 3**6 - 1}
    large = why_not("perfect", registry.load("connect_four"))
    assert large.params["max_states"] == "10^15"


def test_a_mix_of_boards_has_the_size_of_the_largest():
    games = [registry.load("quoridor", walls=walls) for walls in (3, 5)]
    assert registry.mix(*games).max_states == games[1].max_states > games[0].max_states
    assert registry.load("royal_ur").max_states is None


def test_with_any_size_positions_near_the_end_of_a_large_game_are_solved():
    game = registry.load("connect_four").as_interpreted()
    position = Position(game)
    for column in (0, 1, 0, 1, 0, 1):
        position.push(column)
    agent = boardwright.agent("perfect", game, any_size=True, states=50)
    with refused(AgentError, "position_too_large", game="connect_four", states=50):
        agent.act(Turn(game, position.state, 0, np.random.default_rng(0)))
    while len(position.history) < 38:
        position.push(_quiet(position))
    turn = Turn(game, position.state, position.to_move, np.random.default_rng(0))
    deep = boardwright.agent("alphabeta", game, depth=6).explain(turn)
    assert np.sign(max(agent.scores(position.state).values())) == np.sign(max(deep.scores.values()))


def _quiet(position: Position) -> int:
    """The first action that ends nothing."""
    states = {action: position.game.apply(position.state, action) for action in position.legal_actions}
    return next(action for action, state in states.items() if state["to_move"][0] >= 0)


def test_rollouts_by_an_agent_that_cannot_play_are_refused(toy):
    game = toy("pig")
    assert why_not("mcts", game, rollouts="random") is None
    assert why_not("mcts", game, rollouts="expectimax:depth=1") is None
    error = why_not("mcts", game, rollouts="alphabeta")
    assert error.code == "agent_needs_no_chance"
    assert same(error, refusal("mcts", game, rollouts="alphabeta"))


class Choices(config.Settings):
    """No options."""


def test_an_agent_of_the_game_declares_what_it_requires(toy, tmp_path: Path):
    def requires(game: Game, options: Choices) -> None:
        if game.config["places"] > 6:
            raise AgentError("agent_needs_two", agent="counter", game=game.name)

    make = import_module("boardwright.agents.random").make
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "counter.yaml").write_text("# Nothing to choose.\n")
    definition = toy("pairs").definition
    own = {"counter": OwnAgent(Choices, make, "pairs.does", requires)}
    with_agent = replace(definition, agents=own, files=replace(definition.files, configs=tmp_path))
    small, large = (Game(with_agent, [{"places": places}], interpreted=True) for places in (6, 7))
    assert why_not("counter", small) is None
    assert why_not("counter", large).code == "agent_needs_two"
    assert same(why_not("counter", large), refusal("counter", large))


def test_options_stand_in_the_name_or_are_keywords_but_not_both():
    game = boardwright.load("tic_tac_toe")
    assert boardwright.agent("alphabeta:depth=3", game).options == boardwright.agent("alphabeta", game, depth=3).options
    assert boardwright.agent("mcts:iterations=7", game, leaves=2).options.leaves == 2
    with refused(AgentError, "agent_option_twice", option="depth"):
        boardwright.agent("alphabeta:depth=3", game, depth=4)
