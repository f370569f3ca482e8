"""Our games in OpenSpiel: `pyspiel.load_game("boardwright_tic_tac_toe(preset=standard)")`.

Importing this package registers every installed game there. Any algorithm of OpenSpiel for Python games then runs on
them; `agents.openspiel_bot` brings its bots here.
"""

from __future__ import annotations

from boardwright.openspiel.game import PREFIX, SpielGame, as_openspiel
from boardwright.openspiel.registration import register, register_all

register_all()

__all__ = ["PREFIX", "SpielGame", "as_openspiel", "register"]
