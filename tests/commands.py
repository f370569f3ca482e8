"""The commands that the texts name, and the small forms in which tests/test_text_commands.py runs them.

A command is a line of a console block, or words between backquotes, that begins with `boardwright`, `python`
or `pip`.
tests/data/commands.yaml has what makes each of them small.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import typer
import yaml
from typer.main import get_command

from boardwright.cli import app
from boardwright.cli.usage_errors import parsing
from pages import PAGES, ROOT, name

TABLE: Mapping[str, Any] = yaml.safe_load((ROOT / "tests" / "data" / "commands.yaml").read_text(encoding="utf-8"))
SKELETON = ROOT / "src" / "boardwright" / "cli" / "skeleton" / "README.md.txt"
TEXTS = [
    *PAGES,
    *sorted((ROOT / "benchmarks").glob("*.md")),
    *(path for folder in ("src", "examples") for path in sorted((ROOT / folder).rglob("*.md"))),
    SKELETON,
]
BLOCK_OR_WORDS = re.compile(r"^```(?P<language>\w*).*?\n(?P<body>.*?)^```$|`(?P<words>[^`]+)`", re.M | re.S)
OURS = re.compile(r"(?:[A-Z_]+=\S+ )*(?:boardwright|python|pip) \S")
KNOWN: Mapping[str, Any] = get_command(app).commands  # type: ignore[attr-defined]
AFTER = {"|", ">", ">>", "<", "&"}
"""What ends the words of a command in a shell."""


class Command(NamedTuple):
    """A command as a page has it; `typed` is whether it stands in a console block."""

    text: str
    page: str
    typed: bool

    @property
    def abridged(self) -> bool:
        """Whether the text leaves words out."""
        return "..." in self.text

    @property
    def plain(self) -> str:
        """The text without the environment."""
        return re.sub(r"^(?:[A-Z_]+=\S+ )+", "", self.text)

    @property
    def words(self) -> list[str]:
        """The program and its words, without the environment, comments and redirections."""
        words = shlex.split(self.plain, comments=True)
        return words[: next((n for n, word in enumerate(words) if word in AFTER), None)]


class Small(NamedTuple):
    """The form of a command that a test runs."""

    line: str
    before: tuple[str, ...]
    """Commands that make what it reads."""

    typed: str
    """What is typed into it."""

    until: str
    """What it prints before it is interrupted; empty: it ends by itself."""

    also: int
    """Another exit status than 0 that is no fault, of a measurement that has too little to measure."""


def commands(text: str, page: str) -> list[Command]:
    """The commands of a text: those of its console blocks in order, then those between backquotes."""
    blocks, inline = [], []
    for found in BLOCK_OR_WORDS.finditer(text):
        if found["words"] is not None:
            inline.append(Command(" ".join(found["words"].split()), page, False))
        elif found["language"] == "console":
            lines = found["body"].replace("\\\n", " ").splitlines()
            blocks += [Command(line[2:], page, True) for line in lines if line.startswith("$ ")]
    return [command for command in dict.fromkeys([*blocks, *inline]) if OURS.match(command.text)]


def of_page(path: Path) -> list[Command]:
    """The commands of a page."""
    return commands(path.read_text(encoding="utf-8"), name(path))


def reasons(command: Command) -> list[str]:
    """Why a command cannot run on the machine of a test; empty if it can."""
    return [why for pattern, why in TABLE["cannot"].items() if re.match(pattern, command.plain)]


def small(command: Command) -> Small:
    """The small form of a command. KeyError if the table has none."""
    if not any(re.match(pattern, command.plain) for pattern in TABLE["small"]):
        raise KeyError(command.text)
    both = (*TABLE["besides"].items(), *TABLE["small"].items())
    entries = [entry for pattern, entry in both if re.match(pattern, command.plain)]
    line, comment = command.text, re.compile(r"\s+#\s.*$")
    line = comment.sub("", line)
    for entry in entries:
        for old, new in entry.get("replace", {}).items():
            line = line.replace(old, str(new))
    for word, value in TABLE["words"].items():
        line = re.sub(rf"(?<![\w./]){word}(?![\w=])", str(value), line)
    more = " ".join(entry["add"] for entry in entries if "add" in entry)
    cut = re.search(r" (?:[|&<]|>>?) ", line)
    line = f"{line[: cut.start()]} {more}{line[cut.start() :]}" if cut else f"{line} {more}"
    # The folder is not the checkout, which a command must leave as it is.
    line = re.sub(r"(?<=[ =,])((?:benchmarks|examples|tests|src)/[\w./]+)", _in_checkout, line)
    last = {key: value for entry in entries for key, value in entry.items()}
    return Small(
        line.strip(), tuple(last.get("before", ())), last.get("typed", ""), last.get("until", ""), last.get("also", 0)
    )


def _in_checkout(found: re.Match[str]) -> str:
    path = ROOT / found[1]
    return str(path) if path.exists() else found[1]


@cache
def unfinished(command: Command) -> bool:
    """Whether a text names a command without all its words; UsageError for words that are wrong."""
    options = {word.partition("=")[0] for word in command.words if re.match(r"--?[a-z]", word)}
    if command.words[0] != "boardwright":
        program = ROOT / command.words[1]
        if program.suffix == ".py":
            source = program.read_text(encoding="utf-8")
            assert not [option for option in options if f'"{option}"' not in source], command
        return command.abridged
    first = next((word for word in command.words if word in KNOWN), None)
    if first is None:
        assert set(command.words) <= {"boardwright", "--help", "--version"}, command
        return False
    known = KNOWN[first]
    if command.abridged:
        assert options <= {option for parameter in known.params for option in parameter.opts}, command
        return True
    # The parser alone: values are converted, and games loaded, in the small form's run.
    parser = known.make_parser(typer.Context(known, info_name=first))
    try:
        given, more, _ = parser.parse_args(command.words[command.words.index(first) + 1 :])
    except parsing.BadOptionUsage:
        if command.typed:
            raise
        return True
    assert not more, command
    missing = [one.name for one in known.params if one.required and not given.get(str(one.name))]
    assert not (missing and command.typed), command
    return bool(missing)
