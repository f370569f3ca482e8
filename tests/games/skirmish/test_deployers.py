"""Deployment styles: `sorted`, `front`, `objective` and `safe` around any agent, by seat, through deploy_unit."""

from __future__ import annotations

import json

import numpy as np
import pytest

import boardwright
from boardwright.agents.spec import from_text
from boardwright.arena.match import play as play_match
from boardwright.core.agent import Explanation, Turn
from boardwright.core.errors import ConfigError, DeploymentDeadlockError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.envs.vector import Vector
from boardwright.games.skirmish.actions import Hold, PassDeployment
from boardwright.games.skirmish.agents import STYLES, BatchDeployer, Deployer, deploy
from boardwright.games.skirmish.enums import NOWHERE
from saying import told

from .scenarios import MODES, compiled, config, deploying, load, only, overlapping, swapped, tables


def deployed(game: Game, style: str) -> Array:
    """Both sides deployed by a style."""
    agent = from_text(f"random:deploy={style}", game)
    state = game.new()
    while deploying(state):
        player = int(state["to_move"][0])
        action = agent.act(Turn(game, state, player, np.random.default_rng(0)))
        assert action < game.actions.encode(PassDeployment()), "always deploy_unit"
        game.step(state, [action])
    return state


def cells(game: Game, state: Array, player: int) -> list[int]:
    row = state["cell"][0].reshape(2, -1)[player].tolist()
    return row[: len(tables(game).units[player])]


def test_sorted_puts_the_lowest_id_on_the_lowest_free_hex_in_the_players_frame(game: Game) -> None:
    state = deployed(game, "sorted")
    made = tables(game)
    for player in range(2):
        lowest = list(made.pools[player][: len(made.units[player])])
        assert cells(game, state, player) == lowest
        seen = [made.grid.places[made.turned[player][cell]] for cell in lowest]
        assert seen == sorted(made.grid.places[made.turned[player][cell]] for cell in made.pools[player])[: len(seen)]


def test_front_is_as_near_to_the_enemy_as_can_be_and_safe_is_seen_less(game: Game) -> None:
    made, apart, sight = tables(game), game.params["apart"][0], game.params["sight"][0]
    gaps, seen = {}, {}
    for style in STYLES:
        own, pool = cells(game, deployed(game, style), 0), list(made.pools[1])
        gaps[style] = apart[own][:, pool].min(axis=1).mean()
        seen[style] = (sight[own][:, pool] != 0).sum(axis=1).mean()
    assert gaps["front"] == min(gaps.values()) == apart[list(made.pools[0])][:, list(made.pools[1])].min()
    assert seen["safe"] == min(seen.values())
    assert gaps["safe"] > gaps["front"]


def test_objective_shares_units_out_and_brings_each_near_to_its_own(game: Game) -> None:
    made, apart = tables(game), game.params["apart"][0]
    own = cells(game, deployed(game, "objective"), 0)
    flowers = [np.flatnonzero(made.objectives == number + 1) for number in range(int(made.objectives.max()))]
    nearest = [int(np.argmin([apart[cell][flower].min() for flower in flowers])) for cell in own]
    assert len(set(nearest)) > 1
    best = min(int(apart[list(made.pools[0])][:, flower].min()) for flower in flowers)
    assert min(int(apart[own][:, flower].min()) for flower in flowers) == best


def test_without_objectives_the_front_is_what_is_left() -> None:
    data = config("small", "sequential", lambda data: data["scenario"].update(objectives=[]))
    game = Game(load("small").definition, [data], interpreted=True)  # of another shape: not worth compiling
    assert cells(game, deployed(game, "objective"), 0) == cells(game, deployed(game, "front"), 0)


@pytest.mark.parametrize("style", STYLES)
def test_both_seats_deploy_alike_in_their_own_frame(style: str, board: str) -> None:
    game, other = load(board), load(board, "sequential", swapped)
    made = tables(game)
    south = cells(game, deployed(game, style), 0)
    north = cells(other, deployed(other, style), 1)
    assert [int(made.turned[1][cell]) for cell in north] == south


@pytest.mark.parametrize("mode", MODES)
def test_styles_are_given_by_seat_in_a_match(mode: str) -> None:
    game = compiled("small", mode)
    record = play_match(game, ["random:deploy=sorted", "random:deploy=front"], seed=1, number=0)
    state = game.new()
    for action, _ in record.history[: len(tables(game).roster)]:
        game.step(state, [action])
    assert cells(game, state, 0) == cells(game, deployed(game, "sorted"), 0)
    assert cells(game, state, 1) == cells(game, deployed(game, "front"), 1)
    assert record.agents == ["random:deploy=sorted", "random:deploy=front"]


