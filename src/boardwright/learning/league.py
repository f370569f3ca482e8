"""Self-play league: checkpoints that beat the last promoted one join the opponents; a final tournament rates all."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from pydantic import Field

from boardwright.agents.spec import Named, named
from boardwright.arena import crosstable
from boardwright.arena.ratings import Sprt
from boardwright.arena.tournament import Tournament, tournament
from boardwright.core.config import Count, Settings, Whole
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.envs.opponents import Pool
from boardwright.learning import checkpoints
from boardwright.learning.measurement import whole
from boardwright.learning.networks import Network
from boardwright.learning.torch_player import NetworkAgent, Precision, SamplingAgent

FOLDER, TABLE, PICTURE = "league", "league.json", "league.png"


class Options(Settings):
    """The rules of promotion."""

    every: Count = Field(description="Updates between two candidates.")
    games: Count = Field(description="Most games of a candidate against the last promoted checkpoint.")
    keep: Count = Field(description="Number of latest promoted checkpoints that play.")
    first: str = Field(description="Agent that the first candidate must beat.")
    sprt: Sprt = Field(description="Test that promotes a candidate.")
    table_games: Whole = Field(description="Games per pairing of the final tournament; 0 for none.")
    opening: Whole = Field(description="Random plies at the beginning of those games, where the game has no chance.")
    seed: Whole = Field(description="Seed of the candidates' games.")


class League:
    """The promoted checkpoints of a run, stored in its folder, and the pool of opponents that contains them.

    In the pool they sample their actions, for the variety of the learner's games; candidates and the champion play
    their most probable ones.
    """

    def __init__(
        self, game: Game, opponents: dict[str, float], own: float, options: Options, folder: Path, *, device: str
    ) -> None:
        self.game, self.options, self.folder, self.own, self.device = game, options, folder, own, device
        self.pool = Pool(game, opponents)
        self._bots = list(zip(self.pool.members, opponents.values()))
        self.members: list[str] = []
        self._playing: list[tuple[str, Network]] = []

    def consider(self, network: Network, precision: Precision, at: int) -> dict[str, float]:
        """Play a candidate against the last promoted checkpoint, and promote it if the SPRT accepts it."""
        name = f"update-{at:05d}"
        candidate = Named(name, NetworkAgent(network, precision=precision))
        champion = self._first()
        if self._playing:
            last, weights = self._playing[-1]
            champion = Named(last, NetworkAgent(weights, precision=precision))
        sides, seed, options = [candidate, champion], self.options.seed + at, self.options
        match = whole(tournament(self.game, sides, options.games, seed, sprt=options.sprt, opening=self._opening))
        pairing = match.pairings[0]
        if pairing.verdict == "elo1":
            checkpoints.save_model(self._path(name), network, self.game, {"update": at})
            self.members.append(name)
            self._join(name, copy.deepcopy(network), precision)
        tally = pairing.tally
        scores = {"candidate_score": tally.points / tally.games, "candidate_games": float(tally.games)}
        return {**scores, "promoted": float(len(self.members))}

    def restore(self, members: list[str], precision: Precision) -> None:
        """Restore the league of a saved run."""
        self.members = list(members)
        self._playing = []
        for name in members[-self.options.keep :]:
            self._join(name, checkpoints.load_model(self._path(name), self.device)[0], precision)

    def table(self, network: Network, precision: Precision) -> Tournament | None:
        """Play a round robin of the promoted checkpoints, the final network and the opponents."""
        if self.options.table_games == 0:
            return None
        promoted = [Named(name, self._loaded(name, precision)) for name in self.members]
        final = Named("final", NetworkAgent(network, precision=precision))
        entered: list[Any] = [*(bot for bot, _ in self._bots), *promoted, final]
        games, seed = self.options.table_games, self.options.seed
        return whole(tournament(self.game, entered, games, seed, opening=self._opening))

    def draw(self, table: Tournament) -> None:
        """Draw the table as a picture, if Matplotlib is installed."""
        try:
            crosstable.draw(table, self.folder / PICTURE)
        except AgentError:
            return

    def _join(self, name: str, network: Network, precision: Precision) -> None:
        self._playing = [*self._playing, (name, network)][-self.options.keep :]
        if self.own > 0:
            share = self.own / len(self._playing)
            own = [Named(text, SamplingAgent(member, precision=precision)) for text, member in self._playing]
            self.pool.set([*self._bots, *((agent, share) for agent in own)])

    @property
    def _opening(self) -> int:
        # Without dice and openings two networks repeat one pair of games, which is no evidence: nobody is promoted.
        return 0 if self.game.has_chance else self.options.opening

    def _first(self) -> Named:
        return named(self.options.first, self.game)

    def _loaded(self, name: str, precision: Precision) -> NetworkAgent:
        return NetworkAgent(checkpoints.load_model(self._path(name), self.device)[0], precision=precision)

    def _path(self, name: str) -> Path:
        return self.folder / FOLDER / f"{name}.safetensors"
