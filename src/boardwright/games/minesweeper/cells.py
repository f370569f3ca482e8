"""The codes of cells in `shown`, for the rules and the solver: 0 to 8 is the number of a revealed cell."""

from __future__ import annotations

from typing import Final

HIDDEN: Final = 9
"""A hidden cell without a flag, and the smallest code of a cell that is not revealed."""

FLAGGED: Final = HIDDEN + 1
"""A hidden cell with a flag."""
