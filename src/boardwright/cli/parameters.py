"""The parameters that commands share: one name, one help text and one completion for each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from boardwright.cli import completion


def game_argument(text: str = "The game's name, as `boardwright games` lists it, or its package's folder.") -> Any:
    """The argument for a game or several, completed by the shell. The folder of a package stands for its game."""
    return typer.Argument(help=text, autocompletion=completion.games, callback=_named)


def _named(given: Any) -> Any:
    if isinstance(given, list | tuple):
        return [_named(text) for text in given]
    from boardwright.core import game_folders

    if not given:
        return given
    if not game_folders.is_folder(given):
        _require_no_folder(given)
        return given
    from boardwright.core import discovery

    return discovery.add_folder(given)


def _require_no_folder(name: str) -> None:
    """Raise ConfigError if no game is installed by this name, but a folder here has one: it is written `./stones`."""
    from pathlib import Path

    from boardwright.core import game_folders

    if not Path(name, game_folders.PROJECT).is_file():
        return
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word

    if name not in registry.names() and game_folders.read(Path(name)).points:
        advice = Word("unknown_game_folder", {"folder": f"./{name}"})
        raise ConfigError("unknown_game", path="game", name=name, advice=advice)


def agent_argument(text: str = "An agent: `name` or `name:option=value,...` (`alphabeta:depth=4`).") -> Any:
    """The argument for an agent or several, completed by the shell."""
    return typer.Argument(help=text, autocompletion=completion.agents)


GameName = Annotated[str, game_argument()]
AgentText = Annotated[str, agent_argument()]
Preset = Annotated[
    str,
    typer.Option(
        "--preset",
        "--board",
        help="A preset of the game, or a file of your own (`./mine.yaml`). Default: its standard one.",
        autocompletion=completion.presets,
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set", help="A key of the game's configuration, `size=7`, or its path, `game.battle.rounds=6`; repeatable."
    ),
]
Opening = Annotated[
    int | None, typer.Option(help="Random plies at the start, the same for every seat. Default: none.", min=0)
]
Workers = Annotated[
    int | None,
    typer.Option(
        help="Processes that work at the same time; the results are the same. Default: 1, on Ray all processors.", min=1
    ),
]
On = Annotated[
    str, typer.Option(help="Where: `local`, `ray`, or `ray:ADDRESS` of a cluster; the results are the same.")
]
Report = Annotated[
    Path | None,
    typer.Option("--out", help="Write the results to this folder while it runs, for the page (`serve --runs`)."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
