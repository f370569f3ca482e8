"""Distributions as pip leaves them, written into a folder for `sys.path`: modules, METADATA and entry_points.txt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

NOUGHTS = """
from dataclasses import replace
from boardwright.games.tic_tac_toe import DEFINITION as ours
DEFINITION = replace(ours, name={name!r})
"""
"""Tic-tac-toe by another name. It has no title of its own, so the page does not list it."""


def install(folder: Path, package: str, offers: Mapping[str, str], **modules: str) -> None:
    """Write a distribution with its games by name, and its modules."""
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
    metadata = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    points = "".join(f"{name} = {value}\n" for name, value in offers.items())
    (metadata / "entry_points.txt").write_text(f"[boardwright.games]\n{points}", encoding="utf-8")


BROKEN = {
    "absent": ("boardwright-absent", "game_broken"),
    "crash": ("boardwright-crash", "game_broken"),
    "halma": ("boardwright-halma", "game_twice"),
    "leaver": ("boardwright-leaver", "game_broken"),
    "number": ("boardwright-number", "not_a_definition"),
    "other_name": ("boardwright-number", "not_a_definition"),
}
"""The games of `install_broken` that cannot be used: a package, and the code of the error."""


def install_broken(folder: Path) -> None:
    """Write packages that are broken in every way, and one that is not: the game `noughts`."""
    install(folder, "boardwright-absent", {"absent": "no_such_module:DEFINITION"})
    install(folder, "boardwright-crash", {"crash": "crash:DEFINITION"}, crash="\nraise RuntimeError('two\\nlines')\n")
    install(folder, "boardwright-leaver", {"leaver": "leaver:DEFINITION"}, leaver="import sys\nsys.exit(3)\n")
    wrong = {"number": "number:NUMBER", "other_name": "number:DEFINITION"}
    module = "NUMBER = 3\nfrom boardwright.games.tic_tac_toe import DEFINITION\n"
    install(folder, "boardwright-number", wrong, number=module)
    for package in ("boardwright-halma", "halma-deluxe"):
        name = package.replace("-", "_")
        install(folder, package, {"halma": f"{name}:DEFINITION"}, **{name: NOUGHTS.format(name="halma")})
    install(folder, "noughts", {"noughts": "noughts:DEFINITION"}, noughts=NOUGHTS.format(name="noughts"))
