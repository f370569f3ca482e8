"""Every command that README, docs, model cards and benchmarks name can be typed, and runs in a small form.

The gate reads them all. `make gate-full` runs them, page by page in a fresh folder, and README with each quick start as
a reader goes through both: the Python between the commands, too.
"""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

import commands
from commands import TABLE, TEXTS, Command, of_page, reasons, small, unfinished
from pages import FENCE, ROOT, name, snippets
from reader import Reader

ALL = {path: of_page(path) for path in TEXTS}
EVERY = [command for found in ALL.values() for command in found]
TO_RUN = {path: [c for c in found if not reasons(c) and not unfinished(c)] for path, found in ALL.items()}
README = ROOT / "README.md"
RUNS = ("train", "exploit")
"""The commands that make the folder of a run."""
QUICK_STARTS = sorted((ROOT / "docs").glob("quickstart-*.md"))


def test_every_command_can_be_typed() -> None:
    assert len(EVERY) > 500
    for command in EVERY:
        unfinished(command)


def test_every_command_has_a_small_form_or_a_reason() -> None:
    for command in (command for found in TO_RUN.values() for command in found):
        assert small(command).line
    assert all(TABLE["cannot"].values())


def test_every_entry_is_for_a_command() -> None:
    for pattern in (*TABLE["small"], *TABLE["cannot"]):
        assert any(re.match(pattern, command.plain) for command in EVERY), pattern


@pytest.mark.parametrize(
    "text",
    ["boardwright train quoridor --recipe new", "python benchmarks/new.py", "boardwright new quoridor"],
)
def test_a_new_command_needs_an_entry(text: str) -> None:
    [command] = commands.commands(f"Text, and `{text}`.", "new.md")
    with pytest.raises(KeyError):
        small(command)


def made(command: Command) -> str:
    """The folder that a command makes and refuses to find; empty if there is none."""
    words = command.words
    if words[:2] == ["boardwright", "new-game"]:
        return words[2]
    if words[0] != "boardwright" or words[1] not in RUNS or {"--resume", "--agent"} & set(words):
        return ""
    options = dict(pairwise(words))
    named = f"exploit_{words[2]}" if words[1] == "exploit" else Path(options.get("--recipe", words[2])).stem
    return options.get("--out", f"runs/{named}")


@pytest.mark.parametrize(
    "pages", [*((page,) for page in TEXTS), *((README, page) for page in QUICK_STARTS)], ids=lambda p: name(p[-1])
)
def test_no_reader_is_refused_a_folder_that_the_texts_have_used(pages: tuple[Path, ...]) -> None:
    folders = [made(command) for page in pages for command in ALL[page] if command.typed and made(command)]
    assert sorted(folders) == sorted(set(folders))


def test_words_are_read_as_a_shell_reads_them() -> None:
    found = commands.commands(
        "```console\n$ A=1 boardwright play x \\\n  --json > y  # z\ny\n```\n`boardwright\ngames`", ""
    )
    assert [command.words for command in found] == [["boardwright", "play", "x", "--json"], ["boardwright", "games"]]
    assert [command.typed for command in found] == [True, False]


def steps(page: Path) -> list[Command | str]:
    """What a reader of a page types, in order: commands, and Python."""
    found: list[Command | str] = []
    for language, title, body in FENCE.findall(page.read_text(encoding="utf-8")):
        if language == "python" and body in snippets(page) and not title:
            found.append(body)
        elif language == "console":
            block = commands.commands(f"```console\n{body}```\n", name(page))
            found += [command for command in block if not reasons(command)]
    return found


def read(page: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Type a page, from top to bottom."""
    monkeypatch.chdir(reader.folder)
    namespace: dict[str, object] = {"__name__": "snippet"}
    for step in steps(page):
        if isinstance(step, str):
            exec(compile(step, name(page), "exec", dont_inherit=True), namespace)
        else:
            assert not reader.run(small(step))


@pytest.fixture(scope="module")
def after_readme(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a reader of README."""
    reader = Reader(tmp_path_factory.mktemp("readme"))
    with pytest.MonkeyPatch.context() as monkeypatch:
        read(README, reader, monkeypatch)
    return reader.folder


@pytest.mark.slow
@pytest.mark.parametrize("quick_start", QUICK_STARTS, ids=name)
def test_readme_and_a_quick_start_run_in_one_folder(
    quick_start: Path, after_readme: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader(tmp_path)
    shutil.copytree(after_readme, reader.folder, dirs_exist_ok=True)
    read(quick_start, reader, monkeypatch)
    for command in TO_RUN[quick_start]:
        assert command.typed or not reader.run(small(command))


@pytest.fixture(scope="module")
def ran() -> set[str]:
    """What ran on an earlier page. Lines between backquotes, and measurements, which write nothing, run once."""
    return set()


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in TEXTS if TO_RUN[page] and page not in QUICK_STARTS], ids=name)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path, ran: set[str]) -> None:
    reader, wrong = Reader(tmp_path), []
    for command in TO_RUN[page]:
        form = small(command)
        if form.line not in ran or (command.typed and not form.line.startswith("boardwright bench")):
            ran.add(form.line)
            if not command.typed and made(command):  # a reader's folders are those of the console blocks
                shutil.rmtree(reader.folder / made(command), ignore_errors=True)
            wrong.append(reader.run(form))
    assert not any(wrong), "\n".join(filter(None, wrong))
