"""Legal actions on the wire: those that differ in numbers only are one group, each number a column.

A large board has hundreds of choices whose sentences repeat each other: "Open row 1, column 1", "Pawn to e4". A group
has the sentence once, `#` in place of each number or square. Columns compress well, and take a fifth of the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from boardwright.core import view as core
from boardwright.core.view import Press
from boardwright.server.schemas import ChoiceGroup

SLOT: Final = "#"
VALUE: Final = re.compile(r"#|(?:(?<![A-Za-z0-9])[a-z]|(?<![0-9]))(?:0|[1-9][0-9]{0,8})(?![0-9])")
"""What a slot stands for: a number as it would be written again, a square such as e4, a `#` of the sentence itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What the choices of a group have in common. Equal ones are one object, which is quick to look up."""

    label: str
    text: str
    press: Press | None
    source: str
    kind: str
    fields: tuple[str, ...]
    cells: int
    sides: int


class Grouped(NamedTuple):
    """A choice as a row of its group: action, cells, sides, values of the slots, fields of the action."""

    shape: Shape
    row: tuple[Any, ...]


def grouped(choice: core.Choice, label: str) -> Grouped:
    """A choice with its label in words, as a row of its group."""
    fields = dict(choice.semantic)
    kind = fields.pop("kind")
    said, written = VALUE.findall(label), VALUE.findall(choice.text)
    shape = _shape(
        VALUE.sub(SLOT, label),
        VALUE.sub(SLOT, choice.text),
        choice.press,
        choice.source,
        kind,
        tuple(fields),
        len(choice.cells),
        len(choice.sides),
    )
    values = [int(value) if value[0].isdecimal() else value for value in chain(said, written)]
    return Grouped(shape, (choice.action, *choice.cells, *choice.sides, *values, *fields.values()))


@lru_cache(maxsize=4096)
def _shape(*parts: Any) -> Shape:
    # One that was forgotten and made again makes two groups of one, nothing worse.
    return Shape(*parts)


def groups(choices: Iterable[Grouped]) -> list[ChoiceGroup]:
    """The groups of choices, in the order of their first ones."""
    rows: dict[Shape, list[tuple[Any, ...]]] = {}
    for shape, row in choices:
        rows.setdefault(shape, []).append(row)
    return [_group(shape, [list(column) for column in zip(*same)]) for shape, same in rows.items()]


def _group(shape: Shape, columns: list[list[Any]]) -> ChoiceGroup:
    sides, values = 1 + shape.cells, 1 + shape.cells + shape.sides
    fields = len(columns) - len(shape.fields)
    # Not validated again: these are the values of choices, which were.
    return ChoiceGroup.model_construct(
        label=shape.label,
        text=shape.text,
        press=shape.press,
        source=shape.source,
        actions=columns[0],
        cells=columns[1:sides],
        sides=columns[sides:values],
        values=columns[values:fields],
        kind=shape.kind,
        fields=dict(zip(shape.fields, columns[fields:])),
    )
