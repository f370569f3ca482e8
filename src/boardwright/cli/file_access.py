"""Access to files and folders, asked for before there is something to write."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def exists(path: Path) -> bool:
    """Whether there is a file or a folder."""
    return os.access(path, os.F_OK)  # `Path.exists` raises in a folder that may not be read


def writing_error(folder: Path) -> str | None:
    """Why a folder cannot be made or written to, None if it can."""
    nearest = next(path for path in (folder, *folder.absolute().parents) if exists(path))
    if not nearest.is_dir():
        return os.strerror(errno.ENOTDIR)
    return None if os.access(nearest, os.W_OK | os.X_OK) else os.strerror(errno.EACCES)
