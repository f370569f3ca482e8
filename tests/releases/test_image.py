"""The image and its composition name files, options and settings that exist. There is no container engine here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from boardwright.cli import app
from boardwright.server.settings import gather
from releases.archives import ROOT
from releases.dockerfile import commands, problems, steps, variables

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_every_step_can_be_read_and_copies_what_is_there():
    assert list(problems(DOCKERFILE, ROOT)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [("COPY src src", "COPY sources src"), ("--from=page", "--from=pages"), ("WORKDIR", "WORKDIRECTORY")],
)
def test_a_step_that_leads_nowhere_is_named(old, new):
    assert list(problems(DOCKERFILE.replace(old, new), ROOT))


def test_the_commands_exist_with_their_options():
    called = [*commands(DOCKERFILE), COMPOSE["services"]["server"]["command"]]
    assert {command[1] for command in called} == {"warmup", "serve"}
    for command in called:
        result = CliRunner().invoke(app, [command[1], "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
        assert all(option in result.output for option in command if option.startswith("--")), command


def test_the_variables_are_settings_of_the_server(tmp_path: Path):
    chosen, sources = gather(None, variables(DOCKERFILE), {})
    assert (chosen.host, chosen.admin_port, chosen.log_format) == ("0.0.0.0", 8643, "json")
    assert len(sources) == sum(name.startswith("BOARDWRIGHT_SERVE_") for name in variables(DOCKERFILE))
    own = {name: value for name, value in COMPOSE["services"]["server"]["environment"].items() if "SERVE" in name}
    # Raises for a name that is no setting. Compose fills in the origin.
    origin = "BOARDWRIGHT_SERVE_PUBLIC_ORIGIN"
    gather(None, {**variables(DOCKERFILE), **own, origin: variables(DOCKERFILE)[origin]}, {})


def test_the_image_runs_as_a_user_and_listens_where_it_says():
    said = dict(steps(DOCKERFILE))
    assert said["USER"] == "boardwright"
    assert COMPOSE["services"]["server"]["ports"] == [f"127.0.0.1:{said['EXPOSE']}:{said['EXPOSE']}"]
    assert variables(DOCKERFILE)["BOARDWRIGHT_MACHINE_CODE"] in " ".join(commands(DOCKERFILE)[0])


def test_the_parts_of_the_composition_know_each_other():
    services, volumes = COMPOSE["services"], COMPOSE["volumes"]
    database = services["database"]["environment"]
    url = services["server"]["command"][-1]
    assert url == f"postgresql://{database['POSTGRES_USER']}@database/{database['POSTGRES_DB']}"
    assert services["server"]["environment"]["PGPASSWORD"] == database["POSTGRES_PASSWORD"]
    assert set(services["server"]["depends_on"]) == {"database"}
    assert {mount.partition(":")[0] for mount in services["database"]["volumes"]} == set(volumes)


def test_the_image_has_a_python_that_is_tried():
    tried = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    versions = tried["jobs"]["pythons"]["strategy"]["matrix"]["python"]
    assert set(re.findall(r"FROM python:(\S+)-slim", DOCKERFILE)) <= set(versions)
