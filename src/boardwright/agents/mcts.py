"""Monte Carlo tree search with UCB1 for any game.

The compiled loop is in `mcts_loop.py`, that of information sets in `information_set_loop.py`. Every iteration has its
own draws and its own determinisation: the search knows no draw to come and no secret. The same turn gives the same
answer, unless a time budget ends the search.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from boardwright.agents import information_set_loop, mcts_loop, onnx_model, puct
from boardwright.agents.clock import clock
from boardwright.agents.network_mcts import EXPLAINED, NetworkMcts
from boardwright.agents.spec import from_text
from boardwright.core import dice, refusals
from boardwright.core.agent import Agent, Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word

MOST_WITH_MODEL = 1 << 16
"""The most iterations with a model: every legal action of every node has its memory."""

RANDOM, NOBODY, STANDARD = "random", "nobody", "standard"


class Options(Settings):
    """The options; configs/agents/mcts.yaml documents each key."""

    iterations: Annotated[int, Field(ge=1, le=1 << 24)]
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    exploration: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    rollouts: str
    rollout_depth: Annotated[int, Field(ge=0)]
    scale: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    weights: str
    information_sets: bool
    model: str
    leaves: Annotated[int, Field(ge=1, le=1024)]

    @model_validator(mode="after")
    def _one_way(self) -> Options:
        if self.model and self.information_sets:
            raise ValueError("model or information_sets")
        if self.model and self.iterations > MOST_WITH_MODEL:
            raise ValueError(f"iterations <= {MOST_WITH_MODEL}, with a model")
        return self


class Mcts:
    """Monte Carlo tree search; its memory is allocated once and reused for every turn."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.weights = self._rollout_weights = game.weights(options.weights)
        self._rollout_agent: Agent | None = None
        nodes, policy, definition = options.iterations + 1, game.actions.policy, game.definition
        self._sets: information_set_loop.InformationSets | None = None
        if options.information_sets:
            nodes = information_set_loop.nodes(options.iterations)
            self._sets = information_set_loop.allocate(game.observation_dtype, game.players, options.iterations)
        self._work = game.new()
        self._tree = np.zeros(nodes, mcts_loop.NODE)
        self._path = np.zeros(game.max_plies + 1, np.int32)
        self._moves = np.zeros(policy, np.int64)
        self._stamps = np.zeros(policy, np.int64)
        self._mask = np.zeros(policy, np.bool_)
        self._memory = np.zeros(1, mcts_loop.MEMORY)
        self._memory["exploration"], self._memory["scale"] = options.exploration, options.scale
        self._memory["least"], self._memory["most"] = definition.returns
        self._memory["hidden"] = not definition.perfect_information
        self._memory["fixed"] = definition.perfect_information and not game.has_chance
        self._memory["opposed"] = game.players == 2 and definition.zero_sum
        self._memory["rollout_depth"] = options.rollout_depth or -1
        self._choose_rollouts()

    @property
    def iterations(self) -> int:
        """Iterations of the last search."""
        return int(self._memory["done"][0])

    @property
    def nodes(self) -> int:
        """Nodes in the tree of the last search; with information sets, in the trees of all players."""
        return int(self._memory["nodes"][0])

    @property
    def plies(self) -> int:
        """Actions applied by the last search, in the tree and in rollouts."""
        return int(self._memory["plies"][0])

    def act(self, turn: Turn) -> int:
        """The most visited action."""
        legal = turn.legal_actions
        return legal[0] if len(legal) == 1 else self._best(self.search(turn))

    def explain(self, turn: Turn) -> Explanation:
        """The choice, with each action's share of the visits as its score, and the values of those visited often."""
        children = self.search(turn)
        tree, done = self._tree, max(self.iterations, 1)
        scores = {int(tree["action"][child]): float(tree["visits"][child]) / done for child in children}
        action = self._best(children)
        child = next(child for child in children if tree["action"][child] == action)
        visits = int(tree["visits"][child])
        share = 50.0 * (1.0 + float(self._tree["total_value"][child]) / visits)
        params = {"share": round(share, 1), "visits": visits, "iterations": self.iterations}
        reason, value = Word("reason_playouts", params), share / 50.0 - 1.0
        values = {
            int(tree["action"][child]): float(tree["total_value"][child]) / int(tree["visits"][child])
            for child in children
            if tree["visits"][child] >= EXPLAINED
        }
        return Explanation(action, scores, self._line(turn), reason, shares=True, value=value, values=values)

    def search(self, turn: Turn) -> list[int]:
        """Build the tree for a turn. Return the root's children, in the order in which they were first tried."""
        memory = self._memory
        seed = dice.any_seed(turn.rng)
        for name in ("done", "stop", "plies", "waiting", "length", "blind"):
            memory[name] = 0
        memory["nodes"], memory["seed"], memory["player"] = 1, seed, turn.player
        self._tree[0] = (0.0, 0, 0, -1, -1, -1, -1, -1, 0)
        if self._sets is not None:
            self._sets.buckets.fill(-1)
        self._iterate(turn.imagined, 1, seed)
        with clock(self.options.seconds, self.stop):
            self._iterate(turn.imagined, self.options.iterations, seed)
        return self._children(0)

    def stop(self) -> None:
        """Stop a search that runs in another thread; it returns its best result, after one iteration at least."""
        self._memory["stop"] = 1

    # -- inside

    def _choose_rollouts(self) -> None:
        """Set the rollout policy: `random`, `nobody`, a profile of the game's weights, or any agent."""
        name = self.options.rollouts
        if name == RANDOM:
            self._memory["rollouts"] = mcts_loop.RANDOM
        elif name == NOBODY:
            self._memory["rollout_depth"] = 0
        elif rollouts_by_weights(self.game, name):
            self._memory["rollouts"] = mcts_loop.SUGGESTED
            self._rollout_weights = self.game.weights(name)
        else:
            self._memory["rollouts"] = mcts_loop.OUTSIDE
            self._rollout_agent = from_text(name, self.game)

    def _iterate(self, root: Array, iterations: int, seed: int) -> None:
        memory = self._memory
        memory["wanted"] = iterations
        rng = np.random.default_rng(seed + int(memory["done"][0]))
        weights = (self.weights, self._rollout_weights)
        arrays = (self._work, self._tree, self._path, self._moves, self._stamps, self._mask, memory)
        while True:
            if self._sets is None:
                self.game.run(mcts_loop.iterate, self.game.params, *weights, root, *arrays)
            else:
                self.game.run(information_set_loop.iterate, self.game.params, *weights, root, *arrays, *self._sets)
            if memory["blind"][0]:
                raise refusals.of_redraw(self.game, root)
            if not memory["waiting"][0]:
                return
            self._roll_out(rng)

    def _roll_out(self, rng: np.random.Generator) -> None:
        """Roll out with an agent, turn by turn."""
        state, left = self._work, int(self._memory["rollout_depth"][0])
        assert self._rollout_agent is not None
        while state["to_move"][0] != TERMINAL and left != 0:
            turn = Turn(self.game, state, int(state["to_move"][0]), rng)
            action = turn.checked(self._rollout_agent.act(turn), self.options.rollouts)
            self.game.step(state, action, self.game.draws(state, action, dice.raw_bits(rng)))
            left -= 1
            self._memory["plies"] += 1

    def _children(self, node: int) -> list[int]:
        children, child = [], int(self._tree["first_child"][node])
        while child >= 0:
            children.append(child)
            child = int(self._tree["next_sibling"][child])
        return children[::-1]

    def _best(self, children: list[int]) -> int:
        """The action of the most visited child; of equals, the one with the highest value."""
        tree = self._tree
        best = max(children, key=lambda child: (tree["visits"][child], self._tree["total_value"][child]))
        return int(tree["action"][best])

    def _line(self, turn: Turn) -> tuple[int, ...]:
        """The principal variation, up to the first chance event or hidden information."""
        line: list[int] = []
        state, node = turn.imagined.copy(), 0
        while children := self._children(node):
            line.append(self._best(children))
            node = next(child for child in children if self._tree["action"][child] == line[-1])
            if not self._memory["fixed"][0] and (
                self._memory["hidden"][0] or int(self.game.chance(state, line[-1])[0]) != 1
            ):
                break
            self.game.step(state, line[-1])
        return tuple(line)


def rollouts_by_weights(game: Game, name: str) -> bool:
    """Whether a rollout policy is a profile of the game's weights, rather than an agent."""
    search, weights = game.definition.search, game.definition.files.configs / "weights"
    return name == STANDARD or (bool(search.weights) and (weights / f"{name}.yaml").is_file())


def make(game: Game, options: Options) -> Mcts | NetworkMcts:
    """Return the agent; it plays any game. With a model, the network's policy and value guide it."""
    if not options.model:
        return Mcts(game, options)
    network = onnx_model.make(game, onnx_model.for_search(options.model))
    chosen = puct.Options(options.iterations, exploration=options.exploration, leaves=options.leaves)
    return NetworkMcts(game, network, chosen, options.seconds)
