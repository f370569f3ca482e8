"""What must hold on every screen of the page: no serious fault for assistive technology, and no English in French."""

from __future__ import annotations

import pytest

from web.french import faults
from web.test_page import played

LONG = 900
"""Seconds for a walk over all screens."""


def test_home_and_a_match_are_accessible_and_a_planted_fault_is_found(server):
    played("accessible", server)


@pytest.mark.slow
@pytest.mark.parametrize("walk", ["everywhere", "phone"])
def test_every_screen_is_accessible_in_both_themes(own_server, walk):
    played(f"accessible_{walk}", own_server, LONG)


def test_home_and_a_match_are_french(server):
    assert faults(played("french", server)) == []


def test_one_word_of_english_is_found(server):
    found = faults(played("french_planted", server))
    assert found
    assert all("'Start' is English" in fault for fault in found)


@pytest.mark.slow
def test_hints_and_analyses_are_accessible(own_server):
    played("accessible_analysis", own_server, LONG)


@pytest.mark.slow
def test_hints_and_analyses_are_french(own_server):
    assert faults(played("french_analysis", own_server, LONG)) == []


@pytest.mark.slow
def test_every_screen_is_french(own_server):
    assert faults(played("french_everywhere", own_server, LONG)) == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("text", "Start the match"),
        ("title", "Start"),
        ("aria-label", "ligne 1, colonne 2, empty, vous pouvez jouer ici"),
        ("text", "Mur horizontal en e3, wall"),
        ("title", "reveal 3 4"),
        ("guide", "Players take turns."),
    ],
)
def test_english_is_explained_by_nothing(kind, text):
    assert faults([f'{{"screen": "s", "kind": "{kind}", "text": "{text}"}}'])


@pytest.mark.parametrize(
    "text",
    [
        "ligne 1, colonne e, vide, vous pouvez jouer ici",
        "L'unité Captain C1 va en (6, 6).",
        "À vous de jouer · Morpion",
        "Avancez votre pion ou posez un mur (9 restants).",
        "12:04",
        "e3h",
    ],
)
def test_french_is_explained_by_the_catalogues(text):
    assert faults([f'{{"screen": "s", "kind": "text", "text": "{text}"}}']) == []
