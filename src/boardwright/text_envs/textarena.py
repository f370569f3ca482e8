"""Every registered game as an environment of TextArena. Importing this module registers them all for `ta.make`.

Each player gets messages of their own: the rules, the position as that seat sees it, and the others' public moves.
"""

from __future__ import annotations

import copy
import re
from typing import Any

import textarena as ta
from textarena.envs.registration import ENV_REGISTRY, register_with_versions
from textarena.wrappers import (
    ActionFormattingWrapper,
    GameMessagesAndCurrentBoardObservationWrapper,
    LLMObservationWrapper,
)

from boardwright.core import prose, registry, rules_text
from boardwright.core.definition import Definition
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.view import Outcome
from boardwright.core.words import Word
from boardwright.mcp.match import player_name
from boardwright.text_envs import matches

BRACKETS = re.compile(r"\[([^\[\]]*)\]")

WRAPPERS = {
    "default": [LLMObservationWrapper, ActionFormattingWrapper],
    "-train": [GameMessagesAndCurrentBoardObservationWrapper, ActionFormattingWrapper],
}
"""Those of TextArena's own board games."""


class Env(ta.Env):  # type: ignore[misc]  # TextArena is not installed where types are checked
    """A game by its name. Moves are written in square brackets; the last ones of an answer count.

    `legal` lists the legal moves below the board. `error_allowance` is the number of refused moves in a row that are
    answered with the reason; the next one ends the game, as TextArena does it.
    """

    def __init__(self, game: str, preset: str | None = None, *, legal: bool = True, error_allowance: int = 1) -> None:
        self.game = registry.load(game, preset)
        self.legal = legal
        self.error_allowance = error_allowance

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game. A seed repeats its dice and secrets."""
        players = self.game.players
        if num_players != players:
            raise ConfigError("config_value", path="num_players", value=str(num_players), expected=str(players))
        self._match = matches.begin(self.game, seed, 0)
        # Without the seed: theirs would seed the generator of the whole process, which no game of ours reads.
        self.state = _states(players)(num_players=players, error_allowance=self.error_allowance)
        names = {player: player_name(player) for player in range(players)}
        self.state.reset(player_prompt_function=self._prompt, role_mapping=names)
        self._next()

    def step(self, action: str) -> tuple[bool, ta.Info]:
        """Play the current player's move. A refused one changes nothing; TextArena counts it."""
        state, player = self.state, self.state.current_player_id
        if state.done:
            raise AgentError("match_over")
        # To the player alone: an answer may name a secret. The others get the public part in the game's words.
        state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=player, to_id=player)
        told, refusal = self._play(player, action)
        if refusal is not None:
            if state.set_invalid_move(reason=refusal):  # several players: how it ends is for the environment to say
                state.set_game_outcome(dict(enumerate(self.game.resigned(player))), refusal)
            return state.step()  # type: ignore[no-any-return]
        for reader in range(self.game.players):
            sentences = told if reader == player else self._match.heard(reader)
            self._say(reader, ta.ObservationType.GAME_ACTION_DESCRIPTION, "\n".join(sentences))
        if (outcome := self._match.outcome) is not None:
            self._end(outcome)
        result = state.step(**({} if self.game.players == 1 else {"rotate_player": False}))
        self._next()
        return result  # type: ignore[no-any-return]

    def get_board_str(self) -> str:
        """The position as the current player sees it, for TextArena's renderers."""
        self._match.seat = self.state.current_player_id
        return self._match.look().text

    def __deepcopy__(self, memo: dict[int, Any]) -> Env:
        other = copy.copy(self)
        if "state" in vars(self):
            other._match = self._match.copy()
            other.state = copy.deepcopy(self.state, memo)
        return other

    def _play(self, player: int, answer: str) -> tuple[list[str], str | None]:
        """Play the move of an answer. Returns what its player is told, or the reason if it is refused."""
        written = BRACKETS.findall(answer)
        if not written:
            return [], str(Word("textarena_no_move", {"example": self._example()}))
        self._match.seat = player
        data = self._match.move(written[-1].strip(), matches.quiet).data
        return (data["told"], None) if data["played"] else ([], data["reason"]["message"])

    def _next(self) -> None:
        """Show the position to the player to move; at the end to everybody."""
        mover = self._match.position.to_move
        if mover is not None and mover != self.state.current_player_id:
            self.state.manually_set_current_player_id(mover)
        for reader in range(self.game.players) if mover is None else [mover]:
            self._match.seat = reader
            text = self._match.look().text
            if self.legal and mover is not None:
                text = f"{text}\n\n{self._match.legal().text}"
            self._say(reader, ta.ObservationType.GAME_BOARD, text)

    def _end(self, outcome: Outcome) -> None:
        """The result as TextArena's states have it: 1, 0 and -1 for two players, else the game's returns."""
        alone = self.game.players == 1
        said = prose.result(outcome, self._match.position.ply, 0 if alone else None, player_name)
        reason = " ".join(map(str, said))
        if alone:
            self.state.set_outcome(reward=outcome.returns[0], reason=reason)
        elif self.game.players > 2:
            self.state.set_game_outcome(dict(enumerate(outcome.returns)), reason)
        elif outcome.winner is None:
            self.state.set_draw(reason=reason)
        else:
            self.state.set_winner(player_id=outcome.winner, reason=reason)

    def _say(self, reader: int, kind: ta.ObservationType, text: str) -> None:
        self.state.add_observation(text, kind, to_id=reader)

    def _prompt(self, player_id: int, game_state: Any) -> str:
        parts = [rules_text.rules(self.game)]
        if self.game.players > 1:
            parts.append(str(Word("textarena_player", {"index": player_id, "player": player_id})))
        parts.append(str(Word("textarena_brackets", {"example": self._example()})))
        return "\n".join(parts)

    def _example(self) -> str:
        """A legal move of the first position, the same in every game."""
        first = self.game.new()
        return self.game.actions.to_text(int(self.game.open_actions(first)[0]), int(first["to_move"][0]))


def _states(players: int) -> Any:
    """TextArena's state for a number of players."""
    return {1: ta.SinglePlayerState, 2: ta.TwoPlayerState}.get(players, ta.MinimalMultiPlayerState)


def register(name: str) -> str:
    """Register a game for `ta.make` and return its id. Games of installed packages are registered already."""
    return _register(registry.definition(name))


def register_all() -> list[str]:
    """Register every installed game. One whose package is broken is left out, as `boardwright games` says."""
    done, _ = registry.for_each(_register)
    return done


def _register(definition: Definition) -> str:
    env_id = f"boardwright/{definition.name}-v0"
    if env_id not in ENV_REGISTRY:
        register_with_versions(env_id, f"{__name__}:Env", WRAPPERS, game=definition.name)
    return env_id


register_all()
