"""Writes docs/recipes.md: every section and key of a recipe, from the classes that validate recipes.

`python tests/recipe_tables.py`. A test compares the page with what this would write.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from boardwright.learning.recipes import Recipe

PAGE = Path(__file__).parents[1] / "docs" / "recipes.md"

HEAD = """# Recipe reference

<!-- Written by `python tests/recipe_tables.py` from the classes that validate recipes; a test compares it. -->

[Training networks](learning.md#recipes) explains recipes. A key without a default must be given; `extends` names a
file beside the recipe whose values it starts from. `boardwright train GAME --set ppo.updates=200` replaces a value by
its path.
"""

WORDS = {int: "integer", float: "number", str: "text", bool: "true or false", NoneType: "null", Any: "any value"}
BOUNDS = {"ge": ">= {}", "gt": "> {}", "le": "<= {}", "lt": "< {}", "multiple_of": "multiple of {}"}
LENGTHS = ("min_length", "max_length")


def page(recipe: type[BaseModel] = Recipe) -> str:
    """The whole page: a table for each section, the recipe's own keys first."""
    return HEAD + "".join(f"\n## {title}\n\n{table(model)}" for title, model in sections(recipe, "Recipe"))


def sections(model: type[BaseModel], title: str) -> Iterator[tuple[str, type[BaseModel]]]:
    """The model and all models inside it, each with the path of its keys."""
    yield title, model
    for name, field in model.model_fields.items():
        path = name if model is Recipe else f"{title}.{name}"
        for inside, tail in models_of(field.annotation):
            yield from sections(inside, path + tail)


def models_of(kind: Any, tail: str = "") -> Iterator[tuple[type[BaseModel], str]]:
    """The models that a type holds, with what their keys have in their path: the place in a list, or a name."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind, tail
    step = {list: ".N", dict: ".NAME"}.get(get_origin(kind), "")
    for inside in get_args(kind):
        yield from models_of(inside, tail + step)


def table(model: type[BaseModel]) -> str:
    """A row for each key."""
    lines = ["| key | values | default | meaning |", "|---|---|---|---|"]
    for name, field in model.model_fields.items():
        lines.append(f"| `{name}` | {values(field)} | {default(field)} | {sentence(model, name)} |")
    return "\n".join(lines) + "\n"


def sentence(model: type[BaseModel], name: str) -> str:
    """The sentence of a key. A key without one is an error."""
    text = model.model_fields[name].description
    if not text or not text.endswith("."):
        raise ValueError(f"{model.__module__}.{model.__qualname__}.{name} has no sentence")
    return text.replace("|", "\\|")


def default(field: FieldInfo) -> str:
    """The value of a key that is not given."""
    if field.is_required():
        return ""
    value = field.get_default(call_default_factory=True)
    return {None: "null", "": "empty"}.get(value, f"`{value}`") if not isinstance(value, dict) else "`{}`"


def values(field: FieldInfo) -> str:
    """The type of a key with its bounds, in words."""
    return limited(kind_of(field.annotation), field.metadata)


def kind_of(kind: Any) -> str:
    """A type in words."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind in WORDS:
        return WORDS[kind]
    if origin is Annotated:
        return limited(kind_of(inside[0]), inside[1:])
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in inside)
    if origin in {Union, UnionType}:
        return " or ".join(kind_of(part) for part in inside)
    if origin is list:
        return f"list of: {kind_of(inside[0])}"
    if origin is dict:
        return f"mapping to: {kind_of(inside[1])}"
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return "section"
    raise ValueError(f"no words for {kind}")


def limited(words: str, metadata: Any) -> str:
    """A type with its bounds."""
    # A bound stands alone, or in a field's own list of them.
    bounds = [bound for entry in metadata for bound in (entry.metadata if isinstance(entry, FieldInfo) else [entry])]
    given = {name: getattr(bound, name) for bound in bounds for name in (*BOUNDS, *LENGTHS) if hasattr(bound, name)}
    lengths = {given[name] for name in LENGTHS if name in given}
    parts = [words, *(text.format(given[name]) for name, text in BOUNDS.items() if name in given)]
    if lengths:
        parts.append(f"{lengths.pop()} entries" if "max_length" in given else f"at least {lengths.pop()}")
    return ", ".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
