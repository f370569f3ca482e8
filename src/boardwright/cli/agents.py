"""`boardwright agents`: the agents with their options, and the agents that can play a game."""

from __future__ import annotations

from typing import Annotated, Any

from boardwright.cli.parameters import Json, game_argument


def command(
    game: Annotated[str, game_argument("Show which agents can play this game, and why the others cannot.")] = "",
    as_json: Json = False,
) -> None:
    """List the agents with their options.

    Each is listed with what it does and the default values of its options.

    With a game, also its own agents, its levels of difficulty from the weakest up, the options that it gives
    every agent, whom you meet by default, and the networks that come with it.

    Options are given after the name: `alphabeta:depth=4`.

    Example: `boardwright agents quoridor`
    """
    from boardwright.agents import NAMES
    from boardwright.cli.output import print_json, print_table
    from boardwright.core import registry
    from boardwright.core.words import Word

    own = registry.definition(game).agents if game else {}
    given = list(registry.definition(game).wrappers) if game else []
    listed = [_about(name, game) for name in (*NAMES, *own)] + (_levels(game) if game else [])
    if given:
        listed = [{**agent, "options_of_the_game": given} for agent in listed]
    chosen = _defaults(game) if game else {}
    models = _models(game) if game else {}
    if as_json:
        print_json({"agents": listed, **chosen, **({"models": models} if game else {})})
        return
    columns = ["agents_name", "agents_does", "agents_options", *(["agents_plays"] if game else [])]
    rows = [
        [
            agent["name"],
            agent["does"],
            "\n".join(
                [f"{option}={agent['options'][option]}" for option in _distinct_options(agent, listed)]
                + [f"{option}=..." for option in given]
            )
            or "-",
            *([_verdict(agent)] if game else []),
        ]
        for agent in listed
    ]
    headings = [str(Word(code, {"game": game} if code == "agents_plays" else {})) for code in columns]
    print_table(Word("agents_title"), headings, rows)
    if game:
        print(Word("agents_defaults" if "opponent" in chosen else "agents_default_adviser", chosen))
    for name, path in models.items():
        print(Word("agents_model", {"name": name, "path": path}))


def _defaults(game: str) -> dict[str, str]:
    """The agents that people meet in a game without naming one."""
    from boardwright.agents import defaults
    from boardwright.core import registry

    loaded = registry.load(game)
    opponent = {"opponent": defaults.opponent(loaded)} if loaded.players > 1 else {}
    return {**opponent, "adviser": defaults.adviser(loaded)}


def _models(game: str) -> dict[str, str]:
    """The networks that come with a game, as texts of agents, with their cards, or the models where there is none."""
    from boardwright.agents import onnx_model
    from boardwright.core import registry

    loaded = registry.load(game)
    paths = {name: onnx_model.path_of(loaded, name) for name in onnx_model.names(loaded)}
    cards = {name: path.with_suffix(".md") for name, path in paths.items()}
    return {f"model:{name}": str(cards[name] if cards[name].is_file() else path) for name, path in paths.items()}


def _distinct_options(agent: dict[str, Any], listed: list[dict[str, Any]]) -> list[str]:
    """The options to print: of a level only those that differ within its profile."""
    others = [other["options"] for other in listed if "profile" in agent and other.get("profile") == agent["profile"]]
    same = {name for name, value in agent["options"].items() if all(options.get(name) == value for options in others)}
    return [name for name in agent["options"] if not others or name not in same]


def _about(name: str, game: str) -> dict[str, Any]:
    from boardwright.agents.options import FOLDER
    from boardwright.core import config, registry
    from boardwright.core.words import Word

    definition = registry.load(game).definition if game else None  # loading adds the game's words
    if definition is not None and name in definition.agents:
        does, folder = str(Word(definition.agents[name].does)), definition.files.configs / "agents"
    else:
        does, folder = _does(name), FOLDER
    return {"name": name, "does": does, "options": config.read(folder, name), **(_plays(name, game) if game else {})}


def _plays(name: str, game: str, **options: Any) -> dict[str, Any]:
    """Whether an agent can play a game, by declared facts, and the reason if it cannot."""
    from boardwright.agents.requirements import why_not
    from boardwright.core import registry

    error = why_not(name, registry.load(game), **options)
    if error is None:
        return {"plays": True}
    return {"plays": False, "why_not": {**error.word.to_dict(), "message": str(error)}}


def _levels(game: str) -> list[dict[str, Any]]:
    """The levels of every profile. Outside the first one a level is named with its profile: `hard:profile=seed`."""
    from boardwright.agents import levels
    from boardwright.core import registry
    from boardwright.core.words import Word

    definition, listed = registry.definition(game), []
    for number, profile in enumerate(definition.search.levels):
        for name, level in levels.profile(definition, profile).levels.items():
            rating = level.rating.model_dump() if level.rating else {}
            code = "agents_does_rated_level" if rating else "agents_does_level"
            does = Word(code, {"profile": profile, "agent": level.agent, **rating})
            text = name if number == 0 else f"{name}:profile={profile}"
            about = {"name": text, "does": str(does), "options": level.options, "profile": profile}
            about |= {"rating": rating} if rating else {}
            listed.append({**about, **_plays(name, game, profile=profile)})
    return listed


def _does(name: str) -> str:
    from importlib import import_module

    from boardwright.core.words import Word, codes

    code = f"agents_does_{name}"
    if code in codes("core"):
        return str(Word(code))
    # An agent that is not described in both languages yet falls back to its docstring.
    return (import_module(f"boardwright.agents.{name}").__doc__ or "").partition("\n")[0]


def _verdict(agent: dict[str, Any]) -> str:
    from boardwright.core.words import Word

    return str(Word("agents_yes")) if agent["plays"] else str(agent["why_not"]["message"])
