"""Configuration: YAML files that may extend one another, checked key by key. No default lives in code.

A value may stand in a file of its own, YAML or JSON, named from the folder: `board: !file large/board.json`. A missing,
unknown or wrong key raises ConfigError with its path.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boardwright.core.errors import ConfigError

SHIPPED = Path(__file__).parents[1] / "configs"
"""Every configuration that comes with the package."""

ENDINGS = (".yaml", ".yml")

Places = tuple[Path, ...]
"""The folders in which files are looked for, in order."""

Count = Annotated[int, Field(ge=1)]
Whole = Annotated[int, Field(ge=0)]
Positive = Annotated[float, Field(gt=0)]
Weight = Annotated[float, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]
"""Numbers that many configurations have."""

UNWRITABLE = {"tuple_type": "tuple", "set_type": "set", "frozen_set_type": "frozenset"}
"""Types that no YAML or JSON file can hold, by the error for a list in their place."""

M = TypeVar("M", bound=BaseModel)


class Settings(BaseModel):
    """The base of every configuration model: no unknown key, no conversion, no change afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def names(folder: Path) -> list[str]:
    """The configurations that a folder offers."""
    return sorted(path.stem for path in folder.glob("*.yaml"))


def is_path(name: str) -> bool:
    """Whether a name is the path of a file of one's own: `./mine.yaml`, `mine.yaml`."""
    return "/" in name or os.sep in name or name.endswith(ENDINGS)


def read(folder: Path, name: str) -> dict[str, Any]:
    """A configuration with everything that it extends merged in, nearest file last.

    `name` is one that the folder offers, or the path of a file. What such a file extends or includes stands beside it,
    or in the folder. Any file may extend `folder/name`, one of those that come with Boardwright.
    """
    own = is_path(name)
    first = Path(name) if own else folder / f"{name}.yaml"
    if not first.is_file():
        known = names(folder)
        raise ConfigError("config_no_file" if own else "config_absent", path=name, **({} if own else {"known": known}))
    places = (first.parent, folder) if own else (folder,)
    chain: list[Path] = []
    merged: dict[str, Any] = {}
    following: Path | None = first
    while following is not None:
        chain.append(following)
        data = _load(following, places)
        extended = data.pop("extends", None)
        merged = _merge(data, merged)
        following = None if extended is None else _extended(str(extended), places, chain)
    return merged


def _extended(name: str, places: Places, chain: list[Path]) -> Path:
    if "/" in name and not name.endswith(ENDINGS):
        places, name = (SHIPPED / Path(name).parent,), Path(name).name
    there = [path for place in places if (path := place / (name if is_path(name) else f"{name}.yaml")).is_file()]
    if not there:
        known = sorted({other for place in places for other in names(place)})
        raise ConfigError("config_absent", path=name, known=known)
    for path in there:
        if path not in chain:  # a file of one's own may have the name of the one that it extends
            return path
    raise ConfigError("config_circle", path="extends", chain=[*(path.stem for path in chain), name])


def replaced(given: Mapping[str, Any], changes: Mapping[str, Any], *, optional: bool = False) -> dict[str, Any]:
    """A configuration with values replaced by their paths, `game.battle.rounds`. Raises ConfigError for no such path.

    A key without a section may be one that `given` leaves to its default: validation knows all of them. With `optional`
    so may the last key of any path.
    """
    data: dict[str, Any] = copy.deepcopy(dict(given))
    for path, value in changes.items():
        *sections, last = path.split(".")
        inner: Any = data
        for key in sections:
            inner = inner[_key(inner, key, path)]
        absent = isinstance(inner, dict) and (optional or not sections)
        inner[last if absent else _key(inner, last, path)] = value
    return data


def value_at(given: Mapping[str, Any], path: str) -> Any:
    """The value at a path. Raises ConfigError for no such path."""
    inner: Any = given
    for key in path.split("."):
        inner = inner[_key(inner, key, path)]
    return inner


def _key(inner: Any, key: str, path: str) -> Any:
    if isinstance(inner, list) and key.isdigit() and int(key) < len(inner):
        return int(key)
    if isinstance(inner, dict) and key in inner:
        return key
    known = sorted(inner) if isinstance(inner, dict) else list(range(len(inner))) if isinstance(inner, list) else []
    raise ConfigError("config_unknown", path=path, known=known)


