"""The definition of a game: its functions, layout, actions and scene, and optional facets.

A first game gives the eight fields without a default. The others are grouped by their reader: `Files` for files on
disk, `Search` for searching agents, `People` for the terminal and the page, `Learning` for trainers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from boardwright.core.actions import Actions, Semantic
from boardwright.core.compiled.fingerprint import inside
from boardwright.core.compiled.kernels import OPTIONAL, REQUIRED
from boardwright.core.compiled.sources import home_of
from boardwright.core.errors import ConfigError, KernelError, RuleFault
from boardwright.core.record import OK, Array, Shape
from boardwright.core.symmetry import Symmetry

if TYPE_CHECKING:
    from boardwright.core.analysis import Analysis, Format, Puzzles
    from boardwright.core.config import Settings
    from boardwright.core.game import Game
    from boardwright.core.protocol import Lent, Session
    from boardwright.core.puzzle_records import PuzzleRecord
    from boardwright.core.telemetry import Watcher
    from boardwright.core.view import Scene, Text
    from boardwright.core.words import Word


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


class OwnAgent(NamedTuple):
    """An agent for one game only: its options, its factory, and the word that describes it.

    The options' values are in `agents/<name>.yaml` beside the game's presets. `requires` raises AgentError for a
    configuration that the agent cannot play, given the game and the options. It decides by declared facts and plays
    nothing; without it the agent plays every preset.
    """

    options: type[Settings]
    make: Callable[[Game, Any], Any]
    does: str
    requires: Callable[[Game, Any], None] | None = None


class Private(tuple[str, ...]):
    """The names of an event's numbers, if one player alone sees the event. The first number is that player."""

    __slots__ = ()

    def __new__(cls, *names: str) -> Private:
        """The names, in order."""
        return super().__new__(cls, names)


class Hidden(NamedTuple):
    """The hidden part of the cells: a field of the state, one byte a cell, and the agent that computes exact chances.

    `exact` names an agent with `teach_batch`; a model's chances are compared with its labels.
    """

    field: str
    exact: str


@dataclass(frozen=True)
class Files:
    """The paths and text formats of a game's files. Relative paths start at the folder of the rules."""

    configs: Path = Path("configs")
    """The folder of presets, and of `weights`, `levels`, `agents`, `models`, `recipes`, `positions` and `puzzles`."""

    words: Path = Path("words.yaml")
    """The catalogue: the title of the game and a sentence for each Reason and event. English is required."""

    guide: Path = Path("guide.md")
    """How to play, in Markdown, for people; in French `guide.fr.md` beside it. Optional."""

    preset: str = "standard"
    """The preset that is loaded by default."""

    section: str = ""
    """The section of a preset file with the game's configuration, where the file has others (for training, say)."""

    formats: Mapping[str, Format] = field(default_factory=dict)
    """File formats for positions by name, the standard one first."""

    dialects: Mapping[str, str] = field(default_factory=dict)
    """Other move notations by name, each with the symmetry that converts its moves to ours and back."""


@dataclass(frozen=True)
class Search:
    """The facet for searching agents."""

    module: ModuleType | None = None
    """The module of `candidates`, `order`, `evaluate` and `suggest`, where they are not in the rules."""

    weights: tuple[str, ...] = ()
    """The names of an evaluation's weights; their values are in `configs/weights/*.yaml`."""

    levels: tuple[str, ...] = ()
    """The profiles of difficulty levels in `configs/levels/<profile>.yaml`, the standard one first.

    The title of a level is the word `<game>.level.<name>`.
    """

    endgame: Callable[[Game, Array], Mapping[int, int] | None] | None = None
    """Solves a position exactly where it can: for each legal action the plies to the end, a loss below 0, a draw 0."""

    solve: Callable[[Game, Array], int] | None = None
    """Solves any unfinished position exactly, however long it takes: 1 if the player to move wins, 0, or -1."""


