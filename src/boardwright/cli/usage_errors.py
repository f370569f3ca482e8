"""Usage errors of the command line in our words, in both languages, instead of the parser's English."""

from __future__ import annotations

import difflib
import importlib
import re
import typing
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from boardwright.core.errors import BoardwrightError
from boardwright.core.words import LANGUAGES, Word

# Typer parses with Click or, in newer versions, with a copy of its own: the errors are those beside its BadParameter.
parsing: Any = importlib.import_module(typer.BadParameter.__module__)

NO_ARGUMENTS: Any = getattr(parsing, "NoArgsIsHelpError", ())
"""A command without arguments that prints its help; older versions raise nothing."""

EXTRA = re.compile(r"unexpected extra arguments?.*\((.*)\)")


class UsageError(BoardwrightError):
    """A command line that cannot be read: an unknown command or option, or a wrong argument or value."""


class Commands(TyperGroup):
    """The group of commands, with our own error for an unknown name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Resolve the command that the arguments begin with."""
        if self.get_command(ctx, args[0]) is None:
            raise _unknown("usage_no_command", args[0], list(self.commands), ctx.command_path)
        return super().resolve_command(ctx, args)


def requested_language(arguments: Sequence[str]) -> str | None:
    """The language that a command line requests, read before parsing, because parsing may fail."""
    for argument, following in zip(arguments, (*arguments[1:], "")):
        language = following if argument == "--language" else argument.removeprefix("--language=")
        if argument.startswith("--language") and language in LANGUAGES:
            return language
    return None


def translated(error: Any) -> UsageError:
    """The parser's error as one of ours."""
    command = error.ctx.command_path if error.ctx is not None else "boardwright"
    if isinstance(error, parsing.NoSuchOption):
        return _unknown("usage_no_option", error.option_name, error.possibilities or (), command)
    if isinstance(error, parsing.BadOptionUsage):
        return UsageError("usage_values", parameter=error.option_name)
    if isinstance(error, parsing.BadParameter) and error.param is not None:
        parameter = str(error.param.opts[0])  # as `--help` calls it
        if isinstance(error, parsing.MissingParameter):
            return UsageError("usage_missing", parameter=parameter, command=command)
        expected = _expected(error.ctx.command.callback, error.param.name)
        if expected is not None:
            return UsageError("usage_value", parameter=parameter, expected=expected)
    if extra := EXTRA.search(error.message):
        return UsageError("usage_extra", found=extra[1], command=command)
    return UsageError("usage_other", detail=error.format_message(), command=command)


def _unknown(code: str, name: str, known: Sequence[str], command: str) -> UsageError:
    near = difflib.get_close_matches(name, known)
    if near:
        return UsageError(f"{code}_near", found=name, known=near, command=command)
    return UsageError(code, found=name, command=command)


def _expected(callback: Any, name: str) -> Word | None:
    """The values that a parameter of a command accepts, by its annotation."""
    annotation, *about = typing.get_args(typing.get_type_hints(callback, include_extras=True)[name])
    kinds = {kind for kind in (annotation, *typing.get_args(annotation)) if kind is not type(None)}
    least, most = (next((getattr(option, end, None) for option in about), None) for end in ("min", "max"))
    if tuple in {typing.get_origin(kind) for kind in kinds}:
        return Word("usage_integers")
    if int in kinds and least is not None and most is not None:
        return Word("usage_integer_between", {"least": least, "most": most})
    if int in kinds:
        return Word("usage_integer") if least is None else Word("usage_integer_least", {"least": least})
    return Word("usage_number") if float in kinds else None
