"""What the configurations of one game object share: the action codec, the limit of plies, the symmetries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardwright.core.actions import Actions
from boardwright.core.definition import Definition, Layout
from boardwright.core.errors import ConfigError
from boardwright.core.symmetry import Symmetry

MOST_PLIES = (1 << 16) - 1
"""The highest ply that fits the header of a state."""


def shared_actions(definition: Definition, configs: Sequence[Any]) -> Actions:
    """The action codec of the first configuration. The others must have as many actions."""
    actions = definition.actions(configs[0])
    if any(definition.actions(settings).count != actions.count for settings in configs):
        raise ConfigError("variants_differ", path="actions")
    return actions


def max_plies(layouts: Sequence[Layout]) -> int:
    """The limit of plies that no configuration passes."""
    most = max(layout.max_plies for layout in layouts)
    if most > MOST_PLIES:
        raise ConfigError("too_many_plies", path="max_plies", found=most, most=MOST_PLIES)
    return most


def max_states(layouts: Sequence[Layout]) -> int | None:
    """An upper bound on the states that can be reached, None if a configuration declares none."""
    bounds = [layout.max_states for layout in layouts if layout.max_states is not None]
    return max(bounds) if len(bounds) == len(layouts) else None


def bounds(layouts: Sequence[Layout]) -> dict[str, tuple[int, int]]:
    """The bounds of an observation's fields that no configuration passes; a field that one leaves out has none."""
    shared = [name for name in layouts[0].bounds if all(name in layout.bounds for layout in layouts)]
    return {
        name: (min(layout.bounds[name][0] for layout in layouts), max(layout.bounds[name][1] for layout in layouts))
        for name in shared
    }


def shared_symmetries(definition: Definition, configs: Sequence[Any], actions: int) -> tuple[Symmetry, ...]:
    """The symmetries that all variants share; none for boards of several sizes, whose centres differ."""
    if definition.symmetries is None:
        return ()
    variants = [definition.symmetries(settings) for settings in configs]
    for known in (known for symmetries in variants for known in symmetries):
        # A table that is too short would be read past its end by compiled code.
        if sorted(known.actions.tolist()) != list(range(actions)):
            about = {"symmetry": known.name, "found": len(set(known.actions.tolist())), "actions": actions}
            path = f"symmetries.{known.name}.actions"
            raise ConfigError("symmetry_actions", path=path, game=definition.name, last=actions - 1, **about)
    images = [[known.actions.tolist() for known in symmetries] for symmetries in variants]
    return variants[0] if all(other == images[0] for other in images) else ()
