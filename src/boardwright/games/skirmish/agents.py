"""The skirmish agents: bots that choose by weights, and wrappers that place any agent's units by a style.

A bot takes the action with the highest value by its own file of weights (action_values.py). A style ranks the hexes of
a player once, for each of its unit slots. The unit with the lowest id that can be placed goes to the best legal hex,
always through the ordinary action `deploy_unit`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from boardwright.core import dice
from boardwright.core.agent import Agent, Explanation, RowsAgent, Turn, decides_for_many, is_steady
from boardwright.core.config import Settings
from boardwright.core.definition import OwnAgent
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game, Integers, Mask
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.skirmish.action_values import NOT_LEGAL, weigh
from boardwright.games.skirmish.bot_reasons import reason
from boardwright.games.skirmish.enums import Phase
from boardwright.games.skirmish.names import first_setup, title
from boardwright.games.skirmish.setup import Setup, setup
from boardwright.games.skirmish.sight import HIDDEN

AGENT = "agent"
"""The agent places its units itself."""

Ranks = npt.NDArray[np.int64]


class Options(Settings):
    """`weights` is the file of a bot's weights, `style` its deployment style."""

    weights: str
    style: str


class Bot:
    """A bot that takes the action with the highest value by its weights. Its generator adds the noise."""

    def __init__(self, game: Game, weights: str) -> None:
        self._game, self._weights = game, game.weights(weights)

    def act(self, turn: Turn) -> int:
        """Return the action with the highest value."""
        return int(self.act_rows(turn.position, dice.raw_bits(turn.rng))[0])

    def act_rows(self, states: Array, draws: Any) -> Integers:
        """Return one action a row for whole states, with one draw a row, [N]."""
        return self._game.suggest(states, draws, self._weights)

    def takes_draw(self, states: Array) -> Mask:
        """Every row takes a draw, [N]."""
        return np.ones(len(states), np.bool_)

    def explain(self, turn: Turn) -> Explanation:
        """Return the action with all values, and the reason in words."""
        action, state = self.act(turn), turn.position.copy()
        values = np.empty(self._game.actions.policy)
        weigh(self._game.params_of(state), self._weights.view(np.recarray)[0], self._game.record(state), values)
        scores = {int(index): float(values[index]) for index in np.flatnonzero(values != NOT_LEGAL)}
        return Explanation(action, scores, reason=reason(self._game, state, action, scores))


class Deployer:
    """An agent whose units are placed by a style."""

    def __init__(self, game: Game, style: str, agent: Agent) -> None:
        self._game, self._style, self._agent = game, style, agent
        made = setup(game.configs[0])  # type: ignore[arg-type]  # a game's configuration is of its own kind
        self._units, self._hexes = made.unit_slots, made.slots.shape[1]
        self._ranks = np.stack([STYLES[style](game, made, player) for player in range(game.players)])

    def act(self, turn: Turn) -> int:
        """Return a placement by the style during deployment; else the agent's action."""
        if not _deploys(turn.observation)[0]:
            return self._agent.act(turn)
        return int(self.choose(turn.observation, turn.mask[None])[0])

    def explain(self, turn: Turn) -> Explanation:
        """Return the placement with the style as its reason; else the agent's explanation."""
        if not _deploys(turn.observation)[0]:
            return self._agent.explain(turn)
        action = self.act(turn)
        placement = self._game.actions.decode(action, turn.player)
        made = first_setup(self._game)
        unit = title(made, made.number[placement.unit_id])
        style = Word(f"skirmish.option.deploy.{self._style}")
        params = {"style": style, "unit": unit, "col": placement.col, "row": placement.row}
        return Explanation(action, reason=Word("skirmish.reason_deploys", params))

    def takes(self, observations: Array) -> Mask:
        """Return the mask of rows that the style decides, [N]."""
        return _deploys(observations)

    def choose(self, observations: Array, masks: Mask) -> Array:
        """Return a placement for each of such rows, [N]."""
        open_to = masks[:, : self._units * self._hexes].reshape(-1, self._units, self._hexes)
        unit = open_to.any(axis=2).argmax(axis=1)
        rows = np.arange(len(masks))
        ranks = self._ranks[observations["seat"], unit]
        hexes = np.where(open_to[rows, unit], ranks, self._hexes).argmin(axis=1)
        chosen: Array = unit * self._hexes + hexes
        return chosen


class RowsDeployer(Deployer):
    """A deployer around an agent that decides for rows of whole states."""

    def __init__(self, game: Game, style: str, agent: Any) -> None:
        super().__init__(game, style, agent)
        self._behind: RowsAgent = agent

    def act_rows(self, states: Array, draws: Any) -> Integers:
        """Return one action a row; the agent decides the rows that are not deploying, [N]."""
        observations = self._game.observe(states)
        out, deploys = self._game.integers(draws, states).copy(), _deploys(observations)
        out[deploys] = self.choose(observations[deploys], self._game.legal_mask(states[deploys]))
        if not deploys.all():
            out[~deploys] = self._behind.act_rows(states[~deploys], out[~deploys])
        return out

    def takes_draw(self, states: Array) -> Mask:
        """Return the mask of rows that take a draw: a style draws nothing, [N]."""
        takes = ~_deploys(self._game.observe(states))
        takes[takes] = self._behind.takes_draw(states[takes])
        return takes


