"""Every sentence of Boardwright as it is said. `.venv/bin/python tests/sentences.py` writes tests/data/sentences.txt.

No other test quotes a sentence of a catalogue: who changes one writes this file again and reads the difference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from boardwright.core import registry
from boardwright.core.sentences import LANGUAGES, Place, fill, places
from boardwright.core.words import Word, say

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "data" / "sentences.txt"
COMMAND = ".venv/bin/python tests/sentences.py"

OURS = sorted(path for folder in ("src", "examples") for path in (ROOT / folder).rglob("words.yaml") if path.is_file())
SKELETONS = [ROOT / f"src/boardwright/cli/{name}/src/NAME/words.yaml.txt" for name in ("skeleton", "skeleton_secrets")]
PAGE = ROOT / "web" / "src" / "words"

HEAD = f"""\
Every sentence of Boardwright in both languages, with its parameters in brackets and its counts as 1 and as 2.
`{COMMAND}` writes this file; nobody edits it.
"""


def said(sentence: str, language: str, count: int) -> str:
    """A sentence with samples: each count the same, each other parameter its name."""

    def sample(place: Place) -> object:
        if place.kind is not None:
            return 0  # a seat, a row or a column: an index, which counts nothing
        return count if place.forms else f"<{place.name}>"

    return fill(sentence, {place.name: sample(place) for place in reversed(places(sentence))}, language, str)


def catalogue(path: Path) -> dict[str, dict[str, str]]:
    """The sentences of a catalogue by code and language."""
    sentences: dict[str, dict[str, str]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return sentences


def page() -> dict[str, dict[str, str]]:
    """The page's own sentences by key and language."""
    files = {language: json.loads((PAGE / f"{language}.json").read_text(encoding="utf-8")) for language in LANGUAGES}
    return {key: {language: files[language][key] for language in LANGUAGES} for key in files[LANGUAGES[0]]}


def lines() -> Iterator[str]:
    """The lines of the file: a heading a catalogue, and below each code what it says."""
    yield HEAD
    for path in (*OURS, *SKELETONS):
        yield f"\n== {path.relative_to(ROOT)}\n"
        for code, sentences in catalogue(path).items():
            yield f"{code}\n"
            for language, sentence in sentences.items():
                once, twice = (said(sentence, language, count) for count in (1, 2))
                yield line(language, once)
                if any(place.forms for place in places(sentence)):
                    yield line(language, twice)
    yield f"\n== {PAGE.relative_to(ROOT)}\n"
    for key, sentences in page().items():
        yield f"{key}\n"
        for language, sentence in sentences.items():
            yield line(language, re.sub(r"\{(\w+)\}", r"<\1>", sentence))
    yield from mistakes()


def mistakes() -> Iterator[str]:
    """What is said of the mistakes that the core's tests make; that they are made so is asserted there."""
    from core import test_errors_of_configuration, test_errors_of_play

    registry.load("tic_tac_toe")  # whose sentences some mistakes are told in
    for module in (test_errors_of_play, test_errors_of_configuration):
        yield f"\n== {Path(str(module.__file__)).relative_to(ROOT)}\n"
        for case in module.CASES:
            yield f"{case.code}\n"
            word = Word(case.code, {**case.params, **{name: f"<{name}>" for name in case.varying}})
            yield from (line(language, say(word, language)) for language in LANGUAGES)


def line(language: str, sentence: str) -> str:
    return f"  {language}: " + sentence.replace("\n", "\n      ") + "\n"


if __name__ == "__main__":
    FILE.write_text("".join(lines()), encoding="utf-8")
