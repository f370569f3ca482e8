"""The colours of pictures are those of the page in its light scheme."""

from __future__ import annotations

import re
from pathlib import Path

from boardwright.drawing import colours

WEB = Path(__file__).parents[2] / "web" / "src"
STYLE = (WEB / "style.css").read_text(encoding="utf-8")
MARKS = STYLE + "".join((WEB / path).read_text(encoding="utf-8") for path in ("board/marks.css", "match/panels.css"))

NAMED = {
    "paper": colours.PAPER,
    "card": colours.CARD,
    "ink": colours.INK,
    "muted": colours.MUTED,
    "accent": colours.ACCENT,
    "danger": colours.DANGER,
    "face": colours.FACE,
    "groove": colours.GROOVE,
    "last-ring": colours.LAST_RING,
    "last-bar": colours.LAST,
    "hidden-edge": colours.HIDDEN_EDGE,
    "goal": colours.GOAL,
    "owner-none": colours.UNOWNED,
    **{mark: colours.FACES[mark] for mark in ("last", "active", "hidden", "open", "struck", "wall")},
    **{f"number-{count}": colour for count, colour in enumerate(colours.NUMBERS, 1)},
    **{f"owner-{player}": colour for player, colour in enumerate(colours.OWNERS)},
}

MIXED = {
    ".mark-zone0 .face": ("fill", colours.FACES["zone0"]),
    ".mark-zone1 .face": ("fill", colours.FACES["zone1"]),
    ".mark-goal0 .face": ("fill", colours.FACES["goal0"]),
    ".mark-goal1 .face": ("fill", colours.FACES["goal1"]),
    ".mark-goal0 .ring": ("stroke", colours.GOAL_RINGS[0]),
    ".mark-goal1 .ring": ("stroke", colours.GOAL_RINGS[1]),
    ".hex .mark-goal .face": ("fill", colours.HEX_FACES["goal"]),
    ".cell.mark-line .face": ("fill", colours.FACES["line"]),
    ".cell.mark-line .ring": ("stroke", colours.LINE_RING),
}


def different(style: str, marks: str) -> list[str]:
    """The colours that the page and the pictures do not share."""
    light = dict(re.findall(r"--([\w-]+): light-dark\((#\w{6}),", style))
    wrong = [name for name, colour in NAMED.items() if light[name] != colour]
    for selector, (what, colour) in MIXED.items():
        rule = rf"^{re.escape(selector)}\b[^{{}}]*{{[^}}]*?{what}: color-mix\(in srgb, "
        found = re.search(rule + r"var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)", marks, re.M)
        assert found is not None, selector
        one, percent, other = found.groups()
        mixed = colours.blend((light[other], light[one]), int(percent) / 100)
        # Rounded once here and once there.
        near = [abs(int(mixed[at : at + 2], 16) - int(colour[at : at + 2], 16)) <= 1 for at in (1, 3, 5)]
        wrong += [] if all(near) else [selector]
    return wrong


def test_pictures_have_the_colours_of_the_page() -> None:
    assert different(STYLE, MARKS) == []


def test_a_colour_that_only_the_page_has_is_found() -> None:
    assert different(STYLE.replace("#d5493a", "#d5493b"), MARKS) == ["struck"]
    assert different(STYLE, MARKS.replace("var(--goal) 26%", "var(--goal) 46%")) == [".cell.mark-line .face"]
