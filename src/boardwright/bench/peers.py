"""Other libraries' side of every measurement. A library is imported only when it is measured, and may be absent."""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

from boardwright.bench.ours import WARM_UP, choose, choose_one, repeated
from boardwright.bench.timing import Prepare, Run
from boardwright.core.game import Game

INSTALL = "pip install 'boardwright[bench]'"

P = TypeVar("P")


def find(kind: Callable[[str], P], library: str, game: Game) -> tuple[P | None, str]:
    """Return a peer for this game, or None and a note with the reason."""
    name = game.definition.peers.get(library)
    if name is None:
        return None, f"{library}: measured without it, since {game.name} names no such game there."
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a peer's own deprecations do not concern our readers
            return kind(name), ""
    except ImportError as error:
        return None, f"{library}: not installed ({error.name or error}). To compare with it: {INSTALL}"
    except Exception as error:  # each peer raises its own error for an unknown game
        return None, f"{library}: does not offer {name!r} ({type(error).__name__})."


def jax_on_one_thread() -> Any:
    """JAX, set to one thread of the CPU."""
    # XLA reads these when it starts; if jax was imported before, the single core has the same effect.
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flags}".strip()
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax

    return jax


class Pgx:
    """Pgx on the CPU, one thread."""

    def __init__(self, name: str) -> None:
        jax = jax_on_one_thread()
        import pgx
        from pgx.experimental.wrappers import auto_reset

        self._jax = jax
        env = pgx.make(name)
        self._begin: Any = jax.jit(jax.vmap(env.init))
        self._step: Any = jax.vmap(auto_reset(env.step, env.init))

    def one_call(self, n: int, steps: int, seed: int) -> Prepare:
        """One call per step, blocking. Actions and keys are computed beforehand: the same keys give the same games."""
        jax = self._jax
        step = jax.jit(self._step)

        def prepare(number: int) -> Run:
            first, later = jax.random.split(jax.random.PRNGKey(seed + number))
            start = self._begin(jax.random.split(first, n))
            keys = list(jax.random.split(later, (steps, n)))
            rng = np.random.default_rng(seed + number)
            actions, state = [], start
            for key in keys:
                chosen = choose(np.asarray(state.legal_action_mask), rng)
                actions.append(jax.numpy.asarray(chosen.astype(np.int32)))
                state = step(state, actions[-1], key)
            jax.block_until_ready((start, actions, keys, state))

            def run() -> int:
                state = start
                for action, key in zip(actions, keys):
                    state = jax.block_until_ready(step(state, action, key))
                return n * steps

            return run

        return prepare

    def fused(self, n: int, steps: int, seed: int, *, one_draw: bool = False) -> Prepare:
        """Inside `lax.scan`, with random legal actions. The whole state is carried, with mask and observation.

        Actions come from `categorical` over the mask, the usual way, which draws a number per action. With `one_draw`
        they come from one number per game, which is as little work as on our side.
        """
        jax = self._jax
        pick = _one_draw if one_draw else _categorical

        def body(carried: Any, _: Any) -> Any:
            state, key = carried
            key, for_choice, for_step = jax.random.split(key, 3)
            action = pick(jax, for_choice, state.legal_action_mask)
            return (self._step(state, action, jax.random.split(for_step, n)), key), None

        play = jax.jit(lambda carried: jax.lax.scan(body, carried, None, length=steps)[0])
        first, later = jax.random.split(jax.random.PRNGKey(seed))
        carried = jax.block_until_ready((self._begin(jax.random.split(first, n)), later))

        def run() -> int:
            nonlocal carried
            carried = jax.block_until_ready(play(carried))
            return n * steps

        return lambda _: run


def _categorical(jax: Any, key: Any, mask: Any) -> Any:
    return jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=-1)


def _one_draw(jax: Any, key: Any, mask: Any) -> Any:
    upto = jax.numpy.cumsum(mask, axis=-1)
    nth = (jax.random.uniform(key, (mask.shape[0],)) * upto[:, -1]).astype(upto.dtype)
    return jax.numpy.sum(upto <= nth[:, None], axis=-1)


