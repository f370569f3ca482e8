"""Words are `{code, params}` everywhere; catalogues turn them into sentences, in English and French.

A catalogue is a YAML file that maps each code to its sentence in each language, side by side, so that a missing
translation is seen in the file itself (`sentences.py` says how one is written). Nothing stores a sentence. English is
required and stands in for a language that a game does not have; Boardwright's own catalogues have both.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from boardwright.core import sentences

LANGUAGES = sentences.LANGUAGES
ENGLISH = "en"


class CatalogueFault(ValueError):
    """A fault in a catalogue. The sentence names the file, the code and the parameter; it is in English only."""


class Unsayable(KeyError):
    """A word that has no sentence, or whose sentence its parameters do not fit. The fault is in English only."""

    def __init__(self, code: str, fault: str) -> None:
        super().__init__(code, fault)
        self.code, self.fault = code, fault

    def __str__(self) -> str:
        return self.fault


_catalogues: dict[str, dict[str, dict[str, str]]] = {}


@dataclass(frozen=True)
class Word:
    """A message: a code, and the parameters of its sentence."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form for clients."""
        return {"code": self.code, "params": {name: _plain(value) for name, value in self.params.items()}}

    def __str__(self) -> str:
        return say(self)


def language() -> str:
    """The reader's language: BOARDWRIGHT_LANGUAGE, else English."""
    chosen = os.environ.get("BOARDWRIGHT_LANGUAGE", ENGLISH)
    if chosen not in LANGUAGES:
        raise ValueError(f"BOARDWRIGHT_LANGUAGE is {chosen!r}: set it to one of {', '.join(LANGUAGES)}.")
    return chosen


def add_catalogue(owner: str, path: Path) -> None:
    """Register an owner's sentences. Codes of a game begin with the game's name."""
    _catalogues[owner] = _read(path)


def codes(owner: str) -> dict[str, dict[str, str]]:
    """All the sentences of one owner, by code and language."""
    if owner == "core":
        return _core()
    return _catalogues.get(owner, {})


def say(word: Word, to: str | None = None, first: int = 0) -> str:
    """The sentence for a word, in a language (the reader's by default), or in English if it is not translated.

    `first` is the number of a board's first row and column where the sentence is read.
    """
    # "Choose one of ." says nothing: where nothing is known, the code with `_none` has the sentence.
    nothing = word.params.get("known") in ([], ()) and _find(f"{word.code}_none")
    translations = nothing or _find(word.code)
    if translations is None:
        raise Unsayable(word.code, f"no catalogue has the code {word.code!r}")
    spoken = to or language()
    written = spoken if spoken in translations else ENGLISH
    try:
        show = partial(_rendered, to=spoken, first=first)
        return sentences.fill(translations[written], word.params, written, show, first)
    except Unsayable:
        raise
    except KeyError as missing:
        given = ", ".join(word.params) or "none"
        raise Unsayable(word.code, f"{word.code} needs the parameter {missing}, and is given {given}") from None
    except TypeError as error:
        raise Unsayable(word.code, f"{word.code}: {error}") from None


def parameters(sentence: str, *, seats: bool = True) -> set[str]:
    """The names of a sentence's parameters; without indices that it counts as people do, if `seats` is False."""
    return {place.name for place in sentences.places(sentence) if seats or place.kind is None}


def _find(code: str) -> dict[str, str] | None:
    owner = code.partition(".")[0]
    return _core().get(code) or _catalogues.get(owner, {}).get(code)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.to_dict() if isinstance(value, Word) else value


def _rendered(value: Any, to: str, first: int) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_rendered(item, to, first) for item in value)
    if isinstance(value, float):
        value += 0.0  # a negative zero is a number of machines
    return say(value, to, first) if isinstance(value, Word) else str(value)


@cache
def _core() -> dict[str, dict[str, str]]:
    return _read(Path(__file__).with_name("words.yaml"))


def _read(path: Path) -> dict[str, dict[str, str]]:
    try:
        return _parsed(path, path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CatalogueFault(f"{path}: {error.strerror}.") from None


# Every game that is made reads its catalogue again, which may have been edited; to parse it is half of the time.
@lru_cache(maxsize=64)
def _parsed(path: Path, text: str) -> dict[str, dict[str, str]]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml, where it is there, reads ten times as fast
    try:
        catalogue: dict[str, dict[str, str]] = yaml.load(text, loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else "?"
        raise CatalogueFault(f"{path}, line {line}: {error.problem}.") from None
    if not isinstance(catalogue, dict):
        raise CatalogueFault(f"{path}: there must be a code on each line that is not indented, and below it sentences.")
    for code, translations in catalogue.items():
        if not isinstance(translations, dict) or ENGLISH not in translations:
            raise CatalogueFault(f"{path}: {code} needs a sentence in English, under {ENGLISH}.")
        if unknown := [str(spoken) for spoken in translations if spoken not in LANGUAGES]:
            languages = ", ".join(LANGUAGES)
            raise CatalogueFault(f"{path}: {code} is in {', '.join(unknown)}: the languages are {languages}.")
        places = {spoken: _parameters(f"{path}: {code} ({spoken})", text) for spoken, text in translations.items()}
        for spoken, named in places.items():
            for other, others in places.items():
                if missing := sorted(named - others):
                    raise CatalogueFault(f"{path}: {code} names {missing[0]} in {spoken} and not in {other}.")
    return catalogue


def _parameters(where: str, sentence: str) -> frozenset[str]:
    # Plural forms may differ between languages: a count can change words in one of them alone.
    if not isinstance(sentence, str):
        raise CatalogueFault(f"{where}: {sentence!r} is no text: put it in quotes.")
    try:
        places = sentences.places(sentence)
    except ValueError as fault:
        raise CatalogueFault(f"{where}: {fault}.") from None
    return frozenset(f"{{{place.name}:{place.kind}}}" if place.kind else f"{{{place.name}}}" for place in places)
