"""The facets of a definition, grouped by their reader: files, searching agents, people, trainers. All are optional."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from boardwright.core.actions import Semantic
from boardwright.core.record import Array

if TYPE_CHECKING:
    from boardwright.core.analysis import Analysis, Format, Overlay, Puzzles
    from boardwright.core.config import Settings
    from boardwright.core.game import Game
    from boardwright.core.puzzle_records import PuzzleRecord
    from boardwright.core.telemetry import Watcher
    from boardwright.core.view import Text
    from boardwright.core.words import Word


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


class Hidden(NamedTuple):
    """The hidden part of the cells: a field of the state, one byte a cell, and the agent that computes exact chances.

    `exact` names an agent with `teach_batch`; a model's chances are compared with its labels.
    """

    field: str
    exact: str


FEATURE_BITS: Final = 63
"""Features in a word: its sign stays clear."""


class Features(NamedTuple):
    """The features of a position, which the kernel `features` turns on, for a network inside alpha-beta.

    `words` is the number of words of 63 bits. `symmetries` returns the image of each feature, [63 * words], by the name
    of a symmetry of the game: the one named `Swap` exchanges the players.
    """

    words: int
    symmetries: Callable[[Any], Mapping[str, Array]]


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
    """The module of `candidates`, `order`, `evaluate`, `suggest` and `features`, where they are not in the rules."""

    features: Features | None = None
    """The features that the kernel of this name turns on."""

    weights: tuple[str, ...] = ()
    """The names of an evaluation's weights; their values are in `configs/weights/*.yaml`."""

    factors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The factors of an evaluation that is their sum, each with its weights: the first scales it, others shape it.

    The word `<game>.factor.<name>` names one.
    """

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

    review: Callable[[Game, Sequence[tuple[Array, int]], Array], tuple[Word, ...]] | None = None
    """Describes a finished game by the states before its moves, the moves, and the last state."""

    overlays: Callable[[Game, Array], tuple[Overlay, ...]] | None = None
    """Further numbers over the cells, of a state that agrees with what its player to move sees."""

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
