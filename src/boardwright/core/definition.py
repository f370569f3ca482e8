"""A game as it is handed over: its functions, its layout, its actions, its scene, and facets for those who want more.

A first game gives the eight fields without a default. The others are grouped by who reads them: `Files` by whatever
looks for something on the disk, `Search` by searching agents, `People` by terminal and page, `Learning` by trainers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from boardwright.core.actions import Actions
from boardwright.core.compiled.fingerprint import inside
from boardwright.core.compiled.kernels import OPTIONAL, REQUIRED
from boardwright.core.compiled.sources import home_of
from boardwright.core.errors import ConfigError, KernelError, RuleFault
from boardwright.core.record import Array, Shape
from boardwright.core.symmetry import Symmetry

if TYPE_CHECKING:
    from boardwright.core.analysis import Analysis, Format, Puzzles
    from boardwright.core.config import Settings
    from boardwright.core.game import Game
    from boardwright.core.protocol import Lent, Session
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
class Files:
    """Where a game's files lie, and the texts it reads and writes. Relative paths begin at the folder of the rules."""

    configs: Path = Path("configs")
    """The folder of presets, and of the folders `weights`, `levels`, `agents`, `models` and `recipes`."""

    words: Path = Path("words.yaml")
    """The catalogue: the title of the game and a sentence for each Reason and event, in English and French."""

    preset: str = "standard"
    """The preset that is loaded unless another is asked for."""

    section: str = ""
    """The part of a preset file that is the game's configuration, where the file has others (for training, say)."""

    formats: Mapping[str, Format] = field(default_factory=dict)
    """Named ways to write positions in files, the standard one first."""

    dialects: Mapping[str, str] = field(default_factory=dict)
    """Other ways to write moves, each by the name of the symmetry that turns its moves into ours and back."""


@dataclass(frozen=True)
class Search:
    """What agents that look ahead read."""

    module: ModuleType | None = None
    """The module of `candidates`, `order`, `evaluate` and `suggest`, where they do not stand in the rules."""

    weights: tuple[str, ...] = ()
    """The names of an evaluation's weights; their values are in `configs/weights/*.yaml`."""

    levels: tuple[str, ...] = ()
    """The profiles of difficulty levels in `configs/levels/<profile>.yaml`, the standard one first.

    The title of a level is the word `<game>.level.<name>`.
    """

    endgame: Callable[[Game, Array], Mapping[int, int] | None] | None = None
    """Solves a position exactly where it can: for each legal action the plies to the end, a loss below 0, a draw 0."""


@dataclass(frozen=True)
class People:
    """What the terminal, the page and the commands for people read."""

    text_key: Callable[[Game, Array], str] | None = None
    """A position as people write it, for tables and rankings; bytes in hexadecimal without it."""

    event_value: Callable[[Game, Array, str, int], Any] | None = None
    """What people call a number that an event tells, given by name: a unit's id for `unit`, a player as 1 or 2."""

    narrate: Callable[[tuple[Text, ...]], tuple[Text, ...]] | None = None
    """Makes of a step's events what people read, where several are one sentence. `Game.events` has all of them."""

    describe: Callable[[Game, Array, int], tuple[Word, ...]] | None = None
    """Says in words what an action does in a state: after an agent's reason in hints and rankings."""

    summary: Callable[[Game, Array], tuple[Word, ...]] | None = None
    """Says of a state what there is to say once nothing is hidden: after a game, or of a board from a file."""

    adviser: str = ""
    """The agent that `play` and `analyse` ask for a hint."""

    analysis: Callable[[Game, Array], Analysis] | None = None
    """What follows from an observation: numbers over the cells, facts, and why it cannot be (core/analysis.py)."""

    puzzles: Puzzles | None = None
    """Positions that a given reasoning solves, for `boardwright generate` and `play --level`."""


@dataclass(frozen=True)
class Learning:
    """What trainers, environments and networks read."""

    rewards: Callable[[Any], Mapping[str, Any]] | None = None
    """Makes the weights of the reward profile `standard` from a configuration."""

    expansions: Mapping[str, Callable[[Game, Array], Array]] = field(default_factory=dict)
    """Named ways to turn rows of observations into one array, [N, ...] float32 from 0 to 1."""

    chart: Callable[[Any], Array] | None = None
    """The output of a network that each of a policy's actions is, by its number among, in this order:

    a plane of the board for each row of one's own in the observation's table of units, planes of the board for
    whatever acts now, the other rows of that table, and actions that happen nowhere.
    """

    telemetry: Callable[[Game], Watcher] | None = None
    """Makes what tells of a learner's games beside its rewards: figures, histograms, tables (core/telemetry.py)."""

    hidden: Hidden | None = None
    """What lies under the cells, for learners that are to tell its chances."""

    knobs: Mapping[str, str] = field(default_factory=dict)
    """Names of this game's own for a trainer's knobs in its presets and recipes: `{"lambda": "auxiliary_weight"}`."""


