"""The table of environments: all kinds, all forms, every registered game."""

from __future__ import annotations

import pytest

from boardwright.core import forms, registry
from environment_table import row

FORMS = (forms.FIELDS, forms.FLAT, forms.PLANES)
GAMES = [pytest.param(name, marks=() if name == "tic_tac_toe" else pytest.mark.slow) for name in registry.names()]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_every_checker_is_content_with_every_form(game: str, form: str) -> None:
    assert row(game, form) == dict.fromkeys(("vector", "Gymnasium", "PettingZoo", "SB3"), "ok")


def test_the_table_tells_what_is_wrong() -> None:
    form = forms.form(registry.load("tic_tac_toe"), "flat")
    form.high[0] = 0.5
    try:
        assert "outside its space" in row("tic_tac_toe", "flat")["vector"]
    finally:
        form.high[0] = 1.0
