"""Names for the shell to complete: games, their presets, and the agents that there are for them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

SHELLS = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""The variables that hold the typed line: of bash, and of zsh, fish and PowerShell."""


def games(incomplete: str) -> list[str]:
    """The installed games; for a path, the folders of packages."""
    from boardwright.core import game_folders, registry

    if game_folders.is_folder(incomplete):
        above, slash, begun = incomplete.rpartition("/")
        found = sorted(Path(above + slash).glob(f"{begun}*/{game_folders.PROJECT}"))
        return [f"{above}{slash}{path.parent.name}" for path in found]
    return _begun(registry.names(), incomplete)


def presets(incomplete: str) -> list[str]:
    """The presets of the game that was typed before."""
    from boardwright.core import registry

    game = _typed_game()
    return _begun(registry.presets(game), incomplete) if game else []


def agents(incomplete: str) -> list[str]:
    """The agents for any game, and those and the levels of the game that was typed before."""
    from boardwright.agents import NAMES, levels
    from boardwright.core import registry

    game, own = _typed_game(), []
    if game:
        definition = registry.definition(game)
        own = [*definition.agents, *levels.names(definition)]
    return _begun((*NAMES, *own), incomplete)


def _typed_game() -> str | None:
    # The parser loses all arguments if an option has no value yet: the words come from the shell's variables.
    from boardwright.core import registry

    words = " ".join(os.environ.get(name, "") for name in SHELLS).split()
    return next((word for word in words if word in registry.names()), None)


def _begun(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
