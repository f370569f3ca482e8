"""The league: promoted checkpoints sample their actions in the pool of opponents, and are judged without chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import torch

from boardwright import agent, load
from boardwright.agents.spec import Named
from boardwright.arena.ratings import Sprt
from boardwright.envs import opponents
from boardwright.learning import checkpoints, league, networks
from boardwright.learning.league import League, Options
from boardwright.learning.torch_player import NetworkAgent, SamplingAgent

SURE = Sprt(elo0=0.0, elo1=50.0, alpha=0.05, beta=0.05, floor=0.5)
EASY = Sprt(elo0=-800.0, elo1=-400.0, alpha=0.4, beta=0.4, floor=0.5)
ROWS = 64


def network() -> networks.Network:
    torch.manual_seed(0)
    return networks.build(networks.Options(kind="auto", hidden=8, blocks=1), load("tic_tac_toe"))


def actions(player: Named, seed: int = 1, ply: int = 0) -> np.ndarray:
    """The actions of an opponent in the first positions of many games."""
    game = load("tic_tac_toe")
    states = game.new(ROWS)
    states["ply"] = ply
    return opponents.answers(game, player, states, np.full(ROWS, seed), np.arange(ROWS))


def varied(player: Named) -> bool:
    """Whether an opponent plays different actions in the same position, and the same again with the same seed."""
    first = actions(player)
    return len(set(first.tolist())) > 2 and (first == actions(player)).all() and (first != actions(player, 2)).any()


def test_promoted_checkpoints_sample_in_the_pool_and_not_when_they_are_judged(tmp_path: Path) -> None:
    options = Options(every=1, games=20, keep=2, first="random", sprt=EASY, table_games=0, opening=0, seed=1)
    league = League(load("tic_tac_toe"), {"random": 1.0}, 1.0, options, tmp_path, device="cpu")
    for update in (1, 2):
        league.consider(network(), "fp32", update)
    own = league.pool.members[1:]
    assert [member.text for member in own] == league.members == ["update-00001", "update-00002"]
    assert all(varied(member) for member in own)
    # Equal networks that play their most probable actions play one game from each seat: an even score.
    again = league.consider(network(), "fp32", 3)
    assert again["candidate_score"] == 0.5
    restored = League(load("tic_tac_toe"), {"random": 1.0}, 1.0, options, tmp_path, device="cpu")
    restored.restore(["update-00001"], "fp32")
    assert (actions(restored.pool.members[1]) == actions(own[0])).all()


def test_a_stronger_network_is_promoted_in_a_game_without_chance(tmp_path: Path, monkeypatch: Any) -> None:
    """Two networks play the same game from each seat again and again, unless each pair begins elsewhere."""
    game = load("tic_tac_toe")
    monkeypatch.setattr(league, "NetworkAgent", lambda made, precision: agent("perfect", game))
    monkeypatch.setattr(checkpoints, "save_model", lambda *_: None)
    promoted = []
    for opening in (0, 2):
        rules = {"first": "alphabeta:depth=1", "sprt": SURE, "table_games": 0, "opening": opening}
        options = Options(every=1, games=200, keep=2, seed=1, **rules)
        judges = League(game, {"random": 1.0}, 0.0, options, tmp_path, device="cpu")
        judges.consider(cast(Any, None), "fp32", 1)
        promoted.append(judges.members)
    assert promoted == [[], ["update-00001"]]


def test_an_opponent_that_repeats_itself_is_caught() -> None:
    assert varied(Named("sampled", SamplingAgent(network())))
    assert not varied(Named("best", NetworkAgent(network())))


def test_actions_are_sampled_with_the_probabilities_of_the_network() -> None:
    game, made = load("tic_tac_toe"), network()
    state = game.new(20_000)
    played = SamplingAgent(made).act_batch(game.observe(state), game.legal_mask(state), np.random.default_rng(0))
    logits, _ = NetworkAgent(made).outputs(game.observe(state[:1]))
    wanted = torch.softmax(logits[0], dim=0).numpy()
    assert np.abs(np.bincount(played, minlength=9) / len(played) - wanted).max() < 0.015
