"""Games as environments of OpenEnv: its own client plays whole games on loopback, and nothing secret is in them."""

from __future__ import annotations

import copy
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # theirs
    pytest.importorskip("openenv")
    import uvicorn
    from openenv.cli._validation import validate_running_environment
    from openenv.core.generic_client import GenericEnvClient

    from boardwright.text_envs.openenv import BoardEnvironment, Move, app

import numpy as np

from boardwright.core import dice, registry
from boardwright.core.errors import BoardwrightError
from boardwright.core.words import Word
from boardwright.mcp.match import Answer, Match, player_name
from saying import refused

pytestmark = pytest.mark.filterwarnings("default")

PROGRAM = Path(__file__).parents[2] / "examples" / "tools" / "openenv_client.py"
GAMES = [("tic_tac_toe", "standard"), ("quoridor", "small"), ("minesweeper", "small"), ("battleship", "small")]
LINES = ("nonsense", "flag 99 1", "a1 right", "99", "0")


@contextmanager
def served(game: str, preset: str | None = None, **settings: Any) -> Iterator[str]:
    """Serve a game at a free port of loopback, from a thread of this process."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app(game, preset, **settings), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def chosen(rng: random.Random, moves: list[str]) -> str:
    """A legal move, in Minesweeper no flag: flags alone end no game."""
    return rng.choice([move for move in moves if not move.startswith(("flag", "unflag"))])


def episode(url: str, seed: int) -> list[Any]:
    """The results of a whole episode by random moves."""
    rng, results = random.Random(seed), []
    with GenericEnvClient(base_url=url).sync() as env:
        results.append(env.reset(seed=seed))
        while not results[-1].done:
            results.append(env.step({"move": chosen(rng, results[-1].observation["legal_moves"])}))
        state = env.state()
    assert state["step_count"] == len(results) - 1
    return results


@pytest.mark.parametrize(("game", "preset"), GAMES)
def test_their_client_plays_a_whole_game(game: str, preset: str) -> None:
    with served(game, preset, opponent="" if game == "minesweeper" else "random") as url:
        results = episode(url, 5)
        assert results == episode(url, 5)  # the same seed, the same episode
    first, *between, last = results
    assert first.observation["rules"].startswith("# ")
    assert first.reward is None
    assert all(result.reward == 0 and result.observation["refused"] is None for result in between)
    assert last.reward == last.observation["returns"][0]
    assert last.observation["legal_moves"] == []
    assert last.observation["to_move"] is None


@pytest.mark.parametrize("game", registry.names())
def test_every_game_is_played_to_its_end_by_one_client_in_every_seat(game: str) -> None:
    preset = "small" if "small" in registry.presets(game) else None
    env, rng = BoardEnvironment(game, preset, every_seat=True), random.Random(2)
    seen, seats = env.reset(seed=2), set()
    while not seen.done:
        assert seen.seat == seen.to_move
        seats.add(seen.seat)
        seen = env.step(Move(move=chosen(rng, seen.legal_moves)))
        assert seen.refused is None
    assert seats == set(range(env.game.players))
    assert seen.reward == seen.returns[seen.seat]


def test_a_refused_move_is_answered_with_the_reason_and_changes_nothing() -> None:
    with served("tic_tac_toe") as url, GenericEnvClient(base_url=url).sync() as env:
        env.reset(seed=1)
        before = env.step({"move": "4"})
        taken, unread = (
            Word("tic_tac_toe.taken", {"cell": 4}),
            Word("play_no_move", {"line": "nonsense", "example": "0"}),
        )
        for move, reason in {"4": str(taken), "nonsense": str(unread)}.items():
            after = env.step({"move": move})
            assert reason in after.observation["refused"]
            assert after.observation["text"].startswith(after.observation["refused"])
            assert (after.reward, after.done) == (0.0, False)
            assert after.observation["legal_moves"] == before.observation["legal_moves"]
        assert (env.state()["ply"], env.state()["step_count"]) == (2, 3)
        with pytest.raises(RuntimeError, match="VALIDATION_ERROR"):
            env.step({"action": 4})


def test_their_own_validation_passes() -> None:
    with served("tic_tac_toe") as url:
        report = validate_running_environment(url)
    assert report["passed"], report["summary"]


def test_clients_do_not_meet() -> None:
    with served("tic_tac_toe", sessions=2) as url, GenericEnvClient(base_url=url).sync() as one:
        one.reset(seed=1)
        one.step({"move": "4"})
        with GenericEnvClient(base_url=url).sync() as other:
            assert len(other.reset(seed=1).observation["legal_moves"]) == 9


def test_the_opponent_begins_where_the_client_sits_second() -> None:
    seen = BoardEnvironment("tic_tac_toe", seat=1).reset(seed=1)
    assert (seen.seat, seen.to_move, len(seen.legal_moves)) == (1, 1, 8)
    assert seen.text.startswith(player_name(0))
    assert BoardEnvironment("tic_tac_toe").reset(seed=1, seat=1) == seen


@pytest.mark.parametrize(
    ("call", "code", "params"),
    [
        (lambda: BoardEnvironment("tic_tac_toe", seat=2), "config_value", {"path": "seat", "value": "2"}),
        (lambda: BoardEnvironment("tic_tac_toe", opponent="nobody"), "unknown_agent", {}),
        (lambda: BoardEnvironment("minesweeper", opponent="random"), "mcp_for_one", {}),
        (
            lambda: BoardEnvironment("tic_tac_toe", every_seat=True, opponent="random"),
            "config_value",
            {"path": "opponent", "value": "random"},
        ),
        (lambda: BoardEnvironment("tic_tac_toe").reset(sead=1), "config_unknown", {"path": "sead"}),
        (lambda: BoardEnvironment("tic_tac_toe").reset(seat=True), "config_value", {"path": "seat", "value": "True"}),
        (lambda: BoardEnvironment("tic_tac_toe").step(Move(move="4")), "envs_not_reset", {}),
    ],
)
def test_what_does_not_fit_is_refused(call: Callable[[], Any], code: str, params: dict[str, Any]) -> None:
    with refused(BoardwrightError, code, **params):
        call()


def test_a_game_that_is_over_takes_no_move() -> None:
    env = BoardEnvironment("tic_tac_toe", every_seat=True)
    env.reset()
    for move in "03142":
        seen = env.step(Move(move=move))
    assert (seen.done, seen.reward, seen.returns) == (True, 1.0, [1.0, -1.0])
    with refused(BoardwrightError, "match_over"):
        env.step(Move(move="8"))


def answers(env: BoardEnvironment) -> list[str]:
    """All that a client hears without changing anything, as bytes on the wire."""
    assert env._match is not None
    heard = [env._observe(env._match, []), env.state, env.get_metadata()]
    refused = [line for line in LINES if not env._match.why(line).data.get("legal")]
    heard += [env.step(Move(move=line)) for line in refused]
    return [json.dumps(one.model_dump(), default=str) for one in heard]


def compare(game: Any, preset: str | None, pairs: int) -> tuple[int, int]:
    """The pairs of matches that differ only in what the mover cannot see, and those that a client can tell apart."""
    rng, compared, differ = np.random.default_rng(3), 0, 0
    while compared < pairs:
        env = BoardEnvironment(game, preset, every_seat=True)
        seen = env.reset(seed=int(rng.integers(1 << 40)))
        for _ in range(int(rng.integers(1, 14))):
            if not seen.done:
                seen = env.step(Move(move=str(rng.choice(seen.legal_moves))))
        assert env._match is not None
        before = env._match.position.state
        twin = copy.copy(env)
        twin._match = env._match.copy()
        twin._match.position.state = env.game.resample(before, seen.seat, dice.raw_bits(rng))
        if seen.done or twin._match.position.state.tobytes() == before.tobytes():
            continue
        compared += 1
        differ += answers(env) != answers(twin)
    return compared, differ


def test_twins_get_the_same_bytes(secret: tuple[str, str | None]) -> None:
    assert compare(*secret, 6) == (6, 0)


def test_a_planted_leak_is_caught(secret: tuple[str, str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Match.look

    def leaky(self: Match, told: tuple[str, ...] = ()) -> Answer:
        text, data = honest(self, told)
        return Answer(f"{text} {self.game.to_dict(self.position.state)}", data)

    monkeypatch.setattr(Match, "look", leaky)
    assert compare(*secret, 2) == (2, 2)


@pytest.fixture(scope="module")
def command() -> Iterator[str]:
    """The address of the command, with OpenEnv's own page; in its own process: Gradio leaves loops open."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "boardwright.text_envs.openenv", "connect_four", "--opponent", "random"]
    server = subprocess.Popen([*line, "--port", str(port)], env={**os.environ, "ENABLE_WEB_INTERFACE": "true"})
    url, until = f"http://127.0.0.1:{port}", time.monotonic() + 120
    try:
        while True:
            try:
                urllib.request.urlopen(f"{url}/health", timeout=5).close()
                break
            except OSError:
                assert server.poll() is None
                assert time.monotonic() < until
                time.sleep(0.2)
        yield url
    finally:
        server.terminate()
        server.wait()


def test_the_program_of_the_page_plays_by_the_command(command: str) -> None:
    done = subprocess.run([sys.executable, PROGRAM, command], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("# Four in a row")


def test_their_own_page_plays(command: str) -> None:
    for path, body in {"reset": {}, "step": {"action": {"move": "3"}}}.items():
        data, headers = json.dumps(body).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{command}/web/{path}", data, headers)
        with urllib.request.urlopen(request, timeout=30) as made:
            seen = json.load(made)
    assert seen["observation"]["text"].startswith(str(Word("prose_played", {"move": "3"})))


def test_the_command_names_a_setting_that_does_not_fit() -> None:
    command = [sys.executable, "-m", "boardwright.text_envs.openenv", "tic_tac_toe", "--seat", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, "0 ... 1" in done.stderr) == (2, True)
