"""Self-play: checkpoints that beat the last one join the opponents, and at the end everybody has a rating."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from boardwright.agents.spec import Named, named
from boardwright.arena import crosstable
from boardwright.arena.ratings import Sprt
from boardwright.arena.tournament import Tournament, tournament
from boardwright.core.config import Settings
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.envs.opponents import Pool
from boardwright.learning import checkpoints
from boardwright.learning.measurement import whole
from boardwright.learning.networks import Network
from boardwright.learning.torch_player import NetworkAgent, Precision

FOLDER, TABLE, PICTURE = "league", "league.json", "league.png"

Count = Annotated[int, Field(ge=1)]


class Options(Settings):
    """How checkpoints are promoted."""

    every: Count  # updates between two candidates
    games: Count  # at most, of a candidate against the last one promoted
    keep: Count  # of the latest promoted ones play
    first: str  # whom the first candidate must beat
    sprt: Sprt
    table_games: Annotated[int, Field(ge=0)]  # of each pairing in the table at the end; 0 for no table
    seed: Annotated[int, Field(ge=0)]


class League:
    """The promoted checkpoints of a run, as files in its folder, and the pool of opponents that they are part of."""

    def __init__(self, game: Game, opponents: dict[str, float], own: float, options: Options, folder: Path) -> None:
        self.game, self.options, self.folder, self.own = game, options, folder, own
        self.pool = Pool(game, opponents)
        self._bots = list(zip(self.pool.members, opponents.values()))
        self.members: list[str] = []
        self._playing: list[Named] = []

    def consider(self, network: Network, precision: Precision, at: int) -> dict[str, float]:
        """Let a candidate play the last one promoted, and promote it if it is clearly stronger."""
        name = f"update-{at:05d}"
        candidate = Named(name, NetworkAgent(network, precision=precision))
        champion = self._playing[-1] if self._playing else self._first()
        sides, seed = [candidate, champion], self.options.seed + at
        found = whole(tournament(self.game, sides, self.options.games, seed, sprt=self.options.sprt))
        pairing = found.pairings[0]
        if pairing.verdict == "elo1":
            checkpoints.save_model(self._path(name), network, self.game, {"update": at})
            self.members.append(name)
            self._join(Named(name, NetworkAgent(copy.deepcopy(network), precision=precision)))
        tally = pairing.tally
        told = {"candidate_score": tally.points / tally.games, "candidate_games": float(tally.games)}
        return {**told, "promoted": float(len(self.members))}

    def restore(self, members: list[str], precision: Precision) -> None:
        """The same league as when a run was saved."""
        self.members = list(members)
        self._playing = []
        for name in members[-self.options.keep :]:
            network, _ = checkpoints.load_model(self._path(name))
            self._join(Named(name, NetworkAgent(network, precision=precision)))

    def table(self, network: Network, precision: Precision) -> Tournament | None:
        """Everybody against everybody: the promoted, the final network, the opponents. Written down, and drawn."""
        if self.options.table_games == 0:
            return None
        promoted = [Named(name, self._loaded(name, precision)) for name in self.members]
        final = Named("final", NetworkAgent(network, precision=precision))
        entered: list[Any] = [*(bot for bot, _ in self._bots), *promoted, final]
        return whole(tournament(self.game, entered, self.options.table_games, self.options.seed))

    def draw(self, found: Tournament) -> None:
        """The table as a picture, where Matplotlib is there."""
        try:
            crosstable.draw(found, self.folder / PICTURE)
        except AgentError:
            return

    def _join(self, member: Named) -> None:
        self._playing = [*self._playing, member][-self.options.keep :]
        if self.own > 0:
            share = self.own / len(self._playing)
            self.pool.set([*self._bots, *((each, share) for each in self._playing)])

    def _first(self) -> Named:
        return named(self.options.first, self.game)

    def _loaded(self, name: str, precision: Precision) -> NetworkAgent:
        return NetworkAgent(checkpoints.load_model(self._path(name))[0], precision=precision)

    def _path(self, name: str) -> Path:
        return self.folder / FOLDER / f"{name}.safetensors"