def validate(model: type[M], data: Mapping[str, Any]) -> M:
    """Validate every key. Raises ConfigError with the path of the first wrong one."""
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        first = error.errors()[0]
        # An error about several keys has no path of its own.
        path = ".".join(str(part) for part in first["loc"]) or ", ".join(model.model_fields)
        if first["type"] == "missing":
            raise ConfigError("config_missing", path=path) from None
        if first["type"] == "extra_forbidden":
            known = _siblings(model, first["loc"])
            code = "config_unknown" if known else "config_no_keys"
            raise ConfigError(code, path=path, known=known) from None
        if first["type"] in UNWRITABLE and isinstance(first["input"], list):
            raise ConfigError("config_list", path=path, kind=UNWRITABLE[first["type"]]) from None
        value = data if not first["loc"] else first["input"]
        raise ConfigError("config_value", path=path, value=repr(value), expected=_expected(first)) from None


def _siblings(model: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    """The known keys beside an unknown one."""
    models = [model]
    for key in path[:-1]:
        known = [parent.model_fields[str(key)].annotation for parent in models if key in parent.model_fields]
        # Any other key is the number of an entry in a list, or a key of a mapping: its model is known already.
        if known:
            models = [inside for kind in known for inside in _models(kind)]
    return sorted({name for parent in models for name in parent.model_fields})


def _models(kind: Any) -> Iterator[type[BaseModel]]:
    """The models inside a type: of the entries of a list, of the values of a mapping."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    for inside in get_args(kind):
        yield from _models(inside)


# libyaml, where it is there, reads ten times as fast.
_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Values(_Safe):  # type: ignore[misc]  # of any type
    """Reads `1e-4` as a number, as YAML 1.2 and JSON do; PyYAML asks for `1.0e-4`."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep=deep)
        except ValueError as error:  # `2001-99-99` is written like a date, `!!int x` like a number
            raise yaml.constructor.ConstructorError(None, None, str(error), node.start_mark) from None


_Values.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"[-+]?(\.\d+|\d+(\.\d*)?)[eE][-+]?\d+$"), list("-+.0123456789")
)


def parse(text: str) -> Any:
    """A value as a file would have it: `3`, `1e-4`, `[imitation, ppo]`. Raises ValueError for no YAML."""
    try:
        return yaml.load(text, _Values)  # a safe loader
    except yaml.YAMLError:
        raise ValueError(text) from None


class _Loader(_Values):
    places: Places = ()


def _file(loader: _Loader, node: yaml.ScalarNode) -> Any:
    paths = [place / str(node.value) for place in loader.places]
    for path in paths:
        if path.is_file():
            return _read_file(path, loader.places)
    known = {
        str(file.relative_to(place))
        for place, path in zip(loader.places, paths)
        for file in path.parent.glob(f"*{path.suffix}")
    }
    raise ConfigError("config_absent", path=str(node.value), known=sorted(known))


_Loader.add_constructor("!file", _file)


def _read_file(path: Path, places: Places) -> Any:
    text = path.read_text(encoding="utf-8")
    try:
        if path.suffix == ".json":
            return json.loads(text)
        loader = _Loader(text)
        loader.places = places
        return loader.get_single_data()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        # libyaml notices the end of a file one line below it.
        line = min(mark.line + 1, len(text.splitlines())) if mark else 1
        raise ConfigError("config_yaml", path=str(path), line=line) from None
    except json.JSONDecodeError as error:
        raise ConfigError("config_yaml", path=str(path), line=error.lineno) from None


def _load(path: Path, places: Places) -> dict[str, Any]:
    data = _read_file(path, places)
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise ConfigError("config_not_mapping", path=str(path))
    return data


def _merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merge(merged[key], value) if both else value
    return merged


def _expected(error: Any) -> str:
    # Signs rather than a sentence, as it is read in two languages.
    context = error.get("ctx", {})
    if "multiple_of" in context:
        step = context["multiple_of"]
        return f"{step}, {2 * step}, {3 * step}, ..."
    signs = {"ge": ">=", "gt": ">", "le": "<=", "lt": "<", "expected": ""}
    parts = [f"{signs[key]} {context[key]}".strip() for key in signs if key in context]
    if parts:
        return " ".join(parts)
    if "error" in context:
        return str(context["error"])
    return str(error["type"]).removesuffix("_type").removesuffix("_parsing")
