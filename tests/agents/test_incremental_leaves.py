"""A network inside alpha-beta at every node of a search, against its plain statement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import boardwright
from boardwright import agents
from boardwright.agents import accumulators, alphabeta_loop, incremental_model
from boardwright.agents.accumulators import ONE
from boardwright.agents.alphabeta import AlphaBeta
from boardwright.agents.alphabeta_loop import WON
from boardwright.agents.incremental_model import FORMAT, SWAP, IncrementalModel
from boardwright.core import registry
from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import features
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from saying import refused

SEARCH = "alphabeta:table=0,pvs=false,killers=false,history=false,endgame=false"


@loop
def turned_on(p: Array, s: Array, words: Array) -> None:
    """The features of positions, each from nothing."""
    for row in range(s.shape[0]):
        features(p[s[row].variant], s[row], words[row])


class Plain:
    """A network by its file alone: whole numbers without limits, summed over the features that are on."""

    def __init__(self, game: Game, model: IncrementalModel) -> None:
        self.game, self.about = game, model.about
        self.first, self.biases, self.value, self.policy = (part.astype(object) for part in model[:4])
        self.offset = model.offset
        everything, actions = np.arange(len(model.first)), np.arange(game.actions.policy)
        self.seen = [everything, incremental_model.facet_of(game).symmetries(game.configs[0])[SWAP]]
        swap = [symmetry.actions for symmetry in game.symmetries if symmetry.name == SWAP]
        self.places = [actions, *(swap or [actions])]

    def on(self, states: Array) -> list[list[int]]:
        """The features that are on in each position."""
        words = np.zeros((len(states), incremental_model.facet_of(self.game).words), np.int64)
        self.game.run(turned_on, self.game.params, states, words)
        return [
            [at * BITS + bit for at, word in enumerate(row) for bit in range(BITS) if word >> bit & 1] for row in words
        ]

    def correction(self, on: Sequence[int], player: int) -> float:
        """What is added to the evaluation of the player to move."""
        return float(self._output(self.value, on, player) + self.offset[0]) * self.about["unit"]

    def hint(self, on: Sequence[int], player: int, action: int) -> int:
        """The hint for the order of an action."""
        place = int(self.places[player][action])
        return int(float(self._output(self.policy[place], on, player) + self.offset[1 + place]) * self.about["hint"])

    def _output(self, weights: Array, on: Sequence[int], player: int) -> int:
        total = 0
        for side, seat in enumerate((player, 1 - player)):
            layer = self.biases + self.first[self.seen[seat][list(on)]].sum(axis=0)
            total += (np.clip(layer, 0, ONE) * weights[side]).sum()
        return int(total)


def drawn(game: Game, seed: int, most: int = 200) -> IncrementalModel:
    """A network with random weights."""
    rng = np.random.default_rng(seed)
    actions, units = game.actions.policy, 8
    sizes = ((BITS * incremental_model.facet_of(game).words, units), (units,), (2, units), (actions, 2, units))
    first, biases, value, policy = (rng.integers(-most, most, size).astype(np.int16) for size in sizes)
    about = {"format": FORMAT, "game": game.name, "version": game.version, "unit": 1e-3, "hint": 1e-3}
    return IncrementalModel(first, biases, value, policy, rng.integers(-9999, 9999, 1 + actions), about)


def reached(game: Game, seed: int, plies: int) -> Array:
    """The position after random moves."""
    rng = np.random.default_rng(seed)
    state = game.new(variant=seed % len(game.configs))
    for _ in range(plies):
        if state["to_move"][0] == TERMINAL:
            break
        game.step(state, [int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))])
    return state


def minimax(plain: Plain, state: Array, depth: int, plies: int = 0) -> float:
    """The value to the player to move, by everything that can be played."""
    game, player = plain.game, int(state["to_move"][0])
    if player == TERMINAL:
        return float(state["returns"][0, 0]) * (WON - plies)
    if depth == 0:
        return float(game.evaluate(state, player)[0]) + plain.correction(plain.on(state)[0], player)
    worths = []
    for move in game.candidates(state)[0]:
        child = game.apply(state, int(move))
        worth = minimax(plain, child, depth - 1, plies + 1)
        worths.append(worth if max(int(child["to_move"][0]), 0) == player else -worth)
    return max(worths)


def differences(
    game: Game, model: IncrementalModel, state: Array, depth: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """The nodes of a search in plain Python at which something is not as stated, and how many there were."""
    plain, on, counts = Plain(game, model), dict[int, list[int]](), [0, 0]

    def update(net, row, s, ply):
        accumulators.update(net, row, s, ply)
        words = np.zeros((1, net.words.shape[1]), np.int64)
        features(row, s, words[0])
        on[ply] = [at * BITS + bit for at, word in enumerate(words[0]) for bit in range(BITS) if int(word) >> bit & 1]

    def correction(net, ply, player):
        found = accumulators.correction(net, ply, player)
        count(found == plain.correction(on[ply], player))
        return found

    def hint(net, ply, player, action):
        found = accumulators.hint(net, ply, player, action)
        count(found == plain.hint(on[ply], player, action))
        return found

    def count(right: bool) -> None:
        counts[0] += not right
        counts[1] += 1

    monkeypatch.setattr(alphabeta_loop.search, "_plain", None)  # which keeps the functions it was first run with
    for watched in (update, correction, hint):
        monkeypatch.setattr(alphabeta_loop, watched.__name__, watched)
    with monkeypatch.context() as patched:
        patched.setattr(incremental_model, "read", lambda *_: model)
        agent = agents.make(f"alphabeta:depth={depth},endgame=false,model=any", game)
    assert isinstance(agent, AlphaBeta)
    agent.deepen(state)
    return counts[0], counts[1]


@pytest.mark.parametrize("plies", [0, 7])
def test_every_node_of_a_search_has_the_output_of_its_own_position(plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = boardwright.load("connect_four").as_interpreted()
    wrong, nodes = differences(game, drawn(game, plies), reached(game, 3, plies), 3, monkeypatch)
    assert wrong == 0
    assert nodes > 100


def test_a_layer_that_begins_with_another_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: the layer is that of the line before, which was taken back."""
    game = boardwright.load("connect_four").as_interpreted()

    def misled(words, sums, first, ply, whole=accumulators.change):
        parent = sums[ply - 1].copy()
        sums[ply - 1] = sums[ply]
        whole(words, sums, first, ply)
        sums[ply - 1] = parent

    monkeypatch.setattr(accumulators, "change", misled)
    wrong, nodes = differences(game, drawn(game, 0), reached(game, 3, 0), 2, monkeypatch)
    assert wrong > nodes / 2


