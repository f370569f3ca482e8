"""Cases on a real Ray, one a run: `python -m boardwright.scale.loopback python ray_cases.py CASE [WORKERS]`.

Prints a digest of the results as JSON. It is a script: Ray may only run where nobody reaches its ports.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import boardwright
from boardwright.arena.executors import Executor, local
from boardwright.arena.tournament import tournament
from boardwright.core.errors import AgentError, ConfigError
from boardwright.scale import loopback
from boardwright.scale.executors import open_executor

AGENTS = ["random", "alphabeta:depth=1", "mcts:iterations=50"]


def table(executor: Executor) -> str:
    """The digest of a tournament."""
    result = tournament(boardwright.load("tic_tac_toe"), AGENTS, 20, 5, opening=1, executor=executor).to_dict()
    return hashlib.sha256(json.dumps(result, sort_keys=True).encode()).hexdigest()


def dying(piece: tuple[str, int]) -> tuple[int, int]:
    """Kill the worker of every third piece, once."""
    folder, number = piece
    if number % 3 == 0:
        try:
            (Path(folder) / str(number)).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return number, number**2


def always_dying(number: int) -> int:
    """Kill every worker that takes it."""
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def failing(number: int) -> int:
    """Raise an error with words."""
    raise AgentError("tournament_few", found=number)


def slow(number: int) -> list[int]:
    """A piece of some length, large enough to lie in the store of its node."""
    time.sleep(0.5)
    return [number] * 100_000


def pieces(folder: str, count: int) -> Iterator[tuple[str, int]]:
    """Pieces for `dying`."""
    return ((folder, number) for number in range(count))


def same(workers: int) -> Any:
    """The tournament on Ray."""
    with open_executor("ray", workers) as executor:
        return {"digest": table(executor)}


def gate(workers: int) -> Any:
    """All that one cluster can show: no other answers, the tournament, errors of pieces, workers that die."""
    found: dict[str, Any] = {"elsewhere": _refusal("ray:127.0.0.1:9"), "alone": loopback.is_alone()}
    with patch("ray.init", side_effect=Exception("The current node timed out during startup. This could happen ...")):
        found["late"] = _refusal("ray")
    with tempfile.TemporaryDirectory() as folder, open_executor("ray", workers) as executor:
        found["digest"] = table(executor)
        found["failing"] = _code(executor, failing, 1)
        found["done"] = list(executor.map(dying, pieces(folder, 4)))
        found["deaths"] = len(list(Path(folder).iterdir()))
        found["always dying"] = _code(executor, always_dying, 0)
    return found


def _refusal(where: str) -> Any:
    try:
        with open_executor(where, 1):
            return None
    except ConfigError as error:
        return error.word.to_dict()


def _code(executor: Executor, function: Callable[[int], Any], piece: int) -> str | None:
    try:
        list(executor.map(function, [piece]))
    except AgentError as error:
        return error.code
    return None


def node_lost(_: int) -> Any:
    """A node of three that is killed while pieces run and lie on it."""
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    try:
        with open_executor(f"ray:{cluster.address}", None) as executor:
            workers, lengths = executor.workers, []
            threading.Timer(2.0, cluster.remove_node, (nodes[0], False)).start()
            for number, result in enumerate(executor.map(slow, range(30))):
                lengths.append(result == [number] * 100_000)
            digest = table(executor)
            return {"workers": workers, "right": sum(lengths), "nodes": _alive(), "digest": digest}
    finally:
        cluster.shutdown()


def _alive() -> int:
    import ray

    return sum(node["Alive"] for node in ray.nodes())


def alone(workers: int) -> Any:
    """The tournament without Ray."""
    with local(workers) as executor:
        return {"digest": table(executor)}


def main() -> None:
    """Run a case."""
    case = {"same": same, "gate": gate, "node_lost": node_lost, "alone": alone}[sys.argv[1]]
    print(json.dumps(case(int(sys.argv[2]) if len(sys.argv) > 2 else 2)))


if __name__ == "__main__":
    # By its name: workers import the functions, and know no other `__main__` than their own.
    from scale import ray_cases

    ray_cases.main()
