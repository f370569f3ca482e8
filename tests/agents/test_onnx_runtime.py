"""ONNX Runtime writes no identifier and opens no socket; no other module imports it."""

from __future__ import annotations

import ast
import os
import platform
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import boardwright

PACKAGE = Path(boardwright.__file__).parent
ONLY = PACKAGE / "agents" / "onnx_runtime.py"

NO_SOCKETS = """
import ctypes, platform, struct
number = {"x86_64": 41, "aarch64": 198}[platform.machine()]  # of the system call socket
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x80000000), (0x06, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
program = ctypes.create_string_buffer(struct.pack("HP", len(steps), ctypes.addressof(code)))
kernel = ctypes.CDLL(None, use_errno=True)
assert kernel.prctl(38, 1, 0, 0, 0) == 0, "PR_SET_NO_NEW_PRIVS"
assert kernel.prctl(22, 2, ctypes.c_void_p(ctypes.addressof(program)), 0, 0) == 0, "PR_SET_SECCOMP"
"""
"""From here on Linux kills the process, whichever of its threads opens a socket, in Python or in machine code."""

PREDICTION = """
import time
import numpy as np
import boardwright
from boardwright.core.agent import Turn
game = boardwright.load("minesweeper", "small")
turn = Turn(game, game.new(), 0, np.random.default_rng(0))
assert turn.mask[boardwright.agent("model", game, file="small").act(turn)]
time.sleep(SECONDS)
print("predicted", flush=True)
"""

SOCKET = """
import socket
socket.socket()
print("open")
"""

filtered = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in {"x86_64", "aarch64"}, reason="needs seccomp of Linux"
)


def run(program: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in an almost empty environment: ONNX Runtime sends nothing where a variable says CI."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "SYSTEMROOT") if name in os.environ}
    environment = {**kept, "HOME": str(home), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)


@filtered
@pytest.mark.parametrize(
    "seconds",
    [
        0,
        # With its telemetry on, version 1.31 writes to HOME at once and opens its first socket after nine seconds.
        pytest.param(15, marks=pytest.mark.slow),
    ],
)
def test_a_prediction_writes_nothing_below_home_and_opens_no_socket_which_would_be_noticed(tmp_path, seconds):
    ran = run(NO_SOCKETS + PREDICTION.replace("SECONDS", str(seconds)) + SOCKET, tmp_path)
    assert (ran.returncode, ran.stdout) == (-signal.SIGSYS, "predicted\n"), ran.stderr
    assert list(tmp_path.rglob("*")) == []


def test_no_other_module_imports_onnx_runtime():
    naming = [path for path in PACKAGE.rglob("*.py") if "onnxruntime" in path.read_text(encoding="utf-8")]
    assert [path for path in naming if "onnxruntime" in imported_by(path)] == [ONLY]


def imported_by(path: Path) -> set[str]:
    """The packages that a file imports, by a statement or by `import_module` and its like."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
        elif isinstance(node, ast.Call):
            names |= {arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
    return {name.partition(".")[0] for name in names}
