"""The devices that a network learns on. A recipe names one; everything else asks the network where it is.

Random numbers are drawn on the CPU and moved: the same seed draws the same ones on every device, and a checkpoint
of one device can be resumed on another.
"""

from __future__ import annotations

import os

import torch

from boardwright.core.errors import ConfigError

CPU, CUDA, MPS = "cpu", "cuda", "mps"

WORKSPACE = ("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
"""The variable without which torch refuses to multiply matrices deterministically on CUDA, and its value."""


def names() -> list[str]:
    """The devices of this machine that torch can use, as a recipe names them."""
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    cuda = [CUDA, *(f"{CUDA}:{number}" for number in range(count))] if count else []
    return [CPU, *cuda, *([MPS] if torch.backends.mps.is_available() else [])]


def prepare(device: str) -> None:
    """Refuse a device that this machine does not have. To be called before anything is on the device."""
    known = names()
    if device not in known:
        raise ConfigError("device_absent", path="device", value=device, known=known, torch=torch.__version__)
    if device.partition(":")[0] == CUDA:
        os.environ.setdefault(*WORKSPACE)  # torch reads it once, with the first product of matrices
