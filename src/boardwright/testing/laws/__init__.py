"""The laws for games. Each is a sentence and a test, which returns the number of cases that it tried."""

from __future__ import annotations

from boardwright.testing.laws import chance, people, records, rules, running, search, secrets
from boardwright.testing.laws.law import Law, Result, judge

LAWS: tuple[Law, ...] = (
    *rules.LAWS,
    *records.LAWS,
    *running.LAWS,
    *chance.LAWS,
    *secrets.LAWS,
    *search.LAWS,
    *people.LAWS,
)

__all__ = ["LAWS", "Law", "Result", "judge"]
