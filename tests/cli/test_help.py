"""The help of every command: a summary that fits a line, an example that parses; versions, games and completion."""

from __future__ import annotations

import re
import shlex
from typing import Any

import pytest
import typer
from typer.main import get_command

from boardwright import __version__
from boardwright.cli import PANELS, app
from boardwright.cli.usage_errors import translated
from boardwright.core import registry

WIDTH = 80
SUMMARY = WIDTH - 18
"""The characters for a summary beside the longest name of a command, between the borders."""

GROUP: Any = get_command(app)
EXAMPLE = re.compile(r"^Example: `(boardwright .+)`$", re.M)


def fault(name: str, command: Any) -> str | None:
    """What is wrong with the help of a command, None if nothing is."""
    text = command.help or ""
    summary, examples = text.partition("\n\n")[0], EXAMPLE.findall(text)
    if len(summary) > SUMMARY or "\n" in summary:
        return f"{name}: the summary is longer than {SUMMARY} characters"
    if len(examples) != 1 or len(f"Example: {examples[0]}") > WIDTH - 2:
        return f"{name}: there must be one example that fits a line"
    _, typed, *arguments = shlex.split(examples[0])
    try:
        command.make_context(typed, arguments)
    except typer.BadParameter.__mro__[1] as error:  # the parser's UsageError
        return f"{name}: {translated(error)}"
    return None if typed == name else f"{name}: the example runs {typed}"


@pytest.mark.parametrize("name", GROUP.commands)
def test_the_help_has_a_short_summary_and_an_example_that_parses(name) -> None:
    assert fault(name, GROUP.commands[name]) is None


def test_faults_in_a_help_are_found() -> None:
    broken = typer.Typer()
    texts = {
        "long": f"{'Very long ' * 9}.\n\nExample: `boardwright long`",
        "none": "No example.",
        "wrong": "Wrong.\n\nExample: `boardwright wrong --nothing`",
        "other": "Other.\n\nExample: `boardwright games`",
    }
    for name, text in texts.items():
        broken.command(name, help=text)(lambda: None)
    found = {name: fault(name, command) for name, command in get_command(broken).commands.items()}  # type: ignore[attr-defined]
    assert "longer" in str(found["long"])
    assert "one example" in str(found["none"])
    assert "--nothing" in str(found["wrong"])
    assert "runs games" in str(found["other"])


def test_commands_are_in_groups(ran) -> None:
    listed = [name for commands in PANELS.values() for name in commands]
    assert sorted(listed) == sorted(GROUP.commands)
    out = ran("--help").out
    assert all(f"─ {panel} ─" in out for panel in PANELS)


def test_h_is_help_everywhere_and_the_version_is_printed(ran) -> None:
    assert ran("-h") == ran("--help")
    for name in ("play", "new-game"):  # the setting is of the whole group
        assert ran(name, "-h") == ran(name, "--help")
    assert tuple(ran("--version")) == (0, f"boardwright {__version__}\n", "")


def test_games_fit_a_screen_and_no_name_is_broken(ran) -> None:
    done = ran("games", columns=WIDTH)
    done.tells("games_more")
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) <= 24
    words = set(re.findall(r"\w+", done.out))
    assert {*registry.names(), *registry.presets("skirmish"), *registry.presets("quoridor")} <= words
    assert "│ expert, medium, small " in done.out  # without their longer names
    assert words.isdisjoint({"base", "expert_16x30_99"})


def test_one_game_has_its_presets_with_their_values(ran) -> None:
    done = ran("games", "minesweeper")
    out = done.out
    done.tells("games_presets", game="minesweeper", preset="small")
    done.tells("heading_preset")
    done.tells("heading_configuration")
    assert re.search(r"expert_16x30_99 │ = expert ", out)
    assert re.search(r"expert +│ H=16, W=30, mine_count=99 ", out)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("boardwright play quo", {"quoridor"}),
        ("boardwright evaluate quoridor he", {"hell"}),
        ("boardwright evaluate quoridor hard --preset sm", {"small"}),
        ("boardwright tournament tic_tac_toe random perf", {"perfect"}),
        ("boardwright play nothing --preset sm", set()),
        ("boardwright tourn", {"tournament"}),
    ],
)
def test_the_shell_completes_names(ran, monkeypatch, typed, expected) -> None:
    monkeypatch.setenv("_BOARDWRIGHT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    assert set(ran().out.split()) == expected


def test_completion_can_be_installed(ran) -> None:
    out = ran("--help").out
    assert "--install-completion" in out
    assert "--show-completion" in out
