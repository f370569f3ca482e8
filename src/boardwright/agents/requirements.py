"""The requirements of every agent on a game, decided by declared facts: no state is played, nothing is compiled.

The facts are the definition's (players, chance, `perfect_information`, `zero_sum`, `Layout.max_states`) and files: a
game's weights and tables, and the card inside a model. `make` checks the same requirements first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, log10
from typing import Any

from boardwright.agents.options import Chosen, choose
from boardwright.core.errors import AgentError, BoardwrightError, ConfigError
from boardwright.core.game import Game

Requirement = Callable[[str, Game, Any], None]
"""Raises an error with the reason, given the agent's name, the game and the agent's options."""

_WRITTEN_OUT = 10**9


def why_not(name: str, game: Game, **options: Any) -> BoardwrightError | None:
    """The error with which `make` refuses an agent for a game, None if the agent can play it."""
    try:
        require(game, choose(name, game, options))
    except BoardwrightError as error:
        return error
    return None


def require(game: Game, chosen: Chosen) -> None:
    """Raise an error with the reason, if an agent cannot play a game."""
    own = game.definition.agents.get(chosen.name)
    if own is None:
        for requirement in BY_AGENT[chosen.name]:
            requirement(chosen.name, game, chosen.options)
    elif own.requires is not None:
        own.requires(game, chosen.options)


def two_sided(agent: str, game: Game, options: Any = None) -> None:
    """The game has no chance, perfect information, and two players in a zero-sum game."""
    if game.has_chance:
        raise AgentError("agent_needs_no_chance", agent=agent, game=game.name)
    if not game.definition.perfect_information:
        raise AgentError("agent_needs_everything", agent=agent, game=game.name)
    if not _opposed(game):
        raise AgentError("agent_needs_two", agent=agent, game=game.name)


def one_or_two_sided(agent: str, game: Game, options: Any = None) -> None:
    """The game has perfect information, and one player or two in a zero-sum game."""
    if not game.definition.perfect_information:
        raise AgentError("agent_needs_everything", agent=agent, game=game.name)
    if game.players != 1 and not _opposed(game):
        raise AgentError("agent_needs_one_or_two", agent=agent, game=game.name)


def small(agent: str, game: Game, options: Any) -> None:
    """The game declares at most as many states as the option `states`."""
    if game.max_states is None:
        raise AgentError("agent_size_unknown", agent=agent, game=game.name)
    if game.max_states > options.states:
        bound = _readable(game.max_states)
        raise AgentError("agent_too_large", agent=agent, game=game.name, max_states=bound, states=options.states)


def small_or_any_size(agent: str, game: Game, options: Any) -> None:
    """The game is small, unless the option `any_size` leaves that to each position."""
    if not options.any_size:
        small(agent, game, options)


def weighted(agent: str, game: Game, options: Any) -> None:
    """The game has the weights that the option `weights` names."""
    game.weights(options.weights)


def rolled_out(agent: str, game: Game, options: Any) -> None:
    """The rollouts are by weights that the game has, or by an agent that can play it; or a model fits the game."""
    from boardwright.agents import mcts, spec
    from boardwright.agents.onnx_model import for_search

    if options.model:
        modelled(agent, game, for_search(options.model))
    elif mcts.rollouts_by_weights(game, options.rollouts):
        game.weights(options.rollouts)
    elif options.rollouts not in (mcts.RANDOM, mcts.NOBODY):
        name, chosen = spec.parse(options.rollouts)
        require(game, choose(name, game, chosen))


def ranked(agent: str, game: Game, options: Any) -> None:
    """The table is empty, or it is a file and the game is small: every row is checked against all states."""
    from boardwright.agents.ranking import EMPTY, table_path

    if options.table == EMPTY:
        return
    path = table_path(game, options.table)
    if not path.is_file():
        raise ConfigError("store_absent", path=str(path))
    small(agent, game, options)


def valued(agent: str, game: Game, options: Any) -> None:
    """The model of a best-first search fits the game."""
    from boardwright.agents.onnx_model import for_search

    modelled(agent, game, for_search(options.model))


def modelled(agent: str, game: Game, options: Any) -> None:
    """A model fits the game by its card: rules, fields, shapes and number of actions."""
    from boardwright.agents.onnx_model import fitting

    fitting(game, options)


def bridged(agent: str, game: Game, options: Any) -> None:
    """OpenSpiel is installed, and its bot can play the game."""
    from boardwright.agents.openspiel_bot import fits

    fits(agent, game, options)


def addressed(agent: str, game: Game, options: Any) -> None:
    """The options name a model and the address of its endpoint."""
    from boardwright.agents.chat import reachable

    reachable(agent, game, options)


BY_AGENT: Mapping[str, tuple[Requirement, ...]] = {
    "alphabeta": (two_sided, weighted),
    "chat": (addressed,),
    "descent": (two_sided, valued),
    "expectimax": (one_or_two_sided, weighted),
    "mcts": (weighted, rolled_out),
    "model": (modelled,),
    "openspiel": (bridged,),
    "perfect": (two_sided, small_or_any_size),
    "random": (),
    "ranking": (two_sided, ranked),
}
"""The requirements of the agents for any game, in the order in which they are checked."""


def _opposed(game: Game) -> bool:
    return game.players == 2 and game.definition.zero_sum


def _readable(number: int) -> int | str:
    return number if number < _WRITTEN_OUT else f"10^{ceil(log10(number))}"
