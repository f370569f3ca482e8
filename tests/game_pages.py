"""Writes the facts at the top of docs/games/<game>.md: picture, players, presets, version, actions, rewards, levels.

`python tests/game_pages.py` writes them between two comments, after the first paragraph; a test compares. The rest of a
page is written by hand.
"""

from __future__ import annotations

import re
from pathlib import Path

import boardwright.envs
from boardwright.agents import NAMES, defaults, levels
from boardwright.agents.requirements import why_not
from boardwright.core import registry
from boardwright.core.game import Game

FOLDER = Path(__file__).parents[1] / "docs" / "games"
BEGIN, END = "<!-- facts: python tests/game_pages.py -->", "<!-- end of facts -->"
FACTS = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.S)


def facts(name: str) -> str:
    """The facts of a game as Markdown, with their comments."""
    game = registry.load(name)
    parts = [BEGIN, f"![{game.title}: a board]({name}.svg)", _table(game), _levels(game), END]
    return "\n\n".join(part for part in parts if part)


def with_facts(name: str, text: str) -> str:
    """The text of a page with current facts; a page without them gets them after its first paragraph."""
    if not FACTS.search(text):
        title, first, *rest = text.split("\n\n")
        text = "\n\n".join([title, first.rstrip("\n"), f"{BEGIN}{END}", *rest])
    return FACTS.sub(lambda _: facts(name), text)


def stale(folder: Path = FOLDER) -> list[str]:
    """The games whose page is missing, or whose facts are not those of the game."""
    return [name for name in registry.names() if not _is_current(name, folder / f"{name}.md")]


def _is_current(name: str, path: Path) -> bool:
    return path.is_file() and facts(name) in path.read_text(encoding="utf-8")


def _table(game: Game) -> str:
    low, high = game.definition.returns
    env_id = boardwright.envs.register(game.name)
    players = ["one player" if game.players == 1 else f"{game.players} players"]
    players.append("hidden information" if not game.definition.perfect_information else "perfect information")
    players.append("chance" if game.has_chance else "no chance")
    agents = [*NAMES, *game.definition.agents]
    able = [f"`{agent}`" for agent in agents if why_not(agent, game) is None]
    page = f"../environments/{game.name}.md"
    rows = [
        ("play it", f"`boardwright play {game.name}`"),
        ("players", ", ".join(players)),
        ("presets", ", ".join(f"`{preset}`" for preset in registry.presets(game.name))),
        ("version of the rules", str(game.version)),
        ("actions", f"{game.actions.policy} ([table]({page}#actions))"),
        ("observation", f"[fields, shapes and bounds]({page}#observations)"),
        ("return at the end", f"{low:g} to {high:g} ([rewards]({page}#rewards))"),
        ("environment", f"[`{env_id}`]({page})"),
        ("agents that can play it", ", ".join(able)),
        ("adviser in `play`", f"`{defaults.adviser(game)}`"),
    ]
    if game.players > 1:
        rows.append(("opponent in `play`", f"`{defaults.opponent(game)}`"))
    return "\n".join(["| | |", "|---|---|", *(f"| {left} | {right} |" for left, right in rows)])


def _levels(game: Game) -> str:
    if not game.definition.search.levels:
        return ""
    lines = ["| level | agent | Elo above the weakest level, 95 % interval |", "|---|---|---|"]
    for name, level in levels.profile(game.definition, "").levels.items():
        options = ", ".join(
            f"`{key}={value}`" for key, value in level.options.items() if key in SHOWN and _limits(value)
        )
        rating = level.rating
        rated = "-" if rating is None else f"{rating.elo} [{rating.low}, {rating.high}]" if rating.elo else "0"
        lines.append(f"| `{name}` | {' '.join(filter(None, [f'`{level.agent}`', options]))} | {rated} |")
    file = game.definition.files.configs / "levels" / f"{game.definition.search.levels[0]}.yaml"
    command = re.search(r"`(boardwright (?:levels|ladder) [^`]+)`", file.read_text(encoding="utf-8"))
    return "\n".join(lines) + (f"\n\nMeasured by `{command[1]}`." if command else "")


def _limits(value: object) -> bool:
    return value not in (0, levels.ENDLESS)


SHOWN = ("depth", "iterations", "nodes", "noise", "model")
"""The options of a level that say how strong it is."""


if __name__ == "__main__":
    for written in registry.names():
        path = FOLDER / f"{written}.md"
        path.write_text(with_facts(written, path.read_text(encoding="utf-8")), encoding="utf-8")
