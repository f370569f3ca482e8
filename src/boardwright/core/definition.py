"""The definition of a game: its functions, layout, actions and scene, and optional facets.

A first game gives the eight fields without a default. The others are grouped by their reader: `Files` for files on
disk, `Search` for searching agents, `People` for the terminal and the page, `Learning` for trainers.
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
from boardwright.core.facets import Files, Hidden, Learning, OwnAgent, People, Search
from boardwright.core.record import OK, Array, Shape
from boardwright.core.symmetry import Symmetry

if TYPE_CHECKING:
    from boardwright.core.config import Settings
    from boardwright.core.game import Game
    from boardwright.core.protocol import Lent, Session
    from boardwright.core.view import Scene

__all__ = ["Definition", "Factions", "Files", "Hidden", "Layout", "Learning", "OwnAgent", "People", "Private", "Search"]


@dataclass(frozen=True)
class Layout:
    """The records of a game for one configuration.

    A shape is a NumPy type, `"u1"`, or a type with the lengths of an array, `("u1", (9,))`.
    """

    params: Mapping[str, Any]
    """The values of `p`: numbers and tables that the rules read. Their types follow from the values."""

    position: Mapping[str, Shape]
    """The shapes of the fields of `s` that decide the future: legal actions, results, and the key of a state."""

    observation: Mapping[str, Shape]
    """The shapes of the fields of `o`."""

    max_plies: int
    """The number of plies within which every game ends."""

    trace: Mapping[str, Shape] = field(default_factory=dict)
    """The shapes of the fields of `s` that only record the past: no rule that decides an action may read them.

    They are read and written as `s.name`, and left out of the key of a state.
    """

    tally: tuple[str, ...] = ()
    """The names of the counters that each player has in `s.tally[player, i]`."""

    totals: Mapping[str, int] = field(default_factory=dict)
    """The totals of some counters in a game, so that reports can show a share."""

    events: int = 0
    """The most events that a step may tell."""

    unused: tuple[IntEnum, ...] = ()
    """The Reasons that this configuration never gives, because it leaves a rule out. A law checks it."""

    max_states: int | None = None
    """An upper bound on the states that can be reached, None if unknown. A law checks it.

    States that differ in ply, mover, phase or position count separately. Agents that enumerate a game refuse it by this
    number.
    """

    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The lowest and the highest value of an observation's field, where its type could hold more. A law checks them.

    They are the bounds of the spaces, and scale what networks read.
    """

    grid: tuple[int, int] | None = None
    """The rows and columns that fields with a value a cell are laid out over, where not those that people see."""

    def __post_init__(self) -> None:
        """Reject bounds of a field that the observation does not have."""
        for name in self.bounds:
            if name not in self.observation:
                raise ConfigError("config_unknown", path=f"bounds.{name}", known=list(self.observation))


class Factions(NamedTuple):
    """Sides that differ. Exchanged, they tell the strength of a side from the advantage of a seat."""

    names: tuple[str, ...]
    """The proper name of each player's side, in the order of the players."""

    exchanged: Callable[[Mapping[str, Any]], dict[str, Any]]
    """The configuration in which each player leads the next player's side."""


class Private(tuple[str, ...]):
    """The names of an event's numbers, if one player alone sees the event. The first number is that player."""

    __slots__ = ()

    def __new__(cls, *names: str) -> Private:
        """The names, in order."""
        return super().__new__(cls, names)


