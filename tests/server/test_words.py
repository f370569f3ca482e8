"""The sentences that no request provokes, and the title that every game must have."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.words import LANGUAGES, Word, say
from boardwright.server import bodies
from boardwright.server.catalogue import Catalogue, title
from boardwright.server.commands import ask
from boardwright.server.log import Heading, Seat
from boardwright.server.matches import LiveMatch
from boardwright.server.problems import Refusal, status_of
from boardwright.server.settings import read
from toys import pairs


def test_every_game_has_a_title_or_says_that_it_lacks_one(toy, tmp_path: Path, caplog) -> None:
    game = toy("pig")
    assert [title(game, language) for language in LANGUAGES] == ["Pig", "Cochon"]
    words = tmp_path / "words.yaml"
    words.write_text("pig.too_greedy: {en: 'No.', fr: 'Non.'}", encoding="utf-8")
    from boardwright.core import registry

    files = dataclasses.replace(game.definition.files, words=words)
    registry.register(dataclasses.replace(game.definition, files=files))
    with pytest.raises(ConfigError, match=r"add the word pig\.title to") as caught:
        title(registry.load("pig"), "en")
    assert caught.value.code == "title_missing"
    listed = {offer.name for offer in Catalogue(read().agents).listing("en")}
    assert "pig" not in listed
    assert "tic_tac_toe" in listed
    (record,) = caplog.records
    assert "The game pig of the package toys cannot be used (The game pig has no title" in record.message


def test_numbers_of_the_server_are_checked() -> None:
    with pytest.raises(ConfigError, match="workers"):
        read(workers=0)
    with pytest.raises(ConfigError, match="unheard"):
        read(unheard=1)


@pytest.mark.parametrize("code", ["server_fault", "page_missing", "request_refused"])
def test_what_is_hard_to_provoke_can_be_said(code: str) -> None:
    params = {"status": 413}
    assert all(say(Word(code, params), language) for language in LANGUAGES)
    assert status_of(Refusal(418, code)) == 418


def test_a_match_of_three_cannot_be_resigned() -> None:
    three = dataclasses.replace(pairs.DEFINITION, players=3)
    game = Game(three, [{"places": 6}], interpreted=True)
    match = LiveMatch(
        Heading("m", "pairs", 1, "standard", game.config, (Seat("person", token="t"),) * 3, 0), game, b"key"
    )
    with pytest.raises(Refusal) as caught:
        ask(match, 0, bodies.Resign(kind="resign", seq=1, key="k"))
    assert (caught.value.status, caught.value.code) == (422, "resign_forbidden")


@pytest.mark.parametrize("code", ["not_your_turn", "not_your_seat", "undo_pending"])
def test_people_count_players_from_one(code: str) -> None:
    refusal = Refusal(409, code, seat=0)
    assert refusal.params == {"seat": 0}
    assert "layer 1" in say(refusal.word, "en")
    assert "joueur 1" in say(refusal.word, "fr")
