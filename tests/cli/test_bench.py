"""The bench command. Peers run in a process of their own, because we cannot fix their warnings."""

import dataclasses
import json
import os
from importlib.util import find_spec

import numpy as np
import pytest

from boardwright.bench import (
    boards,
    measure,
    numpy_minesweeper,
    ours,
    parts,
    peers,
    phases,
    plan,
    playouts,
    report,
    self_play,
)
from boardwright.bench.logic import step_only
from boardwright.bench.timing import Rates, interleave, one_core
from boardwright.core import registry
from boardwright.core.batch import Batch
from boardwright.core.game import Game
from boardwright.core.progress import silent

SHORT = {
    "rounds": 3,
    "fused_steps": 5000,
    "one_call_steps": 5000,
    "single_steps": 20,
    "search_nodes": 500,
    "search_seconds": 0.001,
    "threaded_steps": 5000,
}


def short_plan(**changes):
    return plan.read(quick=True).model_copy(update={**SHORT, **changes})


def without_peers():
    game = registry.load("tic_tac_toe")
    return Game(dataclasses.replace(game.definition, peers={}), [game.config])


@pytest.mark.slow
def test_quick_run_beside_peers(in_a_process):
    status, out, err = in_a_process("bench", "tic_tac_toe", "--quick", "--json")
    assert status == 0, err
    results = json.loads(out)
    assert {"game", "machine", "rows", "pettingzoo", "search", "trees", "threads"} <= results.keys()
    assert results["complete"]
    assert results["machine"]["numba"]
    assert [(row["shape"], row["n"]) for row in results["rows"]] == [
        ("one_call", 256),
        ("one_call", 4096),
        ("fused", 256),
        ("fused", 4096),
    ]
    if results["threads"]:
        assert results["threads"]["same_bytes"]
    if find_spec("pgx"):
        assert results["rows"][-1]["ratio"] > 1
        assert results["rows"][-1].keys() >= {"ours_wall_steps_per_s", "pgx_wall_steps_per_s", "spread"}
    if find_spec("pettingzoo") and find_spec("pygame"):
        assert results["pettingzoo"]["ratio"] > 1
    if find_spec("pyspiel"):
        assert results["search"]["depth"] == 9
        assert results["search"]["ratio"] > 1


@pytest.mark.slow
def test_a_game_without_peers_is_measured_alone():
    results = {}
    titles = []

    def stage(title):
        titles.append(title)
        return silent

    measure.run(without_peers(), short_plan(sizes=[8, 64]), None, results, stage)
    assert len(results["rows"]) == 4
    assert all("ratio" not in row and row["ours_steps_per_s"] > 0 for row in results["rows"])
    assert results["pettingzoo"]["ours_steps_per_s"] > 0
    assert results["search"]["ours_nodes"] <= SHORT["search_nodes"]
    assert results["search"]["depth"] < 9
    assert len(results["notes"]) >= 3
    assert len(titles) >= 6
    assert report.tables(results)


@pytest.mark.slow
def test_a_game_on_several_boards_is_measured_beside_numpy_and_its_own_logic():
    game = registry.load("minesweeper")
    alone = Game(dataclasses.replace(game.definition, peers={"numpy": "minesweeper"}), [game.config])
    few = {"minesweeper": plan.Boards(presets=["small"], changes={"allow_flags": False})}
    chosen = short_plan(boards=few, board_sizes=[8], board_steps=4000, board_peer_steps=80)
    results = {"notes": [], "boards": []}
    boards.run(alone, chosen, results, lambda title: silent)
    (row,) = results["boards"]
    assert (row["board"], row["rows"], row["cols"], row["mines"], row["n"]) == ("small", 8, 8, 10, 8)
    assert row["vs_numpy"] > 1
    assert row["cost_over_logic"] > 0.2
    assert "vs_jumanji" not in row
    assert "jumanji: measured without it" in results["notes"][0]
    assert "small, 8 games" in report.tables(results)[0][2][0]


