"""A second device for machines without one: its tensors compute on the CPU, but refuse to meet tensors of the CPU.

It takes the place of torch's `meta` device. Tensors that are moved there, or made there, hold their numbers in a tensor
of the CPU that only this file sees. An operation of both devices raises, as on CUDA and MPS; float64 does, as on MPS.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode, return_and_correct_aliasing
from torch.utils._pytree import tree_flatten, tree_map

DEVICE = "meta"

JOINS = {torch.ops.aten.cat.default, torch.ops.aten.stack.default}
"""Operations that refuse even a single number of the CPU, on real devices, too."""


class MixUp(RuntimeError):
    """Tensors of two devices in one operation, or one that the device cannot hold."""


class Elsewhere(Tensor):
    """A tensor on the second device."""

    @staticmethod
    def __new__(cls, real: Tensor) -> Elsewhere:
        if real.dtype == torch.float64:
            raise MixUp("float64 on a device")
        about: Any = {"dtype": real.dtype, "layout": real.layout, "device": DEVICE}
        where = {"strides": real.stride(), "storage_offset": real.storage_offset()}
        with torch.inference_mode(False):  # torch cannot make a view of another kind of tensor
            return Tensor._make_wrapper_subclass(cls, real.size(), **where, **about)

    def __init__(self, real: Tensor) -> None:
        self.kept = real

    def __repr__(self, **_: Any) -> str:
        return f"Elsewhere({self.kept!r})"

    def tolist(self) -> Any:
        """The numbers: real devices have this, subclasses do not."""
        return self.kept.tolist()

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return run(func, args, kwargs or {})


class SecondDevice(TorchDispatchMode):
    """A context in which the second device exists."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return run(func, args, kwargs or {})


def run(func: Any, args: Any, kwargs: Any) -> Any:
    """Run an operation where its tensors are, or refuse it."""
    tensors = [part for part in tree_flatten((args, kwargs))[0] if isinstance(part, Tensor)]
    there = [tensor for tensor in tensors if isinstance(tensor, Elsewhere)]
    target = kwargs.get("device")
    asked = target is not None and torch.device(target).type == DEVICE
    moves = func in {torch.ops.aten.copy_.default, torch.ops.aten._to_copy.default}
    here = [tensor for tensor in tensors if not isinstance(tensor, Elsewhere)]
    if there and not moves and any(tensor.dim() > 0 or func in JOINS for tensor in here):
        raise MixUp(f"{func} of tensors on two devices: {[(t.device.type, tuple(t.shape)) for t in tensors]}")
    inner = dict(kwargs)
    if asked:
        inner["device"] = torch.device("cpu")
    out = func(*tree_map(_real, args), **tree_map(_real, inner))
    if target is not None and not asked:
        return out
    if func is torch.ops.aten.copy_.default:
        return args[0]
    if there or asked:
        wrapped = tree_map(lambda part: Elsewhere(part) if isinstance(part, Tensor) else part, out)
        return return_and_correct_aliasing(func, args, kwargs, wrapped) if there else wrapped
    return out


def _real(part: Any) -> Any:
    return part.kept if isinstance(part, Elsewhere) else part
