"""The matches of a process by name, bounded in number, and the games that they are played with."""

from __future__ import annotations

import secrets
import threading
import weakref
from collections.abc import Mapping
from typing import Any

from boardwright.agents import defaults, levels, names, spec
from boardwright.agents.preparation import ACT, LIGHT, Preparation
from boardwright.agents.requirements import why_not
from boardwright.core import registry, rules_text, words
from boardwright.core.agent import Agent
from boardwright.core.definition import Definition
from boardwright.core.dice import usable_seed
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.presentation import Choices
from boardwright.core.words import Word
from boardwright.mcp.match import Answer, Match, Report
from boardwright.mcp.settings import limits

SEED_BITS = 62
"""Bits of a seed that nobody chose: too many to try out."""


class Table:
    """The matches. Games are `tiered` by default: they begin as plain Python while another process compiles them."""

    def __init__(self, preparation: Preparation, *, tiered: bool = True) -> None:
        self._preparation = preparation
        self._tiered = tiered
        self._matches: dict[str, Match] = {}
        self._lock = threading.Lock()
        self._listing = threading.Lock()
        self._listed: Answer | None = None
        self._games: dict[tuple[str, str], Game] = {}
        self._choices: weakref.WeakKeyDictionary[Game, Choices] = weakref.WeakKeyDictionary()
        self._names: weakref.WeakKeyDictionary[Game, tuple[str, ...]] = weakref.WeakKeyDictionary()
        self.closing = threading.Event()
        """Ends a rehearsal in another thread, after the game that it is at."""

    def rehearse(self) -> None:
        """List the games and play a move of each, so that first calls need not load modules and machine code."""
        self.games()
        registry.for_each(self._play_a_move)  # a broken game is in the list already, with its fault

    def games(self) -> Answer:
        """Every game that can be played here. It is made once: the facts are in files."""
        with self._listing:
            if self._listed is None:
                offered, broken = registry.for_each(self._offer)
                kinds = ["prose_game" if offer["opponents"] else "prose_game_alone" for offer in offered]
                lines = [str(Word(kind, offer)) for kind, offer in zip(kinds, offered)]
                data = {"games": offered, "broken": [game.to_dict() for game in broken]}
                self._listed = Answer("\n".join([*lines, *(str(game.error) for game in broken)]), data)
            return self._listed

    def rules(self, name: str, preset: str, settings: Mapping[str, Any]) -> Answer:
        """The rules of a game in words."""
        text = rules_text.rules(self._game(name, preset, settings))
        return Answer(text, {"game": name, "rules": text})

    def new(
        self,
        name: str,
        preset: str,
        settings: Mapping[str, Any],
        seat: int,
        opponent: str,
        seed: int | None,
        report: Report,
    ) -> Answer:
        """Begin a match. The opponents move first, if theirs is the first seat."""
        game = self._game(name, preset, settings)
        if not 1 <= seat <= game.players:
            raise AgentError("play_seat", found=seat, players=game.players)
        text, agent = self._opponent(game, opponent)
        chosen = secrets.randbits(SEED_BITS) if seed is None else usable_seed(seed)
        position = Position(game, seed=chosen)
        match = Match(secrets.token_hex(4), position, seat - 1, text, agent, self._preparation, self._known(game))
        self._keep(match)
        if game.tier is not None and game.tier.interpreted:
            self._preparation.request(game, LIGHT)
            if agent is not None:
                self._preparation.request(game, ACT, text, position.state, position.to_move or 0)
        with match.lock:
            about = {"game": game.title, "opponent": text}
            against = Word("prose_alone" if agent is None else "prose_against", about)
            return match.look((str(Word("prose_match", {"match": match.name})), str(against), *match.answer(report)))

    def match(self, name: str) -> Match:
        """A match by its name."""
        with self._lock:
            if name not in self._matches:
                raise AgentError("mcp_no_match", match=name, known=list(self._matches))
            return self._matches[name]

    def _known(self, game: Game) -> Choices:
        with self._lock:
            return self._choices.setdefault(game, {})

    def _agents(self, game: Game) -> tuple[str, ...]:
        with self._lock:
            if game not in self._names:
                self._names[game] = names(game)  # from files of the game
            return self._names[game]

    def _play_a_move(self, definition: Definition) -> None:
        if self.closing.is_set():
            return
        game = self._game(definition.name, "", {})
        match = Match("", Position(game, seed=0), 0, "", None, self._preparation, self._known(game))
        match.seat = match.position.to_move or 0
        match.legal()
        match.move(match.view.choices[0].text, lambda word: None)

    def _keep(self, match: Match) -> None:
        with self._lock:
            if len(self._matches) >= limits().matches:
                finished = next((old for old in self._matches.values() if old.outcome is not None), None)
                if finished is None:
                    raise AgentError("mcp_full", count=len(self._matches))
                del self._matches[finished.name]
            self._matches[match.name] = match

    def _game(self, name: str, preset: str, settings: Mapping[str, Any]) -> Game:
        if not settings and (name, preset) in self._games:
            return self._games[name, preset]
        definition = registry.definition(name)
        listed = registry.presets(name)
        if preset and preset not in listed:  # a path is refused, too: a tool reads no file
            raise ConfigError("config_absent", path=preset, known=listed)
        if not settings:
            game = self._games[name, preset] = registry.load(name, preset or None, tiered=self._tiered)
            return game
        # Not by `load`, which keeps every game for good: this one lives as long as its matches.
        config = {**registry.preset_of(definition, preset or definition.files.preset), **settings}
        return Game(definition, [config], tiered=self._tiered)

    def _opponent(self, game: Game, given: str) -> tuple[str, Agent | None]:
        """An agent by its text. Options are numbers: no text that a tool is given names a file or an address."""
        if game.players == 1:
            if given:
                raise AgentError("mcp_for_one", game=game.title)
            return "", None
        text = given or defaults.opponent(game)
        name, options = spec.parse(text)
        if name not in (known := self._agents(game)):
            raise AgentError("unknown_agent", name=name, known=list(known))
        for option, value in options.items():
            if isinstance(value, str) and option not in game.definition.wrappers and option != "profile":
                raise AgentError("mcp_option", agent=name, option=option)
        return text, spec.from_text(text, game)

    def _offer(self, definition: Definition) -> dict[str, Any]:
        game = registry.load(definition.name, tiered=self._tiered)
        about = f"{game.name}.about"
        known = levels.profile(definition, "").levels if definition.search.levels else {}
        able = [name for name in names(game) if name not in known and why_not(name, game) is None]
        return {
            "game": game.name,
            "title": str(game.title),
            "about": str(Word(about)) if about in words.codes(game.name) else "",
            "players": game.players,
            "presets": registry.presets(game.name),
            "preset": definition.files.preset,
            "opponents": [] if game.players == 1 else [*known, *able],
            "opponent": "" if game.players == 1 else defaults.opponent(game),
            "hidden_information": not definition.perfect_information,
            "chance": game.has_chance,
        }
