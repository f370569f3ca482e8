"""Short runs of the proofs of the service, with their planted defects, and the checker of histories by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .harness import Server
from .places import POSTGRESQL, SQLITE, Place, place
from .proofs import access, decodes, failover, fuzz, histories, leaks, models, power, replays, workers
from .proofs.register import Faults, Post, Read, check
from .proofs.report import holds


@pytest.fixture
def home(server: Server) -> Place:
    """The place of the server that all tests share."""
    return Place(server.data, None)


@pytest.mark.parametrize("rows", ["read", "stream", "move", "token", "undo"])
def test_only_the_owner_of_a_seat_moves_it(home: Place, server: Server, rows: str) -> None:
    figures = access.sweep(home, server, access.GAMES[:1], rows)
    assert figures["failures"] == 0, figures
    assert figures["cells"] >= 14


@pytest.mark.slow
def test_every_request_by_every_role_has_the_status_of_the_table(tmp_path: Path) -> None:
    figures = access.measure(tmp_path, 0.0)
    assert holds(figures), figures
    assert figures["cells"] > 300


def test_hidden_cells_change_no_answer(home: Place, server: Server) -> None:
    games = {"hide": leaks.secret_games()["hide"].as_interpreted()}
    counts = leaks.sweep(home, server, games, 1)
    assert (counts["differences"], counts["missing"], counts["pairs"]) == (0, 0, 1), counts
    assert counts["seen_by_the_hider"], counts


@pytest.mark.slow
def test_hidden_cells_of_every_game_change_no_answer(tmp_path: Path) -> None:
    figures = leaks.measure(tmp_path, 0.0005)
    assert holds(figures), figures


def test_odd_texts_are_decoded_or_refused() -> None:
    assert decodes.decode(2000, seed=1) == (2000, [])


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, Server]]:
    """A server without other clients. It logs no errors."""
    with place(SQLITE, tmp_path_factory.mktemp("quiet") / "data") as home:
        server = home.server(*fuzz.NARROW)
        yield home, server
        server.stop()
        assert fuzz.complaints(server) == []


def test_odd_requests_write_nothing(quiet: tuple[Place, Server]) -> None:
    counts, faults = fuzz.assail(*quiet, [(fuzz.mutate, 100)], 0)
    assert faults == []
    assert counts["refused"] > 30


@pytest.mark.slow
def test_odd_requests_by_the_schema_write_nothing(tmp_path: Path) -> None:
    figures = fuzz.measure(tmp_path, 0.005)
    assert holds(figures), figures


@pytest.mark.slow
def test_histories_on_one_server_are_linearisable(tmp_path: Path) -> None:
    with place(SQLITE, tmp_path / "data") as home:
        counts, faults = histories.torment(home, 300, 1)
    assert faults.counts == {}, faults.examples
    assert counts["kill"] == 1


@pytest.mark.slow
def test_histories_on_both_databases_are_linearisable(tmp_path: Path) -> None:
    figures = histories.measure(tmp_path, 0.005)
    assert holds(figures), figures


@pytest.mark.slow
def test_a_cache_that_is_not_validated_is_caught(tmp_path: Path) -> None:
    with place(POSTGRESQL, tmp_path / "data") as home:
        assert histories.torment(home, 600, 100, "--defect", "stale")[1].total > 0


@pytest.mark.slow
def test_a_killed_server_loses_nothing_and_streams_go_on_at_the_other(tmp_path: Path) -> None:
    figures = failover.measure(tmp_path, 0.01)
    assert holds(figures), figures


@pytest.mark.slow
def test_killed_workers_lose_and_double_nothing(tmp_path: Path) -> None:
    figures = workers.measure(tmp_path, 0.01)
    assert holds(figures), figures


@pytest.mark.slow
def test_replays_agree_in_every_process(tmp_path: Path) -> None:
    figures = replays.compare(tmp_path, 0.0, ("tic_tac_toe", "peek"), seeds=("1",))
    assert figures["failures"] == 0, figures


@pytest.mark.slow
def test_replays_of_every_game_agree_in_every_process(tmp_path: Path) -> None:
    figures = replays.measure(tmp_path, 0.001)
    assert holds(figures), figures


@pytest.mark.slow
@pytest.mark.skipif(power.GCC is None, reason="there is no gcc to build the library of the power cut")
def test_a_power_cut_loses_nothing(tmp_path: Path) -> None:
    figures = power.measure(tmp_path, 0.005)
    assert holds(figures), figures


def test_model_files_run_no_code(tmp_path: Path) -> None:
    figures = models.measure(tmp_path, 0.005)
    assert holds(figures), figures


def post(version: int, value: str, begin: float, end: float, *, key: str = "", done: bool | None = True) -> Post:
    return Post("m", version, value, key or value, begin, end, done)


def read(version: int, values: str, begin: float, end: float) -> Read:
    return Read("m", version, tuple(values), begin, end)


SOUND = [
    post(1, "a", 0, 1),
    post(1, "a", 2, 3),
    post(1, "b", 0, 3, done=False),
    post(2, "c", 1.5, float("inf"), done=None),
    read(0, "", 0, 2),
    read(1, "a", 1.5, 4),
    read(2, "ac", 2, 3),
    read(2, "c", 4, 5),
]


@pytest.mark.parametrize(
    ("added", "kind"),
    [
        (post(1, "b", 0, 3), "two_owners"),
        (read(3, "acd", 5, 6), "not_posted"),
        (read(2, "ac", 1, 1.4), "not_posted"),
        (read(2, "bc", 5, 6), "not_as_acknowledged"),
        (read(0, "", 1.1, 3), "lost"),
        (read(1, "a", 3.5, 6), "went_back"),
    ],
)
def test_the_checker_of_histories_sees_every_fault(added: Post | Read, kind: str) -> None:
    faults = Faults()
    check(SOUND, faults)
    assert faults.counts == {}, faults.examples
    check([*SOUND, added], faults)
    assert kind in faults.counts, faults.examples


def test_the_checker_of_histories_sees_a_value_that_changes() -> None:
    faults = Faults()
    both = [post(1, "a", 0, 9, done=None), post(1, "b", 0, 9, done=None)]
    check([*both, read(1, "a", 1, 2), read(1, "b", 3, 4)], faults)
    assert faults.counts == {"changed": 1}
