"""A sentence of a catalogue: text with places for parameters.

    {path}                                 the parameter's text
    {player:seat}                          a player's index, which people count from 1
    {row:place}                            a row or column: from 0 as in notation, on the page from 1
    {plies|one: # ply|other: # plies}      the plural form for the number; # is the number, 10,000 or 10 000
    {{ and }}                              braces

Plural forms are named as the CLDR's categories. English uses `one` for 1 only, French for 0 and all below 2.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from functools import cache
from numbers import Integral, Real
from typing import Any, NamedTuple

FORMS = ("one", "other")
"""The plural forms that English and French have."""

_SINGULAR: Mapping[str, Callable[[Real], bool]] = {
    # A number with decimals is plural in English even where it is 1.0.
    "en": lambda count: str(count) == "1",
    "fr": lambda count: abs(float(count)) < 2,
}
LANGUAGES = tuple(_SINGULAR)

_THOUSANDS: Mapping[str, str] = {"en": ",", "fr": "\N{NARROW NO-BREAK SPACE}"}

SEAT, PLACE = KINDS = ("seat", "place")
"""The kinds of index that people count otherwise."""

_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_PLACE = re.compile(r"(?P<name>[A-Za-z]\w*)(?::(?P<kind>\w+)|(?P<forms>\|.*))?", re.DOTALL)


class Place(NamedTuple):
    """A place for a parameter: as plain text, as an index of a kind, or as the plural form for its number."""

    name: str
    kind: str | None = None
    forms: Mapping[str, str] = {}

    def fill(self, value: Any, language: str, show: Callable[[Any], str], first: int = 0) -> str:
        """The text of a value at this place; `show` renders plain values, rows and columns count from `first`."""
        if self.kind is not None:
            return str(operator.index(value) + (1 if self.kind == SEAT else first))
        if not self.forms:
            return show(value)
        if not isinstance(value, Real):
            raise TypeError(f"{self.name} has plural forms: give a number, not {value!r}.")
        number = _grouped(value, language) if isinstance(value, Integral) else show(value)
        return self.forms["one" if _SINGULAR[language](value) else "other"].replace("#", number)


def _grouped(count: Integral, language: str) -> str:
    """A count with its thousands apart. Four digits stay together, as people write them in both languages."""
    number = int(count)
    return str(number) if abs(number) < 10_000 else f"{number:,}".replace(",", _THOUSANDS[language])


@cache
def parse(sentence: str) -> tuple[str | Place, ...]:
    """Split a sentence into text and places. A place that cannot be read raises ValueError."""
    parts: list[str | Place] = []
    end = 0
    for match in _BRACES.finditer(sentence):
        parts.append(sentence[end : match.start()])
        end = match.end()
        if match[1] is not None:
            parts.append(_place(match[1]))
        elif len(match[0]) == 2:
            parts.append(match[0][0])
        else:
            raise ValueError(f"a single {match[0]} at character {match.start()}: close it, or write it twice")
    return (*parts, sentence[end:])


def places(sentence: str) -> list[Place]:
    """The places of a sentence, in order."""
    return [part for part in parse(sentence) if isinstance(part, Place)]


def fill(sentence: str, params: Mapping[str, Any], language: str, show: Callable[[Any], str], first: int = 0) -> str:
    """The sentence with its parameters."""
    return "".join(
        part if isinstance(part, str) else part.fill(params[part.name], language, show, first)
        for part in parse(sentence)
    )


def _place(text: str) -> Place:
    match = _PLACE.fullmatch(text)
    if match is None:
        raise ValueError(f"{{{text}}} is no place for a parameter: write {{name}}, {{name:seat}} or plural forms")
    if match["kind"] not in {None, *KINDS}:
        raise ValueError(f"{{{text}}} has the unknown kind {match['kind']}: the kinds are {', '.join(KINDS)}")
    return Place(match["name"], match["kind"], _forms(text, match["forms"]) if match["forms"] else {})


def _forms(text: str, forms: str) -> dict[str, str]:
    by_name: dict[str, str] = {}
    for form in forms[1:].split("|"):
        name, colon, words = form.partition(":")
        if not colon or name not in FORMS or name in by_name:
            raise ValueError(f"{{{text}}} has the unknown or repeated form {form!r}: the forms are {', '.join(FORMS)}")
        by_name[name] = words.strip()
    if missing := [name for name in FORMS if name not in by_name]:
        raise ValueError(f"{{{text}}} lacks the form {missing[0]}: add it")
    return by_name
