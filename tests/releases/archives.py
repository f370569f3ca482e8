"""What is inside a wheel and a source archive, beside what git keeps, and how two of them differ."""

from __future__ import annotations

import hashlib
import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = "boardwright/server/static/"
METADATA = ".dist-info/"
Entries = dict[str, tuple[str, ...]]
"""By the name of each file in an archive: a checksum of its bytes, its mode and its date."""


def tracked(root: Path = ROOT) -> list[str]:
    """The files that git keeps."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name]


def entries(archive: Path) -> Entries:
    """Every file of a wheel or a source archive."""
    found: Entries = {}
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for info in wheel.infolist():
                found[info.filename] = (_digest(wheel.read(info)), oct(info.external_attr >> 16), str(info.date_time))
        return found
    with tarfile.open(archive) as source:
        for member in source.getmembers():
            file = source.extractfile(member)
            assert file is not None, member.name
            found[member.name] = (_digest(file.read()), oct(member.mode), str(member.mtime), member.uname)
    return found


def differences(one: Path, other: Path) -> list[str]:
    """A line for each file that two archives do not share to the byte, mode and date; none if the archives are equal.

    Files that agree in archives that do not are packed in another order, or by another compressor.
    """
    ours, theirs = entries(one), entries(other)
    lines = [
        f"{name}: {ours.get(name, 'missing')} and {theirs.get(name, 'missing')}"
        for name in sorted(ours.keys() | theirs.keys())
        if ours.get(name) != theirs.get(name)
    ]
    if not lines and one.read_bytes() != other.read_bytes():
        lines.append(f"{one.name}: the same files, packed differently")
    return lines


def in_wheel(files: Iterable[str]) -> set[str]:
    """The place in a wheel of every file that belongs into one."""
    places = set()
    for name in files:
        folder, _, rest = name.partition("/")
        if name.startswith("src/boardwright/"):
            places.add(rest)
        elif folder in ("docs", "examples"):
            places.add(f"boardwright/{name}")
    return places


def problems_of_wheel(wheel: Path, files: Iterable[str], page: bool = True) -> list[str]:
    """A line for each file that is missing in a wheel, and for each that git does not know."""
    inside = {name for name in entries(wheel) if METADATA not in name}
    built = {name for name in inside if name.startswith(PAGE)}
    wanted = in_wheel(files)
    lines = [f"{name}: missing" for name in sorted(wanted - inside)]
    lines += [f"{name}: not in git" for name in sorted(inside - built - wanted)]
    if page:
        # The licences of what is inside the page's script.
        needed = {f"{PAGE}index.html", f"{PAGE}licenses.txt"}
        lines += [f"{name}: missing" for name in sorted(needed - built)]
    if not page and built:
        lines.append(f"{PAGE}: a page where none was built")
    return lines


def problems_of_source(archive: Path, files: Iterable[str]) -> list[str]:
    """A line for each file that is missing in a source archive, and for each that git does not know."""
    inside = {name.partition("/")[2] for name in entries(archive)} - {"PKG-INFO"}
    inside = {name for name in inside if not name.startswith(f"src/{PAGE}")}
    wanted = set(files)
    return [f"{name}: missing" for name in sorted(wanted - inside)] + [
        f"{name}: not in git" for name in sorted(inside - wanted)
    ]


def source_roots(root: Path = ROOT) -> set[str]:
    """The first part of every path that goes into a source archive: those listed, and those that always go."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    listed = project["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    return {*listed, "pyproject.toml", ".gitignore", *project["project"]["license-files"], project["project"]["readme"]}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
