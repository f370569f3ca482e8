"""Fixtures of tests of commands: run in this process, with typed input, and the words that the command said."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from boardwright.cli import main
from boardwright.core import errors, registry, words
from boardwright.core.game import Game
from boardwright.core.words import Word
from saying import told


@dataclass(frozen=True)
class Ran:
    """What a command did: its exit status, its output, and the words that it said, with their sentences."""

    status: int
    out: str
    err: str
    said: list[tuple[Word, str]] = field(compare=False, repr=False)

    def __iter__(self) -> Iterator[Any]:
        return iter((self.status, self.out, self.err))

    @property
    def json(self) -> Any:
        """The document on standard output."""
        return json.loads(self.out)

    def words(self, code: str) -> list[Word]:
        """The words of this code that the command said."""
        return [word for word, _ in self.said if word.code == code]

    def tells(self, code: str, **params: Any) -> Word:
        """Assert that a word with this code and these of its parameters was printed, and return it."""
        fitting = [
            (word, sentence)
            for word, sentence in self.said
            if word.code == code and all(_plain(word.params.get(name)) == _plain(params[name]) for name in params)
        ]
        codes = list(dict.fromkeys(word.code for word, _ in self.said))
        assert fitting, f"{code} {params} was not said, but {self.words(code) or codes}\n{self.out}\n{self.err}"
        # A table breaks its cells into lines, and a sentence may be a part of another.
        printed = _pieces(f"{self.out} {self.err}")
        word = next((word for word, sentence in fitting if printed >= _pieces(sentence)), None)
        assert word is not None, f"{fitting} was not printed\n{self.out}\n{self.err}"
        told(word, code)
        return word

    def refuses(self, code: str, **params: Any) -> Word:
        """Assert that the command was refused by this error, with these of its parameters."""
        assert (self.status, "Traceback" in self.err) == (2, False), self.err
        return self.tells(code, **params)


def _pieces(text: str) -> set[str]:
    return {piece.strip(",.;:()") for piece in text.split()}


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command in this process, which spares the second that a new one takes to start.

    `typed` is what a person types, its lines apart by " / ". No setting outlasts the command.
    """

    def run(*arguments: object, typed: str = "", columns: int = 200) -> Ran:
        said: list[tuple[Word, str]] = []
        say = words.say

        def recorded(word: Word, *how: Any, **options: Any) -> str:
            sentence = say(word, *how, **options)
            said.append((word, sentence))
            return sentence

        with pytest.MonkeyPatch.context() as meanwhile:
            meanwhile.setattr(sys, "argv", ["boardwright", *map(str, arguments)])
            lines = typed.replace(" / ", "\n") + "\n"
            meanwhile.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
            meanwhile.setenv("COLUMNS", str(columns))
            # A command keeps its language for its child processes.
            meanwhile.setenv("BOARDWRIGHT_LANGUAGE", os.environ.get("BOARDWRIGHT_LANGUAGE", "en"))
            for module in (words, errors):
                meanwhile.setattr(module, "say", recorded)
            with pytest.raises(SystemExit) as ended:
                main()
        output = capsys.readouterr()
        return Ran(int(ended.value.code or 0), output.out, output.err, said)

    return run


# A test run in the background ignores Ctrl-C, and its children would, too.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from boardwright.cli import main
main()
"""


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a command in a process of its own, for what only a process shows. It ends with the test at the latest."""
    processes: list[subprocess.Popen[str]] = []

    def start(*arguments: object, **environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "200", **environment},
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        if not process.stdout.closed:
            process.communicate()


@pytest.fixture
def in_a_process(started: Callable[..., subprocess.Popen[str]]) -> Callable[..., tuple[int, str, str]]:
    """Run a command to its end in a process of its own; return its exit status, output and errors."""

    def run(*arguments: object, typed: str = "", **environment: str) -> tuple[int, str, str]:
        process = started(*arguments, **environment)
        out, err = process.communicate(typed.replace(" / ", "\n") + "\n")
        return process.returncode, out, err

    return run


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that commands load run as plain Python, searches too: nothing is compiled, here or in another process."""
    load = registry.load

    def loaded(name: str, preset: str | None = None, *, tiered: bool = False, **options: Any) -> Game:
        game = load(name, preset, **options)
        configs = [settings.model_dump() for settings in game.configs]
        return Game(game.definition, configs, interpreted=True, tiered=tiered)

    monkeypatch.setattr(registry, "load", loaded)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which `serve` keeps its matches by default, not made yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "boardwright"
