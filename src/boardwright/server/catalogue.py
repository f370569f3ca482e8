"""The catalogue: every registered game with its listed presets, and the agents that can play it.

Agents are offered by declared facts: listing compiles nothing and plays nothing. Only listed presets are offered,
because play compiles each size: arbitrary ones would let anyone keep the machine busy. Of a preset, people may change
the numbers that the game declares (`options.py`).
"""

from __future__ import annotations

import json
import logging
import threading
from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

from boardwright.agents import defaults, levels, make, spec
from boardwright.agents.requirements import why_not
from boardwright.core import config as configuration
from boardwright.core import position_text, puzzle_records, registry, visibility, words
from boardwright.core.definition import Definition
from boardwright.core.errors import AgentError, BoardwrightError, ConfigError
from boardwright.core.game import Game
from boardwright.core.words import Word, say
from boardwright.server import offers
from boardwright.server.dealing import puzzle_of
from boardwright.server.options import offered, options_between, with_options
from boardwright.server.settings import Offer

logger = logging.getLogger(__name__)

LEVEL = Offer(most={}, fixed={})


class Catalogue:
    """Games and agents by name. Loading a game reads files, so callers on the event loop use a thread."""

    def __init__(self, offers: dict[str, Offer]) -> None:
        self._offers = offers
        # A lock for each game: one that loads slowly must not hold up the others.
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._by_game: dict[str, dict[str, Offer]] = {}
        # Kept because the facts are in files, which are read at each question.
        self._listed: dict[str, list[dict[str, Any]]] = {}
        self._able: dict[tuple[str, str, str], BoardwrightError | None] = {}
        # Games with chosen numbers live as long as their matches: there are many, and each keeps what was shown of it.
        self._chosen: WeakValueDictionary[str, Game] = WeakValueDictionary()
        self._logged: set[str] = set()

    def game(self, name: str, preset: str, options: Mapping[str, int] | None = None) -> Game:
        """A game by one of its listed presets, with numbers that people choose."""
        definition = registry.definition(name)
        if (puzzle := puzzle_of(definition, preset)) is not None:
            if options:
                raise ConfigError("config_no_keys", path=f"options.{next(iter(options))}", known=[])
            preset = puzzle[0]
        listed = registry.presets(name)
        if preset not in listed:
            raise ConfigError("config_absent", path=preset, known=listed)
        config = registry.preset_of(definition, preset)
        settings = with_options(definition, config, options or {})
        with self._locks[name]:
            if settings == config:
                return registry.load(name, preset, tiered=True)
            return self._with_numbers(definition, settings)

    def game_of(self, name: str, settings: dict[str, Any]) -> Game:
        """The game of a match that is in the log."""
        definition = registry.definition(name)
        chosen = definition.people.options and settings not in self._configs(definition)
        with self._locks[name]:
            if chosen:
                return self._with_numbers(definition, settings)
            return registry.load(name, config=settings, tiered=True)

    def game_with(self, name: str, settings: dict[str, Any]) -> tuple[Game, str]:
        """A game by the configuration of one of its listed presets, and the preset's name."""
        definition = registry.definition(name)
        for preset, _ in _distinct(definition):
            options = options_between(definition, self.game(name, preset).config, settings)
            if options is not None:
                return self.game(name, preset, options), preset
        raise ConfigError("config_unlisted", path="config", known=registry.presets(name))

    def _with_numbers(self, definition: Definition, settings: dict[str, Any]) -> Game:
        whole = _validated(definition, settings)
        key = f"{definition.name}:{json.dumps(whole, sort_keys=True)}"
        game = self._chosen.get(key)
        if game is None:
            game = self._chosen[key] = Game(definition, [whole], tiered=True)
        return game

    def _configs(self, definition: Definition) -> list[dict[str, Any]]:
        if definition.name not in self._listed:
            self._listed[definition.name] = [_validated(definition, config) for _, config in _distinct(definition)]
        return self._listed[definition.name]

    def agent(self, text: str, game: Game) -> tuple[str, dict[str, Any]]:
        """Return an agent's name and options, if players may set them. They may set the options that the game gives."""
        name, options = spec.parse(text)
        offers = self._offers_of(game.definition)
        if name not in offers:
            raise AgentError("unknown_agent", name=name, known=list(offers))
        offer = offers[name]
        for option, value in options.items():
            if option in game.definition.wrappers:
                continue
            most = offer.most.get(option)
            if most is None:
                raise AgentError("option_forbidden", agent=name, option=option, known=list(offer.most))
            if type(value) is not int or not 0 <= value <= most:
                raise AgentError("option_too_high", agent=name, option=option, value=str(value), most=most)
        return name, {**options, **offer.fixed}

    def require_agent(self, text: str, game: Game, preset: str) -> None:
        """Raise an error with the reason, if an agent cannot play this game."""
        name, options = self.agent(text, game)
        plain = options == self._offers_of(game.definition)[name].fixed
        error = self._why_not(name, game, preset) if plain else why_not(name, game, **options)
        if error is not None:
            raise error
        if any(option in options for option in game.definition.wrappers):
            make(name, game, **options)  # a wrapper judges its value and its agent itself

    def listing(self, language: str) -> list[offers.GameOffer]:
        """Every game, with its title in a language. Games that cannot be used are logged, once, and left out."""
        offers, broken = registry.for_each(lambda definition: self._offer(definition, language))
        for name, _, error in broken:
            if name not in self._logged:
                self._logged.add(name)
                logger.error("%s", error)
        return offers

    def _offer(self, definition: Definition, language: str) -> offers.GameOffer:
        name = definition.name
        game = self.game(name, definition.files.preset)
        presets = [
            offers.Preset(
                name=preset,
                title=_preset_title(name, preset, language),
                config=config,
                options=offered(definition, config, language),
            )
            for preset, config in _distinct(definition)
        ]
        puzzles = {} if definition.people.puzzles is None else definition.people.puzzles.presets
        presets += [
            offers.Preset(
                name=variant,
                title=_preset_title(name, variant, language),
                config=registry.preset_of(definition, preset),
                options=[],
            )
            for variant, (preset, _) in puzzles.items()
        ]
        able = [
            agent
            for agent in self._offers_of(definition)
            if self._why_not(agent, game, definition.files.preset) is None and not defaults.is_redundant(agent, game)
        ]
        opponents = (text for text in defaults.opponents(game) if text in able)
        known = levels.profile(definition, "").levels if definition.search.levels else {}
        return offers.GameOffer(
            name=name,
            title=title(game, language),
            about=_known(f"{name}.about", name, language),
            minutes=definition.people.minutes or None,
            shipped=registry.is_shipped(name),
            version=definition.version,
            players=definition.players,
            preset=definition.files.preset,
            presets=presets,
            config_schema=definition.configuration.model_json_schema(),
            perfect_information=definition.perfect_information,
            undo=visibility.can_undo(game, ()),
            opponent=next(opponents, None) if game.players > 1 else None,
            agents=[_agent_offer(game, agent, known, language) for agent in able],
            agent_options=[
                _agent_option(name, option, values, language)
                for option, values in definition.people.agent_options.items()
            ],
            puzzles=puzzle_records.count(definition),
            positions=position_text.known(game),
        )

    def _offers_of(self, game: Definition) -> dict[str, Offer]:
        """The agents offered for a game: its levels from the weakest up and its own agents, without options; then the
        agents for any game.
        """
        if game.name not in self._by_game:
            known = levels.profile(game, "").levels if game.search.levels else ()
            self._by_game[game.name] = {**dict.fromkeys((*known, *game.agents), LEVEL), **self._offers}
        return self._by_game[game.name]

    def _why_not(self, name: str, game: Game, preset: str) -> BoardwrightError | None:
        key = (game.name, preset, name)
        if key not in self._able:
            self._able[key] = why_not(name, game, **self._offers_of(game.definition)[name].fixed)
        return self._able[key]


