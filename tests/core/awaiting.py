"""A test of what is not yet so. It must fail until the mend, and must lose its mark with it."""

from __future__ import annotations

import pytest

from boardwright.core.compiling import INTERPRETED


def awaits(mend: str, *, compiled: bool = False) -> pytest.MarkDecorator:
    """Wait for a mend in src; `compiled` where plain Python is right already."""
    return pytest.mark.xfail(not (compiled and INTERPRETED), reason=mend, strict=True)
