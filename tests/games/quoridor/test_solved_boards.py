"""The solver of small boards: its moves are the rules', its outcomes those of other solvers and of the literature."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.record import TERMINAL

from .boards import compiled, load

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
SCRIPTS = ("solved_boards", "solved_layers", "solved_moves", "quoridor_enumeration", "quoridor_retrograde")
NEVER = float("inf")


@pytest.fixture(scope="module")
def script():
    sys.path.insert(0, str(BENCHMARKS))
    yield importlib.import_module("solved_boards")
    sys.path.remove(str(BENCHMARKS))
    for name in SCRIPTS:
        sys.modules.pop(name, None)


def quiet(_):
    pass


def plain(script, rows, cols):
    """A board whose moves and outcomes are worked out as plain Python."""
    return script.Board(rows, cols, load((rows, cols), 1))


def solved(board, script, walls, **options):
    solution = script.Solution(board, walls)
    totals = solution.solve(quiet, until=NEVER, keep=True, **options)
    return solution, totals


def walked(board, walls, count):
    """States of random games, with no past, so that neither occurrences nor plies end them."""
    game, rng = compiled((board.rows, board.cols), walls), np.random.default_rng(board.rows)
    states, kept = game.new(count), []
    for _ in range(2 * walls + 6):
        masks = game.legal_mask(states)
        game.step(states, np.argmax(masks * rng.random(masks.shape), axis=1))
        states[states["to_move"] == TERMINAL] = game.new()[0]
        kept.append(states.copy())
    return np.concatenate(kept)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(3, 8), (8, 3), (4, 5), (5, 5), (9, 3)])
def test_the_moves_of_the_solver_are_those_of_the_rules(script, size):
    board = script.Board(*size)
    states = walked(board, 3, 4 if INTERPRETED else 40)
    mine = board.game.new(len(states))
    for field in ("h", "v", "pawns", "to_move"):
        mine[field] = states[field]
    mine["stock"] = states["stock"]
    assert len({int(code).bit_count() for code in script.layouts_of(mine, board)}) >= 6
    assert not script.Solution(board, 3).wrong_actions(mine).any()


@pytest.mark.parametrize(
    ("right", "faulty"),
    [
        (
            "jumps[cell, way] = pawn_moves(p, s, cell, to, rows, cols, mask)",
            "jumps[cell, way] = steps[cell] & ~(1 << to)",
        ),
        ("steps[cell] &= ~cuts[1 + wall, cell]", "steps[cell] &= ~(cuts[1 + wall, cell] >> 1)"),
        ("if refused == OK or refused > OVERLAPS:", "if refused == OK or refused >= OVERLAPS:"),
        ("out[i, 1] = connected(goal1,", "out[i, 1] = connected(goal0,"),
    ],
    ids=["no jump", "a wall closes half", "walls overlap", "the wrong goal"],
)
def test_a_planted_fault_is_noticed(script, tmp_path, monkeypatch, right, faulty):
    source = (BENCHMARKS / "solved_moves.py").read_text(encoding="utf-8")
    assert source.count(right) == 1
    (tmp_path / "planted_moves.py").write_text(source.replace(right, faulty), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    planted = importlib.import_module("planted_moves")
    monkeypatch.delitem(sys.modules, "planted_moves")
    for name in ("extend", "measure", "reachable", "successors"):
        monkeypatch.setattr(script, name, getattr(planted, name))
    solution = script.Solution(plain(script, 3, 4), 1)
    states = np.concatenate([solution.random_states(laid, 60, np.random.default_rng(7)) for laid in (0, 1)])
    assert solution.wrong_actions(states).any()


def test_without_a_fault_nothing_is_noticed_as_plain_python(script):
    solution = script.Solution(plain(script, 3, 4), 1)
    states = np.concatenate([solution.random_states(laid, 30, np.random.default_rng(7)) for laid in (0, 1)])
    assert not solution.wrong_actions(states).any()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "walls"), [((3, 4), 1), ((4, 3), 1), ((3, 3), 2), ((3, 5), 1)])
def test_a_plain_solver_agrees_on_every_state(script, size, walls):
    require_plain_solver_agrees(script, script.Board(*size), walls)


def test_a_plain_solver_agrees_on_every_state_of_the_smallest_board(script):
    require_plain_solver_agrees(script, plain(script, 3, 3), 1)


def require_plain_solver_agrees(script, board, walls):
    from .test_enumeration import plain_values

    solution, _ = solved(board, script, walls)
    values = plain_values(solution.board.game, script.start_of(solution.board, walls))
    compared = 0
    for laid in range(solution.last + 1):
        states = solution.all_states(laid)
        outcomes = solution.outcomes(states) * np.where(states["to_move"] == 0, 1, -1)
        for key, outcome in zip(solution.board.game.key(states).tolist(), outcomes.tolist()):
            if key in values:
                assert outcome == values[key]
                compared += 1
    assert compared == len(values) - 1  # the end of a game is no state here


@pytest.mark.slow
def test_the_enumeration_with_plies_agrees_on_five_by_five(script):
    other = importlib.import_module("quoridor_enumeration")
    plies, totals = other.solve_all(other.load(1), 1, tell=quiet)
    solution, counts = solved(script.Board(5, 5), script, 1, verify=200)
    assert (counts["states"], counts["draws"]) == (totals["states"], totals["draws"])
    for states in plies.all_states():
        values = plies.values(states)
        wanted = np.where(values == 0, 0, np.where(values % 2 == 1, 1, -1))
        assert np.array_equal(solution.outcomes(states) * np.where(states["to_move"] == 0, 1, -1), wanted)


@pytest.mark.slow
def test_the_draw_on_three_rows_of_eight_is_that_of_the_literature(script):
    # Slatton writes width before height: his 8x3 has three rows.
    board = script.Board(3, 8)
    outcomes = [script.outcome_of(board, walls, 60, 50, quiet)["outcome"] for walls in range(3)]
    assert outcomes == ["loss", "loss", "loss"]
    solution = script.Solution(board, 3)
    solution.solve(quiet, until=NEVER, keep=True)
    start = script.start_of(board, 3)
    assert solution.outcome(start) == 0
    # Played by the rules, with a past: who keeps the draw is never beaten, and somebody repeats a position.
    for seed in range(3):
        state, rng = start.copy(), np.random.default_rng(seed)
        while state["to_move"][0] != TERMINAL:
            after = [board.game.apply(state, int(action)) for action in np.flatnonzero(board.game.legal_mask(state)[0])]
            state = after[rng.choice([i for i, then in enumerate(after) if drawn(solution, then)])]
        assert (state["returns"][0].tolist(), int(state["truncated"][0])) == ([0.0, 0.0], 0)


def drawn(solution, state):
    """Whether a state is a draw: over as one, or solved as one."""
    if state["to_move"][0] == TERMINAL:
        return not state["returns"].any()
    return solution.outcome(state) == 0


def test_what_takes_too_long_is_left_blank_with_what_was_solved(script):
    line = script.outcome_of(plain(script, 3, 4), 1, -1, 0, quiet)
    assert (line["outcome"], line["solved"]) == (None, "no layer")


def test_a_run_goes_on_with_what_is_missing(script, tmp_path, monkeypatch, capsys):
    out = tmp_path / "deep" / "outcomes.jsonl"
    boards = {(3, cols): plain(script, 3, cols) for cols in (3, 4)}
    monkeypatch.setattr(script, "Board", lambda rows, cols: boards[rows, cols])
    for walls, size in (("0", "3x3,3x4"), ("0-1", "3x3")):
        monkeypatch.setattr(sys, "argv", ["solved_boards.py", "--boards", size, "--walls", walls, "--out", str(out)])
        script.main()
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(line["rows"], line["cols"], line["walls"]) for line in lines] == [(3, 3, 0), (3, 4, 0), (3, 3, 1)]
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["solved_boards.py", "--table", "--out", str(out)])
    script.main()
    assert capsys.readouterr().out.splitlines()[2:] == ["| 3 x 3 | 2 | 2 |", "| 3 x 4 | 2 |  |"]


def test_a_board_that_is_too_large_is_refused(script):
    with pytest.raises(SystemExit, match="more than 31 squares"):
        script.Board(8, 4)


PUBLISHED = {
    (3, 3): "22222222222",
    (3, 4): "22211111111",
    (3, 5): "22211111111",
    (3, 6): "22221111111",
    (3, 7): "22222222222",
    (3, 8): "222D2222222",
    (5, 3): "22212222222",
    (5, 4): "22221111111",
    (5, 5): "22222111111",
    (7, 3): "22222111111",
}
"""Winners by rows and columns for 0 to 10 walls each: Grant Slatton, Solving Quoridor, who writes columns first."""


def test_recorded_outcomes_are_those_that_others_published(script):
    lines = list(script.known(script.OUT))
    assert {(line["rows"], line["cols"]) for line in lines} >= set(PUBLISHED)
    for line in lines:
        size, walls = (line["rows"], line["cols"]), line["walls"]
        if line["outcome"] is not None and (size in PUBLISHED or size[0] % 2 == 0):
            # Of boards with an even number of rows he says that the first player wins.
            assert script.SIGNS[line["outcome"]] == PUBLISHED.get(size, "1" * 11)[walls], line


def test_the_page_has_the_table_of_the_recorded_outcomes(script):
    page = (BENCHMARKS.parent / "docs" / "solved-boards.md").read_text(encoding="utf-8")
    assert script.table(list(script.known(script.OUT))) in page
