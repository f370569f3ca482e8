"""Our games in OpenSpiel: its basic tests, the same play as here, secrets, chance, and its algorithms."""

from __future__ import annotations

import numpy as np
import pyspiel  # an adapter whose tests are skipped proves nothing
import pytest

import boardwright.openspiel as bridge
from boardwright.core import registry
from boardwright.core.position import Position

SHORT = {"minesweeper": "small", "quoridor": "small", "skirmish": "small"}
"""Presets with short games, where a game has one."""

LONG = {"royal_ur", "battleship", "skirmish"}
"""Games of so many plies that replaying them at each ply, as the test of serialisation does, takes long."""

LONGEST = {"skirmish"}

SIMULATIONS = [
    pytest.param(
        name,
        serialize,
        marks=[pytest.mark.slow] if name in (LONG if serialize else LONGEST) else [],
        id=f"{name}-{how}",
    )
    for name in registry.names()
    if name.isidentifier()
    for how, serialize in (("clone", False), ("serialize", True))
]


def game_of(name: str):
    return pyspiel.load_game(f"{bridge.PREFIX}{name}", {"preset": SHORT.get(name, "")})


@pytest.mark.parametrize(("name", "serialize"), SIMULATIONS)
def test_openspiels_basic_tests_pass(name, serialize, capfd, request) -> None:
    if name == "quoridor":
        request.getfixturevalue("plain_python")  # its small board is compiled nowhere else
    pyspiel.random_sim_test(game_of(name), num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_a_game_is_the_same_there_and_here(name) -> None:
    spiel, rng = game_of(name), np.random.default_rng(1)
    state, position = spiel.new_initial_state(), Position(registry.load(name))
    while not state.is_terminal():
        assert state.legal_actions() == list(position.legal_actions)
        assert state.current_player() == position.to_move
        action = int(rng.choice(state.legal_actions()))
        assert state.action_to_string(action) == position.text(action)
        state.apply_action(action)
        position.push(action)
    assert state.returns() == list(position.outcome.returns)
    assert spiel.max_game_length() == position.game.max_plies
    assert (spiel.min_utility(), spiel.max_utility(), spiel.utility_sum()) == (-1, 1, 0)


def test_a_draw_is_a_chance_node(toy) -> None:
    spiel = bridge.as_openspiel(toy("pig"))
    state = spiel.new_initial_state()
    state.apply_action(0)
    sides = spiel.ours.config["sides"]
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(draw, 1 / sides) for draw in range(sides)]
    assert state.action_to_string(2) == f"draw 2 of {sides}"
    state.apply_action(2)
    assert int(state.node.row["turn"][0]) == 3
    assert not state.is_chance_node()


def test_raw_bits_are_a_sample_of_fixed_draws(toy) -> None:
    toy("peek")
    name = bridge.register("peek")
    spiel = pyspiel.load_game(name, {"most_draws": 20})
    assert spiel.max_chance_outcomes() == 20
    boards = []
    for draw in [*range(20), 0]:
        state = spiel.new_initial_state()
        state.apply_action(0)
        assert len(state.chance_outcomes()) == 20
        state.apply_action(draw)
        boards.append(state.node.row.tobytes())
    assert boards[0] == boards[-1]
    assert len(set(boards)) > 5


def test_an_information_state_has_what_its_player_did_and_saw_and_nothing_else(toy) -> None:
    spiel = bridge.as_openspiel(toy("kuhn"))
    seen: dict[int, dict[tuple[int, ...], set[str]]] = {0: {}, 1: {}}
    for deal in range(6):
        state = spiel.new_initial_state()
        state.apply_action(0)
        state.apply_action(deal)
        state.apply_action(1)
        for player in range(2):
            card = int(state.node.row["card"][0][player])
            seen[player].setdefault(card, set()).add(state.information_state_string(player))
            tensor = np.array(state.information_state_tensor(player))
            assert tensor.size == np.prod(spiel.information_state_tensor_shape())
    for player in range(2):
        assert {card: len(texts) for card, texts in seen[player].items()} == {1: 1, 2: 1, 3: 1}
        assert len(set.union(*seen[player].values())) == 3


def test_a_resampled_state_keeps_what_its_player_saw(toy) -> None:
    spiel = bridge.as_openspiel(toy("kuhn"))
    state = spiel.new_initial_state()
    for action in (0, 0, 2):
        state.apply_action(action)
    cards = set()
    for number in np.random.default_rng(0).random(20):
        other = state.resample_from_infostate(1, lambda number=number: number)
        assert other.information_state_string(1) == state.information_state_string(1)
        cards.add(int(other.node.row["card"][0][0]))
        # The other player saw the card that was redrawn, never the one that was dealt.
        assert f"card={int(other.node.row['card'][0][0])} " in other.information_state_string(0)
        assert other.information_state_string(0).count("card=") == 1
    assert len(cards) == 2


def test_cfr_finds_the_value_of_kuhn_poker(toy) -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    spiel = bridge.as_openspiel(toy("kuhn"))
    solver = cfr.CFRSolver(spiel)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(spiel, policy) < 0.05
    value = expected_game_score.policy_value(spiel.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-1 / 18, abs=0.02)


def test_rl_environment_steps_through_an_episode() -> None:
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(game_of("tic_tac_toe"))
    step, plies = env.reset(), 0
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
        plies += 1
    assert 5 <= plies <= 9
    assert sum(step.rewards) == 0


def test_a_playthrough_is_written(tmp_path) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(f"{bridge.PREFIX}tic_tac_toe()", [4, 0])
    assert 'GameType.short_name = "boardwright_tic_tac_toe"' in text
    assert "action: 4" in text
