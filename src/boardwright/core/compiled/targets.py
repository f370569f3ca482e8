"""Processors that machine code is made for: this machine's own, or a level that many machines share."""

from __future__ import annotations

import platform
from functools import cache
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from boardwright.core.errors import ConfigError

GENERIC = "generic"

_V2 = ("cx16", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3")
_V3 = (*_V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
_V4 = (*_V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
_X86 = {"x86-64": (), "x86-64-v2": _V2, "x86-64-v3": _V3, "x86-64-v4": _V4}


class Target(NamedTuple):
    """A processor as LLVM names it. Code for one target is never run as code for another."""

    triple: str
    processor: str
    features: str


def known() -> dict[str, tuple[str, ...]]:
    """The portable targets for machines of this kind, each with the features that a processor must have."""
    levels = _X86 if platform.machine().lower() in {"x86_64", "amd64"} else {}
    return {**levels, GENERIC: ()}


def portable(name: str) -> Target:
    """A portable target by name. Raises ConfigError for a name that is unknown on machines of this kind."""
    if name not in known():
        raise ConfigError("target_unknown", path="target", name=name, known=list(known()))
    return Target(llvm.get_process_triple(), name, "")


def runs_here(target: Target) -> bool:
    """Whether this machine can run code for a portable target."""
    needed = known().get(target.processor)
    return needed is not None and target == portable(target.processor) and _features() >= set(needed)


def own(codegen: Any) -> Target:
    """The target that Numba compiles for in this process."""
    return Target(*codegen.magic_tuple())


@cache
def _features() -> set[str]:
    return {name for name, present in llvm.get_host_cpu_features().items() if present}