class Alone:
    """An agent that decides for one game at a time."""

    def act(self, turn: Turn) -> int:
        return int(np.flatnonzero(turn.mask)[-1])

    def explain(self, turn: Turn) -> Explanation:
        return Explanation(self.act(turn))


def test_any_agent_can_be_wrapped_and_plays_the_battle_itself() -> None:
    game = load("small")
    for agent in (from_text("random", game), Alone()):
        wrapped = deploy(game, "safe", agent)
        assert isinstance(wrapped, Deployer)
        assert hasattr(wrapped, "act_batch") == hasattr(agent, "act_batch")
    state = deployed(game, "safe")
    turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))
    assert wrapped.act(turn) == wrapped.explain(turn).action == game.actions.encode(Hold())
    assert isinstance(boardwright.agent("random", game, deploy="safe"), Deployer)


def test_deploy_agent_leaves_the_agent_as_it_is() -> None:
    game = load("small")
    assert type(from_text("random:deploy=agent", game)) is type(from_text("random", game))


def test_an_unknown_style_is_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError) as caught:
        from_text("random:deploy=chaos", load("small"))
    assert caught.value.path == "deploy"
    assert caught.value.params["expected"] == "agent, sorted, front, objective, safe"


def test_other_games_know_no_such_option() -> None:
    with pytest.raises(ConfigError) as caught:
        from_text("random:deploy=front", boardwright.load("tic_tac_toe"))
    assert caught.value.path == "deploy"


@pytest.mark.parametrize("style", STYLES)
def test_many_rows_at_once_are_decided_as_one_by_one(style: str) -> None:
    game = load("small", "alternated")
    agent = from_text(f"random:deploy={style}", game)
    assert isinstance(agent, BatchDeployer)
    rows = np.concatenate([game.new(), game.new()])
    game.step(rows, [5, 60])
    together = agent.act_batch(game.observe(rows), game.legal_mask(rows), np.random.default_rng(0))
    alone = [agent.act(Turn(game, rows[i : i + 1], 1, np.random.default_rng(0))) for i in range(2)]
    assert together.tolist() == alone


def test_an_opponent_in_training_deploys_by_its_style() -> None:
    game = load("small", "alternated")
    env = Vector(game, 3, seed=1, opponent="random:deploy=sorted", seat=0)
    env.step(np.argmax(env.mask, axis=1))
    lowest = tables(game).pools[1][0]
    assert (env.states["cell"][:, 3] == lowest).all()


def test_the_style_is_its_own_reason() -> None:
    game = load("small")
    agent = from_text("random:deploy=sorted", game)
    explanation = agent.explain(Turn(game, game.new(), 0, np.random.default_rng(0)))
    assert explanation.action == 0
    style = Word("skirmish.option.deploy.sorted")
    told(explanation.reason, "skirmish.reason_deploys", style=style, unit="Captain C1", col=0, row=8)


def test_a_unit_that_is_filtered_keeps_to_its_hexes() -> None:
    game = load("small", "sequential", only("1-01", (6, 9)))
    made = tables(game)
    assert cells(game, deployed(game, "sorted"), 0)[0] == made.grid.at(6, 9)


def test_no_style_places_a_unit_at_a_dead_end() -> None:
    """The only action is the pass, which the agent behind takes: the error is raised and nothing hides it."""
    game = overlapping()
    agent = from_text("random:deploy=front", game)
    state = game.new()
    for _ in range(5):
        game.step(state, [agent.act(Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0)))])
    turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))
    assert agent.act(turn) == agent.explain(turn).action == game.actions.encode(PassDeployment())
    rows = np.repeat(state, 2)
    chosen = agent.act_batch(game.observe(rows), game.legal_mask(rows), turn.rng)  # type: ignore[attr-defined]
    assert chosen.tolist() == [game.actions.encode(PassDeployment())] * 2
    with pytest.raises(DeploymentDeadlockError):
        game.apply(state, agent.act(turn))
    assert (state["cell"][0] == NOWHERE).sum() == 1


def test_the_command_that_lists_agents_names_the_option() -> None:
    from typer.testing import CliRunner

    from boardwright.cli import app

    completed = CliRunner().invoke(app, ["agents", "skirmish", "--json"])
    assert all(agent["options_of_the_game"] == ["deploy"] for agent in json.loads(completed.stdout)["agents"])
    assert "deploy=..." in CliRunner().invoke(app, ["agents", "skirmish"]).stdout
    assert "deploy" not in CliRunner().invoke(app, ["agents", "tic_tac_toe"]).stdout
