"""The build hook: builds the page when needed, and gives a plain error when it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


class Screen:
    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, message: str) -> None:
        self.warnings.append(message)


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A project with sources of a page, on a machine without Node."""
    source = tmp_path / "web" / "src" / "main.tsx"
    source.parent.mkdir(parents=True)
    source.write_text("page")
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def built(root: Path, hook, age: int = 0) -> None:
    page = root / hook.STATIC / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("page")
    stamp = (root / "web" / "src" / "main.tsx").stat().st_mtime - age
    os.utime(page, (stamp, stamp))


def initialized(root: Path, hook, version: str) -> tuple[list[str], list[str]]:
    screen = Screen()
    made = hook.PageHook(str(root), {}, None, None, "", "wheel", app=screen)
    data = {"artifacts": []}
    made.initialize(version, data)
    return data["artifacts"], screen.warnings


def test_a_page_that_is_built_goes_into_the_wheel(root, hook):
    built(root, hook)
    assert initialized(root, hook, "standard") == (["/src/boardwright/server/static/**"], [])


def test_a_wheel_is_not_made_without_its_page(root, hook):
    with pytest.raises(RuntimeError, match="install Node"):
        initialized(root, hook, "standard")


def test_an_editable_install_goes_on_without_the_page_and_says_so(root, hook):
    _, warnings = initialized(root, hook, "editable")
    assert "not built" in warnings[0]


def test_an_old_page_is_used_where_it_cannot_be_built_again(root, hook):
    built(root, hook, age=10)
    assert not hook.up_to_date(root)
    _, warnings = initialized(root, hook, "standard")
    assert len(warnings) == 1


def test_what_npm_put_there_is_no_source(root, hook):
    built(root, hook, age=10)
    (root / "web" / "src" / "main.tsx").unlink()
    module = root / "web" / "node_modules" / "some" / "index.js"
    module.parent.mkdir(parents=True)
    module.write_text("newer")
    assert hook.up_to_date(root)


def test_a_failing_build_is_told_with_what_npm_said(root, hook):
    npm = root / "npm"
    npm.write_text("#!/bin/sh\necho no such package >&2\nexit 1\n")
    npm.chmod(0o755)
    with pytest.raises(RuntimeError, match=r"npm ci(.|\n)*no such package"):
        initialized(root, hook, "standard")
