"""A reader: a fresh folder, a Python environment of their own beside it, and the commands that they type."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from commands import TABLE, Small

LONGEST = 600
"""Seconds of the clock after which a command hangs. None is meant to take a tenth of it."""

PROGRAMS = {
    "boardwright": '"{python}" -m boardwright "$@"',
    "pip": '"{installed}" -m pip --python "{python}" "$@" --quiet --no-deps',
}


class Reader:
    """Runs commands in a folder, with what this environment has installed, and what the reader installs besides."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "here"
        self.folder.mkdir(parents=True)
        own = folder / "environment"
        venv.create(own, symlinks=True)
        python = own / "bin" / "python"
        packages = next((own / "lib").glob("python*")) / "site-packages"
        (packages / "beside.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
        for name, line in PROGRAMS.items():
            script = own / "bin" / name
            script.write_text(f"#!/bin/sh\nexec {line.format(python=python, installed=sys.executable)}\n")
            script.chmod(0o755)
        ours = ("BOARDWRIGHT_", "PYTHON", "COV")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        self.environment |= {"PATH": f"{own / 'bin'}{os.pathsep}{os.environ['PATH']}", "XDG_DATA_HOME": str(folder)}

    def run(self, form: Small) -> str:
        """Run a command and what it needs. Return what is wrong; empty if it ended as it should."""
        for line in form.before:
            if wrong := self.run(Small(line, (), "", "", 0)):
                return wrong
        for name, text in TABLE["files"].items():
            if name in form.line and not (self.folder / name).exists():
                (self.folder / name).write_text(text, encoding="utf-8")
        with subprocess.Popen(
            ["bash", "-c", form.line.replace("PORT", str(_free_port()))],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            # What a shell starts in the background ignores Ctrl-C, and so would all that it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
        ) as process:
            output = ""
            if form.until and process.stdout is not None:
                for line in process.stdout:
                    output += line
                    if form.until in line:
                        break
                os.killpg(process.pid, signal.SIGINT)
            try:
                output += process.communicate(form.typed, timeout=LONGEST)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return f"{form.line}: still running after {LONGEST} s"
        if process.returncode in {0, form.also, 130 if form.until else 0} and "Traceback (most" not in output:
            return ""
        return f"{form.line}: exit status {process.returncode}\n{output[-2000:]}"


def _free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return int(any_port.getsockname()[1])
