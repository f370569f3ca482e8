"""Runs a command in a network namespace that has no interface but loopback: `unshare -n python loopback.py CMD...`.

Ray listens on every interface, and tests let it listen to nobody else.
"""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import sys

SIOCSIFFLAGS, IFF_UP_RUNNING = 0x8914, 0x41

if __name__ == "__main__":
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP_RUNNING))
    os.execvp(sys.argv[1], sys.argv[1:])
