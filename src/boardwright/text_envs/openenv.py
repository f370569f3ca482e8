"""Every registered game as an environment of OpenEnv: an action is a move as text, an observation is a seat's view.

`python -m boardwright.text_envs.openenv tic_tac_toe` serves one on this machine, for OpenEnv's own clients.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import uvicorn
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

from boardwright import __version__
from boardwright.core import registry, rules_text
from boardwright.core.errors import AgentError, BoardwrightError, ConfigError
from boardwright.mcp.match import Match
from boardwright.text_envs import matches

HOST = "127.0.0.1"
SESSIONS = 64
"""Clients that a server takes at once, by default."""


class Move(Action):  # type: ignore[misc]  # OpenEnv is not installed where types are checked
    """A move as text, as `legal_moves` writes it."""

    move: str = Field(description="A move as text, such as `e3` or `reveal 2 3`.")


class BoardObservation(Observation):  # type: ignore[misc]
    """The position as one seat sees it. Players are counted from 0, in sentences from 1."""

    text: str = Field(description="What has happened, the board and what is asked, in words.")
    legal_moves: list[str] = Field(description="The moves that the seat can play now.")
    seat: int = Field(description="The player who sees this and moves next.")
    to_move: int | None = Field(description="The player to move; None when the game is over.")
    refused: str | None = Field(description="Why the rules refused the last move, and what is legal; None if played.")
    returns: list[float] | None = Field(description="The return of each player, when the game is over.")
    rules: str = Field(default="", description="The rules in words, in the first observation of an episode.")


class MatchState(State):  # type: ignore[misc]
    """What anybody may know about an episode. `step_count` has the refused moves, too; `ply` has not."""

    game: str
    opponent: str
    seat: int | None
    ply: int


class BoardEnvironment(Environment):  # type: ignore[misc]
    """A game by its name, against an agent or with every seat played by the client.

    `opponent` is an agent's spec, such as `hard` or `mcts:iterations=500`; empty for the game's default opponent.
    `seat` is the client's seat, from 0. With `every_seat` each observation is of the player to move.

    A refused move changes nothing: its reward is 0, and the observation says why. The reward at the end is the return
    of the client's seat, with `every_seat` of the player who moved last.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self, game: str, preset: str | None = None, *, opponent: str = "", seat: int = 0, every_seat: bool = False
    ) -> None:
        super().__init__()
        self.game = registry.load(game, preset)
        if every_seat and (opponent or seat):
            path, value = ("opponent", opponent) if opponent else ("seat", str(seat))
            raise ConfigError("config_value", path=path, value=value, expected="every_seat=False")
        self.every_seat = every_seat
        self.seat = self._seat(seat)
        self.opponent, self._agent = ("", None) if every_seat else matches.opponent(self.game, opponent)
        self._match: Match | None = None
        self._episode: str | None = None
        self._steps = 0

    def reset(self, seed: int | None = None, episode_id: str | None = None, **settings: Any) -> BoardObservation:
        """Begin an episode. A seed repeats it, its dice, its secrets and the opponent's moves. `seat` changes seats."""
        seat = settings.pop("seat", self.seat)
        if settings:
            raise ConfigError("config_unknown", path=next(iter(settings)), known=["seed", "episode_id", "seat"])
        if self.every_seat and seat:
            raise ConfigError("config_value", path="seat", value=str(seat), expected="every_seat=False")
        match = matches.begin(self.game, seed, self._seat(seat), self.opponent, self._agent)
        told = match.answer(matches.quiet)
        self._match, self._episode, self._steps = match, episode_id, 0
        self._turn_to_mover(match)
        return self._observe(match, told, rules=rules_text.rules(self.game))

    def step(self, action: Move, timeout_s: float | None = None) -> BoardObservation:
        """Play a move and the opponents' answers. An agent has its own limits of time: `timeout_s` is not used."""
        if (match := self._match) is None:
            raise AgentError("envs_not_reset")
        text, data = match.move(action.move, matches.quiet)
        self._steps += 1
        if not data["played"]:
            return self._observe(match, [text], refused=text, reward=0.0)
        mover, told = match.seat, data["told"]
        if self._turn_to_mover(match) and match.seat != mover:
            told = match.heard(match.seat)
        return self._observe(match, told, reward=0.0 if match.outcome is None else match.outcome.returns[mover])

    @property
    def state(self) -> MatchState:
        """The episode so far, without anything that a seat may not know."""
        match = self._match
        return MatchState(
            episode_id=self._episode,
            step_count=self._steps,
            game=self.game.name,
            opponent=self.opponent,
            seat=None if self.every_seat else self.seat if match is None else match.seat,
            ply=0 if match is None else match.position.ply,
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """The game's title, and its rules in words."""
        return EnvironmentMetadata(
            name=f"boardwright/{self.game.name}",
            description=str(self.game.title),
            readme_content=rules_text.rules(self.game),
            version=__version__,
        )

    def _turn_to_mover(self, match: Match) -> bool:
        """Where the client plays every seat: look from that of the player to move, from the last one at the end."""
        if self.every_seat and match.position.to_move is not None:
            match.seat = match.position.to_move
        return self.every_seat

    def _observe(
        self,
        match: Match,
        told: Sequence[str],
        *,
        refused: str | None = None,
        reward: float | None = None,
        rules: str = "",
    ) -> BoardObservation:
        outcome = match.outcome
        return BoardObservation(
            text=match.look(tuple(told)).text,
            legal_moves=[] if outcome is not None else [choice.text for choice in match.view.choices],
            seat=match.seat,
            to_move=None if outcome is not None else match.position.to_move,
            refused=refused,
            returns=None if outcome is None else list(outcome.returns),
            rules=rules,
            reward=reward,
            done=outcome is not None,
        )

    def _seat(self, seat: Any) -> int:
        if type(seat) is not int or not 0 <= seat < self.game.players:
            raise ConfigError("config_value", path="seat", value=str(seat), expected=f"0 ... {self.game.players - 1}")
        return seat


def app(
    game: str,
    preset: str | None = None,
    *,
    opponent: str = "",
    seat: int = 0,
    every_seat: bool = False,
    sessions: int = SESSIONS,
) -> Any:
    """OpenEnv's FastAPI application for a game: each client has an environment of its own, up to `sessions` of them."""

    def make() -> BoardEnvironment:  # not functools.partial, which OpenEnv's page takes for an environment
        return BoardEnvironment(game, preset, opponent=opponent, seat=seat, every_seat=every_seat)

    _rehearse(make())
    return create_app(make, Move, BoardObservation, env_name=game, max_concurrent_envs=sessions)


def _rehearse(env: BoardEnvironment) -> None:
    """Play a move: settings that do not fit are an error here, and no client waits for the compiler."""
    env.step(Move(move=env.reset(seed=0).legal_moves[0]))


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve a game until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m boardwright.text_envs.openenv", description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("--preset")
    parser.add_argument("--opponent", default="", help="an agent's spec; by default the game's own opponent")
    parser.add_argument("--seat", type=int, default=0, help="the client's seat, from 0")
    parser.add_argument("--every-seat", action="store_true", help="the client plays every seat")
    parser.add_argument("--sessions", type=int, default=SESSIONS, help="clients at once")
    parser.add_argument("--host", default=HOST, help="by default this machine only")
    parser.add_argument("--port", type=int, default=8000)
    given = vars(parser.parse_args(arguments))
    host, port = given.pop("host"), given.pop("port")
    try:
        made = app(**given)
    except BoardwrightError as error:
        parser.error(str(error))
    uvicorn.run(made, host=host, port=port, log_level="warning")


if __name__ == "__main__":
    main()