class BatchDeployer(Deployer):
    """A deployer around an agent that decides for batches."""

    @property
    def draws_nothing(self) -> bool:
        """Whether the agent is deterministic; a style is."""
        return is_steady(self._agent)

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """Return one action a row; the agent decides the rows that are not deploying, [N]."""
        out = np.empty(len(masks), np.int64)
        deploys = _deploys(observations)
        out[deploys] = self.choose(observations[deploys], masks[deploys])
        if not deploys.all():
            behind: Any = self._agent
            out[~deploys] = behind.act_batch(observations[~deploys], masks[~deploys], rng)
        return out


def deploy(game: Game, style: Any, agent: Agent) -> Agent:
    """Wrap an agent so that a style places its units; the style `agent` returns it unchanged."""
    if style == AGENT:
        return agent
    if style not in STYLES:
        raise ConfigError("config_value", path="deploy", value=repr(style), expected=", ".join((AGENT, *STYLES)))
    if isinstance(agent, RowsAgent):
        return RowsDeployer(game, style, agent)
    wrap = BatchDeployer if decides_for_many(agent) else Deployer
    return wrap(game, style, agent)


def _deploys(observations: Array) -> Mask:
    # A row whose only action is the pass is not a placement: the wrapped agent passes, and the error is raised.
    deploying: Mask = (observations["phase"][:, Phase.DEPLOYMENT] != 0) & (observations["can_place"] != 0)
    return deploying


def _ranked(made: Setup, player: int, *keys: Array) -> Ranks:
    """Return the rank of each hex slot by these keys, ascending, first key first; ties go to the lower slot."""
    pool = len(made.pools[player])
    ranks = np.arange(made.slots.shape[1])
    ranks[:pool][np.lexsort((np.arange(pool), *reversed(keys)))] = np.arange(pool)
    return ranks


def _for_all_units(made: Setup, ranks: Ranks) -> Ranks:
    return np.tile(ranks, (made.unit_slots, 1))


def _sorted(game: Game, made: Setup, player: int) -> Ranks:
    """Rank by (col, row) as the player sees the board, which is the order of slots."""
    return _for_all_units(made, _ranked(made, player))


def _front(game: Game, made: Setup, player: int) -> Ranks:
    """Rank by distance to the other zone, then to the middle of the board."""
    pool, apart = list(made.pools[player]), game.params["apart"][0]
    gap = apart[pool][:, list(made.pools[1 - player])].min(axis=1)
    aside = np.array([abs(2 * made.grid.places[cell][0] - made.grid.cols + 1) for cell in pool])
    return _for_all_units(made, _ranked(made, player, gap, aside))


def _objective(game: Game, made: Setup, player: int) -> Ranks:
    """Assign the objectives to units in turn, nearest first; rank by distance to the unit's own objective."""
    pool, apart = list(made.pools[player]), game.params["apart"][0]
    flowers = [np.flatnonzero(made.objectives == number + 1) for number in range(int(made.objectives.max()))]
    if not flowers:
        return _front(game, made, player)
    ways = np.stack([apart[pool][:, flower].min(axis=1) for flower in flowers])
    # Ties by cell in the player's own frame, so that both players assign alike.
    order = sorted(range(len(flowers)), key=lambda at: (ways[at].min(), made.turned[player][flowers[at]].min()))
    rows = [_ranked(made, player, ways[order[unit % len(order)]]) for unit in range(made.unit_slots)]
    return np.stack(rows)


def _safe(game: Game, made: Setup, player: int) -> Ranks:
    """Rank by the number of hexes of the other zone in sight, then by distance from them, farthest first."""
    pool, other = list(made.pools[player]), list(made.pools[1 - player])
    seen = (game.params["sight"][0][pool][:, other] != HIDDEN).sum(axis=1)
    gap = game.params["apart"][0][pool][:, other].min(axis=1).astype(np.int64)
    return _for_all_units(made, _ranked(made, player, seen, -gap))


STYLES = {"sorted": _sorted, "front": _front, "objective": _objective, "safe": _safe}
WRAPPERS = {"deploy": deploy}


def _bot(name: str) -> OwnAgent:
    def make(game: Game, chosen: Options) -> Agent:
        return deploy(game, chosen.style, Bot(game, chosen.weights))

    return OwnAgent(Options, make, f"skirmish.does_{name}")


AGENTS = {name: _bot(name) for name in ("still", "greedy", "objective", "kite", "rush")}
