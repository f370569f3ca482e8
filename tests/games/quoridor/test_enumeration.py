"""The enumeration of small boards: every value follows from the rules, and a second solver agrees."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

from boardwright.core.record import TERMINAL
from boardwright.games.quoridor.bitboard import WIDE

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
SCRIPTS = ("quoridor_positions", "quoridor_enumeration", "quoridor_retrograde")


@pytest.fixture(scope="module")
def script():
    sys.path.insert(0, str(BENCHMARKS))
    yield importlib.import_module("quoridor_enumeration")
    sys.path.remove(str(BENCHMARKS))
    for name in SCRIPTS:
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def one_wall(script):
    return script.solve_all(script.load(1), 1, tell=lambda _: None)[0]


@pytest.fixture(scope="module")
def no_wall(script):
    """Solved and compared with the rules as plain Python."""
    return script.solve_all(script.load(0).as_interpreted(), 0, verify=200, tell=lambda _: None)


def start(solution):
    state = solution.game.new()
    state["stock"] = solution.walls
    return state


def forgotten(states):
    # Without the past: neither the plies nor the occurrences end a game.
    states["ply"], states["since"], states["last"], states["seen"] = 0, 0, 0, 0
    states["seen"][:, :, 0] = states["pawns"] + 1
    return states


def plain_values(game, root):
    """The value of every state below one, by plain sweeps over a dictionary: 1, 0 or -1 to the player to move."""
    successors, layer = {}, {int(game.key(root)[0]): forgotten(root.copy())}
    while layer:
        keys, states = list(layer), np.concatenate(list(layer.values()))
        rows, actions = np.nonzero(game.legal_mask(states))
        after = states[rows]
        game.step(after, actions)
        wins = after["to_move"] == TERMINAL
        after_keys = game.key(after).tolist()
        successors.update({key: [] for key in keys})
        layer = {}
        for number, row in enumerate(rows):
            successors[keys[row]].append(None if wins[number] else after_keys[number])
            if not wins[number] and after_keys[number] not in successors and after_keys[number] not in layer:
                layer[after_keys[number]] = forgotten(after[number : number + 1].copy())
    values = {None: -1}  # to the player who would be next
    open_keys = list(successors)
    while True:
        left = []
        for key in open_keys:
            known = [values.get(after) for after in successors[key]]
            if -1 in known:
                values[key] = 1
            elif all(value == 1 for value in known):
                values[key] = -1
            else:
                left.append(key)
        if len(left) == len(open_keys):
            return values | dict.fromkeys(left, 0)
        open_keys = left


def sign(value):
    return 0 if value == 0 else 1 if value % 2 == 1 else -1


def assert_plain_solver_agrees(solution):
    values = plain_values(solution.game, start(solution))
    compared = 0
    for states in solution.all_states():
        for key, value in zip(solution.game.key(states).tolist(), solution.values(states)):
            if key in values:
                assert sign(value) == values[key]
                compared += 1
    assert compared == len(values) - 1  # the end of a game is no state here


def test_without_walls_the_second_player_wins(no_wall):
    solution, totals = no_wall
    assert (solution.values(start(solution))[0], totals["states"], totals["draws"]) == (8, 770, 0)
    assert_plain_solver_agrees(solution)


@pytest.mark.slow
def test_with_one_wall_each_all_values_follow_from_the_rules(script, one_wall):
    assert one_wall.values(start(one_wall))[0] == 12
    batches = list(one_wall.all_states())
    assert sum(map(len, batches)) == 399_914
    assert sum(script.wrong(one_wall, states) for states in batches) == 0


def test_a_wrong_value_is_noticed(script, no_wall):
    solution, _ = no_wall
    states = solution.random_states(0, 50, np.random.default_rng(1))
    table = solution.tables[0]
    kept = table[0].copy()
    table[0][kept != 255] = np.where(kept[kept != 255] == 1, 3, 1)
    assert script.wrong(solution, states[:1]) == 1
    table[0] = kept
    assert script.wrong(solution, states) == 0


def test_what_was_not_enumerated_is_refused(no_wall):
    solution, _ = no_wall
    state = start(solution)
    state["pawns"] = 4 * WIDE  # both on a5, where the first player has won
    with pytest.raises(LookupError, match="state"):
        solution.values(state)
    state = start(solution)
    state["h"][:, 0] = 1  # a wall that nobody has
    with pytest.raises(LookupError, match="layout"):
        solution.values(state)


@pytest.mark.slow
def test_a_run_goes_on_with_the_layers_that_it_kept(script, tmp_path):
    whole, _ = script.solve_all(script.load(1), 1, tmp_path, tell=lambda _: None)
    (tmp_path / "values_0.npy").unlink()
    lines = []
    script.solve_all(script.load(1), 1, tmp_path, tell=lines.append)
    assert [line for line in lines if " of " in line] == ["layer 0: 1 of 1 layouts"]
    again = script.read(script.load(1), 1, tmp_path)
    for laid, table in whole.tables.items():
        assert np.array_equal(table, again.tables[laid])


@pytest.mark.slow
def test_positions_are_drawn_where_moves_matter(script, one_wall, tmp_path):
    from boardwright.arena import accuracy

    positions = importlib.import_module("quoridor_positions")
    drawn = positions.draw(one_wall, None, 10, np.random.default_rng(1), set())
    positions.write(one_wall.game, tmp_path, {"few": drawn})
    read = accuracy.read(one_wall.game, tmp_path / "few.txt")
    solver = accuracy.Solver(one_wall.game, tmp_path / "answers.json")
    solver.require(read)
    for position in read:
        assert position.outcome == sign(one_wall.values(forgotten(position.state.copy()))[0])
        moves = np.flatnonzero(one_wall.game.legal_mask(position.state)[0])
        assert len({solver.after(position, int(action)) == position.outcome for action in moves}) == 2


@pytest.mark.slow
def test_with_one_wall_each_a_plain_solver_agrees(one_wall):
    assert_plain_solver_agrees(one_wall)


@pytest.mark.slow
def test_with_two_walls_each_random_values_follow_from_the_rules(script):
    solution, totals = script.solve_all(script.load(2), 2, verify=20_000, tell=lambda _: None)
    assert solution.values(start(solution))[0] == 18
    assert (totals["states"], totals["draws"], totals["longest"]) == (22_420_754, 368, 29)
