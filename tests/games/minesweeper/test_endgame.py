"""The end of a game and the guess before it, against trying everything."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN
from boardwright.games.minesweeper.solver.deduction import UNKNOWN
from boardwright.games.minesweeper.solver.endgame import LOST, UNDECIDED
from boardwright.games.minesweeper.solver.inference import FINE

from .endgames import table_of, wins
from .positions import Position, best_any, layouts_any, look_any, params, positions

COUNT = 100 if INTERPRETED else 500
MARGIN, PROGRESS = 0.08, 0.05
KNOBS = np.array([MARGIN, 16, PROGRESS, 300, 5000])


def laid_out(position: Position, most: int) -> tuple[int, list[int], Array]:
    (status, _, _), known, _ = position.analysed()
    assert status == FINE
    count, cells, shows = layouts_any(params(), position.near, position.shown, position.mines, known, most)
    return count, cells.tolist(), shows


def random_table(rng: np.random.Generator) -> Array:
    """Layouts that differ in where their mines lie, as real ones do."""
    while True:
        count, cells = int(rng.integers(2, 10)), int(rng.integers(2, 8))
        shows = rng.integers(0, 4, (count, cells)).astype(np.uint8)
        shows[rng.random((count, cells)) < rng.choice([0.15, 0.3, 0.5])] = LOST
        if len(np.unique(shows == LOST, axis=0)) == count:
            return shows


def test_the_best_opening_of_any_table() -> None:
    rng = np.random.default_rng(0)
    sure = 0
    for _ in range(COUNT):
        shows = random_table(rng)
        expected = wins(shows)
        place, won = best_any(params(), shows, 100_000)
        assert won == max(expected.values())
        assert expected[place] == won
        sure += won == len(shows)
    assert 0 < sure < COUNT


def test_the_best_opening_of_real_endgames() -> None:
    tried = better = 0
    for position in positions(COUNT, seed=20, wrong=0.0):
        if not 2 <= len(position.fits) <= 40 or position.analysed()[0][2] > 0:
            continue
        tried += 1
        count, cells, shows = laid_out(position, 300)
        assert count == len(position.fits)
        expected = wins(shows)
        place, won = best_any(params(), shows, 100_000)
        assert expected[place] == won == max(expected.values())
        assert cells[place] not in position.certain
        risks = {place: position.counts[cell] for place, cell in enumerate(cells)}
        better += max(won - expected[place] for place in risks if risks[place] == min(risks.values())) > 0
    assert tried > COUNT / 20
    assert better > 0, "the least risky cell is not always the best"


def test_all_layouts_are_laid_out() -> None:
    for position in positions(COUNT, seed=21, wrong=0.0):
        undecided = sorted(cell for cell in position.hidden if cell not in position.certain)
        total = len(position.fits)
        if not undecided:
            assert laid_out(position, 300)[0] == UNDECIDED
            continue
        count, cells, shows = laid_out(position, 20_000)
        assert sorted(cells) == undecided
        assert count == len(shows) == total
        ordered = sorted(map(tuple, shows.tolist()))
        assert ordered == sorted(map(tuple, table_of(position, cells).tolist()))
        assert laid_out(position, total - 1)[0] == UNDECIDED


def test_a_walk_beyond_its_budget_is_undecided() -> None:
    rng = np.random.default_rng(1)
    given_up = 0
    for _ in range(50):
        shows = random_table(rng)
        assert best_any(params(), shows, 1) == (UNDECIDED, UNDECIDED)
        enough = best_any(params(), shows, 100_000)
        few = best_any(params(), shows, 3)
        assert few in {enough, (UNDECIDED, UNDECIDED)}, "never a half-considered answer"
        given_up += few[0] == UNDECIDED
    assert 0 < given_up < 50


# -- looking one guess ahead


def merit(position: Position, cell: int) -> tuple[bool, float]:
    """Whether a cell may show different numbers, and what it is worth to open it, from all layouts."""
    hidden, total = position.hidden, len(position.fits)
    shows = table_of(position, [cell])[:, 0]
    worth = 0.0
    for number in set(shows.tolist()) - {LOST}:
        left = position.fits[shows == number]
        mined = [int((left >> bit & 1).sum()) for bit, other in enumerate(hidden) if other != cell]
        open_risks = [count / len(left) for count in mined if 0 < count < len(left)]
        if 0 in mined:
            worth += len(left) / total * (1 + PROGRESS)
        else:
            worth += len(left) / total * (1 - min(open_risks, default=0.0))
    return len(set(shows.tolist()) - {LOST}) > 1, worth


@pytest.mark.parametrize("flags", [False, True], ids=["no flags", "flags"])
def test_looking_ahead_chooses_the_best_open_cell(flags: bool) -> None:
    tried = 0
    for position in positions(COUNT, seed=22, wrong=0.0):
        (status, total, safe), known, chances = position.analysed()
        open_cells = [cell for cell in position.hidden if known[cell] == UNKNOWN]
        if status != FINE or safe > 0 or not open_cells:
            continue
        tried += 1
        shown = position.shown if flags else np.minimum(position.shown, HIDDEN)
        chosen = look_any(params(), position.near, shown, position.mines, known, chances, total, KNOBS)
        assert chosen in open_cells
        least = min(chances[cell] for cell in open_cells)
        close = [cell for cell in open_cells if chances[cell] <= least + MARGIN]
        assert chosen in close
        if len(close) <= KNOBS[1]:
            merits = {cell: merit(position, cell) for cell in close}
            alive, worth = merits[chosen]
            best_alive, best_worth = max(merits.values())
            assert alive == best_alive
            assert worth == pytest.approx(best_worth)
    assert tried > COUNT / 10


def test_looking_ahead_keeps_to_its_number_of_candidates() -> None:
    for position in positions(COUNT // 4, seed=23, wrong=0.0):
        (status, total, safe), known, chances = position.analysed()
        open_cells = [cell for cell in position.hidden if known[cell] == UNKNOWN]
        if status == FINE and safe == 0 and open_cells:
            one = np.array([1.0, 1, PROGRESS, 300, 5000])
            chosen = look_any(params(), position.near, position.shown, position.mines, known, chances, total, one)
            assert chances[chosen] == pytest.approx(min(chances[cell] for cell in open_cells), abs=1e-3)