@dataclass(frozen=True)
class Definition:
    """A game. Written once at the top of its package and registered by name."""

    name: str
    """What the game is called in commands, records and words."""

    version: int
    """The version of the rules: every history, model and match names it."""

    players: int
    """One to four."""

    rules: ModuleType
    """The module of the contract's functions, and of `Reason`, the IntEnum that says why an action is refused."""

    configuration: type[Settings]
    """The model that every preset is checked by."""

    layout: Callable[[Any], Layout]
    """The records that follow from a configuration."""

    actions: Callable[[Any], Actions]
    """The actions, as integers and as dataclasses, that follow from a configuration."""

    scene: Callable[[Game, Array, int], Scene]
    """What a player sees of a state, for any client to draw."""

    symmetries: Callable[[Any], tuple[Symmetry, ...]] | None = None
    """Where cells, actions and players go; gives canonical forms, folded moves and augmentation."""

    phases: tuple[str, ...] = ("play",)
    """The names of the values of `s.phase`."""

    events: Mapping[IntEnum, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of event that `emit` may tell of, each with the names of its up to three numbers."""

    faults: Mapping[int, Callable[[Game, Array], RuleFault]] = field(default_factory=dict)
    """The error that each dead end is raised as."""

    perfect_information: bool = True
    """Whether every player sees all of a state."""

    zero_sum: bool = True
    """Whether the returns of all players add up to 0."""

    returns: tuple[float, float] = (-1.0, 1.0)
    """The least and the most that a game returns to a player."""

    agents: Mapping[str, OwnAgent] = field(default_factory=dict)
    """Agents that play this game only."""

    wrappers: Mapping[str, Callable[[Game, Any, Any], Any]] = field(default_factory=dict)
    """Options that any agent's text may have in this game (`random:deploy=front`).

    Each makes another agent of an agent and the option's value.
    """

    starts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named ways to begin: keys of the configuration with their values."""

    peers: Mapping[str, str] = field(default_factory=dict)
    """What other libraries call the same game, for `boardwright bench`."""

    protocol: Callable[[Game, Lent], Session] | None = None
    """Begins to answer other programs by a text protocol, for `boardwright engine` (core/protocol.py)."""

    files: Files = Files()
    search: Search = Search()
    people: People = People()
    learning: Learning = Learning()

    def __post_init__(self) -> None:
        """Refuse rules without reasons, and find the files beside the rules."""
        reason = getattr(self.rules, "Reason", None)
        if not (isinstance(reason, type) and issubclass(reason, IntEnum)):
            raise KernelError("reason_missing", game=self.name, module=self.rules.__name__)
        configs, words = self.files.configs, self.files.words
        if configs.is_absolute() and words.is_absolute():
            return
        if getattr(self.rules, "__file__", None) is None:
            raise ConfigError("files_nowhere", path="files", game=self.name, module=self.rules.__name__)
        folder = Path(str(self.rules.__file__)).absolute().parent
        object.__setattr__(self, "files", replace(self.files, configs=folder / configs, words=folder / words))

    @property
    def reasons(self) -> type[IntEnum]:
        """Why an action is refused: `Reason` of the rules."""
        reason: type[IntEnum] = self.rules.Reason
        return reason

    def kernels(self) -> dict[str, Callable[..., Any]]:
        """The contract's functions that the rules and the module for search have, of the game's own package."""
        home = home_of(self.rules)
        modules = [self.rules] if self.search.module is None else [self.rules, self.search.module]
        found: dict[str, Callable[..., Any]] = {}
        for name in REQUIRED + OPTIONAL:
            for module in modules:
                function = getattr(module, name, None)
                if function is None:
                    continue
                about = {"game": self.name, "function": name, "module": module.__name__}
                if not inside(getattr(function, "__module__", ""), home):
                    raise KernelError("kernel_foreign", **about, home=home)
                if found.setdefault(name, function) is not function:
                    raise KernelError("kernel_twice", **about, other=self.rules.__name__)
            if name in REQUIRED and name not in found:
                raise KernelError("kernel_missing", game=self.name, function=name, module=self.rules.__name__)
        return found

    def reason_code(self, reason: int) -> str:
        """The word that says why an action was refused."""
        return f"{self.name}.{self.reasons(reason).name.lower()}"
