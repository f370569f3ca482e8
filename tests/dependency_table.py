"""Writes the table of direct dependencies in docs/packaging.md: why each is there, and its licence.

`python tests/dependency_table.py`; a test compares the page. `--all` prints the licence of everything that the package
and its extras bring along, as far as it is installed here; `--json` the same as an object.
"""

from __future__ import annotations

import argparse
import json
import re
import tomllib
from collections import deque
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "packaging.md"
BEGIN, END = "<!-- dependencies -->\n", "<!-- end of dependencies -->\n"
CONTRIBUTORS = ("dev", "bench")
"""Extras that no user installs."""

CLASSIFIED = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF",
}
WRITTEN = {"Apache 2.0": "Apache-2.0", "Apache License 2.0": "Apache-2.0", "MIT License": "MIT"}
UNKNOWN = "not stated"


class Package(NamedTuple):
    """An installed package: its version, its licence, and the names that brought it."""

    name: str
    version: str
    licence: str
    by: tuple[str, ...]


def project() -> dict[str, dict[str, object]]:
    """The tables of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def direct(extras: Iterable[str] | None = None) -> dict[str, list[str]]:
    """The direct dependencies, each with `core` or the extras that name it; by default what users install."""
    table: dict[str, object] = project()["project"]
    optional: dict[str, list[str]] = table["optional-dependencies"]  # type: ignore[assignment]
    lists = {"core": table["dependencies"], **optional}
    found: dict[str, list[str]] = {}
    for part in extras if extras is not None else [name for name in lists if name not in CONTRIBUTORS]:
        for text in lists[part]:  # type: ignore[attr-defined]
            name = canonicalize_name(Requirement(text).name)
            if name != "boardwright":
                found.setdefault(name, []).append(part)
    return found


def reasons() -> dict[str, str]:
    """Why each direct dependency is there."""
    table: dict[str, dict[str, str]] = project()["tool"]["boardwright"]  # type: ignore[assignment]
    return table["reasons"]


def licence(about: metadata.PackageMetadata) -> str:
    """The licence that a package states: an expression, else classifiers, else the first line of a field."""
    if expression := about.get("License-Expression"):
        return str(expression)
    classified = [
        line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or [] if line.startswith("License ::")
    ]
    names = [CLASSIFIED.get(name, name) for name in classified if name != "OSI Approved"]
    if names:
        return " AND ".join(names)
    first = (about.get("License") or "").strip().partition("\n")[0]
    return WRITTEN.get(first, first[:60]) or UNKNOWN


def everything() -> tuple[list[Package], list[str]]:
    """Every package that the core and the users' extras bring along, and the names of those that are not installed."""
    waiting: deque[tuple[str, str, frozenset[str]]] = deque()
    for text in _requirements():
        waiting.append((canonicalize_name(text.name), "boardwright", frozenset(text.extras)))
    bringers: dict[str, set[str]] = {}
    seen, absent = set(), set()
    while waiting:
        name, by, extras = waiting.popleft()
        bringers.setdefault(name, set()).add(by)
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            required = metadata.distribution(name).requires or []
        except metadata.PackageNotFoundError:
            absent.add(name)
            continue
        for needed in map(Requirement, required):
            if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                waiting.append((canonicalize_name(needed.name), name, frozenset(needed.extras)))
    packages = []
    for name in sorted(bringers.keys() - absent):
        about = metadata.metadata(name)
        packages.append(Package(name, about["Version"], licence(about), tuple(sorted(bringers[name]))))
    return packages, sorted(absent)


def _requirements() -> Iterator[Requirement]:
    table: dict[str, object] = project()["project"]
    optional: dict[str, list[str]] = table["optional-dependencies"]  # type: ignore[assignment]
    for part in (table["dependencies"], *(optional[name] for name in optional if name not in CONTRIBUTORS)):
        for text in part:  # type: ignore[attr-defined]
            requirement = Requirement(text)
            if requirement.name != "boardwright":
                yield requirement


def table() -> str:
    """A row for each direct dependency, those of the core first."""
    why = reasons()
    lines = ["| package | extra | why | licence |", "|---|---|---|---|"]
    for name, parts in sorted(direct().items(), key=lambda row: (row[1] != ["core"], row[0])):
        lines.append(f"| {name} | {', '.join(parts)} | {why[name]} | {licence(metadata.metadata(name))} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page with the table that belongs into it."""
    text = PAGE.read_text(encoding="utf-8")
    return re.sub(f"(?<={BEGIN}).*?(?={END})", lambda _: table(), text, flags=re.S)


def main() -> None:
    """Write the page, or print every licence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="print the licences of all dependencies")
    parser.add_argument("--json", action="store_true", help="the same as an object")
    options = parser.parse_args()
    if not (options.all or options.json):
        PAGE.write_text(page(), encoding="utf-8")
        return
    packages, absent = everything()
    if options.json:
        print(json.dumps({"packages": [package._asdict() for package in packages], "absent": absent}, indent=2))
        return
    for package in packages:
        print(f"{package.name} {package.version}: {package.licence} (by {', '.join(package.by)})")
    print(f"{len(packages)} packages; not installed here: {', '.join(absent) or 'none'}")


if __name__ == "__main__":
    main()