@pytest.mark.slow
def test_a_game_that_is_searched_is_measured_as_search_sees_it():
    game = registry.load("quoridor")
    search = dataclasses.replace(game.definition.search, levels=("seed",))
    game = Game(dataclasses.replace(game.definition, peers={}, search=search), [game.config])
    chosen = plan.read(quick=True).engines["quoridor"].model_copy(update={"perft": 2, "positions": 2})
    short = short_plan(engines={"quoridor": chosen}, playout_moves=500, seconds=0.05)
    results = {}
    playouts.run(game, short, results, lambda title: silent)
    assert [row["shape"] for row in results["playouts"]["rows"]] == ["rejection", "mask"]
    assert all(row["moves_per_s"] > 0 for row in results["playouts"]["rows"])
    assert results["engine"]["perft_leaves"] == 16677
    assert results["engine"]["depth_in_1s"]["least"] >= 4
    assert [row["level"] for row in results["engine"]["levels"]] == ["easy", "normal", "hard", "hell"]
    titles = [title for title, _, _ in report.tables(results)]
    assert titles == ["Moves of random games per CPU second, one thread", "Search, CPU time of one core"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("connect_four", "board"), ("quoridor", "dense"), ("royal_ur", "dense"), ("minesweeper", "board")],
)
def test_self_play_is_measured_with_a_network_that_the_game_has(name, kind):
    assert self_play.network_of(registry.load(name), 8, 1).options.kind == kind


def test_both_ways_to_choose_play_by_the_rules():
    game = registry.load("quoridor", "small")
    state = game.new()
    ended = playouts.by_rejection(game.params, state, game.new(), game.actions.policy, 1, 5000)
    mask = np.zeros((1, game.actions.policy), np.bool_)
    assert ended > 20
    assert playouts.by_mask(game.params, state, game.new(), mask, 1, 5000) > 20


@pytest.mark.slow
def test_a_phase_alone_is_measured_on_each_preset():
    game = registry.load("skirmish")
    few = {"skirmish": plan.Phases(phase="deployment", presets=["small", "small_alternated"])}
    chosen = short_plan(phases=few, board_sizes=[8], board_steps=800)
    results = {"phases": []}
    phases.run(game, chosen, results, lambda title: silent)
    assert [row["board"] for row in results["phases"]] == ["small", "small_alternated"]
    for row in results["phases"]:
        assert row["deployments_per_s"] > 0
        assert 5.5 < row["steps_each"] < 6.5
        assert row["steps_per_s"] > row["deployments_per_s"]
    assert "deployment on small, 8 games" in report.tables(results)[0][2][0]


@pytest.mark.slow
def test_decisions_are_measured_part_by_part_beside_plain_python(monkeypatch):
    monkeypatch.setattr(parts, "compile_seconds", lambda name, preset: 12.5)
    game = registry.load("skirmish")
    few = {"skirmish": plan.Parts(preset="small", n=16, interpreted=2, compiled=["small"])}
    results = {}
    parts.run(game, short_plan(parts=few, board_steps=800, seconds=1), results, lambda title: silent)
    assert results["ours_steps_per_s"] == results["parts"]["steps_per_s"] > 0
    assert [row["part"] for row in results["parts"]["rows"]] == ["mask", "observation", "advance", "whole"]
    assert all(row["us"] > 0 and row["interpreted_us"] > 0 for row in results["parts"]["rows"])
    assert results["compile_cpu_s"] == {"small": 12.5}
    titles = [title for title, _, _ in report.tables(results)]
    assert any("A decision on small" in title for title in titles)


@pytest.mark.slow
def test_compiling_is_timed_from_nothing():
    assert parts.compile_seconds("tic_tac_toe", "standard") > 0
    assert parts.warm("tic_tac_toe", "standard") >= 0


def test_the_numpy_environment_plays_by_the_same_rules():
    env = numpy_minesweeper.VecMinesweeper(50, 5, 6, 4, seed=1)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(40):
        env.step(ours.choose(env.masks, rng))
        for number, board in enumerate(env.envs):
            assert not (board.revealed & board.mines).any()
            assert board.mines.sum() == (4 if board.first_click_done else 0)
            assert (env.observations[number].reshape(-1) < 9).tolist() == (~env.masks[number, :30]).tolist()
        ended += int(env.dones.sum())
    assert ended > 100
    assert set(np.unique(env.rewards > 0)) == {True, False}


def test_logic_plays_the_same_games():
    game = registry.load("minesweeper")
    actions = ours.script(game, 8, 20, 3)
    whole, bare = Batch(game, 8, seed=3), Batch(game, 8, seed=3)
    for chosen in actions:
        whole.step(chosen)
        assert step_only(*bare._arguments(chosen)[:9]) == -1
        assert whole.states.tobytes() == bare.states.tobytes()
        assert whole.ended.tobytes() == bare.ended.tobytes()


