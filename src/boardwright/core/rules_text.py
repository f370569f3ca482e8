"""The rules of a game in words, from its own documents: its guide, its settings, its moves and its refusals."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core import sentences, words
from boardwright.core.definition import Definition
from boardwright.core.game import Game
from boardwright.core.sentences import Place
from boardwright.core.words import Word

EXAMPLES = 3
"""Moves of the first position that are given as examples, for each kind."""


def guide(definition: Definition, language: str) -> str | None:
    """How to play a game, in Markdown: in the language, else in English, None if the game does not say."""
    path = definition.files.guide
    for file in (path.with_suffix(f".{language}.md"), path):
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return None


def rules(game: Game) -> str:
    """The rules of a game with its settings, in the reader's language, for a player who types moves."""
    written = guide(game.definition, words.language())
    parts = [f"# {game.title}", str(Word("rules_no_guide")) if written is None else written.strip()]
    parts.append(f"## {Word('rules_facts')}\n\n" + "\n".join(f"* {fact}" for fact in _facts(game)))
    parts.append(f"## {Word('rules_moves')}\n\n" + "\n".join(f"* {kind}" for kind in _kinds(game)))
    if refused := list(_refusals(game)):
        parts.append(f"## {Word('rules_refusals')}\n\n" + "\n".join(f"* {sentence}" for sentence in refused))
    return "\n\n".join(parts) + "\n"


def _facts(game: Game) -> Iterator[Word | str]:
    yield Word("rules_players", {"players": game.players})
    if game.has_chance:
        yield Word("rules_chance")
    yield Word("rules_open" if game.definition.perfect_information else "rules_hidden")
    yield Word("rules_limit", {"plies": game.max_plies})
    yield from (f"{key}: {value}" for key, value in game.config.items() if isinstance(value, int | float | str))


def _kinds(game: Game) -> Iterator[str]:
    """A line for each kind of action: its name, its fields, and legal examples where the first position has some."""
    first = game.new()
    mover = int(first["to_move"][0])
    by_kind: dict[str, list[str]] = {group.name: [] for group in game.actions.groups}
    for action in game.open_actions(first).tolist():
        examples = by_kind[game.actions.group_of(action).name]
        if len(examples) < EXAMPLES:
            examples.append(f"`{game.actions.to_text(action, mover)}`")
    for group in game.actions.groups:
        form = " ".join([group.name, *(f"<{field}>" for field in group.fields)])
        examples = by_kind[group.name]
        yield str(Word("rules_kind", {"form": form, "examples": examples})) if examples else f"`{form}`"


def _refusals(game: Game) -> Iterator[str]:
    """The sentence of each Reason that this configuration has, with the names of its parameters."""
    known, language = words.codes(game.name), words.language()
    for reason in game.definition.reasons:
        code = game.definition.reason_code(reason)
        if code in known and reason not in game.layout.unused:
            yield _open_form(known[code].get(language, known[code][words.ENGLISH]))


def _open_form(sentence: str) -> str:
    """A sentence with the name of each parameter in its place."""
    return "".join(part if isinstance(part, str) else _named(part) for part in sentences.parse(sentence))


def _named(place: Place) -> str:
    name = f"<{place.name}>"
    return place.forms["other"].replace("#", name) if place.forms else name
