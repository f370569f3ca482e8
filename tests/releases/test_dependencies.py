"""Every direct dependency has a reason and a licence, in the table of docs/packaging.md."""

from __future__ import annotations

from email.message import Message

from dependency_table import PAGE, UNKNOWN, direct, everything, licence, page, reasons


def test_every_direct_dependency_has_a_reason():
    assert set(reasons()) == set(direct())


def test_the_page_has_the_table():
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/dependency_table.py"


def test_every_package_that_comes_along_states_its_licence():
    packages, absent = everything()
    assert absent == []
    assert [package.name for package in packages if package.licence == UNKNOWN] == []
    # PostgreSQL's driver alone: it is an extra, used as it comes, and nothing of it is in our archives.
    assert {package.name for package in packages if "GPL" in package.licence} == {"psycopg", "psycopg-binary"}


def test_a_licence_is_read_from_where_packages_state_it():
    about = Message()
    assert licence(about) == UNKNOWN
    about["License"] = "Apache 2.0\nand more"
    assert licence(about) == "Apache-2.0"
    about["Classifier"] = "License :: OSI Approved :: MIT License"
    assert licence(about) == "MIT"
    about["License-Expression"] = "BSD-3-Clause"
    assert licence(about) == "BSD-3-Clause"
