"""A law for games, the phases it is tried in, its result, and the functions that judge a game by laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boardwright.core.compiled import sources
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.words import Word
from boardwright.testing.cases import Case, Cases

Test = Callable[[Game, Cases], int]

STATIC, INTERPRETED, BOUNDS, SHIPPED = "static", "interpreted", "bounds", "shipped"
"""The phases: without a random game; as plain Python; compiled with bounds checks; compiled as shipped."""

NEVER_COMPILED = frozenset({"scene", "actions", "faults", "words.yaml"})
"""The parts of a game that are plain Python or text in every phase. An edit of them changes no rule."""

FOR_SEARCH = frozenset({"candidates", "order", "evaluate", "suggest", "features", "configs/weights"})
"""The parts of a game that search alone reads."""


@dataclass(frozen=True)
class Law:
    """A name, the functions that it is about, its phases, and its test. Its sentence in the catalogue: `law_<name>`."""

    name: str
    about: tuple[str, ...]
    phases: tuple[str, ...]
    test: Test

    @property
    def static(self) -> bool:
        """Whether the law needs no random game."""
        return self.phases == (STATIC,)

    @property
    def beyond_rules(self) -> bool:
        """Whether an edit that changes no rule may break the law."""
        return not NEVER_COMPILED.isdisjoint(self.about)

    @property
    def of_search(self) -> bool:
        """Whether an edit of the search functions or their weights may break the law."""
        return not FOR_SEARCH.isdisjoint(self.about)


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


def law(*about: str, phases: tuple[str, ...] = (INTERPRETED, BOUNDS, SHIPPED)) -> Callable[[Test], Law]:
    """Make a law from a test, under the test's name. `phases` leaves out those in which it would say nothing new."""
    return lambda test: Law(test.__name__, about, phases, test)


def require(holds: Any, case: Case | None = None, *, look_at: Sequence[str] = (), **facts: Any) -> None:
    """Break the law unless `holds`; the facts and the history go into the sentence.

    `look_at` names the functions at fault, where a test knows them better than its law.
    """
    if not bool(holds):
        raise _Broken(case, facts, look_at)


def judge(laws: Sequence[Law], game: Game, cases: Cases, *, stop: bool = False) -> list[Result]:
    """Try each law on a game; with `stop`, none after the first broken one."""
    return list(_until_broken(laws, game, cases) if stop else (judge_by(law, game, cases) for law in laws))


def judge_by(law: Law, game: Game, cases: Cases) -> Result:
    """Try a law on a game. Its random choices do not depend on the laws that were tried before."""
    cases.reseed(law.name)
    try:
        return Result(law.name, True, law.test(game, cases))
    except _Broken as broken:
        params = {
            "game": game.name,
            "says": Word(f"law_{law.name}"),
            "facts": [f"{name}={value}" for name, value in broken.facts.items()],
            "functions": [f"`{name}`" for name in broken.look_at or law.about],
        }
        if broken.case is None:
            return Result(law.name, False, 0, Word("law_broken_in_general", params))
        params["history"] = [step.action for step in broken.case.history]
        moves = _texts(game, broken.case)
        code, texts = ("law_broken_after", {"moves": moves}) if moves else ("law_broken", {})
        return Result(law.name, False, 0, Word(code, {**params, **texts}))
    except BoardwrightError as error:
        return Result(law.name, False, 0, error.word)
    except Exception as error:
        # A scene or another part that never passes through a loop, where the compiler's side would name the function.
        mistake = sources.blame(error, [sources.home_of(game.definition.rules)])
        if mistake is None:
            raise
        return Result(law.name, False, 0, mistake.word)


def _texts(game: Game, case: Case) -> list[str]:
    """The actions that led to a case as people write them; none where some cannot be written."""
    state = game.new(variant=int(case.state["variant"][0]))
    texts = []
    try:
        for action, draw in case.history:
            texts.append(game.actions.to_text(action, int(state["to_move"][0])))
            game.step(state, [action], [draw])
    except Exception:  # of any kind: the game breaks a law, maybe in this very function
        return []
    return texts if all(texts) else []


class _Broken(Exception):
    def __init__(self, case: Case | None, facts: dict[str, Any], look_at: Sequence[str]) -> None:
        super().__init__(facts)
        self.case, self.facts, self.look_at = case, facts, look_at


def _until_broken(laws: Sequence[Law], game: Game, cases: Cases) -> Iterator[Result]:
    for law in laws:
        result = judge_by(law, game, cases)
        yield result
        if not result.passed:
            return
