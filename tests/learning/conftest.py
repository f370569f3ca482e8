"""What tests of learning share."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def torch_is_imported() -> None:
    """The first optimizer of a process imports the compiler of torch: seconds that belong to no test."""
    import torch

    torch.optim.Adam([torch.nn.Parameter(torch.zeros(1))])
