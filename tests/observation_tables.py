"""Writes docs/observations.md: what every game observes, and where it stands in each form of an observation.

`python tests/observation_tables.py`. A test compares the page with what this would write.
"""

from __future__ import annotations

from pathlib import Path

from boardwright.core import forms, registry
from boardwright.core.game import Game

PAGE = Path(__file__).parents[1] / "docs" / "observations.md"

HEAD = """# Observations by game

<!-- Written by `python tests/observation_tables.py`; a test compares it. -->

[Environments](environments.md#forms-of-an-observation) explains the three forms and the rules that place a field on
planes. Bounds are those of the default preset; `flat` and `planes` divide each field by the larger one. A field's place
in `flat` is given as the numbers from first to last, in `planes` as planes with their rule.
"""


def page() -> str:
    """The whole page: a table for each game that the repository has."""
    return HEAD + "".join(f"\n## {name}\n\n{table(registry.load(name))}" for name in registry.names())


def table(game: Game) -> str:
    """A row for each field, and a line for the sizes."""
    flat, planes = forms.form(game, forms.FLAT), forms.form(game, forms.PLANES)
    placed = {part.field: part for part in planes.parts}
    lines = ["| field | type | from | to | `flat` | `planes` |", "|---|---|---|---|---|---|"]
    for part in flat.parts:
        dtype = game.observation_dtype[part.field]
        low, high = forms.bounds(game, part.field)
        numbers = _span(part.first, part.count)
        rule = (
            f"{_span(placed[part.field].first, placed[part.field].count)}, {placed[part.field].rule}"
            if placed
            else "own"
        )
        kind = f"{dtype.base.name} {list(dtype.shape)}" if dtype.shape else dtype.base.name
        lines.append(f"| `{part.field}` | {kind} | {low} | {high} | {numbers} | {rule} |")
    own = "" if placed else ", by a function of the game's own"
    sizes = f"`flat` has {flat.shape[0]} numbers, `planes` the shape {list(planes.shape)}{own}."
    others = [name for name in forms.names(game) if name not in {forms.FIELDS, forms.FLAT, forms.PLANES}]
    more = "".join(f" Also `{name}`: {list(forms.form(game, name).shape)}." for name in others)
    return "\n".join(lines) + f"\n\n{sizes}{more}\n"


def _span(first: int, count: int) -> str:
    return str(first) if count == 1 else f"{first}-{first + count - 1}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
