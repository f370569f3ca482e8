"""The numbers of a configuration that people choose for a match, within the range that the game declares.

None of them changes the layout of records, so nothing is compiled for them; the other keys are the preset's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardwright.core import config as configuration
from boardwright.core import words
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError
from boardwright.core.words import Word, say
from boardwright.server import offers


def offered(definition: Definition, config: Mapping[str, Any], language: str) -> list[offers.NumberOption]:
    """The numbers that can be chosen in a preset, each with its own value there."""
    return [
        offers.NumberOption(key=key, title=_title(definition, key, language), low=low, high=high, value=config[key])
        for key, (low, high) in _ranges(definition, config).items()
    ]


def with_options(definition: Definition, config: Mapping[str, Any], options: Mapping[str, int]) -> dict[str, Any]:
    """A preset's configuration with chosen numbers. Raises ConfigError for a number that cannot be chosen."""
    ranges = _ranges(definition, config)
    for key, value in options.items():
        if key not in ranges:
            code = "config_unknown" if ranges else "config_no_keys"
            raise ConfigError(code, path=f"options.{key}", known=list(ranges))
        low, high = ranges[key]
        if not low <= value <= high:
            raise ConfigError("config_value", path=f"options.{key}", value=value, expected=f">= {low} <= {high}")
    return {**config, **options}


def options_between(
    definition: Definition, config: Mapping[str, Any], settings: Mapping[str, Any]
) -> dict[str, int] | None:
    """The numbers by which settings differ from a preset's configuration; None if they differ by anything else."""
    if config.keys() != settings.keys():
        return None
    changed = {key: value for key, value in settings.items() if value != config[key]}
    try:
        with_options(definition, config, changed)
    except (ConfigError, TypeError):  # what people send may hold anything
        return None
    return changed


def _ranges(definition: Definition, config: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    if not definition.people.options:
        return {}
    validated = configuration.validate(definition.configuration, config)
    return {key: bounds(validated) for key, bounds in definition.people.options.items()}


def _title(definition: Definition, key: str, language: str) -> str:
    """The word `<game>.option.<key>`, else the key."""
    code = f"{definition.name}.option.{key}"
    return say(Word(code), to=language) if code in words.codes(definition.name) else key.replace("_", " ")
