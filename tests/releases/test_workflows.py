"""The workflows can be read, call what exists, and ask for no more rights than they need."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
import yaml

import boardwright
from releases.archives import ROOT

WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
}
ON = True
"""YAML 1.1, which this parser speaks, reads the key `on` as a truth."""


def problems(workflow: dict[Any, Any]) -> list[str]:
    """Name what is missing in a workflow, or leads nowhere in this repository."""
    found = [f"no {key}" for key in ("name", ON, "permissions", "jobs") if key not in workflow]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for name, job in workflow.get("jobs", {}).items():
        found += [f"{name}: no {key}" for key in ("runs-on", "steps") if key not in job]
        if job.get("needs", name) not in workflow["jobs"]:
            found.append(f"{name}: needs {job['needs']}")
        for step in job.get("steps", []):
            if ("run" in step) == ("uses" in step):
                found.append(f"{name}: a step has either run or uses")
            if not re.fullmatch(r"[\w-]+/[\w-]+@\S+", step.get("uses", "an/action@v1")):
                found.append(f"{name}: {step['uses']} has no version")
            run = step.get("run", "")
            found += [
                f"{name}: make {target}" for target in re.findall(r"make ([a-z-]+)", run) if target not in targets
            ]
            files = re.findall(r"(?:bash|python) ([\w./]+)", run)
            found += [f"{name}: {file} is not there" for file in files if not (ROOT / file).is_file()]
    return found


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_calls_what_exists(name):
    assert problems(WORKFLOWS[name]) == []
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}


@pytest.mark.parametrize(
    "step",
    [{"run": "make nothing"}, {"run": "bash .ci/walk"}, {"uses": "actions/checkout"}, {"run": "x", "uses": "a/b@v1"}],
)
def test_a_step_that_leads_nowhere_is_named(step):
    workflow = {"name": "x", ON: {}, "permissions": {}, "jobs": {"job": {"runs-on": "x", "steps": [step]}}}
    assert len(problems(workflow)) == 1


def test_only_trusted_publishing_has_the_right_to_publish():
    jobs = WORKFLOWS["release"]["jobs"]
    assert [name for name, job in jobs.items() if job.get("permissions", {}).get("id-token")] == ["publish"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert not re.search("password|secrets", (ROOT / ".github/workflows/release.yml").read_text().partition("jobs:")[2])


def test_the_citation_says_what_the_package_says():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert str(citation["version"]) == boardwright.__version__
    assert (citation["license"], citation["abstract"]) == (project["license"], project["description"])
    assert citation["keywords"] == project["keywords"]
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in project["authors"]]