def test_depth_is_taken_at_its_word():
    results = measure.search(without_peers(), short_plan(search_nodes=2), 5, None, silent)
    assert results["depth"] == 5


@pytest.mark.slow
def test_a_peer_that_is_not_installed_says_how_to_get_it():
    def absent(name):
        raise ModuleNotFoundError("No module named 'pgx'", name="pgx")

    peer, note = peers.find(absent, "pgx", registry.load("tic_tac_toe"))
    assert peer is None
    assert "pip install 'boardwright[bench]'" in note


@pytest.mark.slow
def test_a_peer_that_knows_no_such_game_is_left_out():
    def ignorant(name):
        raise ValueError(name)

    peer, note = peers.find(ignorant, "pgx", registry.load("tic_tac_toe"))
    assert peer is None
    assert "does not offer" in note


def test_ctrl_c_prints_what_there_is(ran, monkeypatch):
    def interrupted(game, chosen, depth, results, stage):
        progress = stage("a batch")
        progress(0.5, 1.0, {})
        row = {"shape": "fused", "n": 8, "ours_steps_per_s": 1e6, "spread": {"ours": [9e5, 2e6]}}
        results.update(rows=[row], notes=["one line"])
        raise KeyboardInterrupt

    monkeypatch.setattr(measure, "run", interrupted)
    done = ran("bench", "tic_tac_toe", "--json")
    assert done.status == 130
    assert not done.json["complete"]
    assert done.json["rows"][0]["n"] == 8
    assert done.err.startswith("a batch\n")  # without a terminal a part is told when it begins
    done = ran("bench", "tic_tac_toe")
    assert "1.00 M" in done.out
    assert "one line" in done.out


@pytest.mark.slow
def test_sides_take_turns_and_the_first_turn_does_not_count():
    turns = []

    def side(name):
        def prepare(number):
            def run():
                turns.append((name, number))
                return sum(range(10_000)) and 10

            return run

        return prepare

    rates = interleave({"a": side("a"), "b": side("b")}, rounds=3, seconds=60, progress=silent)
    assert turns == [(name, number) for number in range(4) for name in "ab"]
    assert len(rates["a"].cpu) == len(rates["b"].wall) == 3


def test_a_slow_measurement_ends_early_but_has_three_rounds():
    rates = interleave({"a": lambda _: lambda: sum(range(1000))}, rounds=50, seconds=1e-9, progress=silent)
    assert len(rates["a"].cpu) == 3


def test_rates_are_medians_with_their_spread():
    rates = Rates(cpu=[3.0, 1.0, 2.0], wall=[1.0, 1.0, 4.0])
    assert (rates.per_cpu_second, rates.per_second, rates.spread) == (2.0, 1.0, [1, 3])


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system has no affinity")
def test_one_core_meanwhile_and_all_afterwards():
    before = os.sched_getaffinity(0)
    with one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


@pytest.mark.slow
def test_environments_beside_pettingzoos_own(in_a_process):
    status, out, err = in_a_process("bench", "envs", "--quick", "--json")
    assert status == 0, err
    results = json.loads(out)
    sides = [row["side"] for row in results["rows"]]
    assert sides[:5] == ["vector of 256", "vector of 4096", "gymnasium", "SyncVectorEnv of 64", "our pettingzoo"]
    assert results["complete"]
    if find_spec("pettingzoo") and find_spec("pygame"):
        assert sides[5] == "PettingZoo tictactoe_v3"
        rows = {row["side"]: row for row in results["rows"]}
        assert rows["vector of 4096"]["ratio"] > 50
        assert rows["gymnasium"]["ratio"] > 1


@pytest.mark.slow
def test_environments_of_a_game_without_peers(capsys):
    results = {"game": "tic_tac_toe"}
    from boardwright.bench import envs

    envs.run(without_peers(), short_plan(sizes=[4], sync_size=2, env_moves=200), results, lambda title: silent)
    assert "pettingzoo: measured without it" in results["notes"][0]
    assert [row["moves_per_s"] > 0 for row in results["rows"]] == [True] * 4
    assert next(row[0] for row in report.environments(results)[0][2]) == "vector of 4"