def _agent_offer(game: Game, agent: str, known: dict[str, levels.Level], language: str) -> offers.AgentOffer:
    measured = known[agent].rating if agent in known else None
    rating = None if measured is None else offers.Rating(**measured.model_dump())
    return offers.AgentOffer(
        name=agent,
        title=agent_title(game, agent, language),
        about=_about(game, agent, known, language),
        level=agent in known,
        rating=rating,
    )


def _agent_option(game: str, option: str, values: tuple[str, ...], language: str) -> offers.AgentOption:
    code = f"{game}.option.{option}"
    named = [
        offers.OptionValue(name=value, title=_known(f"{code}.{value}", game, language) or value) for value in values
    ]
    return offers.AgentOption(name=option, title=_known(code, game, language) or option, values=named)


def _about(game: Game, agent: str, known: dict[str, levels.Level], language: str) -> str | None:
    """How an agent plays: what the game says of its level or agent, what the level allows, or what we say of it."""
    if said := _known(f"{game.name}.level.{agent}.about", game.name, language):
        return said
    if agent in known:
        word = levels.about(known[agent])
        return _about(game, known[agent].agent, {}, language) if word is None else say(word, to=language)
    if agent in game.definition.agents:
        return _known(game.definition.agents[agent].does, game.name, language)
    return _known(f"agents_does_{agent}", "core", language)


def _preset_title(game: str, preset: str, language: str) -> str:
    """The title of a preset: the word `<game>.preset.<name>`, else its name."""
    return _known(f"{game}.preset.{preset}", game, language) or preset.replace("_", " ")


def _known(code: str, owner: str, language: str) -> str | None:
    """The sentence of a word that a catalogue need not have."""
    return say(Word(code), to=language) if code in words.codes(owner) else None


def _distinct(definition: Definition) -> list[tuple[str, dict[str, Any]]]:
    """A game's presets without duplicates: of equal ones the standard one is offered, or the shortest name."""
    by_config: dict[str, str] = {}
    for name in sorted(
        registry.presets(definition.name), key=lambda preset: (preset != definition.files.preset, len(preset), preset)
    ):
        by_config.setdefault(json.dumps(registry.preset_of(definition, name), sort_keys=True), name)
    return [(name, registry.preset_of(definition, name)) for name in sorted(by_config.values())]


def _validated(definition: Definition, config: dict[str, Any]) -> dict[str, Any]:
    """A configuration as a game and the log hold it."""
    return configuration.validate(definition.configuration, config).model_dump()


def title(game: Game, language: str) -> str:
    """The title of a game in a language: the word `<game>.title` of its catalogue."""
    code = f"{game.name}.title"
    if code not in words.codes(game.name):
        raise ConfigError("title_missing", path=str(game.definition.files.words), game=game.name)
    return say(Word(code), to=language)


def agent_title(game: Game, text: str, language: str) -> str:
    """The title of an agent: the word `<game>.level.<name>`, or `agent_title_<name>` of ours, else its name.

    Options follow in brackets: by the word `<game>.option.<option>.<value>`, or as they were given.
    """
    agent, options = spec.parse(text)
    own = _known(f"{game.name}.level.{agent}", game.name, language)
    name = own or _known(f"agent_title_{agent}", "core", language) or agent
    given = [
        _known(f"{game.name}.option.{option}.{value}", game.name, language) or f"{option}={value}"
        for option, value in options.items()
    ]
    return f"{name} ({', '.join(given)})" if given else name