@dataclass(frozen=True)
class People:
    """The facet for the terminal, the page and the commands for people."""

    text_key: Callable[[Game, Array], str] | None = None
    """Writes a position as text for tables and rankings; the default is its bytes in hexadecimal."""

    event_value: Callable[[Game, Array, str, int], Any] | None = None
    """Converts a named number of an event to a label for people: a unit's id for `unit`, a player as 1 or 2."""

    narrate: Callable[[tuple[Text, ...]], tuple[Text, ...]] | None = None
    """Merges a step's events into sentences for people. `Game.events` keeps all of them."""

    param_value: Callable[[Game, str, Any], Any] | None = None
    """Converts a named parameter of a refusal or of a narrated event to what people read: a unit's name for its id.

    In an event, the parameter is what `event_value` returned. `Game.events` and the notation keep the id.
    """

    meant: Callable[[Game, Array, int], Sequence[tuple[str, Semantic]]] | None = None
    """The actions that a press on a cell asks for, each with its `source`, for the reason if they are refused.

    They may lack an index, as a placement outside every zone does. By default: the actions that touch the cell.
    """

    label: Callable[[Game, int, int], Word] | None = None
    """Says what an action of a player does, for buttons and lists of moves.

    By default it is the word `<game>.action.<kind>` with the action's fields, where the catalogue has it.
    """

    prompt: Callable[[Game, Array, int], Word] | None = None
    """Says what is asked of the player to move; by default the word `<game>.prompt.<phase>`, if there is one."""

    agent_options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The options of `wrappers` that people are offered for an agent, each with its values, the usual one first.

    The words `<game>.option.<option>` and `<game>.option.<option>.<value>` name them.
    """

    minutes: int = 0
    """The usual length of a match of the default preset between people; 0 if unknown."""

    picture: tuple[str, ...] = ()
    """The moves of a typical position of the default preset, in text, for the game's picture; by default the start."""

    options: Mapping[str, Callable[[Any], tuple[int, int]]] = field(default_factory=dict)
    """The whole numbers of a preset that people may choose for a match, each with its lowest and highest value there.

    They must not change the layout of records: nothing is compiled for a choice. The title of one is the word
    `<game>.option.<key>`.
    """

    describe: Callable[[Game, Array, int], tuple[Word, ...]] | None = None
    """Describes the effect of an action in a state, after an agent's reason in hints and rankings."""

    summary: Callable[[Game, Array], tuple[Word, ...]] | None = None
    """Describes a state with nothing hidden: after a game, or a board from a file."""

    opponent: str = ""
    """The agent that plays against people who name none; by default the game's second level, or a search."""

    adviser: str = ""
    """The agent that gives hints in `play` and `analyse`; by default the game's strongest level, or a search."""

    analysis: Callable[[Game, Array], Analysis] | None = None
    """Analyses an observation: numbers over the cells, facts, and contradictions (core/analysis.py)."""

    puzzles: Puzzles | None = None
    """Positions that a given reasoning solves, for `boardwright generate` and `play --level`."""

    quiz: Callable[[Game, int, int], PuzzleRecord | None] | None = None
    """Makes puzzle `number` of a seed with its answers (core/puzzle_records.py), None if that number gives none.

    By default `boardwright puzzles` proves moves by a search, in games for two without chance and secrets.
    """


@dataclass(frozen=True)
class Learning:
    """The facet for trainers, environments and networks."""

    rewards: Callable[[Any], Mapping[str, Any]] | None = None
    """Returns the weights of the reward profile `standard` for a configuration."""

    expansions: Mapping[str, Callable[[Game, Array], Array]] = field(default_factory=dict)
    """Named functions from rows of observations to one array, [N, ...] float32 in [0, 1]."""

    chart: Callable[[Any], Array] | None = None
    """Returns the index of each policy action among the outputs of a network, which are, in this order:

    a board plane for each of the player's own rows in the observation's table of units, board planes for the acting
    unit, the other rows of that table, and actions without a cell.
    """

    telemetry: Callable[[Game], Watcher] | None = None
    """Makes the watcher of a learner's games: figures, histograms and tables beside rewards (core/telemetry.py)."""

    hidden: Hidden | None = None
    """The hidden part of the cells, for learners that predict its chances."""

    env: Mapping[str, Any] = field(default_factory=dict)
    """Changes to the configuration in the recipes for any game: actions off that a learner can only stall with."""

    knobs: Mapping[str, str] = field(default_factory=dict)
    """This game's own names for a trainer's options in its presets and recipes: `{"lambda": "auxiliary_weight"}`."""


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

    peers: Mapping[str, str] = field(default_factory=dict)
    """The name of the same game in other libraries, for `boardwright bench`."""

    protocol: Callable[[Game, Lent], Session] | None = None
    """Opens a session of a text protocol for other programs, for `boardwright engine` (core/protocol.py)."""

    files: Files = Files()
    """The paths and formats of its files."""

    search: Search = Search()
    """What searching agents need."""

    people: People = People()
    """What the terminal and the page need."""

    learning: Learning = Learning()
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
