"""Environments by text, `library:name`: `pettingzoo:tictactoe_v3`, `gymnasium:Taxi-v3`, `openspiel:tic_tac_toe`."""

from __future__ import annotations

import warnings
from importlib import import_module

from boardwright.core.errors import BoardwrightError, ConfigError
from boardwright.foreign.environment import Environment

ADAPTERS = {"pettingzoo": "PettingZoo", "gymnasium": "Gymnasium", "openspiel": "OpenSpiel"}
"""The class of each library's adapter, in the module of the library's name here."""


def load(text: str) -> Environment:
    """Make an environment. Its library is imported here, and may be absent."""
    library, _, name = text.partition(":")
    if library not in ADAPTERS or not name:
        raise ConfigError("env_text", path=text, known=list(ADAPTERS))
    try:
        adapter = getattr(import_module(f"boardwright.foreign.{library}"), ADAPTERS[library])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a library's own deprecations the laws say nothing
            env: Environment = adapter(name)
    except BoardwrightError:
        raise
    except ImportError as error:
        raise ConfigError("env_absent", path=text, module=error.name or str(error)) from error
    except Exception as error:  # each library raises its own error for a name that it does not know
        raise ConfigError("env_unreadable", path=text, error=type(error).__name__, detail=str(error)) from error
    return env
