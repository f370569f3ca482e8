"""Ray gives the results of one process, also where its workers and nodes are lost. In a namespace of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from boardwright.arena.executors import IN_PROCESS
from boardwright.cli import app
from boardwright.core.errors import ConfigError
from boardwright.scale import executors, loopback
from boardwright.scale.executors import open_executor
from saying import refused
from scale.ray_cases import table

CASES = Path(__file__).with_name("ray_cases.py")


def run(case: str, workers: int = 2) -> Any:
    paths = os.pathsep.join([str(CASES.parents[1]), *sys.path])
    command = loopback.command([sys.executable, str(CASES), case, str(workers)])
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": paths})
    assert ran.returncode == 0, ran.stderr
    assert not listeners(), "a port of Ray is open outside the namespace"
    return json.loads(ran.stdout.splitlines()[-1])


def listeners() -> list[str]:
    """Processes of Ray whose ports others can reach: those in this process's own network."""
    here, left = Path("/proc/self/ns/net").readlink(), []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                name = (folder / "cmdline").read_bytes().split(b"\0")[0].decode()
                there = (folder / "ns" / "net").readlink()
            except OSError:
                continue
            if Path(name).name in {"raylet", "gcs_server"} and there == here:
                left.append(f"{folder.name} {name}")
    return left


@pytest.fixture(scope="module")
def answer() -> Any:
    """What one cluster of two workers has to tell."""
    return run("gate")


def test_a_tournament_is_the_same_and_errors_are_our_own(answer: Any) -> None:
    assert (answer["digest"], answer["failing"], answer["alone"]) == (table(IN_PROCESS), "tournament_few", True)


def test_pieces_whose_workers_die_run_again(answer: Any) -> None:
    assert answer["done"] == [[n, n * n] for n in range(4)]
    assert (answer["deaths"], answer["always dying"]) == (2, "worker_lost")


def test_no_cluster_and_one_that_does_not_start_are_refused(answer: Any) -> None:
    assert answer["elsewhere"] == {"code": "ray_cluster", "params": {"path": "on", "address": "127.0.0.1:9"}}
    reason = "The current node timed out during startup"
    assert answer["late"] == {"code": "ray_start", "params": {"path": "on", "reason": reason}}


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 4])
def test_the_number_of_workers_changes_nothing(workers: int) -> None:
    assert run("same", workers)["digest"] == table(IN_PROCESS)


@pytest.mark.slow
def test_a_node_may_be_lost() -> None:
    assert run("node_lost") == {"workers": 3, "right": 30, "nodes": 2, "digest": table(IN_PROCESS)}


def test_where_to_run_is_local_or_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    with refused(ConfigError, "config_value", path="on", value="dask"), open_executor("dask", 2):
        pass
    monkeypatch.setattr(executors, "find_spec", lambda name: None if name == "ray" else find_spec(name))
    with refused(ConfigError, "ray_missing", value="ray"), open_executor("ray", 2):
        pass


def test_a_command_runs_where_it_is_told() -> None:
    ran = CliRunner().invoke(app, ["evaluate", "tic_tac_toe", "random", "random", "--on", "dask"])
    assert isinstance(ran.exception, ConfigError)
    assert (ran.exception.code, ran.exception.params["value"]) == ("config_value", "dask")


def test_the_manifest_of_the_docs_is_a_cluster_and_a_policy_for_its_pods() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scale.md").read_text()
    text = page.split("```yaml\n")[1].split("```")[0]
    cluster, policy = yaml.safe_load_all(text)
    wanted = policy["spec"]["podSelector"]["matchLabels"]
    groups = [cluster["spec"]["headGroupSpec"], *cluster["spec"]["workerGroupSpecs"]]
    assert all(group["template"]["metadata"]["labels"] == wanted for group in groups)
    assert cluster["spec"]["rayVersion"] == version("ray")
