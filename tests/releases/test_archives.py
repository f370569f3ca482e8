"""Archives are held to what git keeps, and each difference between two is seen."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import boardwright
from releases.archives import (
    PAGE,
    ROOT,
    differences,
    in_wheel,
    problems_of_source,
    problems_of_wheel,
    source_roots,
    tracked,
)

DAY = (2026, 11, 17, 0, 0, 0)
FILES = ["src/boardwright/a.py", "docs/index.md", "examples/x/rules.py", "tests/test_a.py"]
PLACES = ["boardwright/a.py", "boardwright/docs/index.md", "boardwright/examples/x/rules.py"]
BUILT = [f"{PAGE}index.html", f"{PAGE}licenses.txt", f"{PAGE}assets/index-1.js"]


def wheel(path: Path, names: list[str], data: str = "text", date: tuple[int, ...] = DAY, mode: int = 0o644) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name in [*names, "boardwright-1.dist-info/RECORD"]:
            info = zipfile.ZipInfo(name, date)  # type: ignore[arg-type]
            info.external_attr = mode << 16
            file.writestr(info, data)
    return path


@pytest.mark.parametrize(
    "other",
    [
        {"data": "other"},
        {"date": (2026, 11, 18, 0, 0, 0)},
        {"mode": 0o600},
        {"names": PLACES[::-1]},
        {"names": PLACES[:2]},
    ],
    ids=["bytes", "date", "mode", "order", "missing"],
)
def test_two_wheels_that_differ_are_told_apart(other, tmp_path):
    one = wheel(tmp_path / "one.whl", PLACES)
    assert differences(one, wheel(tmp_path / "same.whl", PLACES)) == []
    assert differences(one, wheel(tmp_path / "other.whl", **{"names": PLACES, **other}))


def test_a_wheel_has_the_package_its_documentation_its_examples_and_the_page(tmp_path):
    assert problems_of_wheel(wheel(tmp_path / "whole.whl", PLACES + BUILT), FILES) == []
    assert problems_of_wheel(wheel(tmp_path / "bare.whl", PLACES), FILES, page=False) == []
    assert len(problems_of_wheel(wheel(tmp_path / "less.whl", PLACES[1:] + BUILT), FILES)) == 1
    assert len(problems_of_wheel(wheel(tmp_path / "more.whl", [*PLACES, *BUILT, "boardwright/b"]), FILES)) == 1
    assert len(problems_of_wheel(wheel(tmp_path / "pageless.whl", PLACES), FILES)) == 2
    assert len(problems_of_wheel(wheel(tmp_path / "paged.whl", PLACES + BUILT), FILES, page=False)) == 1


def test_a_source_archive_has_what_git_keeps_and_nothing_else(tmp_path):
    def problems(names: list[str]) -> list[str]:
        (tmp_path / "file").write_text("text")
        with tarfile.open(tmp_path / "source.tar.gz", "w:gz") as file:
            for name in names:
                file.add(tmp_path / "file", f"boardwright-1/{name}")
        return problems_of_source(tmp_path / "source.tar.gz", FILES)

    assert problems([*FILES, "PKG-INFO", f"src/{PAGE}index.html"]) == []
    assert problems([*FILES, "env.sh"]) == ["env.sh: not in git"]
    assert problems(FILES[1:]) == ["src/boardwright/a.py: missing"]


def test_everything_that_git_keeps_is_listed_for_the_source_archive():
    assert {name.partition("/")[0] for name in tracked()} == source_roots()


def test_the_hook_puts_every_kept_file_of_the_documentation_into_the_wheel(hook):
    files = [name for name in tracked() if not name.startswith("src/")]
    assert in_wheel(files) <= set(hook.for_authors(ROOT).values())


def test_the_version_is_stated_alike():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == boardwright.__version__


@pytest.mark.slow
def test_two_builds_give_the_same_bytes():
    program = [sys.executable, "-m", "releases.double_build", "--without-page"]
    done = subprocess.run(program, cwd=ROOT / "tests", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
