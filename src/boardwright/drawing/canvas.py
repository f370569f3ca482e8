"""The canvas of boards for the terminal: styled characters at any line and column."""

from __future__ import annotations

from rich.text import Text

Segment = tuple[str, str]
"""A text and its style."""


class Canvas:
    """Styled characters at any line and column."""

    def __init__(self, left: int) -> None:
        self.left = left
        self._placed: dict[int, dict[int, Segment]] = {}

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        """Write a text; lines and columns may be negative."""
        row = self._placed.setdefault(line, {})
        for offset, letter in enumerate(text):
            row[self.left + column + offset] = letter, style

    @property
    def top(self) -> int:
        """The first line with anything on it."""
        return min(self._placed, default=0)

    @property
    def bottom(self) -> int:
        """The last line with anything on it."""
        return max(self._placed, default=0)

    def text(self) -> Text:
        """Return the canvas as text, from the first line to the last."""
        lines = []
        for line in range(self.top, max(self._placed, default=-1) + 1):
            row = self._placed.get(line, {})
            lines.append(Text.assemble(*(row.get(column, (" ", "")) for column in range(max(row, default=-1) + 1))))
            lines[-1].rstrip()
        out = Text("\n").join(lines)
        out.no_wrap = True
        return out
