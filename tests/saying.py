"""What a test asserts of a sentence: its code and its parameters. The sentences are in tests/data/sentences.txt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from boardwright.core.errors import BoardwrightError
from boardwright.core.words import LANGUAGES, Word, say


def told(word: Word | None, code: str, **params: Any) -> None:
    """Assert a word's code and these of its parameters, and that each language can say it."""
    assert word is not None
    assert word.code == code, word
    assert {name: word.params.get(name) for name in params} == params, word
    for language in LANGUAGES:
        assert say(word, language)


@contextmanager
def refused(
    error: type[BoardwrightError] | tuple[type[BoardwrightError], ...], code: str, **params: Any
) -> Iterator[pytest.ExceptionInfo[BoardwrightError]]:
    """Assert that the block raises this error, with this code and these of its parameters."""
    with pytest.raises(error) as caught:
        yield caught
    told(caught.value.word, code, **params)
