"""Commands whose packages are not installed: a sentence says what to install."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.cli import installed_packages
from boardwright.core.words import Word

PROGRAM = """
import sys

class Absent:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent)
sys.argv = ["boardwright", *{arguments!r}]
from boardwright.cli import main
try:
    main()
except SystemExit as ended:
    print(ended.code)
"""


@pytest.mark.parametrize(
    ("module", "extra", "arguments"),
    [
        ("torch", "learn", ["train", "minesweeper"]),
        ("torch", "learn", ["exploit", "tic_tac_toe", "random"]),
        ("torch", "learn", ["sweep", "tic_tac_toe", "--space", "x.yaml"]),
        ("torch", "learn", ["export", "here.safetensors", "--onnx"]),
        ("uvicorn", "serve", ["serve"]),
        ("mcp", "mcp", ["mcp"]),
    ],
)
def test_a_sentence_says_what_to_install(module: str, extra: str, arguments: list[str], child: Any) -> None:
    install = f"pip install 'boardwright[{extra}]'"
    done = child(PROGRAM.format(module=module, arguments=arguments))
    needs = str(Word("package_missing", {"package": module, "install": install}))
    assert (done.stdout, done.stderr) == ("2\n", f"{needs}\n")


def test_only_a_package_that_is_absent_or_too_old_is_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed_packages.extra_of("no_such_module") is None
    assert installed_packages.extra_of("boardwright.no_such_module") is None
    assert installed_packages.extra_of("torch.no_such_module") is None  # a fault of ours
    monkeypatch.setattr(installed_packages, "version", lambda name: "0.1")
    assert installed_packages.extra_of("torch.a_newer_module") == "learn"
    assert installed_packages.extra_of("stable_baselines3") == "sb3"
