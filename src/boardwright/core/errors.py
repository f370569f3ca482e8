"""Every error that Boardwright raises on purpose. Each carries a code with parameters; `str` is its sentence.

BoardwrightError
├── MalformedAction            the action cannot be read
├── IllegalAction              readable, but forbidden here; has the rules' own reason
├── RuleFault                  the rules reached a dead end
│   └── DeploymentDeadlockError    a player cannot place a unit and the phase cannot end
├── ConfigError                a key is missing, unknown or wrong; has its path
├── HiddenInformation          the whole position was requested where players see a part of it
├── BatchError                 an array that compiled code must not be given
├── KernelError                a game's function that does not meet the contract
├── NotCompiled                a search whose machine code is still being made
├── HistoryError               a record that these rules cannot replay
├── FormatError                a file or a text that is no position of this game
└── AgentError                 an agent or an option that does not fit the game
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardwright.core.words import Word, say


class BoardwrightError(Exception):
    """The root of the tree: `code` for programs, `params` for both, `str(error)` for people."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(code, params)

    @property
    def word(self) -> Word:
        """The error as a word, to be said in any language."""
        return Word(self.code, self.params)

    def __str__(self) -> str:
        try:
            return say(self.word)
        except ValueError as error:
            # BOARDWRIGHT_LANGUAGE is unsupported: an error must be readable all the same.
            return f"{say(self.word, 'en')} ({error})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.code, self.params, self.__dict__))


class MalformedAction(BoardwrightError):
    """The action cannot be read: no such index, no such kind, a field missing or of the wrong type."""


class IllegalAction(BoardwrightError):
    """The action can be read and the rules forbid it here.

    `params` are the action's fields for programs, `said` the same as people read them: a unit by its name.
    """

    def __init__(
        self,
        code: str,
        params: Mapping[str, Any],
        *,
        reason: int,
        action: Any,
        row: int | None = None,
        said: Mapping[str, Any] | None = None,
    ) -> None:
        # One mapping, because an action may have fields of any name, `row` and `action` among them.
        super().__init__(code)
        self.params = dict(params)
        self.reason = reason
        self.action = action
        self.row = row
        self.said = self.params if said is None else dict(said)

    @property
    def word(self) -> Word:
        """The refusal as a word, to be said in any language."""
        return Word(self.code, self.said)


class RuleFault(BoardwrightError):
    """The rules reached a dead end. The state before the action is untouched."""


class DeploymentDeadlockError(RuleFault):
    """A player has units left to deploy and no legal place for any of them."""


class ConfigError(BoardwrightError):
    """A configuration that cannot be used; `path` says where."""

    def __init__(self, code: str, *, path: str, **params: Any) -> None:
        super().__init__(code, path=path, **params)
        self.path = path


class HiddenInformation(BoardwrightError):
    """The whole position was requested of a game in which players see only a part of it."""


class BatchError(BoardwrightError):
    """An array that must not reach compiled code: wrong layout, not contiguous, or read-only."""


class KernelError(BoardwrightError):
    """A game's function that does not compile, or does not do what the contract says."""


class NotCompiled(BoardwrightError):
    """A search in a tiered game whose machine code is still being made."""


class HistoryError(BoardwrightError):
    """A recorded game that these rules cannot replay."""


class FormatError(BoardwrightError):
    """A file or a text that cannot be read as a position, or a position that a file cannot hold."""


class AgentError(BoardwrightError):
    """An agent, or an option of one, that does not exist or does not fit this game."""


def _rebuild(
    kind: type[BoardwrightError], code: str, params: dict[str, Any], attributes: dict[str, Any]
) -> BoardwrightError:
    # Subclasses take different arguments, so a pickled error is restored by its attributes.
    error = kind.__new__(kind)
    Exception.__init__(error, code, params)
    error.__dict__.update(attributes)
    return error
