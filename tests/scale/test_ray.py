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

from boardwright.arena.executors import IN_PROCESS
from boardwright.core.errors import ConfigError
from boardwright.core.words import say
from boardwright.scale import executors, loopback
from boardwright.scale.executors import open_executor
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
    """Processes of Ray that are left on the machine."""
    left = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                name = (folder / "cmdline").read_bytes().split(b"\0")[0].decode()
            except OSError:
                continue
            if Path(name).name in {"raylet", "gcs_server"}:
                left.append(f"{folder.name} {name}")
    return left


def test_a_tournament_is_the_same_and_errors_are_our_own() -> None:
    answer = run("same")
    assert answer == {"digest": table(IN_PROCESS), "error": "tournament_few", "alone": True}


def test_pieces_whose_workers_die_run_again() -> None:
    answer = run("killed")
    assert answer == {"done": [[n, n * n] for n in range(7)], "deaths": 3, "error": "worker_lost"}


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 4])
def test_the_number_of_workers_changes_nothing(workers: int) -> None:
    assert run("same", workers)["digest"] == table(IN_PROCESS)


@pytest.mark.slow
def test_a_node_may_be_lost() -> None:
    assert run("node_lost") == {"workers": 3, "right": 30, "nodes": 2, "digest": table(IN_PROCESS)}


def test_where_to_run_is_local_or_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="local, ray, ray:ADDRESS"), open_executor("dask", 2):
        pass
    monkeypatch.setattr(executors, "find_spec", lambda name: None if name == "ray" else find_spec(name))
    with pytest.raises(ConfigError) as caught, open_executor("ray", 2):
        pass
    assert caught.value.code == "ray_missing"
    assert "a besoin de Ray" in say(caught.value.word, "fr")


def test_a_ray_that_does_not_start_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: Any) -> None:
        raise Exception("The current node timed out during startup. This could happen because ...")

    monkeypatch.setattr("ray.init", init)
    with pytest.raises(ConfigError, match="timed out during startup\\)") as caught, open_executor("ray", 1):
        pass
    assert caught.value.code == "ray_start"


def test_no_cluster_at_an_address_is_a_sentence() -> None:
    command = [sys.executable, "-m", "boardwright", "evaluate", "tic_tac_toe", "random", "random"]
    ran = subprocess.run(
        loopback.command([*command, "--on", "ray:127.0.0.1:9"]), capture_output=True, text=True, timeout=120
    )
    assert ran.returncode != 0
    assert "No Ray cluster answers at 127.0.0.1:9" in ran.stderr  # "ray_cluster"


def test_the_manifest_of_the_docs_is_a_cluster_and_a_policy_for_its_pods() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scale.md").read_text()
    text = page.split("```yaml\n")[1].split("```")[0]
    cluster, policy = yaml.safe_load_all(text)
    wanted = policy["spec"]["podSelector"]["matchLabels"]
    groups = [cluster["spec"]["headGroupSpec"], *cluster["spec"]["workerGroupSpecs"]]
    assert all(group["template"]["metadata"]["labels"] == wanted for group in groups)
    assert cluster["spec"]["rayVersion"] == version("ray")
