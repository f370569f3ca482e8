"""The sentences that no request provokes, and the title that every game must have."""

from __future__ import annotations

import dataclasses
import re
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
from saying import refused, told
from toys import pairs


def test_every_game_has_a_title_or_says_that_it_lacks_one(toy, tmp_path: Path, caplog) -> None:
    game = toy("pig")
    assert [title(game, language) for language in LANGUAGES] == [say(Word("pig.title"), to) for to in LANGUAGES]
    words = tmp_path / "words.yaml"
    words.write_text("pig.too_greedy: {en: 'No.', fr: 'Non.'}", encoding="utf-8")
    from boardwright.core import registry

    files = dataclasses.replace(game.definition.files, words=words)
    registry.register(dataclasses.replace(game.definition, files=files))
    with refused(ConfigError, "title_missing", game="pig"):
        title(registry.load("pig"), "en")
    listed = {offer.name for offer in Catalogue(read().agents).listing("en")}
    assert "pig" not in listed
    assert "tic_tac_toe" in listed
    (record,) = caplog.records
    assert "pig" in record.message
    assert "toys" in record.message


def test_numbers_of_the_server_are_checked() -> None:
    with refused(ConfigError, "config_value", path="workers"):
        read(workers=0)
    with refused(ConfigError, "config_unknown", path="unheard"):
        read(unheard=1)


@pytest.mark.parametrize("code", ["server_fault", "page_missing", "request_refused"])
def test_what_is_hard_to_provoke_can_be_said(code: str) -> None:
    told(Word(code, {"status": 413}), code)
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
    for language in LANGUAGES:
        assert re.findall(r"\d+", say(refusal.word, language)) == ["1"]