class Jumanji:
    """Jumanji on the CPU, one thread: jit, vmap, and its auto-reset wrapper, which resets only finished games.

    Its game has no flood fill, no flags and no safe first click: a step reveals one cell of a board
    whose mines are already placed.
    """

    def __init__(self, name: str) -> None:
        self._jax = jax_on_one_thread()
        import jumanji

        self._make: Any = jumanji.make
        self._name = name
        jumanji.make(name)  # raises if there is no such game

    def one_call(self, rows: int, cols: int, mines: int, n: int, steps: int, seed: int) -> Prepare:
        """One call per step, blocking, on a board of this size. Actions are computed beforehand."""
        from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
        from jumanji.wrappers import VmapAutoResetWrapper

        jax = self._jax
        env: Any = VmapAutoResetWrapper(self._make(self._name, generator=UniformSamplingGenerator(rows, cols, mines)))
        begin, step = jax.jit(env.reset), jax.jit(env.step)

        def prepare(number: int) -> Run:
            state, timestep = begin(jax.random.split(jax.random.PRNGKey(seed + number), n))
            rng = np.random.default_rng(seed + number)
            actions = []
            for at in range(WARM_UP + steps):
                if at == WARM_UP:
                    start = state
                chosen = choose(np.asarray(timestep.observation.action_mask).reshape(n, -1), rng)
                action = jax.numpy.asarray(np.stack(np.divmod(chosen, cols), axis=1).astype(np.int32))
                actions.append(action)
                state, timestep = step(state, action)
            jax.block_until_ready((start, actions, state))

            def run() -> int:
                state = start
                for action in actions[WARM_UP:]:
                    state, _ = jax.block_until_ready(step(state, action))
                return n * steps

            return run

        return prepare


class PettingZoo:
    """An environment of pettingzoo.classic, stepped agent by agent."""

    def __init__(self, name: str) -> None:
        self.env: Any = import_module(f"pettingzoo.classic.{name}").env()

    def single(self, steps: int, seed: int) -> Prepare:
        """The documented loop. A step that only removes a finished agent takes time and counts no step."""
        self.env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        return lambda _: lambda: walk(self.env, steps, lambda mask: choose_one(mask, rng))


def walk(env: Any, steps: int, choice: Callable[[Any], int]) -> int:
    """Make `steps` steps of a PettingZoo environment, one game after another, with actions chosen from the masks."""
    done = 0
    while done < steps:
        if not env.agents:
            env.reset()
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(choice(observation["action_mask"]))
            done += 1
    return done


class _TooManyError(Exception):
    """The node count exceeded its limit."""


class OpenSpiel:
    """OpenSpiel's alpha-beta in Python over C++ states: its C++ alpha-beta has no Python binding."""

    title = "open_spiel python minimax over C++ states"

    def __init__(self, name: str) -> None:
        import pyspiel
        from open_spiel.python.algorithms import minimax

        self._minimax: Any = minimax
        self._game: Any = pyspiel.load_game(name)

    def nodes(self, depth: int, most: int) -> int | None:
        """The number of nodes to this depth; None if more than `most`. Counted apart from the timing."""
        plain = self._minimax._alpha_beta
        count = 0

        def counting(*args: Any, **kwargs: Any) -> Any:
            nonlocal count
            count += 1
            if count > most:
                raise _TooManyError
            return plain(*args, **kwargs)

        self._minimax._alpha_beta = counting
        try:
            self._search(depth)
        except _TooManyError:
            return None
        finally:
            self._minimax._alpha_beta = plain
        return count

    def playouts(self, moves: int, seed: int) -> Prepare:
        """Random games from Python: list the legal actions, choose one, apply it."""

        def prepare(number: int) -> Run:
            rng = random.Random(seed + number)

            def run() -> int:
                state = self._game.new_initial_state()
                for _ in range(moves):
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                    if state.is_terminal():
                        state = self._game.new_initial_state()
                return moves

            return run

        return prepare

    def prepare(self, depth: int, seconds: float, nodes: int) -> Prepare:
        """Repeat a search to this depth for `seconds` of CPU time; `nodes` is the number of nodes of one search."""

        def search() -> int:
            self._search(depth)
            return nodes

        return repeated(search, seconds)

    def _search(self, depth: int) -> None:
        self._minimax.alpha_beta_search(self._game, value_function=lambda _: 0.0, maximum_depth=depth)
