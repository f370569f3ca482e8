"""The Royal Game of Ur holds to every law, and plays as it did when its golden game was recorded."""

from pathlib import Path

from boardwright import load
from boardwright.testing import broken_laws, perft, playthrough

DATA = Path(__file__).parent / "data"


def test_laws():
    assert broken_laws(load("royal_ur")) == []


def test_perft():
    assert perft.verify(DATA / "perft" / "royal_ur.json") > 0


def test_playthrough():
    assert playthrough.verify(DATA / "playthroughs" / "royal_ur.json") > 0
