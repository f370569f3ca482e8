"""Agents in processes of their own: they answer, they may be killed, and a full queue is refused."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace

import httpx
import numpy as np
import pytest
from numba.core import event

import boardwright
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.server import agent_worker, bodies
from boardwright.server.agent_pool import Pool, Worker
from boardwright.server.agent_worker import Answer, Job, think
from boardwright.server.limits import Limits
from boardwright.server.log import Log
from boardwright.server.problems import Refusal
from boardwright.server.service import Service
from boardwright.server.settings import read
from core import burrow
from saying import refused, told

from .harness import PATIENCE, Server, said, sit


def children(process: int) -> list[int]:
    """The workers of a server: its children that were spawned to answer jobs."""
    workers = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(parent) == process and b"spawn_main" in line:
                workers.append(int(entry.name))
    return workers


def test_an_agent_answers_and_its_seed_is_kept(server: Server, client: httpx.Client) -> None:
    (player,) = sit(client, "tic_tac_toe", "perfect", "person")
    seen = player.wait(1)
    assert [item["actor"] for item in seen["history"]] == [0]
    title = said("agent_title_perfect")
    assert seen["seats"][0] == {"kind": "agent", "agent": "perfect", "title": title, "joined": True}
    player.plays(seen["view"]["choices"][0]["action"])
    seen = player.wait(3)
    with sqlite3.connect(server.data / "matches.sqlite") as log:
        rows = log.execute("select seq, agent, seed from event where match_id = ? order by seq", (player.match,))
        kept = rows.fetchall()
    log.close()
    assert [(seq, agent) for seq, agent, _ in kept] == [(1, "perfect"), (2, None), (3, "perfect")]
    assert kept[0][2] != kept[2][2]
    assert kept[1][2] is None


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param("connect_four", ("person", "alphabeta:depth=2"), marks=pytest.mark.slow),
        ("hexes", ("person", "alphabeta:depth=2")),
        ("pig", ("person", "random")),
        ("tic_tac_toe", ("ranking", "person")),
        pytest.param("burrow", ("random", "person"), marks=pytest.mark.slow),
    ],
)
def test_every_game_is_played_to_its_end_against_an_agent(client: httpx.Client, game: str, seats) -> None:
    (player,) = sit(client, game, *seats)
    end = time.monotonic() + PATIENCE
    while not (seen := player.read())["finished"]:
        assert time.monotonic() < end, seen
        if seen["view"]["choices"]:
            player.plays(seen["view"]["choices"][-1]["action"])
        else:
            assert seen["thinking"]
            time.sleep(0.01)
    assert player.get("/replay").json()["result"] == seen["result"]
    assert seen["result"]["resigned"] is None or game == "burrow", "its rules have dead ends"


def test_an_agent_whose_move_fails_resigns(server: Server, client: httpx.Client) -> None:
    """A random agent brings the rules of the burrow to their dead end sooner or later."""
    for _ in range(40):
        (player,) = sit(client, "burrow", "person", "random")
        while not (seen := player.read())["finished"]:
            if seen["view"]["choices"]:
                player.plays({"kind": "hide"})
            else:
                time.sleep(0.005)
        if seen["result"]["resigned"] == 1:
            assert seen["result"]["returns"] == [1.0, -1.0]
            assert "random could not move in match" in server.errors
            return
    raise AssertionError("no agent ever came to the dead end")


def test_an_agent_agrees_to_an_undo_at_once(client: httpx.Client) -> None:
    (player,) = sit(client, "tic_tac_toe", "person", "random")
    player.plays(4)
    player.wait(2)
    assert player.post("undo_request").status_code == 201
    seen = player.read()
    assert (seen["view"]["ply"], seen["seq"], seen["undo"]) == (0, 4, None)
    assert not seen["thinking"]


@pytest.mark.slow
def test_a_killed_worker_is_replaced_and_no_move_is_lost_or_doubled(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    assert server.process is not None
    with server.client() as client:
        players = [sit(client, "connect_four", "person", "alphabeta:depth=8")[0] for _ in range(4)]
        killed = 0
        for turn in range(3):
            for player in players:
                player.plays(player.read()["view"]["choices"][0]["action"])
            for worker in children(server.process.pid):
                os.kill(worker, signal.SIGKILL)
                killed += 1
            for player in players:
                seen = player.wait(2 * turn + 2)
                assert [item["actor"] for item in seen["history"]] == [0, 1] * (turn + 1)
    assert killed >= 3
    assert server.stop() == 0


@pytest.mark.slow
def test_an_agents_turn_is_taken_up_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server.client() as client:
        players = [sit(client, "tic_tac_toe", "person", "perfect")[0] for _ in range(6)]
        for player in players:
            player.plays(4)
        server.kill()
    server.start()
    with server.client() as client:
        for player in players:
            player.client = client
            assert [item["actor"] for item in player.wait(2)["history"]] == [0, 1]
    assert server.stop() == 0


def test_a_full_queue_says_when_to_come_back(tmp_path: Path) -> None:
    class Stuck(Pool):
        """Its only worker never answers."""

        async def _run_with_retries(self, worker: Worker, job: Job) -> Answer:
            await asyncio.Event().wait()
            raise AssertionError

        def warm(self) -> None:
            pass

    settings = read(workers=1, jobs=1)
    log = Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=8)
    new = bodies.NewMatch(game="tic_tac_toe", preset="standard", seats=["random", "person"])

    async def flood() -> None:
        service = Service(settings, log, b"key", Stuck(settings), Limits(settings))
        await service.start()
        # The first is leased to the only worker; the second waits.
        with refused(Refusal, "server_busy") as caught:
            for _ in range(4):
                await service.create(new)
                await asyncio.sleep(0.01)
        assert (caught.value.status, caught.value.retry_after) == (503, settings.retry_seconds)
        await service.close()

    asyncio.run(flood())
    log.close()


def test_a_worker_that_takes_too_long_is_ended() -> None:
    worker = Worker(read(thinking_seconds=0.01), None, 0)
    assert worker.ask(_job("random")) is None
    worker.dismiss()
    assert worker.ask(_job("random")) is None


def test_an_agent_that_cannot_move_says_why() -> None:
    agents: OrderedDict[str, object] = OrderedDict()
    assert think(_job("random"), agents).action in range(9)
    unable = think(_job("nobody"), agents)
    assert unable.action is None
    told(unable.problem, "unknown_agent")
    crashed = think(_job("random", state=b"short"), agents)
    assert isinstance(crashed, Answer)
    told(crashed.problem, "agent_failed", agent="random")
    assert crashed.problem is not None
    assert "ValueError" in str(crashed.problem.params["error"])


def test_the_compilers_time_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a worker compiles for itself: what counts is the time that the agent thought."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(agent_worker, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(event, "timer", lambda: clock.now)

    class Compiling:
        """An agent whose search is compiled for 20 seconds before it thinks for 3."""

        def act(self, turn: Turn) -> int:
            with event.trigger_event("numba:compile", {"dispatcher": None}):
                clock.now += 20
            clock.now += 3
            return 4

    job = _job("random")
    key = repr((job.game, sorted(job.config.items()), job.agent, sorted(job.options.items())))
    answer = think(job, OrderedDict({key: Compiling()}))
    assert (answer.action, answer.seconds) == (4, 3)


class Recording(Pool):
    """Records jobs instead of running them."""

    def __init__(self) -> None:
        super().__init__(read())
        self.jobs: list[Job] = []

    def warm(self) -> None:
        pass

    def submit(self, job: Job) -> None:
        self.jobs.append(job)


def test_a_job_never_holds_what_its_player_cannot_see(tmp_path: Path) -> None:
    registry.register(burrow.DEFINITION)
    game = registry.load("burrow").as_interpreted()
    log = Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=8)

    async def dig_in(service: Service, pool: Recording) -> tuple[int, int]:
        made = await service.create(bodies.NewMatch(game="burrow", preset="standard", seats=["person", "random"]))
        match = await service.match(made.id)
        await service.act(match, 0, bodies.Move(kind="move", seq=1, key="k", action={"kind": "hide"}))
        while not pool.jobs:
            await asyncio.sleep(0.001)
        job = pool.jobs.pop()
        sent = np.frombuffer(job.state, game.state_dtype).copy()
        true = match.now.state
        assert game.observe(sent, 1).tobytes() == game.observe(true, 1).tobytes()
        return int(sent["secret"][0][0]), int(true["secret"][0][0])

    async def all_dig_in() -> list[tuple[int, int]]:
        pool = Recording()
        service = Service(read(agent_moves_by_address=100), log, b"key", pool, Limits(read()))
        await service.start()
        try:
            return [await dig_in(service, pool) for _ in range(30)]
        finally:
            await service.close()

    try:
        pairs = asyncio.run(all_dig_in())
    finally:
        registry.forget("burrow")
        log.close()
    # Eight places: one in eight is the same by chance, thirty are not.
    assert sum(sent == true for sent, true in pairs) < 20


def _job(agent: str, state: bytes | None = None) -> Job:
    game = boardwright.load("tic_tac_toe")
    start = game.new().tobytes() if state is None else state
    return Job("m", 1, "tic_tac_toe", game.config, agent, {}, 0, start, 7)
