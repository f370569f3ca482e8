"""Random numbers by purpose: who derives them from a seed, and that no two purposes share any."""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path

import numpy as np

import boardwright
from boardwright.core import dice
from boardwright.envs.vector import Vector

SOURCE = Path(boardwright.__file__).parent
DERIVE = {"keyed", "plain_keyed", "keyed_rows", "keyed_draws", "stream", "streams", "row_seeds"}

GAMES_OWN = "the game's own draws"
SEARCH = "a search, whose seed is drawn from the agent's generator"
SEPARATE = "seeds that serve for nothing else"
MEASUREMENT = "a measurement, whose games nobody keeps"

CALLERS = {
    # The draws of a game: by its seed, its number and the ply. Recorded matches and goldens stand on them.
    "arena/batch_play.py": GAMES_OWN,
    "arena/match.py": GAMES_OWN,
    "core/game.py": GAMES_OWN,
    "core/position.py": GAMES_OWN,
    "envs/pettingzoo.py": GAMES_OWN,
    "arena/level_candidates.py": GAMES_OWN,
    "cli/warmup_plan.py": GAMES_OWN,
    # Fused random play chooses actions by `seed + 1`: its figures and goldens stand on that.
    "core/compiled/loops.py": GAMES_OWN + "; choices by seed + 1",
    "testing/playthrough.py": "choices of goldens by seed + 1",
    # Purposes with a name, by `dice.stream`.
    "envs/turns.py": "CHOICE, OPENING, RANDOM_PLIES, and " + GAMES_OWN,
    "envs/opponents.py": "OPPONENT, POOL",
    "envs/vector.py": "ROW",
    "envs/sb3.py": "ROW",
    "learning/rollout_parts.py": "ROW",
    "learning/imitation/collection.py": "TEACHER",
    # Each draw, redraw or iteration has a number of its own below a draw or a seed that nothing else reads.
    "core/placements.py": SEPARATE,
    "core/dice.py": "where purposes are made",
    "agents/expectimax_loop.py": SEARCH,
    "agents/information_set_loop.py": SEARCH,
    "agents/mcts_loop.py": SEARCH,
    "agents/puct_loop.py": SEARCH,
    "learning/self_play/games.py": "searches as game 1, draws as game 0, of seeds that serve one game each",
    "learning/q_learning.py": "choices, in games without chance",
    "arena/solo_play.py": "a first action, by a seed that was mixed",
    "games/minesweeper/puzzles.py": SEPARATE,
    "openspiel/state.py": SEPARATE,
    "server/studies.py": "draws that a study shows, of seed 0",
    "testing/laws/running.py": MEASUREMENT,
    "bench/logic.py": MEASUREMENT,
    "bench/parts.py": MEASUREMENT,
    "bench/phases.py": MEASUREMENT,
}
"""Every file that derives numbers from a seed, and for what: a new one says here what it is for, and why it may."""


def test_every_caller_is_listed_with_its_purpose() -> None:
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                if name.rpartition(".")[2] in DERIVE and ("stream" not in name or name.startswith("dice.")):
                    found.add(path.relative_to(SOURCE).as_posix())
    assert found == set(CALLERS)


def test_no_seed_is_made_another_by_a_constant() -> None:
    """`seed ^ 0x5EED` is the seed of somebody else's games, and so is `seed + row`."""
    found = []
    for path in SOURCE.rglob("*.py"):
        if path.parts[-2] == "bench" or path.name in {"loops.py", "playthrough.py"}:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitXor):
                names = {name.id for name in ast.walk(node.left) if isinstance(name, ast.Name)}
                if names & {"seed", "seeds"}:
                    found.append(f"{path.relative_to(SOURCE).as_posix()}:{node.lineno}")
    assert [place for place in found if not place.startswith(("core/dice.py", "arena/solo_play.py"))] == []


def test_no_two_purposes_share_a_number() -> None:
    seeds = np.arange(64)
    games, plies = (grid.ravel() for grid in np.meshgrid(np.arange(32), np.arange(48)))
    drawn = {"the game's own": _numbers(seeds, games, plies)}
    for purpose in dice.PURPOSES:
        drawn[hex(purpose)] = _numbers(dice.streams(seeds, purpose), games, plies)
    assert len(set(dice.PURPOSES)) == len(dice.PURPOSES)
    for one, other in combinations(drawn, 2):
        assert np.intersect1d(drawn[one], drawn[other]).size == 0, f"{one} and {other}"


def test_two_purposes_with_one_number_are_found() -> None:
    seeds, games, plies = np.arange(64), np.zeros(48, np.int64), np.arange(48)
    spoilt = _numbers(seeds ^ 0x15, games, plies)
    assert np.intersect1d(spoilt, _numbers(seeds, games, plies)).size > 0


def test_the_compiled_stream_is_the_one_for_many() -> None:
    for purpose in dice.PURPOSES:
        assert dice.streams([0, 7, 1 << 60], purpose).tolist() == [
            dice.stream(seed, purpose) for seed in (0, 7, 1 << 60)
        ]


def test_vectors_of_different_seeds_share_no_row() -> None:
    rows = [seed for start in range(10) for seed in dice.row_seeds(start, 64, 2)]
    assert len(set(rows)) == len(rows) == 640
    assert all(0 <= seed < 1 << dice.BITS for seed in rows)


def test_rows_begin_in_all_seats_and_the_first_has_the_seed_itself() -> None:
    for players in (1, 2, 3, 4):
        seeds = dice.row_seeds(5, 12, players)
        assert seeds[0] == 5
        assert [seed % players for seed in seeds] == [(5 + row) % players for row in range(12)]
    assert Vector("tic_tac_toe", 3, seed=5).seeds == dice.row_seeds(5, 3, 2)


def _numbers(seeds: np.ndarray, games: np.ndarray, plies: np.ndarray) -> np.ndarray:
    return np.concatenate([dice.keyed_rows(int(seed), games, plies) for seed in seeds])
