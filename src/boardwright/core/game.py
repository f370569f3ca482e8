"""A game ready to use: its definition, one configuration (or several of the same shape), and its compiled functions.

Rows of states are plain structured arrays. Everything here works on any number of rows; one game is a batch of one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from boardwright.core import config, dice, presentation, refusals, symmetry, variants, visibility, weights, words
from boardwright.core.actions import Semantic
from boardwright.core.compiled import kernels, loops, sources
from boardwright.core.compiled.compiler import Loop
from boardwright.core.compiled.tier import Tier
from boardwright.core.definition import Definition, Layout
from boardwright.core.errors import ConfigError, HiddenInformation, MalformedAction, RuleFault
from boardwright.core.inspection import Inspection
from boardwright.core.record import OK, Array, as_rows, parameters, plain_record, state_record
from boardwright.core.view import Text, View
from boardwright.core.words import Word

Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


class Game:
    """A game that can be run. It is never subclassed: all differences between games are in the definition."""

    def __init__(
        self,
        definition: Definition,
        configs: list[Mapping[str, Any]],
        *,
        interpreted: bool = False,
        tiered: bool = False,
    ) -> None:
        self.definition = definition
        self.name = definition.name
        self.interpreted = interpreted
        self.tier = Tier(self.name) if tiered else None
        # First of all: a configuration may be refused in the game's own words.
        words.add_catalogue(self.name, definition.files.words)
        self.configs = [config.validate(definition.configuration, data) for data in configs]
        layouts = [definition.layout(settings) for settings in self.configs]
        self.layout: Layout = layouts[0]
        self.max_plies = variants.max_plies(layouts)
        self.bounds = variants.bounds(layouts)
        self.actions = variants.shared_actions(definition, self.configs)
        functions = definition.kernels()
        self.has_chance = "chance" in functions
        self.has_actor = "actor" in functions
        self.tag = kernels.register(kernels.Kernels(self.name, sources.home_of(definition.rules), functions))
        self.params = parameters(self.tag, layouts)
        self._lay_out()
        self.symmetries = variants.shared_symmetries(definition, self.configs, self.actions.count)
        self._first = np.empty(len(configs), self.state_dtype)
        loops.start.interpret(self.params, np.zeros(1, self.state_dtype), self._first)

    def _lay_out(self) -> None:
        layout = self.layout
        self.state = state_record(
            self.tag,
            self.definition.players,
            layout.position,
            trace=layout.trace,
            tally=len(layout.tally),
            events=layout.events,
        )
        self.state_dtype = self.state.dtype
        self.observation_dtype = plain_record(self.tag, layout.observation)
        self.weights_dtype = plain_record(self.tag, dict.fromkeys(self.definition.search.weights or ("none",), "f8"))
        self._blank = np.zeros(1, self.observation_dtype)

    # -- properties

    @property
    def version(self) -> int:
        """The version of the rules: histories and models name it."""
        return self.definition.version

    @property
    def players(self) -> int:
        """The number of players."""
        return self.definition.players

    @cached_property
    def max_states(self) -> int | None:
        """An upper bound on the states that can be reached, None if a configuration declares none."""
        return variants.max_states([self.definition.layout(settings) for settings in self.configs])

    @property
    def config(self) -> dict[str, Any]:
        """The first configuration as plain data."""
        return self.configs[0].model_dump()

    @property
    def digest(self) -> str:
        """A hash of the rules' version and of every parameter they read."""
        return hashlib.sha256(f"{self.name}:{self.version}:".encode() + self.params.tobytes()).hexdigest()

    @property
    def title(self) -> Word | str:
        """The title of the game: the word `<game>.title` of its catalogue, or else its name."""
        code = f"{self.name}.title"
        return Word(code) if code in words.codes(self.name) else self.name

    def __repr__(self) -> str:
        return f"<Game {self.name} version {self.version} {self.config}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from boardwright.core import registry

        configs = [settings.model_dump() for settings in self.configs]
        return (registry.rebuild, (self.name, configs, self.interpreted, self.tier is not None))

    def as_interpreted(self) -> Game:
        """The same game, run as plain Python: slow, for the debugger and for comparison."""
        return Game(self.definition, [settings.model_dump() for settings in self.configs], interpreted=True)

    def as_compiled(self) -> Game:
        """The same game without tiers: what needs the compiler waits for it. The game itself, if it has none."""
        return (
            self if self.tier is None else Game(self.definition, [settings.model_dump() for settings in self.configs])
        )

    # -- rows of states

    def new(self, n: int = 1, *, variant: int = 0) -> Array:
        """`n` states at the start, [N]."""
        if not 0 <= variant < len(self.configs):
            raise ConfigError("no_such_variant", path="variant", found=variant, last=len(self.configs) - 1)
        states = np.empty(n, self.state_dtype)
        states[:] = self._first[variant]
        return states

    def legal_mask(self, states: Array) -> Mask:
        """The legal action mask, [N, A]."""
        out = np.empty((len(self._rows(states)), self.actions.policy), np.bool_)
        self.run(loops.masks, self.params, states, out)
        return out

    def inspect(self, states: Array, actions: Any) -> Inspection:
        """Inspect each row's action: the Reason for a refusal, the draw it needs, its player, its move-ordering hint.

        `check` runs once a row. Use this for several columns; the four methods below return one column each.
        """
        out = np.zeros((len(self._rows(states)), 4), np.int64)
        actions = self.integers(actions, states)
        self.run(loops.inspect, self.params, states, actions, self.actions.count, out)
        return Inspection(*out.T)

    def why_not(self, states: Array, actions: Any) -> Integers:
        """The Reason for the refusal of each row's action, OK (0) where it is legal, [N]."""
        return self.inspect(states, actions).reasons

    def chance(self, states: Array, actions: Any) -> Integers:
        """The draw that each row's action needs: 1 none, n > 1 uniform below n, 0 raw bits, [N]."""
        return self.inspect(states, actions).chances

    def actor(self, states: Array, actions: Any) -> Integers:
        """The player that each row's action belongs to, [N]."""
        return self.inspect(states, actions).actors

    def order(self, states: Array, actions: Any) -> Integers:
        """The game's move-ordering hint for each row's action, [N]."""
        return self.inspect(states, actions).orders

    def draws(self, states: Array, actions: Any, bits: Any) -> Integers:
        """The draw of each row's action, made of 63 raw bits a row; 0 where the action needs none, [N]."""
        if not self.has_chance:
            return np.zeros(len(states), np.int64)
        return self.inspect(states, actions).draws(self.integers(bits, states))

    def keyed_draws(self, states: Array, actions: Any, seed: int, games: Any) -> Integers:
        """The draws of rows that play these games of a seed, [N]: by seed, game and ply, as a `Batch` draws them."""
        if not self.has_chance:
            return np.zeros(len(states), np.int64)
        return self.draws(states, actions, dice.keyed_rows(seed, games, states["ply"]))

    def step(self, states: Array, actions: Any, draws: Any = None) -> npt.NDArray[np.uint8]:
        """Advance every row in place and return the faults, [N]. If one action is illegal, no row changes."""
        self._rows(states, writeable=True)
        actions = self.integers(actions, states)
        if draws is None:
            if self.has_chance and (needed := np.flatnonzero(self.chance(states, actions) != 1)).size:
                raise MalformedAction("draw_missing", action=int(actions[needed[0]]))
            draws = np.zeros(len(states), np.int64)
        draws = self.integers(draws, states)
        reasons = np.empty(len(states), np.int64)
        row = self.run(loops.step, self.params, states, actions, draws, self.actions.count, reasons)
        if row >= 0:
            mover = int(states["to_move"][row])
            raise self.refusal(int(actions[row]), int(reasons[row]), int(draws[row]), row, player=mover)
        faults: npt.NDArray[np.uint8] = states["fault"].copy()
        return faults

    def apply(self, state: Array, action: int | Semantic, draw: int | None = None) -> Array:
        """The state after an action, as a copy. Raises if the action is refused or the rules reach a dead end."""
        after = self._rows(state).copy()
        faults = self.step(after, [self.index(state, action)], None if draw is None else [draw])
        if faults[0]:
            raise self.fault(state, int(faults[0]))
        return after

    def index(self, state: Array, action: int | Semantic) -> int:
        """The index of an action. Without one, the rules' own check of its parts refuses it."""
        if isinstance(action, int | np.integer):
            if not 0 <= action < self.actions.count:
                raise refusals.no_such_action(self, int(action))
            return int(action)
        index = self.actions.encode(action, int(state["to_move"][0]))
        if index is None:
            raise refusals.of_parts(self, state, action)
        return index

    def observe(self, states: Array, players: Any = None) -> Array:
        """The observation of each row's player, by default the one to move, [N]."""
        self._rows(states)
        seats = self.integers(states["to_move"], states) if players is None else self._players(players, states)
        out = np.empty(len(states), self.observation_dtype)
        self.run(loops.observations, self.params, states, seats, self._blank, out)
        return out

    def resample(self, states: Array, players: Any, draws: Any) -> Array:
        """Determinisations: copies with everything redrawn that a player cannot see, [N].

        Raises RuleFault where the rules cannot redraw it.
        """
        out = self._rows(states).copy()
        seats = self._players(players, states)
        failed = self.run(loops.redraw, self.params, out, seats, self.integers(draws, states))
        if failed >= 0:
            raise refusals.of_redraw(self, states[failed : failed + 1])
        visibility.strip_events(self, out, seats)
        return out

    def candidates(self, states: Array, weights: Array | None = None) -> list[Integers]:
        """The actions worth searching in each row, by these weights (by default the standard ones)."""
        moves = self._appraise(states, self.weights() if weights is None else weights, 0)[0]
        return [row[1 : 1 + row[0]] for row in moves]

    def evaluate(self, states: Array, players: Any, weights: Array | None = None) -> npt.NDArray[np.float64]:
        """The evaluation of each row for a player, by these weights (by default the standard ones), [N]."""
        return self._appraise(states, self.weights() if weights is None else weights, players)[1]

    def suggest(self, states: Array, draws: Any, weights: Array | None = None) -> Integers:
        """A quick choice in each row by 63 raw bits and these weights (by default the standard ones), [N].

        Uniformly random among the legal actions, unless the game defines `suggest`; -1 where a game is over.
        """
        weights = self.weights() if weights is None else weights
        out = np.empty(len(self._rows(states)), np.int64)
        as_rows(weights, self.weights_dtype, Word("noun_weights"), writeable=False)
        mask = np.empty(self.actions.policy, np.bool_)
        self.run(loops.suggestions, self.params, weights, states, self.integers(draws, states), mask, out)
        return out

    def weights(self, profile: str = "standard") -> Array:
        """The weights of an evaluation, from the game's configuration files."""
        return weights.read(self.definition, self.weights_dtype, profile)

    def key(self, states: Array) -> Integers:
        """A hash of each row's position, [N], without its ply and its trace.

        Equal keys have equal futures unless a rule reads these: a limit of plies, a position seen before.
        """
        out = np.empty(len(self._rows(states)), np.int64)
        self.run(loops.keys, states, loops.raw_bytes(states), self.state.position_start, out)
        return out

    def transform(self, states: Array, which: Any) -> Array:
        """Each row transformed by one of the game's symmetries (an index into `symmetries`)."""
        out = np.empty_like(self._rows(states))
        which = self.integers(which, states)
        if which.size and not 0 <= which.min() <= which.max() < len(self.symmetries):
            raise MalformedAction("no_such_symmetry", game=self.name, known=[known.name for known in self.symmetries])
        raw, turned = loops.raw_bytes(states), loops.raw_bytes(out)
        self.run(symmetry.transform, states, raw, which, *self.symmetry_tables, turned)
        return out

    def canonical(self, states: Array) -> Integers:
        """The symmetry that transforms each row to its canonical form, the smallest mover and position, [N]."""
        return self.fold(states)[0]

    def fold(self, states: Array) -> tuple[Integers, Array, Integers]:
        """The symmetry to each row's canonical form, [N], that form, and the image of each action in it, [N, A].

        Actions that the form's own symmetry makes equivalent go to the smallest of them.
        """
        which = np.zeros(len(self._rows(states)), np.int64)
        forms = states.copy()
        moves = np.tile(np.arange(self.actions.policy), (len(states), 1))
        if self.symmetries:
            raw, start, turned = loops.raw_bytes(states), self.state.position_start, loops.raw_bytes(forms)
            tables = (*self.symmetry_tables, *self._fold_tables)
            self.run(symmetry.canonical, states, raw, start, *tables, which, turned, moves)
        return which, forms, moves

    # -- one state, for people and files

    def record(self, state: Array) -> Any:
        """One state as a record with fields by attribute, as in the rules."""
        return self._rows(state).view(np.recarray)[0]

    def params_of(self, state: Array) -> Any:
        """The parameters of a state's variant."""
        return self.params.view(np.recarray)[state["variant"][0]]

    def view(self, state: Array, player: int, known: presentation.Choices | None = None) -> View:
        """A player's view of a state. All data of a match reaches clients through it.

        A caller who makes many views and changes none of them may keep their choices in `known`, empty at first.
        """
        rows = self._rows(state)
        if type(player) is not int or not 0 <= player < self.players:
            self._players(player, rows)
        return presentation.view(self, rows, player, known)

    def events(self, state: Array, player: int | None) -> tuple[Text, ...]:
        """The events of the last step that a player sees, in order; with None all of them."""
        return presentation.events(self, state, player)

    def narration(self, state: Array, player: int | None) -> tuple[Text, ...]:
        """The sentences about the last step for a player, where several events may make one; with None all of them."""
        return presentation.narration(self, state, player)

    def line(self, state: Array, actions: Sequence[int]) -> list[str]:
        """The texts of successive actions from a state."""
        return presentation.line(self, state, actions)

    def text_key(self, state: Array) -> str:
        """A position as text, for tables."""
        return presentation.text_key(self, state)

    def to_dict(self, state: Array) -> dict[str, Any]:
        """A state as plain data, field by field."""
        return presentation.to_dict(self, state)

    def from_dict(self, data: Mapping[str, Any]) -> Array:
        """Read the data of `to_dict`, strictly."""
        return presentation.from_dict(self, data)

    def fault(self, state: Array, fault: int) -> RuleFault:
        """The error to raise for a fault in a state."""
        return refusals.of_fault(self, state, fault)

    def resigned(self, seat: int) -> tuple[float, ...]:
        """The returns when a player resigns: the lowest for that seat, the highest for the others."""
        least, most = self.definition.returns
        return tuple(least if player == seat else most for player in range(self.players))

    def whole(self, state: Array) -> Array:
        """The state itself. Raises HiddenInformation unless the game has perfect information."""
        if not self.definition.perfect_information:
            raise HiddenInformation("hidden_information", game=self.name)
        return state

    def open_actions(self, state: Array) -> Integers:
        """All legal actions of a state, the policy's and the people's own."""
        people = np.arange(self.actions.policy, self.actions.count)
        policy = np.flatnonzero(self.legal_mask(state)[0])
        reasons = self.why_not(np.repeat(state, people.size), people) if people.size else people
        return np.concatenate([policy, people[reasons == OK]])

    # -- internals

    @cached_property
    def symmetry_tables(self) -> tuple[Array, Array, Array]:
        """The symmetries as permutations of a state's bytes, their values and bits, for compiled loops."""
        return symmetry.tables(self.symmetries, self.players, self.state_dtype)

    @cached_property
    def _fold_tables(self) -> tuple[Array, Array]:
        actions = symmetry.action_table(self.symmetries, self.actions.policy)
        return symmetry.touched(*self.symmetry_tables), actions

    def run(self, loop: Loop[..., Any], *args: Any) -> Any:
        """Call a loop, compiled or as plain Python, as this game is run."""
        if self.interpreted or (self.tier is not None and self.tier.interprets(loop, args)):
            return loop.interpret(*args)
        return loop(*args)

    def _rows(self, states: Array, *, writeable: bool = False) -> Array:
        return as_rows(states, self.state_dtype, Word("noun_states"), writeable=writeable)

    def integers(self, values: Any, states: Array) -> Integers:
        """One integer a row, or one for all rows, [N]. Raises for anything else rather than round it."""
        array = np.asarray(values)
        if array.size and (array.dtype.kind not in "iu" or (array.dtype == np.uint64 and array.max() >> 63)):
            raise MalformedAction("not_integers", found=array.reshape(-1)[0])
        array = np.full(len(states), array) if array.ndim == 0 else array
        if array.shape != (len(states),):
            raise MalformedAction("one_a_row", found=list(array.shape), rows=len(states))
        return np.ascontiguousarray(array, dtype=np.int64)

    def _players(self, players: Any, states: Array) -> Integers:
        seats = self.integers(players, states)
        if seats.size and not 0 <= seats.min() <= seats.max() < self.players:
            raise MalformedAction("no_such_player", last=self.players - 1)
        return seats

    def _appraise(self, states: Array, weights: Array, players: Any) -> tuple[Integers, npt.NDArray[np.float64]]:
        moves = np.zeros((len(self._rows(states)), 1 + self.actions.policy), np.int64)
        values = np.zeros(len(states), np.float64)
        as_rows(weights, self.weights_dtype, Word("noun_weights"), writeable=False)
        players = self._players(players, states)
        self.run(loops.appraise, self.params, weights, states, players, moves, values)
        return moves, values

    def refusal(self, action: int, reason: int, draw: int = 0, row: int | None = None, *, player: int = 0) -> Exception:
        """The error for a row that a loop refused; `player` is the player to move in it."""
        return refusals.of_index(self, action, reason, draw, row, player)
