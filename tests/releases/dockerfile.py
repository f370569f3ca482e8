"""Reads a Dockerfile as far as this repository uses the format, and compares it with the repository."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

KNOWN = {"ARG", "CMD", "COPY", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "RUN", "USER", "VOLUME", "WORKDIR"}


class Step(NamedTuple):
    """An instruction and its words."""

    instruction: str
    text: str


def steps(text: str) -> list[Step]:
    """The instructions, those over several lines as one."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", " ", lines)
    return [Step(*line.strip().split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


def problems(text: str, root: Path) -> Iterator[str]:
    """Name what is no instruction, copied from nowhere, or taken from a stage that is not there."""
    stages: set[str] = set()
    for step in steps(text):
        if step.instruction not in KNOWN:
            yield f"{step.instruction} is no instruction"
        if step.instruction == "FROM" and (named := re.search(r" AS (\w+)$", step.text)):
            stages.add(named[1])
        if step.instruction == "COPY":
            *sources, _ = [word for word in step.text.split() if not word.startswith("--")]
            source_stage = re.search(r"--from=(\w+)", step.text)
            if source_stage is None:
                yield from (f"{source} is not there" for source in sources if not (root / source).exists())
            elif source_stage[1] not in stages:
                yield f"the stage {source_stage[1]} is not there"


def variables(text: str) -> dict[str, str]:
    """The variables that the image sets."""
    pairs = [
        word.partition("=") for step in steps(text) if step.instruction == "ENV" for word in shlex.split(step.text)
    ]
    return {name: value for name, _, value in pairs}


def commands(text: str) -> list[list[str]]:
    """The calls of `boardwright`: while the image is built, and when it runs."""
    found = []
    for step in steps(text):
        if step.instruction == "RUN" and step.text.startswith("boardwright "):
            found.append(shlex.split(step.text))
        if step.instruction == "CMD":
            found.append(json.loads(step.text))
    return found
