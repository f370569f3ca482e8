"""The page on OpenEnv and TextArena has its programs and versions; with both libraries their tests run as `slow`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from boardwright.agents import defaults
from boardwright.core import registry
from boardwright.core.errors import AgentError
from boardwright.core.words import Word
from boardwright.mcp.match import player_name
from boardwright.text_envs import matches
from saying import refused

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")


def test_the_page_has_the_programs_word_by_word() -> None:
    titled = re.findall(r'^```python title="(examples/[^"]+)"\n(.*?)^```$', PAGE, re.M | re.S)
    assert [Path(title).name for title, _ in titled] == ["openenv_client.py", "textarena_game.py"]
    for title, body in titled:
        assert body == (ROOT / title).read_text(encoding="utf-8"), title


def test_the_page_has_the_versions_that_were_tried() -> None:
    pins = (ROOT / "examples" / "tools" / "requirements" / "text_envs.txt").read_text(encoding="utf-8")
    assert f"pip install boardwright {' '.join(pins.split()[:2])}\n" in PAGE


def test_neither_library_is_needed_to_import_the_package() -> None:
    program = (
        "import sys, boardwright.text_envs.matches; sys.exit(bool({'openenv', 'textarena', 'mcp'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=120).returncode == 0


def test_a_seed_repeats_a_match_and_none_is_a_new_one() -> None:
    game = registry.load("minesweeper", "small")
    assert matches.begin(game, 5, 0).position.seed == 5
    assert matches.begin(game, None, 0).position.seed != matches.begin(game, None, 0).position.seed


def test_the_other_seats_have_the_default_opponent_and_a_game_for_one_has_none() -> None:
    game = registry.load("tic_tac_toe")
    assert matches.opponent(game, "")[0] == defaults.opponent(game)
    assert matches.opponent(game, "random")[0] == "random"
    assert matches.opponent(registry.load("minesweeper", "small"), "") == ("", None)
    with refused(AgentError, "mcp_for_one"):
        matches.opponent(registry.load("minesweeper", "small"), "random")


def test_a_copy_of_a_match_goes_on_alone_and_looks_the_same() -> None:
    match = matches.begin(registry.load("quoridor", "small"), 1, 0)
    match.move(match.view.choices[0].text, matches.quiet)
    other = match.copy()
    assert other.look() == match.look()
    before = match.look()
    other.seat = 1
    other.move(other.view.choices[0].text, matches.quiet)
    assert match.look() == before
    (heard, *_) = other.heard(0)
    assert heard.startswith(str(Word("play_moved", {"player": player_name(1), "move": ""})).rstrip(" ."))


@pytest.mark.slow
def test_both_libraries_in_their_own_environment() -> None:
    python = ROOT / ".cache" / "tools" / "text_envs" / "bin" / "python"
    assert python.exists(), "run make setup-tools"
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow", "tests/text_envs"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=1800)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "skipped" not in done.stdout
