"""Public entries that take arrays, found by walking over classes, and a trial of each with read-only arrays.

Ray hands out read-only views of shared memory, and compiled code writes through them silently. A trial passes each
array frozen, and then compares its bytes. `python read_only_entries.py` does so with Ray's own arrays.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

import boardwright
from boardwright.agents.spec import from_text
from boardwright.arena.match_records import digest
from boardwright.core import forms
from boardwright.core.agent import Turn, ask
from boardwright.core.batch import Batch
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.envs import Vector
from boardwright.envs.rewards import STANDARD, Rewards
from boardwright.learning.imitation.augmentation import Augmenter
from boardwright.learning.imitation.dataset import Labelled

Freeze = Callable[[Any], Any]
GAMES = {"tic_tac_toe": "standard", "minesweeper": "small"}
AGENTS = {
    "tic_tac_toe": ("random", "ranking", "alphabeta:depth=2", "mcts:iterations=8"),
    "minesweeper": ("random", "rules", "probability", "solver", "model:small"),
}
ROWS = 3


def frozen(array: Any) -> Any:
    """A read-only copy."""
    copy = array.copy()
    copy.flags.writeable = False
    return copy


class Entry(NamedTuple):
    """A name, the call, and its arrays by parameter."""

    name: str
    call: Callable[..., Any]
    arrays: dict[str, Any]


def states_of(game: Game) -> Any:
    """Rows after one move each, in which choices are left."""
    batch = Batch(game, ROWS, seed=5)
    batch.step(np.argmax(batch.mask, axis=1) + np.arange(ROWS))
    return batch.states.copy()


def given(game: Game) -> dict[str, Any]:
    """An argument for each parameter by its name: an array if one of these entries takes an array there."""
    states = states_of(game)
    mask = game.legal_mask(states)
    one = states[:1]
    return {
        "states": states,
        "state": one,
        "actions": np.argmax(mask, axis=1),
        "action": int(np.argmax(mask[0])),
        "bits": np.arange(ROWS),
        "draws": np.zeros(ROWS, np.int64),
        "draw": 0,
        "games": np.arange(ROWS),
        "players": states["to_move"].astype(np.int64),
        "player": int(one["to_move"][0]),
        "which": np.zeros(ROWS, np.int64),
        "weights": game.weights(),
        "rows": np.array([True, False, True]),
        "resting": np.array([True, False, True]),
        "over": np.array([True, False, True]),
        "seed": 1,
        "known": None,
        "fault": 1,
        "reason": 1,
        "row": 0,
        "values": np.arange(ROWS),
        "steps": 2,
    }


NO_ARRAYS = {
    "new",
    "resigned",
    "run",
    "as_interpreted",
    "as_compiled",
    "from_dict",
    "refusal",
    "weights",
    "play_randomly",
}
"""Methods that take no array of a caller. `run` is the way to loops for the core itself."""

OTHER: dict[str, dict[str, Any]] = {"line": {"actions": [0]}}
"""Arguments of methods whose parameter of that name is no array."""


def methods(owner: Any, arguments: Mapping[str, Any], skip: set[str]) -> Iterator[Entry]:
    """Every public method of an object with the arrays that it takes. A parameter that nobody knows is an error."""
    for name, method in inspect.getmembers(owner, inspect.ismethod):
        if name.startswith("_") or name in skip:
            continue
        parameters = [parameter for parameter in inspect.signature(method).parameters if parameter != "self"]
        filled = {parameter: arguments[parameter] for parameter in parameters} | OTHER.get(name, {})
        yield Entry(f"{type(owner).__name__}.{name}", method, filled)


def entries(game: Game) -> Iterator[Entry]:
    """All entries for a game."""
    values = given(game)
    states, mask = values["states"], game.legal_mask(values["states"])
    observations = game.observe(states)
    yield from methods(game, values, NO_ARRAYS)
    yield from methods(Batch(game, ROWS, seed=5), values | {"actions": np.arange(ROWS)}, NO_ARRAYS)
    vector = Vector(game, ROWS, seed=5)
    yield from methods(vector, values | {"actions": np.arange(ROWS)}, {"restore", "snapshot", "close", "step_shared"})
    # Anew: the same actions are not legal twice.
    again = Vector(game, ROWS, seed=5)
    first = again.mask.argmax(axis=1)  # some opponents have moved
    yield Entry("Vector.step_shared", again.step_shared, {"actions": first})
    yield Entry("Vector.restore", lambda **saved: vector.restore(saved), vector.snapshot())
    for form in forms.names(game):
        if form != forms.FIELDS:
            yield Entry(f"Form.{form}", forms.form(game, form).write, {"observations": observations})
    yield from _agents(game, states, observations, mask)
    rewards, seats = Rewards(game, STANDARD), values["players"]
    yield Entry("Rewards.tallies", rewards.tallies, {"states": states, "seats": seats})
    yield Entry("Rewards.outcomes", rewards.outcomes, {"states": states, "seats": seats})
    tallies = rewards.tallies(states, seats)
    yield Entry("Rewards.changes", rewards.changes, {"before": tallies, "after": tallies})
    yield Entry("match_records.digest", digest, {"state": states[:1]})
    if game.symmetries:
        cells = np.zeros((ROWS, 1, 1), np.float32)
        parts = {"observations": observations, "masks": mask, "best": mask, "chances": cells, "truth": cells}
        augment = Augmenter(game).augment
        yield Entry("Augmenter", lambda **part: augment(Labelled(**part), np.random.default_rng(0)), parts)


def _agents(game: Game, states: Any, observations: Any, mask: Any) -> Iterator[Entry]:
    batches = {"observations": observations, "masks": mask}
    for text in AGENTS[game.name]:
        agent: Any = from_text(text, game)
        for name in ("act", "explain"):
            yield Entry(f"{text}.{name}", _in_turn(game, getattr(agent, name)), {"state": states[:1], "mask": mask[0]})
        if hasattr(agent, "act_batch"):
            yield Entry(f"{text}.act_batch", _with_generator(agent.act_batch), batches)
        if hasattr(agent, "teach_batch"):
            yield Entry(f"{text}.teach_batch", agent.teach_batch, batches)
        if hasattr(agent, "risks"):
            yield Entry(f"{text}.risks", agent.risks, {"observations": observations})
        if hasattr(agent, "act_rows") and game.definition.perfect_information:
            yield Entry(f"{text}.act_rows", agent.act_rows, {"states": states, "draws": np.zeros(ROWS, np.int64)})
            yield Entry(f"{text}.takes_draw", agent.takes_draw, {"states": states})
        yield Entry(f"ask {text}", _asked(agent, text, game), {"states": states})


def _in_turn(game: Game, function: Callable[[Turn], Any]) -> Callable[..., Any]:
    def call(state: Any, mask: Any) -> Any:
        turn = Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))
        # What an agent keeps or changes in a turn must not be the caller's.
        turn.mask, turn.imagined, turn.observation = mask, state, frozen(turn.observation)
        return function(turn)

    return call


def _with_generator(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda observations, masks: function(observations, masks, np.random.default_rng(0))


class _Chance:
    def draws(self, agent: Any, states: Any) -> Any:
        return frozen(np.zeros(len(states), np.int64))

    def alone(self, row: int) -> np.random.Generator:
        return np.random.default_rng(row)

    def together(self) -> np.random.Generator:
        return np.random.default_rng(0)


def _asked(agent: Any, text: str, game: Game) -> Callable[..., Any]:
    return lambda states: ask(agent, text, game, states, _Chance())


def trial(entry: Entry, freeze: Freeze) -> str:
    """Call an entry with frozen arrays. Return `fine`, the code of a refusal, or what is wrong."""
    arguments = {
        name: freeze(value) if isinstance(value, np.ndarray) else value for name, value in entry.arrays.items()
    }
    arrays = {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}
    before = {name: value.tobytes() for name, value in arrays.items()}
    assert not any(value.flags.writeable for value in arrays.values()), entry.name
    try:
        entry.call(**arguments)
        result = "fine"
    except BoardwrightError as error:
        result = error.code
    except ValueError as error:  # NumPy's own refusal, which is no sentence of ours
        result = f"ValueError: {error}"
    written = [name for name, value in arrays.items() if value.tobytes() != before[name]]
    return f"wrote {written}" if written else result


def table(game: Game, freeze: Freeze = frozen) -> dict[str, str]:
    """The result of each entry, by game and name."""
    return {f"{game.name} {entry.name}": trial(entry, freeze) for entry in entries(game)}


def main() -> None:
    """Print the table with Ray's own arrays."""
    import ray

    ray.init(num_cpus=1, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    try:
        games = (boardwright.load(name, preset) for name, preset in GAMES.items())
        tables = [table(game, lambda array: ray.get(ray.put(array))) for game in games]
        print(json.dumps({name: result for found in tables for name, result in found.items()}))
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
