"""Fingerprints: they change exactly when the machine code changes."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

import boardwright.core
from boardwright.core import dice
from boardwright.core.compiled import contract
from boardwright.core.compiled.fingerprint import choosers, fingerprint

RULES = '''
from enum import IntEnum
import numpy as np
from boardwright.core import dice
import outside

LINE = (1, 2, 3)
TABLE = np.arange(4)

class Reason(IntEnum):
    TAKEN = 2

def helper(x, step=1):
    """Add a step."""
    return x + step

def check(p, s, action):
    """Refuse a taken cell."""
    # A comment.
    if helper(action) in {"a", "b", "c"}:
        return Reason.TAKEN
    return TABLE[LINE[0]] + max([helper(x) for x in range(3)]) + dice.below(action, 3) + outside.CONSTANT

def view(s):
    return "a picture"
'''


def of(source: str, constant: int = 1) -> str:
    outside = ModuleType("outside")
    outside.CONSTANT = constant  # type: ignore[attr-defined]
    rules = ModuleType("strangers.rules")
    rules.outside = outside  # type: ignore[attr-defined]
    exec(source.replace("import outside", ""), rules.__dict__)
    return fingerprint([rules.check], "strangers")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# A comment.", "# Another comment,\n    # over two lines."),
        ('"""Refuse a taken cell."""', '"""Refuse a cell that is taken."""'),
        ('"""Add a step."""\n    ', ""),
        ('"a picture"', '"another picture"'),
        ("def view(s):", "def unused():\n    pass\n\ndef view(s):"),
        ("import numpy as np", "import numpy as np\nimport math"),
        ("x in range(3)", "x   in range(3)"),
    ],
    ids=["comment", "docstring", "docstring of a helper", "view", "new function", "import", "white space"],
)
def test_what_machine_code_does_not_depend_on_changes_nothing(old: str, new: str) -> None:
    assert old in RULES
    assert of(RULES.replace(old, new)) == of(RULES)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x + step", "x - step"),
        ("step=1", "step=2"),
        ("TAKEN = 2", "TAKEN = 3"),
        ("(1, 2, 3)", "(1, 2, 4)"),
        ("np.arange(4)", "np.arange(4) + 1"),
        ("np.arange(4)", "np.arange(4, dtype=np.int32)"),
        ("range(3)", "range(4)"),
        ("LINE[0]", "LINE[1]"),
        ("dice.below(action, 3)", "dice.below(action, 4)"),
        ("dice.below(action, 3)", "dice.mix(action)"),
        ('"c"}', '"d"}'),
    ],
)
def test_what_machine_code_depends_on_changes_the_fingerprint(old: str, new: str) -> None:
    assert old in RULES
    assert of(RULES.replace(old, new)) != of(RULES)


def test_a_constant_of_another_module_changes_it() -> None:
    assert of(RULES, constant=2) != of(RULES)


def test_a_helper_of_the_core_changes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = of(RULES)
    monkeypatch.setattr(dice, "below", lambda draw, count: 0)
    assert of(RULES) != before


def loop(p: object, s: object, out: object) -> None:
    contract.legal(p, s, out)  # type: ignore[arg-type]


def test_the_contract_leads_to_the_games_function_or_to_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    def legal(p: object, s: object, out: object) -> None: ...

    def other(p: object, s: object, out: object) -> None:
        return out  # type: ignore[return-value]

    default, own = fingerprint([loop]), fingerprint([loop], kernels={"legal": legal})
    assert len({default, own, fingerprint([loop], kernels={"legal": other})}) == 3
    assert fingerprint([loop], kernels={"legal": legal, "evaluate": other}) == own
    monkeypatch.setattr(contract, "legal_by_check", other)
    assert fingerprint([loop]) != default
    assert fingerprint([loop], kernels={"legal": legal}) == own


def test_the_chooser_counts_even_where_the_game_has_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    def legal(p: object, s: object, out: object) -> None: ...

    own = fingerprint([loop], kernels={"legal": legal})
    monkeypatch.setitem(choosers, contract.legal, lambda p, s, out: legal)
    assert fingerprint([loop], kernels={"legal": legal}) != own


def nested() -> object:
    return boardwright.core.dice.SEEDS


def test_attributes_of_modules_inside_modules_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint([nested])
    monkeypatch.setattr(dice, "SEEDS", 7)
    assert fingerprint([nested]) != before


def test_closures_and_arrays_in_them_count() -> None:
    def made(table: object) -> object:
        def read() -> object:
            return table

        return read

    ones, others = np.ones(2), np.array([1.0, 2.0])
    assert fingerprint([made(ones)]) == fingerprint([made(ones.copy())])
    assert fingerprint([made(ones)]) != fingerprint([made(others)])