@pytest.mark.slow
def test_a_compiled_search_with_the_shipped_model_has_the_value_of_trying_everything() -> None:
    """Both players to move, both walls-in-hand variants of one game; few moves are left, so that lines are long."""
    game = registry.mix(boardwright.load("quoridor"), boardwright.load("quoridor", walls=8))
    model = incremental_model.read(game, "standard")
    agent = agents.make(f"{SEARCH},depth=2,model=standard", game)
    assert isinstance(agent, AlphaBeta)
    plain, seats = Plain(game, model), set()
    for seed in range(40):
        state = reached(game, seed, 40 + seed // 2)
        if int(state["to_move"][0]) == TERMINAL or len(game.candidates(state)[0]) > 6:
            continue
        seats.add((int(state["variant"][0]), int(state["to_move"][0])))
        found = agent.search(state, 2)
        assert found is not None
        assert found[0] == pytest.approx(minimax(plain, state, 2), abs=1e-9)
    assert len(seats) == 4


def edge(game: Game, over: int) -> IncrementalModel:
    """A network whose sums can be the largest number, and `over` more."""
    model = drawn(game, 1, most=9)
    first, value = np.zeros_like(model.first), model.value.copy()
    stones = 7
    first[[3, 10, 17, 24, 31, 38, 45][:stones], 0] = 4096  # the middle column, and one that is no cell
    biases = np.zeros_like(model.biases)
    biases[0] = 32767 - stones * 4096 + over
    return model._replace(first=first, biases=biases, value=value)


@pytest.mark.parametrize("weights", ["first", "policy"])
def test_weights_whose_sums_could_wrap_round_are_refused(weights: str, tmp_path: Path) -> None:
    game = boardwright.load("connect_four")
    incremental_model.write(tmp_path / "edge.npz", edge(game, 0))
    incremental_model.read(game, str(tmp_path / "edge.npz"))
    units = 260
    wide = drawn(game, 1)._replace(
        first=np.zeros((2 * BITS, units), np.int16), biases=np.zeros(units, np.int16),
        value=np.zeros((2, units), np.int16), policy=np.full((7, 2, units), -32767, np.int16),
    )  # fmt: skip
    incremental_model.write(tmp_path / "over.npz", edge(game, 1) if weights == "first" else wide)
    with refused(AgentError, "model_overflows", found={"first": 1 << 15, "policy": 255 * 32767 * units}[weights]):
        incremental_model.read(game, str(tmp_path / "over.npz"))


@pytest.mark.parametrize("field", ["biases", "value", "policy", "offset"])
def test_arrays_of_another_size_are_refused(field: str, tmp_path: Path) -> None:
    """Compiled code would read past their ends."""
    game = boardwright.load("connect_four")
    model = drawn(game, 1)
    incremental_model.write(tmp_path / "short.npz", model._replace(**{field: getattr(model, field)[..., :-1]}))
    with refused(AgentError, "model_shape"):
        incremental_model.read(game, str(tmp_path / "short.npz"))


def test_boards_that_are_turned_otherwise_are_refused() -> None:
    small, large = boardwright.load("quoridor", size=7), boardwright.load("quoridor")
    with refused(ConfigError, "variants_differ", path="features"):
        incremental_model.swapped(registry.mix(large, small))
