"""The packages that Boardwright needs, always and for each extra, by its own metadata, and the versions installed."""

from __future__ import annotations

import operator
import re
from importlib import metadata
from typing import NamedTuple

DISTRIBUTION = "boardwright"
DEVELOPERS = "dev"
"""The extra for work on Boardwright itself, which `make setup` installs."""

_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:\[[^]]*\])?(?P<wanted>[^;]*)(?P<marker>.*)")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w.-]+)['\"]")
_BOUND = re.compile(r"(<=|>=|==|!=|<|>)\s*(\d[\d.]*)")
_COMPARISONS = {
    "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
}  # fmt: skip


class Package(NamedTuple):
    """A package, its installed version (None if it is missing) and the versions that are wanted, as `>=1,<2`."""

    name: str
    version: str | None
    wanted: str

    @property
    def fits(self) -> bool:
        """Whether the installed version is among those wanted. Only numbers are compared: 2.0rc1 counts as 2.0."""
        bounds = _BOUND.findall(self.wanted) if self.version else ()
        return all(_COMPARISONS[sign](_numbers(str(self.version)), _numbers(bound)) for sign, bound in bounds)


def by_extra() -> dict[str, list[Package]]:
    """The packages of each extra, under "" those that are always needed; empty if Boardwright is not installed."""
    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return {}
    # Numba brings llvmlite, whose version matters as much as its own.
    packages = {"": [Package("llvmlite", version("llvmlite"), "")]}
    for requirement in requirements:
        parts = _REQUIREMENT.match(requirement)
        assert parts is not None, requirement
        named = _EXTRA.search(parts["marker"])
        extra = named[1] if named else ""
        if extra != DEVELOPERS and parts["name"] != DISTRIBUTION:
            package = Package(parts["name"], version(parts["name"]), parts["wanted"].strip())
            packages.setdefault(extra, []).append(package)
    return packages


def extra_of(module: str) -> str | None:
    """The smallest extra that brings a module that cannot be imported.

    None if there is none, or if the module's package is installed in a version that fits: then the fault is elsewhere.
    """
    name, _, within = module.partition(".")
    for extra, packages in sorted(by_extra().items(), key=lambda item: len(item[1])):
        for package in packages:
            installed = within and package.version is not None and package.fits
            if package.name.replace("-", "_") == name and not installed:
                return extra
    return None


def install_line(extra: str) -> str:
    """The command that installs what an extra needs."""
    return f"pip install '{DISTRIBUTION}[{extra}]'" if extra else f"pip install {DISTRIBUTION}"


def version(name: str) -> str | None:
    """The installed version of a package, None if it is missing."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _numbers(text: str) -> tuple[int, ...]:
    # Zeros at the end mean nothing: 2.13 is 2.13.0.
    numbers = re.match(r"\d+(\.\d+)*", text)
    digits = re.sub(r"(\.0+)*$", "", numbers[0]) if numbers else "0"
    return tuple(int(number) for number in digits.split("."))
