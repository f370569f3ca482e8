"""Monte Carlo tree search for any game: play it out again and again, more and more by what did well.

The compiled loop is in `mcts_loop.py`. Every game is drawn afresh, and so is what the player cannot see: the search
knows no draw to come and no secret. The same turn gives the same answer; a budget of time is the exception.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from boardwright.agents import mcts_loop
from boardwright.agents.clock import clock
from boardwright.agents.spec import from_text
from boardwright.core import dice
from boardwright.core.agent import Agent, Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word

RANDOM, NOBODY, STANDARD = "random", "nobody", "standard"


class Options(Settings):
    """configs/agents/mcts.yaml says what each key means."""

    iterations: Annotated[int, Field(ge=1, le=1 << 24)]
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    exploration: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    rollouts: str
    rollout_depth: Annotated[int, Field(ge=0)]
    scale: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    weights: str


class Mcts:
    """Grows one tree after another in memory that it sets aside once."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.weights = self._playing = game.weights(options.weights)
        self._player: Agent | None = None
        nodes, policy, told = options.iterations + 1, game.actions.policy, game.definition
        self._work = game.new()
        self._tree = np.zeros(nodes, mcts_loop.NODE)
        self._path = np.zeros(game.max_plies + 1, np.int32)
        self._moves = np.zeros(policy, np.int64)
        self._stamps = np.zeros(policy, np.int64)
        self._mask = np.zeros(policy, np.bool_)
        self._memory = np.zeros(1, mcts_loop.MEMORY)
        self._memory["exploration"], self._memory["scale"] = options.exploration, options.scale
        self._memory["least"], self._memory["most"] = told.returns
        self._memory["hidden"] = not told.perfect_information
        self._memory["fixed"] = told.perfect_information and not game.has_chance
        self._memory["opposed"] = game.players == 2 and told.zero_sum
        self._memory["rollout_depth"] = options.rollout_depth or -1
        self._choose_player()

    @property
    def iterations(self) -> int:
        """Games played out by the last search."""
        return int(self._memory["done"][0])

    @property
    def nodes(self) -> int:
        """Nodes of the last search's tree."""
        return int(self._memory["nodes"][0])

    @property
    def plies(self) -> int:
        """Actions carried out by the last search, in the tree and after it."""
        return int(self._memory["plies"][0])

    def act(self, turn: Turn) -> int:
        """The action that most games began with."""
        legal = turn.legal_actions
        return legal[0] if len(legal) == 1 else self._best(self.search(turn))

    def explain(self, turn: Turn) -> Explanation:
        """The choice, with the share of the games that began with each action as its score."""
        children = self.search(turn)
        tree, done = self._tree, max(self.iterations, 1)
        scores = {int(tree["action"][child]): float(tree["visits"][child]) / done for child in children}
        action = self._best(children)
        child = next(child for child in children if tree["action"][child] == action)
        visits = int(tree["visits"][child])
        share = 50.0 * (1.0 + float(self._tree["total_value"][child]) / visits)
        told = {"share": round(share, 1), "visits": visits, "iterations": self.iterations}
        return Explanation(action, scores, self._line(turn), Word("reason_playouts", told))

    def search(self, turn: Turn) -> list[int]:
        """Grow a tree for a turn. The nodes of its first actions come back, in the order in which they were tried."""
        memory = self._memory
        seed = dice.raw(turn.rng)
        for name in ("done", "stop", "plies", "waiting", "length"):
            memory[name] = 0
        memory["nodes"], memory["seed"], memory["player"] = 1, seed, turn.player
        self._tree[0] = (0.0, 0, 0, -1, -1, -1, -1, -1, 0)
        self._grow(turn.imagined, 1, seed)
        with clock(self.options.seconds, self.stop):
            self._grow(turn.imagined, self.options.iterations, seed)
        return self._children(0)

    def stop(self) -> None:
        """End a search that runs in another thread: it answers with what it has, if that is one game at least."""
        self._memory["stop"] = 1

    # -- inside

    def _choose_player(self) -> None:
        """Who plays the rest of a game: a word of ours, a profile of the game's weights, or any agent."""
        name, definition = self.options.rollouts, self.game.definition
        weights = definition.files.configs / "weights"
        profiles = weights.glob("*.yaml") if definition.search.weights else ()
        if name == RANDOM:
            self._memory["rollouts"] = mcts_loop.RANDOM
        elif name == NOBODY:
            self._memory["rollout_depth"] = 0
        elif name == STANDARD or name in {path.stem for path in profiles}:
            self._memory["rollouts"] = mcts_loop.SUGGESTED
            self._playing = self.game.weights(name)
        else:
            self._memory["rollouts"] = mcts_loop.OUTSIDE
            self._player = from_text(name, self.game)

    def _grow(self, root: Array, iterations: int, seed: int) -> None:
        memory = self._memory
        memory["wanted"] = iterations
        rng = np.random.default_rng(seed + int(memory["done"][0]))
        arrays = (self._work, self._tree, self._path, self._moves, self._stamps, self._mask)
        while True:
            self.game.run(mcts_loop.grow, self.game.params, self.weights, self._playing, root, *arrays, memory)
            if not memory["waiting"][0]:
                return
            self._play_on(rng)

    def _play_on(self, rng: np.random.Generator) -> None:
        """The rest of a game by an agent like any other, which is given its turns."""
        state, left = self._work, int(self._memory["rollout_depth"][0])
        assert self._player is not None
        while state["to_move"][0] != TERMINAL and left != 0:
            turn = Turn(self.game, state, int(state["to_move"][0]), rng)
            action = turn.checked(self._player.act(turn), self.options.rollouts)
            self.game.step(state, action, self.game.draws(state, action, dice.raw_bits(rng)))
            left -= 1
            self._memory["plies"] += 1

    def _children(self, node: int) -> list[int]:
        found, child = [], int(self._tree["first_child"][node])
        while child >= 0:
            found.append(child)
            child = int(self._tree["next_sibling"][child])
        return found[::-1]

    def _best(self, children: list[int]) -> int:
        """The action of the child that was visited most, of equals the one that did best."""
        tree = self._tree
        best = max(children, key=lambda child: (tree["visits"][child], self._tree["total_value"][child]))
        return int(tree["action"][best])

    def _line(self, turn: Turn) -> tuple[int, ...]:
        """What was visited most, as far as nothing hangs on a draw or on what is hidden."""
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


def make(game: Game, options: Options) -> Mcts:
    """The agent; it plays any game."""
    return Mcts(game, options)
