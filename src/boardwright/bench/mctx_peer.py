"""mctx over Pgx: Gumbel search in JAX, with a network of the same layers as ours."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from boardwright.bench.peers import jax_on_one_thread
from boardwright.bench.timing import Prepare, Run
from boardwright.learning.networks import Network


class Mctx:
    """A game of Pgx, and the tower of a network of ours in JAX; the stem reads the planes of Pgx instead."""

    def __init__(self, name: str, network: Network) -> None:
        self._jax = jax_on_one_thread()
        import mctx
        import pgx

        self._mctx: Any = mctx
        self._env: Any = pgx.make(name)
        self._blocks = network.options.blocks
        planes = int(self._env.observation_shape[-1])
        rng = np.random.default_rng(0)
        self._weights: dict[str, Any] = {}
        for key, weight in network.body.state_dict().items():
            shape = (weight.shape[0], planes, *weight.shape[2:]) if key == "stem.weight" else tuple(weight.shape)
            scale = 1.0 / math.sqrt(max(1, math.prod(shape[1:])))
            self._weights[key] = self._jax.numpy.asarray(rng.normal(0.0, scale, shape).astype(np.float32))

    def search(self, games: int, simulations: int, considered: int, plies: int, seed: int) -> Prepare:
        """A search of a move in every game; the unit is a simulation."""
        jax, env = self._jax, self._env
        begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

        def recurrent(weights: Any, key: Any, action: Any, state: Any) -> Any:
            player = state.current_player
            state = jax.vmap(env.step)(state, action)
            logits, value = self._answers(weights, state)
            reward = state.rewards[jax.numpy.arange(games), player]
            over = state.terminated
            output = self._mctx.RecurrentFnOutput(
                reward=reward,
                discount=jax.numpy.where(over, 0.0, -1.0),
                prior_logits=logits,
                value=jax.numpy.where(over, 0.0, value),
            )
            return output, state

        def one(weights: Any, key: Any, state: Any) -> Any:
            logits, value = self._answers(weights, state)
            found = self._mctx.gumbel_muzero_policy(
                weights,
                key,
                self._mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state),
                recurrent,
                num_simulations=simulations,
                invalid_actions=~state.legal_action_mask,
                max_num_considered_actions=considered,
            )
            return found.action, found.action_weights

        compiled = jax.jit(one)

        def prepare(number: int) -> Run:
            first, later = jax.random.split(jax.random.PRNGKey(seed + number))
            state = begin(jax.random.split(first, games))
            rng = np.random.default_rng(seed + number)
            for _ in range(plies):
                mask = np.asarray(state.legal_action_mask)
                state = step(state, jax.numpy.asarray(np.argmax(mask * (rng.random(mask.shape) + 1.0), axis=1)))
            jax.block_until_ready((state, later))

            def run() -> int:
                jax.block_until_ready(compiled(self._weights, later, state))
                return games * simulations

            return run

        return prepare

    def _answers(self, weights: dict[str, Any], state: Any) -> tuple[Any, Any]:
        """BoardPolicy of architectures.py, layer by layer, with the planes last as XLA prefers on a CPU."""
        jax, numpy = self._jax, self._jax.numpy

        def conv(name: str, x: Any) -> Any:
            kernel = numpy.transpose(weights[f"{name}.weight"], (2, 3, 1, 0))
            layout = ("NHWC", "HWIO", "NHWC")
            return (
                jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=layout)
                + weights[f"{name}.bias"]
            )

        def linear(name: str, x: Any) -> Any:
            return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

        def pooled(x: Any) -> Any:
            return numpy.concatenate([x.mean(axis=(1, 2)), x.max(axis=(1, 2))], axis=1)

        f = jax.nn.relu(conv("stem", state.observation.astype(numpy.float32)))
        for block in range(self._blocks):
            whole = linear(f"blocks.{block}.whole", pooled(f))
            inner = conv(f"blocks.{block}.first", f) + whole[:, None, None, :]
            f = jax.nn.relu(f + conv(f"blocks.{block}.second", jax.nn.relu(inner)))
        cells = jax.nn.relu(conv("narrow", f)).reshape(f.shape[0], -1)
        known = numpy.concatenate([cells, pooled(f)], axis=1)
        value = linear("value_head.2", jax.nn.relu(linear("value_head.0", known)))[:, 0]
        logits = linear("policy_head", known)
        return numpy.where(state.legal_action_mask, logits, -1e9), numpy.tanh(value)
