"""Payers have their turns, in memory and in threads."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

import boardwright
from boardwright.server.aside import Aside, Kind, Lane
from boardwright.server.limits import PAYER, Limits
from boardwright.server.rounds import Rounds
from boardwright.server.settings import read


def test_payers_have_their_turns_and_nobody_has_all() -> None:
    rounds: Rounds[int] = Rounds(2)
    for piece in range(5):
        rounds.put("greedy", piece)
    assert [rounds.take(), rounds.take(), rounds.take()] == [("greedy", 0), ("greedy", 1), None]
    rounds.put("honest", 9)
    assert (rounds.take(), len(rounds)) == (("honest", 9), 3)
    rounds.put("late", 7)
    rounds.done("greedy")
    assert [rounds.take(), rounds.take(), rounds.take()] == [("late", 7), ("greedy", 2), None]


def test_one_after_another_has_as_many_turns_as_all_at_once() -> None:
    rounds: Rounds[int] = Rounds(1)
    for piece in range(20):
        rounds.put("all", piece)
    rounds.put("one", 0)
    served: Counter[str] = Counter()
    for _ in range(20):
        taken = rounds.take()
        assert taken is not None
        payer = taken[0]
        served[payer] += 1
        rounds.done(payer)
        if payer == "one":
            rounds.put("one", 0)
    assert served == {"all": 10, "one": 10}


def test_heavy_work_of_one_address_leaves_a_thread_to_others() -> None:
    """Each piece waits until it is let go: only the order counts."""

    async def work() -> list[str]:
        lane, ended, let_go = Lane("test", 2), [], threading.Event()

        def piece(name: str, wait: bool) -> None:
            if wait:
                let_go.wait(60)
            ended.append(name)

        greedy = [asyncio.create_task(lane.run("greedy", lambda: piece("greedy", True))) for _ in range(50)]
        await asyncio.sleep(0)
        for name in ("b", "c", "d"):
            await lane.run(name, lambda name=name: piece(name, False))
        assert ended == ["b", "c", "d"]
        let_go.set()
        await asyncio.gather(*greedy)
        lane.close()
        return ended

    assert asyncio.run(work()) == ["b", "c", "d", *["greedy"] * 50]


def test_what_was_given_up_is_not_begun_and_errors_arrive() -> None:
    async def work() -> None:
        lane, begun, let_go = Lane("test", 1), [], threading.Event()
        first = asyncio.create_task(lane.run("a", lambda: let_go.wait(60)))
        given_up = asyncio.create_task(lane.run("a", lambda: begun.append("given up")))
        failing = asyncio.create_task(lane.run("b", lambda: 1 // 0))
        await asyncio.sleep(0)
        given_up.cancel()
        let_go.set()
        assert await first
        await asyncio.gather(given_up, return_exceptions=True)
        assert isinstance((await asyncio.gather(failing, return_exceptions=True))[0], ZeroDivisionError)
        assert await lane.run("a", lambda: "done") == "done"
        assert not begun
        lane.close()

    asyncio.run(work())


def test_work_is_counted_for_whom_it_is_done() -> None:
    def busy() -> None:
        sum(range(3_000_000))

    async def work() -> tuple[float, float, float]:
        limits = Limits(read(work_by_address="10/day"))
        aside = Aside(limits)
        PAYER.set("payer")
        await aside.thread(Kind.FILES, None, busy)
        files = limits._work.wait("payer")
        await aside.thread(Kind.RULES, None, busy)
        aside.close()
        return files, limits._work.wait("payer"), limits._work.wait("other")

    files, rules, other = asyncio.run(work())
    assert (files, other) == (0, 0)
    assert rules > 0


def test_what_is_quick_for_a_short_match_is_not_taken_to_be_quick_for_a_long_one() -> None:
    game, loop = boardwright.load("tic_tac_toe"), threading.get_ident()

    async def work() -> list[bool]:
        aside = Aside(Limits(read()))
        beside = [await aside.run(game, size, threading.get_ident) != loop for size in (4, 5, 600, 4, 601)]
        aside.close()
        return beside

    assert asyncio.run(work()) == [True, False, True, False, False]


def test_the_first_call_is_counted_for_nobody() -> None:
    """It may read machine code from disk."""
    game = boardwright.load("tic_tac_toe")

    def busy() -> None:
        sum(range(3_000_000))

    async def work() -> list[float]:
        limits = Limits(read(work_by_address="10/day"))
        aside, waits = Aside(limits), []
        PAYER.set("payer")
        for _ in range(2):
            await aside.run(game, 1, busy)
            waits.append(limits._work.wait("payer"))
        aside.close()
        return waits

    first, second = asyncio.run(work())
    assert (first == 0, second > 0) == (True, True)
