"""The commands beside figures: what they print replaces one section of the results."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def figures():
    spec = importlib.util.spec_from_file_location("figures", ROOT / "benchmarks" / "figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["figures"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["figures"]


def test_commands_beside_figures_are_found_and_none_waits_for_somebody(figures):
    found = figures.figures()
    assert len(found) > 20
    assert not [figure for figure in found if figure.command.startswith("boardwright play")]


def test_tables_of_strength_and_speed_have_a_command_in_every_row():
    rows = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    strength = [row for row in rows if row.count("|") in {5, 6} and not set(row) <= set("|- ")]
    assert len(strength) > 12
    for row in strength:
        last = row.rstrip("| ").rpartition("|")[2].strip()
        assert last.startswith(("`boardwright ", "`python ", "the same", "command")), row


def test_words_in_capitals_are_filled_in(figures):
    figure = figures.Figure("boardwright accuracy connect_four AGENT --sets FOLDER", ("README.md",))
    assert figure.open
    filled = figure.filled(["AGENT=mcts:model=self_play", "FOLDER=a b"])
    assert filled.command == "boardwright accuracy connect_four mcts:model=self_play --sets 'a b'"
    assert not filled.open


def test_a_part_is_replaced_and_the_others_stay(figures):
    quick, wrong, slow = (
        figures.Figure(command, ("README.md",)) for command in ("python -c 'print(7)'", "python -c 1/0", "x")
    )
    measured = {
        quick: figures.measure(quick, 1),
        wrong: figures.measure(wrong, 1),
        slow: figures.Measured("", None, 60),
    }
    assert measured[quick].status == 0
    assert measured[wrong].status == 1
    parts = [figures.entry("abc", figure, one) for figure, one in measured.items()]
    assert "```text\n7\n```" in parts[0]
    assert "ZeroDivisionError" in parts[1]
    assert "60 s, ended because it took too long; commit `abc`" in parts[2]
    once = figures.written("# Figures\n\n## One\n\n1\n", parts)
    assert once == figures.written(once, parts)
    assert once.startswith(
        f"# Figures\n\n## One\n\n1\n\n{figures.HEADING}\n\n{figures.ABOUT}\n\n{parts[0]}\n\n{parts[1]}"
    )
    later = figures.entry("def", quick, measured[quick])
    between = figures.written(once + "\n## Two\n", [later])
    assert between == once.replace(parts[0], later) + "\n## Two\n"
