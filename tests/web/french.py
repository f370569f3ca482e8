"""Whether a text of the page is French: each must be explained by the French catalogues, or by a short list of names.

A text is explained if it is a sentence of a catalogue whose parameters are explained, or several such texts in a row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import product
from pathlib import Path

import yaml

from boardwright.core import discovery, sentences, words
from boardwright.core.definition import Definition
from boardwright.core.rules_text import guide
from web.serving import ROOT

WORDS = ROOT / "web" / "src" / "words"

SCENARIOS = ROOT / "src" / "boardwright" / "configs" / "skirmish"
NAMES = frozenset({"Boardwright", "EN", "FR", "3BV"})
"""Words that are the same in every language."""

NOTATION = re.compile(r"[^\W\d_]{0,2}\d[\dx+.,/:-]*[hv%]?|[^\W\d_]")
"""Cells, walls, numbers, the signs of units; single letters."""

ENGLISH_SIGN = re.compile(r"[^\W\d_]\d*[:;!?](\s|$)")
"""A sign that has a space before it in French; the notation of a weapon begins with its range, `10: 3x3+`."""

SEPARATORS = (" · ", " : ", " ; ", ", ", ". ", " (", ") ", " ")
"""What may stand between two texts that were put together: in French a colon has a space before it."""

AROUND = " \u00a0\u202f,;:.·\u00d7()+-\u2013/!?…\"'«»|=%"


class French:
    """The French catalogues of the page, the core and every registered game, and the English ones beside them."""

    def __init__(self) -> None:
        self._known: dict[str, bool] = {}

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        """Every sentence in English and in French."""
        english, french = (
            json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8")) for language in ("en", "fr")
        )
        pairs = [(english[key], french[key]) for key in french]
        for path in (Path(words.__file__).with_suffix(".yaml"), *(game.files.words for game in _games())):
            said = yaml.safe_load(path.read_text(encoding="utf-8"))
            pairs += [(sentence["en"], sentence.get("fr", "")) for sentence in said.values()]
        return pairs

    @cached_property
    def _plain(self) -> frozenset[str]:
        return frozenset(_tidy(form) for _, french in self._pairs for form in _forms(french) if "\0" not in form)

    @cached_property
    def _english(self) -> frozenset[str]:
        """The English sentences that differ from every French one."""
        both = {_tidy(form) for english, _ in self._pairs for form in _forms(english) if "\0" not in form}
        return frozenset(both - self._plain)

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        """Sentences with parameters: the longest part of their text, and the whole with a group for each parameter."""
        made = {}
        for _, french in self._pairs:
            for form in _forms(french):
                parts = _tidy(form).split("\0")
                longest = max(parts, key=len)
                if len(parts) > 1 and re.search(r"[^\W\d_]{2}", longest):
                    # Nothing may follow a sentence in the place of its last parameter; any other has a value.
                    said = "(.+?)".join(map(re.escape, parts))
                    made[_tidy(form)] = (
                        longest,
                        re.compile(f"{said.removesuffix('(.+?)')}(.*?)" if not parts[-1] else said),
                    )
        return list(made.values())

    @cached_property
    def _names(self) -> frozenset[str]:
        """Names that are the same in every language: those of units are in the configuration of a scenario."""
        found = [
            re.findall(r'"name": *"([^"]+)"', path.read_text(encoding="utf-8")) for path in SCENARIOS.rglob("*.json")
        ]
        return NAMES.union(*found)

    @cached_property
    def _guides(self) -> str:
        texts = [guide(game, "fr") or "" for game in _games()]
        return _tidy(re.sub(r"\*\*|^#+ |^\d+\. |^[-*] ", "", "\n".join(texts), flags=re.MULTILINE))

    def fault(self, kind: str, text: str) -> str | None:
        """Why a text cannot stand on a French page, or None."""
        if _tidy(text).strip(AROUND) in self._english:
            return "is English"
        if kind == "guide" and _tidy(text) in self._guides:
            return None
        if not self.explains(_tidy(text)):
            return "is in no French catalogue"
        return "has a sign without a space before it" if ENGLISH_SIGN.search(text) else None

    def explains(self, text: str) -> bool:
        """Whether the catalogues have a text, as a whole or in parts."""
        if text not in self._known:
            self._known[text] = False  # a part of itself explains nothing
            self._known[text] = self._search(text)
        return self._known[text]

    def _search(self, text: str) -> bool:
        bare = text.strip(AROUND)
        if not re.search(r"[^\W\d_]", bare) or text in self._plain or bare in self._plain:
            return True
        if bare in self._names or NOTATION.fullmatch(bare):
            return True
        if bare in self._english:
            return False
        for longest, pattern in self._patterns:
            if longest in text and any(
                (match := pattern.fullmatch(one)) and all(map(self.explains, match.groups())) for one in {text, bare}
            ):
                return True
        for separator, whole in product(SEPARATORS, {text, bare}):
            head, found, tail = whole.partition(separator)
            while found:
                if head and self.explains(head) and self.explains(tail):
                    return True
                more, found, tail = tail.partition(separator)
                head = f"{head}{separator}{more}"
        return False


def faults(said: Iterable[str]) -> list[str]:
    """The texts that are not French, of lines `{"screen": ..., "kind": ..., "text": ...}`."""
    judge = French()
    found = []
    for line in said:
        if not line.startswith("{"):
            continue
        entry: Mapping[str, str] = json.loads(line)
        if why := judge.fault(entry["kind"], entry["text"]):
            found.append(f"{entry['screen']}, {entry['kind']}: {entry['text']!r} {why}")
    return found


def _games() -> list[Definition]:
    """The games that a server has: those that are installed, and none that a test registered here."""
    return [discovery.definition(name) for name in discovery.offers()]


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" ")


def _forms(sentence: str) -> list[str]:
    """A sentence with a zero byte for each parameter; with plural forms, one for each of them."""
    made = [""]
    for part in sentences.parse(sentence):
        if isinstance(part, str):
            choices = [part]
        else:
            choices = [form.replace("#", "\0") for form in part.forms.values()] or ["\0"]
        made = [text + choice for text in made for choice in choices]
    return made
