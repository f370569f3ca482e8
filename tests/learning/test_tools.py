"""Common tools learn our games: each program of examples/tools on each game, beside checks that the gate can afford."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "examples" / "tools"
OURS = ("plain", "sb3")
"""Tools that install beside us. Each of the others has an environment of its own, by `make setup-tools`."""
TOOLS = sorted(path.stem.removeprefix("ppo_") for path in PROGRAMS.glob("ppo_*.py"))
# Ray listens on every interface, whatever it is told: it is given none but loopback.
ALONE = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]


def gained(report: dict[str, Any]) -> bool:
    """Whether the win rate rose by more than chance: the intervals are apart."""
    (_, _, high), (_, low, _) = (report[when]["win_rate"] for when in ("before", "after"))
    return low > high


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect_four", "minesweeper"])
@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_learns_a_game(tool: str, game: str) -> None:
    python = sys.executable if tool in OURS else str(ROOT / ".cache" / "tools" / tool / "bin" / "python")
    assert Path(python).exists(), "run make setup-tools"
    command = [*(ALONE if tool == "rllib" else []), python, str(PROGRAMS / f"ppo_{tool}.py"), game]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=3600)
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert gained(report), report


def test_a_tool_that_learns_nothing_is_caught() -> None:
    untrained, trained = {"win_rate": [0.5, 0.47, 0.53]}, {"win_rate": [0.55, 0.531, 0.58]}
    assert gained({"before": untrained, "after": trained})
    assert not gained({"before": untrained, "after": untrained})
    assert not gained({"before": trained, "after": untrained})


def test_every_tool_has_a_page_with_its_program_and_versions() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert len(TOOLS) == 5
    for tool in TOOLS:
        page = (ROOT / "docs" / "tools" / f"{tool}.md").read_text(encoding="utf-8")
        assert f"python examples/tools/ppo_{tool}.py connect_four" in page
        assert f"tools/{tool}.md" in nav
        if tool not in OURS:
            pins = (PROGRAMS / "requirements" / f"{tool}.txt").read_text(encoding="utf-8")
            for name, version in re.findall(r"^(torchrl|tianshou|ray)\S*==(\S+)$", pins, re.M):
                assert version in page, name


def test_advantages_are_those_worked_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    import ppo_plain

    def step(value: float, reward: float, ended: bool) -> tuple[torch.Tensor, ...]:
        return torch.tensor([value]), torch.tensor([reward]), torch.tensor([ended])

    found = ppo_plain.estimate(
        [step(0.5, 0.0, False), step(0.2, 1.0, True), step(0.1, 0.0, False)], torch.tensor([0.4])
    )
    last = 0.99 * 0.4 - 0.1
    middle = 1.0 - 0.2  # the end of an episode: nothing flows back over it
    first = 0.99 * 0.2 - 0.5 + 0.99 * 0.95 * middle
    assert found.tolist() == pytest.approx([first, middle, last])


def test_the_plain_program_has_about_a_hundred_lines() -> None:
    assert len((PROGRAMS / "ppo_plain.py").read_text(encoding="utf-8").splitlines()) <= 110
