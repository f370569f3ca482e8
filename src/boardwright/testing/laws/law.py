"""A law for games, its result, and the function that judges a game by laws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.words import Word
from boardwright.testing.cases import Case, Cases

Test = Callable[[Game, Cases], int]


@dataclass(frozen=True)
class Law:
    """A name, the functions that it is about, and its test. Its sentence is in the catalogue: `law_<name>`."""

    name: str
    about: tuple[str, ...]
    test: Test


@dataclass(frozen=True)
class Result:
    """The result of a law: whether it holds, the number of cases, and the error if it is broken."""

    law: str
    passed: bool
    cases: int
    error: Word | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, for `--json`."""
        error = None if self.error is None else {**self.error.to_dict(), "message": str(self.error)}
        return {"law": self.law, "passed": self.passed, "cases": self.cases, "error": error}


def law(*about: str) -> Callable[[Test], Law]:
    """Make a law from a test, under the test's name."""
    return lambda test: Law(test.__name__, about, test)


def require(holds: Any, case: Case | None = None, *, look_at: Sequence[str] = (), **facts: Any) -> None:
    """Break the law unless `holds`; the facts and the history go into the sentence.

    `look_at` names the functions at fault, where a test knows them better than its law.
    """
    if not bool(holds):
        raise _Broken(case, facts, look_at)


def judge(laws: Sequence[Law], game: Game, cases: Cases) -> list[Result]:
    """Try each law on a game."""
    return [_judge(law, game, cases) for law in laws]


class _Broken(Exception):
    def __init__(self, case: Case | None, facts: dict[str, Any], look_at: Sequence[str]) -> None:
        super().__init__(facts)
        self.case, self.facts, self.look_at = case, facts, look_at


def _judge(law: Law, game: Game, cases: Cases) -> Result:
    try:
        return Result(law.name, True, law.test(game, cases))
    except _Broken as broken:
        history = [step.action for step in broken.case.history] if broken.case else []
        params = {
            "game": game.name,
            "says": Word(f"law_{law.name}"),
            "history": history,
            "facts": [f"{name}={value}" for name, value in broken.facts.items()],
            "functions": [f"`{name}`" for name in broken.look_at or law.about],
        }
        return Result(law.name, False, 0, Word("law_broken", params))
    except BoardwrightError as error:
        return Result(law.name, False, 0, error.word)
