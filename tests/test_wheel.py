"""The wheel carries everything that is not Python, too."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_holds_every_file_of_the_package(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    built = subprocess.run(build, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    inside = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    package = ROOT / "src"
    wanted = {
        str(path.relative_to(package))
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".nbi", ".nbc"}
    }
    assert wanted <= inside
    assert {"boardwright/py.typed", "boardwright/core/words.yaml"} <= inside
    assert not any(name.endswith((".nbi", ".nbc")) for name in inside)
