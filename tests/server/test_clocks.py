"""The arithmetic of clocks: sums by hand, and for any match and any spans, down time never counts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from boardwright.server import clocks
from boardwright.server.clocks import Clock, Reading, Span, Tick, alive, merged, read, with_spans

ALWAYS = [Span(0, 10**12)]
CLOCK = Clock(60, 2)
PEOPLE = (True, True)


def turns(*times: int) -> list[Tick]:
    """Moves in turn at times in seconds."""
    return [Tick(1000 * at, number % 2, number % 2) for number, at in enumerate(times)]


def test_spans_are_merged_and_measured() -> None:
    union = merged([Span(50, 60), Span(0, 10), Span(5, 20), Span(20, 30), Span(52, 55)])
    assert union == [Span(0, 30), Span(50, 60)]
    assert [alive(union, *between) for between in ((0, 60), (10, 20), (25, 55), (30, 50), (55, 100), (70, 80))] == [
        40,
        10,
        10,
        0,
        5,
        0,
    ]
    assert alive([], 0, 100) == 0
    assert alive(union, 20, 10) == 0, "a clock that was set back"


def test_a_union_with_more_spans_is_the_union_of_all() -> None:
    rng = random.Random(0)
    union: list[Span] = []
    given: list[Span] = []
    for _ in range(300):
        spans = [Span(start, start + rng.randrange(30)) for start in rng.sample(range(3000), rng.randrange(3))]
        given += spans
        union = with_spans(union, spans)
        assert union == merged(given)


def test_a_reading_looks_at_the_spans_that_it_needs() -> None:
    """Not at all of the past: it is read on the event loop."""

    class Past(list[Span]):
        looked = 0

        def __getitem__(self, at: Any) -> Any:
            self.looked += len(range(*at.indices(len(self)))) if isinstance(at, slice) and at.start else 1
            return super().__getitem__(at)

    past = Past(Span(10 * number, 10 * number + 5) for number in range(100_000))
    assert with_spans(past, [Span(999_990, 1_000_000)])[-1] == Span(999_990, 1_000_000)
    assert past.looked < 100


def test_sums_worked_by_hand() -> None:
    # The first moves are free. Then player 0 takes 10 s, player 1 takes 5, and each move adds 2.
    ticks = turns(100, 130, 140, 145)
    assert read(CLOCK, PEOPLE, ticks, 0, 145_000, ALWAYS) == Reading((52_000, 57_000), 0, 145_000)
    assert read(CLOCK, PEOPLE, ticks, 0, 150_500, ALWAYS).left == (46_500, 57_000)
    assert read(CLOCK, PEOPLE, ticks, None, 999_000, ALWAYS) == Reading((52_000, 57_000), None, 999_000)
    # The server was down from 132 to 138 and from 146 to 200.
    union = [Span(0, 132_000), Span(138_000, 146_000), Span(200_000, 300_000)]
    assert read(CLOCK, PEOPLE, ticks, 0, 203_000, union).left == (60_000 - 4_000 + 2_000 - 4_000, 57_000)


def test_nobodys_time_runs_before_the_first_move() -> None:
    assert read(CLOCK, PEOPLE, [], 0, 10**9, ALWAYS) == Reading((60_000, 60_000), None, 10**9)
    assert read(CLOCK, PEOPLE, turns(1), 1, 10**9, ALWAYS) == Reading((60_000, 60_000), None, 10**9)
    assert read(CLOCK, PEOPLE, turns(1, 2), 0, 10**9, ALWAYS) == Reading((0, 60_000), 0, 10**9)


def test_agents_have_no_time() -> None:
    ticks = turns(1, 500, 510, 2000)
    assert read(CLOCK, (True, False), ticks, 1, 9_000_000, ALWAYS) == Reading((52_000, None), None, 9_000_000)


def test_time_is_over_at_zero_and_not_before() -> None:
    ticks = turns(0, 0)
    assert not read(CLOCK, PEOPLE, ticks, 0, 59_999, ALWAYS).over
    assert read(CLOCK, PEOPLE, ticks, 0, 60_000, ALWAYS).over
    assert not read(CLOCK, PEOPLE, ticks, None, 60_000, ALWAYS).over


def test_an_undo_gives_no_time_back_and_costs_the_one_to_move() -> None:
    ticks = [*turns(0, 0, 10, 20), Tick(25_000, 0, None), Tick(30_000, 0, None)]
    # After 10 and 20 both have 52 s. The request and the answer come 5 s and 10 s later; then player 1 is to move.
    assert read(CLOCK, PEOPLE, ticks, 1, 31_000, ALWAYS).left == (42_000, 51_000)


def test_a_move_out_of_turn_is_charged_to_the_player_to_move() -> None:
    ticks = [*turns(0, 0), Tick(5_000, 0, 1), Tick(7_000, 0, 0)]
    assert read(CLOCK, PEOPLE, ticks, 1, 7_000, ALWAYS).left == (60_000 - 7_000 + 2_000, 60_000)


Read = Callable[[Clock, Sequence[bool], Sequence[Tick], int | None, int, Sequence[Span]], Reading]


def down_time_never_counts(judged: Read, seed: int) -> bool:
    """Play a match in time without gaps, then cut down times into it: nothing that is left may change."""
    rng = random.Random(seed)
    players = rng.choice((1, 2))
    people = [rng.random() < 0.8 for _ in range(players)]
    ticks, at = [], 1000
    for number in range(rng.randrange(12)):
        at += rng.randrange(20_000)
        mover = number % players
        ticks.append(Tick(at, mover, mover if rng.random() < 0.8 else None))
    now, to_move = at + rng.randrange(20_000), rng.choice((None, rng.randrange(players)))
    clock = Clock(rng.randrange(1, 60), rng.randrange(3))
    whole = read(clock, people, ticks, to_move, now, [Span(0, now)])
    cuts = sorted((rng.randrange(now), rng.randrange(1, 100_000)) for _ in range(rng.randrange(4)))

    def later(time: int) -> int:
        return time + sum(length for cut, length in cuts if cut < time)

    spans, begin = [], 0
    for cut in (*sorted({cut for cut, _ in cuts}), now):
        # Several servers may have been alive, and a span may be cut into two that touch.
        end = later(cut)
        spans += [Span(begin, end), Span(begin, (begin + end) // 2), Span((begin + end) // 2, end)]
        begin = end + sum(length for place, length in cuts if place == cut)
    moved = [tick._replace(at=later(tick.at)) for tick in ticks]
    found = judged(clock, people, moved, to_move, later(now), merged(rng.sample(spans, len(spans))))
    return (found.left, found.running) == (whole.left, whole.running)


def test_down_time_never_counts() -> None:
    assert all(down_time_never_counts(read, seed) for seed in range(3000))


def test_down_time_that_counts_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def counting(*args: Any) -> Reading:
        with monkeypatch.context() as patched:
            patched.setattr(clocks, "alive", lambda union, start, end: max(0, end - start))
            return read(*args)

    assert not all(down_time_never_counts(counting, seed) for seed in range(100))
