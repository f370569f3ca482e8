"""Questions about matches and positions: who may ask, about what, and the answers.

While a match runs, help is for a person who plays against agents, on the own turn; it sees what that player sees. It is
for people who play against each other only where the match was made so. Once it is over, anyone who may read it may ask
about every position of it.
"""

from __future__ import annotations

from typing import Any

from boardwright.agents import defaults, spec
from boardwright.arena import game_text
from boardwright.core import position_text
from boardwright.core.errors import BoardwrightError, HistoryError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.server import presentation, seating, studies
from boardwright.server.analyses import Analyses
from boardwright.server.analysis_presentation import outcome, shown, told
from boardwright.server.analysis_schemas import (
    Answered,
    MovesRead,
    MovesText,
    PositionQuestion,
    Question,
    Review,
)
from boardwright.server.aside import Aside, Kind
from boardwright.server.catalogue import Catalogue
from boardwright.server.findings import Findings
from boardwright.server.matches import LiveMatch
from boardwright.server.problems import Refusal
from boardwright.server.settings import ServerSettings


class Questions:
    """Answers questions by what agents find."""

    def __init__(self, settings: ServerSettings, catalogue: Catalogue, analyses: Analyses, aside: Aside) -> None:
        self._settings = settings
        self._aside = aside
        self._catalogue = catalogue
        self._analyses = analyses

    async def about_match(
        self, match: LiveMatch, seat: int | None, asked: Question, language: str, address: str
    ) -> Answered:
        """Answer a question about a match for a reader, the one in a seat or a spectator."""
        if match.finished:
            at = len(match.line()) if asked.at is None else asked.at
            study, given = await self._aside.thread(
                Kind.RULES, match.game, _branch, match.copy(), at, asked, self._settings
            )
            line = match.line()
            also = line[at][0] if at < len(line) and not asked.moves else None
            found = await self._answer(study, asked.agent, asked.best, language, address, drawn=True, also=also)
            return found.model_copy(update={"outcomes": [outcome(study.game, one, language) for one in given]})
        require_help(match, seat)
        if asked.at is not None or asked.moves:
            raise Refusal(409, "match_running")
        return await self._answer(match.copy(), asked.agent, asked.best, language, address, drawn=False)

    async def about_position(self, asked: PositionQuestion, language: str, address: str) -> Answered:
        """Answer a question about the position after moves from the start of a game."""
        game = await self._aside.thread(Kind.FILES, None, self._catalogue.game, asked.game, asked.preset, asked.options)
        study, given = await self._aside.thread(Kind.RULES, game, _study, game, asked, self._settings)
        found = await self._answer(study, asked.agent, asked.best, language, address, drawn=True)
        return found.model_copy(update={"outcomes": [outcome(game, one, language) for one in given]})

    async def moves(self, asked: MovesText) -> MovesRead:
        """The moves of a text."""
        game = await self._aside.thread(Kind.FILES, None, self._catalogue.game, asked.game, asked.preset, {})
        return await self._aside.thread(Kind.RULES, game, _read, game, asked, self._settings)

    async def review(self, match: LiveMatch, language: str, address: str) -> Review:
        """The game's own review of a finished match."""
        if not match.finished:
            raise Refusal(409, "match_running")
        line = match.line()
        found: tuple[Word, ...] | Word = ()
        if line and match.game.definition.people.review is not None:
            found = await self._analyses.review(match.game, line, address)
        if isinstance(found, Word):
            return Review(words=[], preparing=told(found, language))
        return Review(words=[told(word, language) for word in found], preparing=None)

    async def _answer(
        self,
        match: LiveMatch,
        agent: str | None,
        best: int,
        language: str,
        address: str,
        *,
        drawn: bool,
        also: int | None = None,
    ) -> Answered:
        game, preparing, analysis = match.game, None, None
        if match.now.to_move is not None and best > 0:
            chosen = await self._aside.thread(Kind.FILES, None, self._agent, agent, game, match.heading.preset)
            most = min(best, self._settings.analysis_best)
            found = await self._analyses.ask(game, match.now.state, chosen, most, address, also)
            if isinstance(found, Findings):
                analysis = shown(game, found, language)
            else:
                preparing = told(found, language)
        # With the eyes of the player to move.
        position = None
        if drawn:
            mover = match.now.to_move
            position = await self._aside.run(game, match.seq, presentation.show, match, mover, language)
        return Answered(analysis=analysis, preparing=preparing, match=position, outcomes=[])

    def _agent(self, text: str | None, game: Game, preset: str) -> tuple[str, dict[str, Any]]:
        """The agent to ask: the game's adviser, or one that the server offers."""
        if text is None:
            return spec.parse(defaults.adviser(game))
        self._catalogue.require_agent(text, game, preset)
        return self._catalogue.agent(text, game)


def require_help(match: LiveMatch, seat: int | None) -> None:
    """Refuse a reader who may not ask in a running match, or not now."""
    if not seating.may_ask(match, seat):
        raise Refusal(403, "help_forbidden")
    if match.now.to_move != seat:
        raise Refusal(409, "not_your_turn", seat=match.now.to_move)


def _branch(
    match: LiveMatch, at: int, asked: Question, settings: ServerSettings
) -> tuple[LiveMatch, list[studies.Outcome]]:
    if at + len(asked.moves) > settings.events:
        raise Refusal(422, "match_too_long", events=settings.events)
    return studies.branched(studies.replayed(match, at), asked.moves, settings.analysis_outcomes)


def _study(game: Game, asked: PositionQuestion, settings: ServerSettings) -> tuple[LiveMatch, list[studies.Outcome]]:
    if len(asked.moves) > settings.events:
        raise Refusal(422, "match_too_long", events=settings.events)
    study = studies.study(game, asked.preset, _start(game, asked.position))
    return studies.branched(study, asked.moves, settings.analysis_outcomes)


def _start(game: Game, text: str | None) -> Array | None:
    return None if text is None else position_text.read(game, text)


def _read(game: Game, asked: MovesText, settings: ServerSettings) -> MovesRead:
    """Play the moves of a text in a study, and tell them as numbers."""
    study = studies.study(game, asked.preset, _start(game, asked.position))
    words = game_text.moves(game, asked.text)
    if len(words) > settings.events:
        raise Refusal(422, "match_too_long", events=settings.events)
    moves: list[tuple[int, int | None]] = []
    for ply, word in enumerate(words, start=1):
        try:
            action = game.index(study.now.state, game.actions.from_text(word))
            studies.extended(study, [(action, None)])
        except BoardwrightError as error:
            raise HistoryError("score_move", ply=ply, move=word, problem=error.word) from error
        moves.append((action, None))
    return MovesRead(moves=moves)
