"""What can be read of games, from memory: the list of them, how they are played, and a picture of each."""

from __future__ import annotations

import asyncio

from boardwright.core import registry, rules_text
from boardwright.core.presentation import picture
from boardwright.server.answers import Answers
from boardwright.server.aside import Aside, Kind
from boardwright.server.catalogue import Catalogue
from boardwright.server.offers import Guide


class Library:
    """Reads the files of games in threads, once, and keeps the answers."""

    def __init__(self, catalogue: Catalogue, answers: Answers, aside: Aside) -> None:
        self._catalogue = catalogue
        self._answers = answers
        self._aside = aside
        # A server lists its games when it starts. A request meanwhile waits for that list.
        self._listing = asyncio.Lock()

    async def games(self, language: str) -> bytes:
        """Every game that can be played here, as JSON."""
        async with self._listing:
            body = self._answers.get(language)
            if body is None:
                listed = await self._aside.thread(Kind.FILES, None, self._catalogue.listing, language)
                body = b"[" + b",".join(offer.model_dump_json().encode() for offer in listed) + b"]"
                self._answers.keep(language, body)
        return body

    async def guide(self, name: str, language: str) -> Guide:
        """How to play a game."""
        guide = await self._aside.thread(Kind.FILES, None, rules_text.guide, registry.definition(name), language)
        return Guide(text=guide)

    async def picture(self, name: str) -> bytes:
        """The board of a typical position of a game, as JSON."""
        key = (name, "picture")
        body = self._answers.get(key)
        if body is None:
            preset = registry.definition(name).files.preset
            game = await self._aside.thread(Kind.FILES, None, self._catalogue.game, name, preset)
            drawn = await self._aside.thread(Kind.FILES, game, picture, game)
            body = drawn.model_dump_json(exclude_defaults=True).encode()
            self._answers.keep(key, body)
        return body
