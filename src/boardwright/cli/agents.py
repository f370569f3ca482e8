"""`boardwright agents`: who there is to play against, with which options, and who can play a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def command(
    game: Annotated[str, typer.Argument(help="Say which agents can play this game, and why the others cannot.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the agents: what each does, and its options with the values they have unless told otherwise.

    With a game, also the agents that play only that game, its levels of difficulty from the weakest up, and the options
    that the game gives every agent.

    Options are given after the name: `alphabeta:depth=4`.
    """
    from boardwright.agents import NAMES
    from boardwright.cli.output import print_json, print_table
    from boardwright.core import registry
    from boardwright.core.words import Word

    own = registry.definition(game).agents if game else {}
    given = list(registry.definition(game).wrappers) if game else []
    shown = [_about(name, game) for name in (*NAMES, *own)] + (_levels(game) if game else [])
    if given:
        shown = [{**each, "options_of_the_game": given} for each in shown]
    if as_json:
        print_json({"agents": shown})
        return
    columns = ["agents_name", "agents_does", "agents_options", *(["agents_plays"] if game else [])]
    rows = [
        [
            agent["name"],
            agent["does"],
            "\n".join(
                [f"{option}={agent['options'][option]}" for option in _told(agent, shown)]
                + [f"{option}=..." for option in given]
            )
            or "-",
            *([_verdict(agent)] if game else []),
        ]
        for agent in shown
    ]
    headings = [str(Word(code, {"game": game} if code == "agents_plays" else {})) for code in columns]
    print_table(Word("agents_title"), headings, rows)


def _told(agent: dict[str, Any], shown: list[dict[str, Any]]) -> list[str]:
    """The options worth a line: of a level only those that tell it from the others of its profile."""
    others = [each["options"] for each in shown if "profile" in agent and each.get("profile") == agent["profile"]]
    same = {name for name, value in agent["options"].items() if all(each.get(name) == value for each in others)}
    return [name for name in agent["options"] if not others or name not in same]


def _about(name: str, game: str) -> dict[str, Any]:
    from boardwright.agents import make
    from boardwright.agents.options import FOLDER
    from boardwright.core import config, registry
    from boardwright.core.errors import BoardwrightError

    if game and name in registry.definition(game).agents:
        return _own(name, game)
    about: dict[str, Any] = {"name": name, "does": _does(name), "options": config.read(FOLDER, name)}
    if game:
        loaded = registry.load(game)
        about["plays"] = True
        try:
            make(name, loaded)
        except BoardwrightError as error:
            about["plays"] = False
            about["why_not"] = {**error.word.to_dict(), "message": str(error)}
    return about


def _own(name: str, game: str) -> dict[str, Any]:
    """An agent that the game brings along, and so can play it."""
    from boardwright.core import config, registry
    from boardwright.core.words import Word

    found = registry.load(game).definition
    options = config.read(found.files.configs / "agents", name)
    return {"name": name, "does": str(Word(found.agents[name].does)), "options": options, "plays": True}


def _levels(game: str) -> list[dict[str, Any]]:
    """The levels of every profile. One of another profile than the first is asked for with it: `hard:profile=seed`."""
    from boardwright.agents import levels
    from boardwright.core import registry
    from boardwright.core.words import Word

    found, shown = registry.definition(game), []
    for number, profile in enumerate(found.search.levels):
        for name, level in levels.profile(found, profile).levels.items():
            does = Word("agents_does_level", {"profile": profile, "agent": level.agent})
            text = name if number == 0 else f"{name}:profile={profile}"
            about = {"name": text, "does": str(does), "options": level.options, "plays": True, "profile": profile}
            shown.append(about)
    return shown


def _does(name: str) -> str:
    from importlib import import_module

    from boardwright.core.words import Word, codes

    code = f"agents_does_{name}"
    if code in codes("core"):
        return str(Word(code))
    # An agent that nobody has described in both languages yet still says what its author wrote.
    return (import_module(f"boardwright.agents.{name}").__doc__ or "").partition("\n")[0]


def _verdict(agent: dict[str, Any]) -> str:
    from boardwright.core.words import Word

    return str(Word("agents_yes")) if agent["plays"] else str(agent["why_not"]["message"])
