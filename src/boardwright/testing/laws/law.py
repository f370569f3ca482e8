"""What a law is, and how a game is judged by it."""

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
    """How a game fared: whether it holds, on how many cases, and if not, what was found."""

    law: str
    passed: bool
    cases: int
    error: Word | None = None

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        told = None if self.error is None else {**self.error.to_dict(), "message": str(self.error)}
        return {"law": self.law, "passed": self.passed, "cases": self.cases, "error": told}


def law(*about: str) -> Callable[[Test], Law]:
    """Make a law of a test; the test's name is the law's."""
    return lambda test: Law(test.__name__, about, test)


def require(holds: Any, case: Case | None = None, **facts: Any) -> None:
    """Break the law unless something holds; the facts and the history go into the sentence."""
    if not bool(holds):
        raise _Found(case, facts)


def judge(laws: Sequence[Law], game: Game, cases: Cases) -> list[Result]:
    """Try each law on a game."""
    return [_judge(each, game, cases) for each in laws]


class _Found(Exception):
    def __init__(self, case: Case | None, facts: dict[str, Any]) -> None:
        super().__init__(facts)
        self.case, self.facts = case, facts


def _judge(law: Law, game: Game, cases: Cases) -> Result:
    try:
        return Result(law.name, True, law.test(game, cases))
    except _Found as found:
        history = [step.action for step in found.case.history] if found.case else []
        params = {
            "game": game.name,
            "says": Word(f"law_{law.name}"),
            "history": history,
            "facts": [f"{name}={value}" for name, value in found.facts.items()],
            "functions": [f"`{name}`" for name in law.about],
        }
        return Result(law.name, False, 0, Word("law_broken", params))
    except BoardwrightError as error:
        return Result(law.name, False, 0, error.word)
