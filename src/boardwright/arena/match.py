"""One match: the loop that lets agents act, and records actions and draws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardwright.agents.spec import Named, named
from boardwright.arena.match_records import Record, digest
from boardwright.core import dice
from boardwright.core.agent import RESIGN, Agent, ForfeitingAgent, Turn, ask_one
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word

Player = str | Agent | Named
"""An agent as text (`alphabeta:depth=4`), as an object, or both."""


def play(game: Game, agents: Sequence[Player], *, seed: int, number: int, opening: Sequence[int] = ()) -> Record:
    """Play match `number` of a seed, one agent a seat. The same arguments give the same record.

    The actions of `opening` are played first, for both sides.
    """
    if len(agents) != game.players:
        raise AgentError("match_seats", game=game.name, players=game.players, found=len(agents))
    dice.usable_seed(seed)
    seats = [named(agent, game) for agent in agents]
    # One generator a seat: the draws of one agent must not change the actions of another.
    generators = [np.random.default_rng([seed, number, player]) for player in range(game.players)]
    state = game.new()
    history: list[list[int]] = []
    resigned = forfeit = None
    while (player := int(state["to_move"][0])) != TERMINAL:
        if len(history) < len(opening):
            action = opening[len(history)]
        else:
            text, agent = seats[player]
            action = ask_one(agent, text, Turn(game, state, player, generators[player]))
            if action == RESIGN:
                resigned = player
                forfeit = agent.forfeit if isinstance(agent, ForfeitingAgent) else None
                break
        draw = int(game.keyed_draws(state, [action], seed, number)[0])
        state = _after(game, state, action, draw)
        history.append([action, draw])
    return match_record(game, seats, seed, number, history, state, resigned, forfeit)


def match_record(
    game: Game,
    seats: Sequence[Named],
    seed: int,
    number: int,
    history: list[list[int]],
    state: Array,
    resigned: int | None,
    forfeit: Word | None = None,
) -> Record:
    """Return the record of a match that ended in `state`, by its rules or by resignation, with the reason if known."""
    return Record(
        game=game.name,
        version=game.version,
        config=game.config,
        seed=seed,
        number=number,
        agents=[seat.text for seat in seats],
        history=history,
        returns=state["returns"][0].tolist() if resigned is None else list(game.resigned(resigned)),
        truncated=bool(state["truncated"][0]),
        plies=len(history),
        digest=digest(state),
        resigned=resigned,
        forfeit=None if forfeit is None else forfeit.to_dict(),
    )


def _after(game: Game, state: Array, action: int, draw: int) -> Array:
    after = state.copy()
    fault = int(game.step(after, [action], [draw])[0])
    if fault:
        raise game.fault(state, fault)
    return after
