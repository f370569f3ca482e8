"""Battleship holds to every law, and plays as it did when its golden game was recorded."""

from pathlib import Path

from boardwright import load
from boardwright.testing import broken_laws, perft, playthrough

DATA = Path(__file__).parent / "data"


def test_laws():
    assert broken_laws(load("battleship", "small")) == []


def test_perft():
    assert perft.verify(DATA / "perft" / "battleship.json") > 0


def test_playthrough():
    assert playthrough.verify(DATA / "playthroughs" / "battleship.json") > 0
