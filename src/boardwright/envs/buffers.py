"""The arrays of a vector that stay where they are: other libraries read them through DLPack, and no byte is copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from boardwright.core import forms

if TYPE_CHECKING:
    from boardwright.envs.vector import Vector

ALIGNMENT: Final = 64
"""The bytes of a cache line. JAX copies arrays that do not begin at a multiple of it."""


def aligned(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros that begin at a multiple of ALIGNMENT."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    first = -memory.ctypes.data % ALIGNMENT
    return memory[first : first + size].view(kind).reshape(shape)


class Buffers:
    """Observations in one form, legal action masks, rewards and ends of a vector, written anew by each `step_shared`.

    All are NumPy arrays, which implement DLPack: `torch.from_dlpack(env.buffers.observations)` is a tensor over the
    same bytes, and after the next step it has the next observations. `mask` is the array of the vector itself.
    """

    def __init__(self, vector: Vector, name: str) -> None:
        self.form = forms.form(vector.game, name)
        n = vector.n
        self.observations: npt.NDArray[np.float32] = aligned((n, *self.form.shape), np.float32)
        """[N, ...] float32, in the form `flat`, `planes` or another of the game."""
        self.mask: npt.NDArray[np.bool_] = vector.mask
        """[N, A] bool."""
        self.rewards: npt.NDArray[np.float32] = aligned((n,), np.float32)
        """[N] float32, of the last step."""
        self.terminated: npt.NDArray[np.bool_] = aligned((n,), np.bool_)
        """[N] bool: the episode ended in the last step."""
        self.truncated: npt.NDArray[np.bool_] = aligned((n,), np.bool_)
        """[N] bool: always False, as in `Step`."""