@dataclass(frozen=True)
class Definition:
    """A game. Written once at the top of its package and registered by name."""

    name: str
    """The name of the game in commands, records and words."""

    version: int
    """The version of the rules: every history, model and match names it."""

    players: int
    """One to four."""

    rules: ModuleType
    """The module of the contract's functions, and of `Reason`, the IntEnum of refusals."""

    configuration: type[Settings]
    """The model that validates every preset."""

    layout: Callable[[Any], Layout]
    """Returns the layout of the records for a configuration."""

    actions: Callable[[Any], Actions]
    """Returns the action codec for a configuration: integers and dataclasses."""

    scene: Callable[[Game, Array, int], Scene]
    """Returns a player's scene of a state, for any client to draw."""

    symmetries: Callable[[Any], tuple[Symmetry, ...]] | None = None
    """Returns the symmetries for a configuration, for canonical forms, folded moves and augmentation."""

    phases: tuple[str, ...] = ("play",)
    """The names of the values of `s.phase`."""

    events: Mapping[IntEnum, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of event that `emit` records, each with the names of its up to three numbers.

    `Private("player", "card")` instead of a tuple declares an event that one player alone sees.
    """

    faults: Mapping[int, Callable[[Game, Array], RuleFault]] = field(default_factory=dict)
    """The error to raise for each fault."""

    perfect_information: bool = True
    """Whether every player sees all of a state."""

    zero_sum: bool = True
    """Whether the returns of all players add up to 0."""

    returns: tuple[float, float] = (-1.0, 1.0)
    """The lowest and the highest return of a player."""

    agents: Mapping[str, OwnAgent] = field(default_factory=dict)
    """Agents that play this game only."""

    wrappers: Mapping[str, Callable[[Game, Any, Any], Any]] = field(default_factory=dict)
    """Options that any agent's text may have in this game (`random:deploy=front`).

    Each wraps an agent, given the option's value.
    """

    starts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named starts: keys of the configuration with their values."""

    factions: Factions | None = None
    """Sides that differ, as armies do, and the configuration in which the players exchange them."""

    peers: Mapping[str, str] = field(default_factory=dict)
    """The name of the same game in other libraries, for `boardwright bench`."""

    protocol: Callable[[Game, Lent], Session] | None = None
    """Opens a session of a text protocol for other programs, for `boardwright engine` (core/protocol.py)."""

    files: Files = field(default_factory=Files)
    """The paths and formats of its files."""

    search: Search = field(default_factory=Search)
    """What searching agents need."""

    people: People = field(default_factory=People)
    """What the terminal and the page need."""

    learning: Learning = field(default_factory=Learning)
    """What trainers need."""

    def __post_init__(self) -> None:
        """Reject rules without a `Reason`, and resolve relative paths."""
        reason = getattr(self.rules, "Reason", None)
        if not (isinstance(reason, type) and issubclass(reason, IntEnum)):
            raise KernelError("reason_missing", game=self.name, module=self.rules.__name__)
        for kind, names in self.events.items():
            if isinstance(names, Private) and (self.perfect_information or not names):
                raise ConfigError("private_event", path=f"events.{kind.name.lower()}", game=self.name)
        for option in self.people.agent_options:
            if option not in self.wrappers:
                raise ConfigError("config_unknown", path=f"people.agent_options.{option}", known=list(self.wrappers))
        paths = {name: getattr(self.files, name) for name in ("configs", "words", "guide")}
        if all(path.is_absolute() for path in paths.values()):
            return
        if getattr(self.rules, "__file__", None) is None:
            raise ConfigError("files_nowhere", path="files", game=self.name, module=self.rules.__name__)
        folder = Path(str(self.rules.__file__)).absolute().parent
        placed = {name: folder / path for name, path in paths.items()}
        object.__setattr__(self, "files", replace(self.files, **placed))

    @property
    def reasons(self) -> type[IntEnum]:
        """The rules' `Reason`: the codes of refusals."""
        reason: type[IntEnum] = self.rules.Reason
        return reason

    def kernels(self) -> dict[str, Callable[..., Any]]:
        """The contract's functions in the rules and the search module, all from the game's own package."""
        home = home_of(self.rules)
        modules = [self.rules] if self.search.module is None else [self.rules, self.search.module]
        functions: dict[str, Callable[..., Any]] = {}
        for name in REQUIRED + OPTIONAL:
            for module in modules:
                function = getattr(module, name, None)
                if function is None:
                    continue
                about = {"game": self.name, "function": name, "module": module.__name__}
                if not inside(getattr(function, "__module__", ""), home):
                    raise KernelError("kernel_foreign", **about, home=home)
                if functions.setdefault(name, function) is not function:
                    raise KernelError("kernel_twice", **about, other=self.rules.__name__)
            if name in REQUIRED and name not in functions:
                raise KernelError("kernel_missing", game=self.name, function=name, module=self.rules.__name__)
        return functions

    def reason_code(self, reason: int) -> str:
        """The word code of a refusal."""
        return f"{self.name}.{self.reasons(reason).name.lower()}"

    def reason_name(self, reason: int) -> str:
        """The name of what a check returned: OK, a Reason's name, or the number if it is no Reason."""
        if reason == OK:
            return "OK"
        return self.reasons(reason).name if reason in list(self.reasons) else str(reason)
