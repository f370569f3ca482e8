"""Choices as a client reads them from the groups that the server sends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from boardwright.core.view import Press, Side
from boardwright.server.choice_groups import SLOT
from boardwright.server.schemas import ChoiceGroup


class Choice(NamedTuple):
    """A choice that was read from a group, its label in the language of the request."""

    action: int
    semantic: dict[str, Any]
    text: str
    label: str
    cells: tuple[int, ...]
    press: Press | None
    sides: tuple[Side, ...]
    source: str


def expanded(found: Iterable[ChoiceGroup]) -> list[Choice]:
    """The choices of groups, in the order of their actions."""
    return sorted(chain.from_iterable(map(_choices, found)), key=lambda choice: choice.action)


def _choices(group: ChoiceGroup) -> Iterator[Choice]:
    for number, action in enumerate(group.actions):
        values = iter([column[number] for column in group.values])
        label, text = _filled(group.label, values), _filled(group.text, values)
        yield Choice(
            action=action,
            semantic={"kind": group.kind, **{name: column[number] for name, column in group.fields.items()}},
            text=text,
            label=label,
            cells=tuple(column[number] for column in group.cells),
            press=group.press,
            sides=tuple(column[number] for column in group.sides),
            source=group.source,
        )


def _filled(pattern: str, values: Iterator[int | str]) -> str:
    return re.sub(SLOT, lambda _: str(next(values)), pattern)
