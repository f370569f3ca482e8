"""Run a command in a network namespace that has only the loopback interface (Linux).

`python -m boardwright.scale.loopback COMMAND ...`: Ray listens on every interface, whatever it is told, and whoever
reaches its ports can run code. In here nobody can reach them.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
import sys
from pathlib import Path

_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000
_SET_FLAGS, _UP_AND_RUNNING = 0x8914, 0x41


def is_alone() -> bool:
    """Whether this process sees no network interface but loopback."""
    return {name for _, name in socket.if_nameindex()} <= {"lo"}


def enter() -> None:
    """Move this process, which must not have begun threads, into a namespace of its own, and bring loopback up."""
    user, group = os.getuid(), os.getgid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_NETWORK) != 0:
        # Not root: a namespace of users gives the right to make one of networks.
        if libc.unshare(_NEW_USER | _NEW_NETWORK) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sH14x", b"lo", _UP_AND_RUNNING))


def command(arguments: list[str]) -> list[str]:
    """The command that runs another in such a namespace."""
    return [sys.executable, "-m", "boardwright.scale.loopback", *arguments]


if __name__ == "__main__":
    enter()
    os.execvp(sys.argv[1], sys.argv[1:])
