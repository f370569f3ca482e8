"""Edits of a game's package: which files changed, and whether they can affect rules, search, views, or nothing."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Mapping, Sequence
from enum import IntEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml

from boardwright.core import registry
from boardwright.core.compiled import kernels
from boardwright.core.compiled.fingerprint import fingerprint
from boardwright.core.game import Game

SUFFIXES = (".py", ".yaml", ".json")
"""The files of a package that a game is made of."""

SEARCH = ("candidates", "order", "evaluate", "suggest", "features")
"""The functions that no rule calls: the course of a game does not depend on them."""

FOR_AGENTS = ("weights", "levels", "agents", "models", "recipes")
"""The folders of `configs/` that no rule reads. Of these, laws with random games read the weights."""

Stamps = Mapping[Path, tuple[int, int]]
Meanings = Mapping[Path, str]


class Effect(IntEnum):
    """What an edit can affect."""

    NOTHING = 0
    """No more than text: comments, docstrings, empty lines."""

    BEYOND_RULES = 1
    """Views, words and other parts that are never compiled; every function and value of the rules is as it was."""

    SEARCH = 2
    """The functions and weights of search, and what is beyond the rules."""

    RULES = 3
    """Everything."""


class Fingerprints(NamedTuple):
    """Hashes of what laws with random games depend on: the rules, and search."""

    rules: str
    search: str


def package_of(name: str) -> str:
    """The package of a game, or its module if it is in none. The game is not imported."""
    module = registry.module_of(name)
    spec = find_spec(module)
    if spec is None or spec.submodule_search_locations is not None:
        return module
    return module.rpartition(".")[0] or module


def stamps(package: str) -> Stamps:
    """The time and size of each file of a package."""
    found = {}
    for path in _files(package):
        try:
            status = path.stat()
        except FileNotFoundError:  # an editor replaces a file by a new one
            continue
        found[path] = (status.st_mtime_ns, status.st_size)
    return found


def meanings(package: str) -> Meanings:
    """The content of each file of a package without comments and docstrings."""
    found = {}
    for path in _files(package):
        try:
            found[path] = _meaning(path, path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            continue
    return found


def effect(before: tuple[Meanings, Fingerprints], after: tuple[Meanings, Fingerprints]) -> Effect:
    """The effect of an edit, from the meanings of the files and the fingerprints on both sides of it."""
    if before[1].rules != after[1].rules:
        return Effect.RULES
    if before[1].search != after[1].search:
        return Effect.SEARCH
    return Effect.NOTHING if before[0] == after[0] else Effect.BEYOND_RULES


def fingerprints(game: Game) -> Fingerprints:
    """The fingerprints of a game. It must hold to the static laws: of others, the texts of actions may not exist."""
    return Fingerprints(_hashed(_rules(game)), _hashed(_search(game)))


def _search(game: Game) -> tuple[Any, ...]:
    """The functions of search with the weights that they are given."""
    folder = game.definition.files.configs / "weights"
    weights = [(path.name, _meaning(path, path.read_text(encoding="utf-8"))) for path in _inside(folder)]
    return _functions(game, SEARCH), game.definition.search.weights, weights


def _rules(game: Game) -> tuple[Any, ...]:
    """The functions of the rules, and every value of the definition that laws read."""
    definition, layout = game.definition, game.layout
    checks = [group.check for group in game.actions.groups if group.check is not None]
    presets = [
        path
        for path in _inside(definition.files.configs)
        if path.relative_to(definition.files.configs).parts[0] not in FOR_AGENTS
    ]
    return (
        game.digest,
        _functions(game, [name for name in kernels.REQUIRED + kernels.OPTIONAL if name not in SEARCH]),
        fingerprint(checks, kernels.kernels(game.tag).home),
        # Without the tag at their end, which names all functions.
        [game.state_dtype.descr[:-1], game.observation_dtype.descr[:-1], layout.tally, layout.events],
        [definition.players, definition.phases, sorted(definition.faults), definition.returns],
        [definition.perfect_information, definition.zero_sum, layout.max_plies, layout.max_states],
        [list(definition.reasons), layout.unused],
        [(kind.name, int(kind), type(names).__name__, names) for kind, names in definition.events.items()],
        [(group.name, group.fields, group.count, group.public, group.strays) for group in game.actions.groups],
        [game.actions.to_text(index, player) for player in range(game.players) for index in range(game.actions.count)],
        [_symmetry(symmetry) for symmetry in game.symmetries],
        [_meaning(path, path.read_text(encoding="utf-8")) for path in presets],
    )


def _functions(game: Game, names: Sequence[str]) -> str:
    own = kernels.kernels(game.tag)
    named = {name: own.plain[name] for name in names if name in own.plain}
    return f"{list(named)} {fingerprint(named.values(), own.home, own.plain)}"


def _hashed(facts: tuple[Any, ...]) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def _files(package: str) -> list[Path]:
    spec = find_spec(package)
    if spec is None:
        return []
    folders = spec.submodule_search_locations
    if folders is None:
        return [Path(str(spec.origin))]
    return [path for folder in folders for path in _inside(Path(folder))]


def _inside(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES]


def _meaning(path: Path, text: str) -> str:
    try:
        if path.suffix == ".py":
            return ast.dump(_without_docstrings(ast.parse(text)))
        if path.suffix == ".yaml":
            # Composed, not loaded: a configuration has tags of its own.
            return repr([repr(event) for event in yaml.parse(text)])
    except (SyntaxError, yaml.YAMLError):
        pass
    return text


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            documented = ast.get_docstring(node) is not None
            node.body[:] = node.body[documented:] or [ast.Pass()]
    return tree


def _symmetry(symmetry: Any) -> list[Any]:
    tables = (symmetry.moves, symmetry.values, symmetry.bits, symmetry.observation)
    lists = [{name: np.asarray(table).tolist() for name, table in sorted(named.items())} for named in tables]
    return [symmetry.name, symmetry.actions.tolist(), symmetry.players, *lists]
