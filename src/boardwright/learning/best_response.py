"""A best response: a learner whose only opponent is one frozen agent. What it wins is what the agent can lose.

The share of points is a lower bound: a longer training, or another learner, may find more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field

from boardwright.agents.spec import named
from boardwright.arena import ratings
from boardwright.arena.evaluation import Evaluation, evaluate
from boardwright.arena.ratings import WinRate, win_rate
from boardwright.core import config, registry
from boardwright.core.config import Count, Settings, Whole
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent
from boardwright.learning import checkpoints, recipes, run_folder
from boardwright.learning.measurement import whole
from boardwright.learning.recipes import Recipe
from boardwright.learning.torch_player import NetworkAgent

REPORT = "exploit.json"
NEVER = 1 << 30
"""Updates between two candidates of a league that takes none."""

HEADING = "## Exploitability"


class Options(Settings):
    """The measurement after the training."""

    games: Count = Field(description="Games of the measurement, seats swapped.")
    seed: Whole = Field(description="Seed of the measurement.")


def defaults() -> Options:
    """Read configs/learning/exploit.yaml."""
    return config.validate(Options, config.read(config.SHIPPED / "learning", "exploit"))


def recipe_against(game: str, agent: str, name: str, changed: Mapping[str, Any]) -> Recipe:
    """Return a recipe whose only opponent is an agent, in training and in its evaluations.

    A game without chance begins with random plies in both: two deterministic players would repeat one game.
    """
    alone: dict[str, Any] = {
        "play.opponents": {agent: 1.0},
        "play.own": 0.0,
        "play.league.every": NEVER,
        "play.league.table_games": 0,
        "evaluation.against": [agent],
        "evaluation.controls": {},
    }
    players = registry.definition(game).players
    if players != 2:
        raise AgentError("exploit_for_two", game=game, players=players)
    if not registry.load(game).has_chance:
        opening = changed.get("evaluation.opening", ratings.defaults().test.opening)
        alone |= {"evaluation.opening": opening, "rollout.random_plies": opening}
    recipe = recipes.read(game, name, {**alone, **changed})
    named(agent, recipes.board(game, recipe))
    return recipe


def require_agent(agent: str, folder: Path) -> None:
    """Refuse to resume the run in a folder against another agent than its own."""
    if (folder / checkpoints.TRAINING).is_file():
        kept = json.loads((folder / run_folder.RECIPE).read_text(encoding="utf-8"))
        agents = list(kept["play"]["opponents"] if kept["play"] else [])
        if agents != [agent]:
            raise ConfigError("exploit_agent", path=str(folder), agents=agents)


class Exploit(NamedTuple):
    """What a best response wins against an agent."""

    game: Game
    agent: str
    recipe: str
    played: Evaluation
    cpu_seconds: float

    @property
    def rate(self) -> WinRate:
        """Its share of the points, with an interval."""
        return win_rate(self.played.total.points, self.played.total.games, distinct=self.played.distinct)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        total, rate = self.played.total, self.rate
        return {
            "game": self.game.name,
            "agent": self.agent,
            "recipe": self.recipe,
            "share": rate.rate,
            "low": rate.low,
            "high": rate.high,
            "shares_by_seat": [seat.points / max(seat.games, 1) for seat in self.played.seats],
            "games": total.games,
            "distinct": self.played.distinct,
            "won": total.wins,
            "drawn": total.draws,
            "lost": total.losses,
            "cpu_seconds": round(self.cpu_seconds, 1),
        }


def measure(
    game: Game, agent: str, recipe: Recipe, name: str, folder: Path, options: Options, seconds: float,
    progress: Progress = silent,
) -> Exploit:  # fmt: skip
    """Play the best response in a folder against the agent on fresh seeds, and write the report beside it."""
    network, _ = checkpoints.load_model(folder / checkpoints.MODEL)
    player = NetworkAgent(network, precision="fp32" if recipe.ppo is None else recipe.ppo.precision)
    opening = recipe.evaluation.opening
    played = whole(evaluate(game, player, agent, options.games, options.seed, opening=opening, progress=progress))
    found = Exploit(game, agent, name, played, seconds)
    (folder / REPORT).write_text(json.dumps(found.to_dict(), indent=2) + "\n", encoding="utf-8")
    return found


def with_section(card: str, found: Exploit, command: str) -> str:
    """Return a model card with the section about exploitability, which replaces an older one about the same command."""
    total, rate = found.played.total, found.rate
    line = (
        f"* `{command}`: after {found.cpu_seconds / 60:.1f} minutes of CPU time a best response wins "
        f"{100 * rate.rate:.1f} % of the points ({100 * rate.low:.1f} to {100 * rate.high:.1f} with 95 %; "
        f"{total.wins} won, {total.draws} drawn, {total.losses} lost)."
    )
    before, heading, after = card.partition(f"{HEADING}\n")
    section, mark, rest = after.partition("\n## ")
    kept = [old for old in section.splitlines() if old and not old.startswith(f"* `{command}`")]
    body = "\n".join([*kept, line])
    head = before if heading else card.rstrip("\n") + "\n\n"
    return f"{head}{HEADING}\n\n{body}\n{mark}{rest}"
