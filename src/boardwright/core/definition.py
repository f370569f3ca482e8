"""What a game hands over: its functions, its layout, its actions, and how it is shown. `Game` does the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from boardwright.core.actions import Actions, Notation
from boardwright.core.compiled.kernels import OPTIONAL, REQUIRED
from boardwright.core.errors import KernelError, RuleFault
from boardwright.core.record import Array, Shape
from boardwright.core.symmetry import Symmetry

if TYPE_CHECKING:
    from boardwright.core.analysis import Analysis, Format, Puzzles
    from boardwright.core.config import Settings
    from boardwright.core.game import Game
    from boardwright.core.telemetry import Watcher
    from boardwright.core.view import Scene, Text
    from boardwright.core.words import Word


@dataclass(frozen=True)
class Layout:
    """The records of a game for one configuration.

    `params` holds values: numbers and tables that the rules read. The others hold shapes: `{"cells": ("u1", (9,))}`.
    `unused` names the Reasons that this configuration never gives, because it leaves a rule out; a law checks it.
    `totals` says of some counters of the tally how much there is to count in a game, so that a share of it can be told.
    """

    params: Mapping[str, Any]
    position: Mapping[str, Shape]
    observation: Mapping[str, Shape]
    max_plies: int
    trace: Mapping[str, Shape] = field(default_factory=dict)
    tally: tuple[str, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    events: int = 0
    unused: tuple[IntEnum, ...] = ()


class OwnAgent(NamedTuple):
    """An agent that plays one game only: its options, what makes it, and the word that says what it does.

    The options' values are in `agents/<name>.yaml` beside the game's presets.
    """

    options: type[Settings]
    make: Callable[[Game, Any], Any]
    does: str


class Hidden(NamedTuple):
    """What no player sees of the cells: a field of the state, a byte a cell, and who knows the exact chances of it.

    That is the name of an agent with `teach_batch`; what it says is what a model's chances are compared with.
    """

    field: str
    exact: str


@dataclass(frozen=True)
class Definition:
    """A game. Written once at the top of its package and registered by name.

    `section` is the part of a preset file that is the game's configuration, where the file holds more than that.
    `rewards` makes the weights of the reward profile `standard` from a configuration. `expansions` are named ways to
    turn rows of observations into one array of numbers, [N, ...] float32 from 0 to 1, for learners that want that.
    `agents` play this game only. `starts` are named ways to begin: keys of the configuration with their values.
    `event_value` turns a number that an event tells, given by name, into what people call it (a unit's id for `unit`).
    `narrate` makes of a step's events what people read, where several are one sentence.
    `wrappers` are options that any agent's text may have in this game (`random:deploy=front`): each makes another agent
    of an agent and the option's value. `adviser` is the agent that gives hints. `analysis` tells what follows from an
    observation, and `summary` what there is to say of a state once nothing is hidden any more. `formats` are named ways
    to write positions in files, the first the standard one. `puzzles` makes positions that some reasoning solves.
    `endgame` solves a position exactly where it can: for each legal action the plies until the player to move has won,
    less than 0 for a loss, 0 for a draw. `levels` are the profiles of difficulty levels in `levels/<profile>.yaml`, the
    standard one first. `describe` tells in words what an action does in a state, for hints. `dialects` are other ways
    to write moves down, each by the name of the symmetry that turns its moves into ours and back. `protocol` is how
    programs that talk by a text protocol write moves, from a configuration and whether the first player is the one at
    the far side there. `watch` makes what tells of a learner's games beside its rewards: see core/telemetry.py. `chart`
    is for networks: for each of a policy's actions its number among, in this order, a plane of the board for each row
    of one's own in the observation's table of units, planes of the board for whatever acts now, the other rows of that
    table, and actions that happen nowhere. `hidden` says what lies under the cells, for learners that are to tell its
    chances.
    """

    name: str
    version: int
    players: int
    rules: ModuleType
    reasons: type[IntEnum]
    configuration: type[Settings]
    configs: Path
    preset: str
    layout: Callable[[Any], Layout]
    actions: Callable[[Any], Actions]
    scene: Callable[[Game, Array, int], Scene]
    words: Path
    symmetries: Callable[[Any], tuple[Symmetry, ...]] | None = None
    section: str = ""
    text_key: Callable[[Game, Array], str] | None = None
    phases: tuple[str, ...] = ("play",)
    events: Mapping[IntEnum, tuple[str, ...]] = field(default_factory=dict)
    event_value: Callable[[Game, Array, str, int], Any] | None = None
    narrate: Callable[[tuple[Text, ...]], tuple[Text, ...]] | None = None
    faults: Mapping[int, Callable[[Game, Array], RuleFault]] = field(default_factory=dict)
    weights: tuple[str, ...] = ()
    perfect_information: bool = True
    zero_sum: bool = True
    returns: tuple[float, float] = (-1.0, 1.0)
    rewards: Callable[[Any], Mapping[str, Any]] | None = None
    expansions: Mapping[str, Callable[[Game, Array], Array]] = field(default_factory=dict)
    peers: Mapping[str, str] = field(default_factory=dict)
    agents: Mapping[str, OwnAgent] = field(default_factory=dict)
    wrappers: Mapping[str, Callable[[Game, Any, Any], Any]] = field(default_factory=dict)
    starts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    adviser: str = ""
    analysis: Callable[[Game, Array], Analysis] | None = None
    summary: Callable[[Game, Array], tuple[Word, ...]] | None = None
    formats: Mapping[str, Format] = field(default_factory=dict)
    puzzles: Puzzles | None = None
    endgame: Callable[[Game, Array], Mapping[int, int] | None] | None = None
    levels: tuple[str, ...] = ()
    describe: Callable[[Game, Array, int], tuple[Word, ...]] | None = None
    dialects: Mapping[str, str] = field(default_factory=dict)
    protocol: Callable[[Any, bool], Notation] | None = None
    chart: Callable[[Any], Array] | None = None
    watch: Callable[[Game], Watcher] | None = None
    hidden: Hidden | None = None

    def kernels(self) -> dict[str, Callable[..., Any]]:
        """The contract's functions that the rules module has."""
        found = {}
        for name in REQUIRED + OPTIONAL:
            function = getattr(self.rules, name, None)
            if function is not None and function.__module__ == self.rules.__name__:
                found[name] = function
            elif name in REQUIRED:
                raise KernelError("kernel_missing", game=self.name, function=name, module=self.rules.__name__)
        return found

    def reason_code(self, reason: int) -> str:
        """The word that says why an action was refused."""
        return f"{self.name}.{self.reasons(reason).name.lower()}"
