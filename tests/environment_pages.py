"""Writes docs/environments/<game>.md, a page for each environment in the layout of Gymnasium's own.

`python tests/environment_pages.py` writes the pages; a test compares them. `python tests/environment_pages.py
--animations [GAME ...]` also plays a game between agents for each, and writes it as a GIF and one board of it as SVG
for the game's page (environment_animations.py).
"""

from __future__ import annotations

import sys
from pathlib import Path

import gymnasium

import boardwright.envs
from boardwright.core import config, forms, registry
from boardwright.core.actions import Group
from boardwright.core.game import Game
from boardwright.envs import rewards, spaces
from boardwright.envs.rendering import RENDER_MODES
from boardwright.envs.settings import Defaults
from environment_animations import PLAYED, animate, draw_still, views
from observation_tables import table

FOLDER = Path(__file__).parents[1] / "docs" / "environments"
GAMES = FOLDER.parent / "games"

PAGE = """# {title}: the environment

<!-- Written by `python tests/environment_pages.py`; a test compares it. -->

![{title}: {players}]({name}.gif)

The rules, levels and strength are on [the page of the game](../games/{name}.md); what all environments share is in
[Environments](../environments.md). Numbers are those of the default preset.

{facts}

## Description

{guide}

## Actions

{actions}

## Observations

{observations}
Bounds, forms and the rules that place a field on planes: [Observations by game](../observations.md).

## Rewards

{rewards}

## Episode end

{end}

## Arguments

They follow the id: `gymnasium.make("boardwright.envs:{id}", {example})`.

{arguments}

`gymnasium.make_vec` takes the same, without `human`, and besides them `threads` ({threads}) and `autoreset_mode`
(`"SAME_STEP"`).

## Version

{version}
"""


def page(name: str) -> str:
    """The page of a game."""
    game = registry.load(name)
    env_id = boardwright.envs.register(name)
    defaults = config.validate(Defaults, config.read(config.SHIPPED, "envs"))
    return PAGE.format(
        title=game.title,
        name=name,
        players=PLAYED[name].sentence(),
        facts=_facts(game, env_id),
        guide=_guide(game),
        actions=_actions(game),
        observations=table(game),
        rewards=_rewards(game),
        end=_end(game),
        id=env_id,
        example='observation="flat"' if game.players == 1 else 'seat=0, observation="flat"',
        arguments=_arguments(game, env_id, defaults),
        threads=defaults.threads,
        version=f"`v0` has version {game.version} of the rules, which is part of every record.",
    )


def stale(folder: Path = FOLDER) -> list[str]:
    """The games whose page is missing or is not what this script would write."""
    wanted = {name: page(name) for name in registry.names()}
    paths = {name: folder / f"{name}.md" for name in wanted}
    return [
        name for name, path in paths.items() if not path.is_file() or path.read_text(encoding="utf-8") != wanted[name]
    ]


def _facts(game: Game, env_id: str) -> str:
    shapes = [f"`{form}`: {_space(game, form)}" for form in forms.names(game)]
    rows = [
        ("id", f"`{env_id}`"),
        ("made by", f'`gymnasium.make("boardwright.envs:{env_id}")`'),
        ("players", _players(game)),
        ("action space", f"`Discrete({game.actions.policy})`"),
        ("observation space", "; ".join(shapes)),
    ]
    return _table(("", ""), rows)


def _players(game: Game) -> str:
    traits = [
        "hidden information" if not game.definition.perfect_information else "",
        "chance" if game.has_chance else "",
    ]
    return ", ".join([str(game.players), *filter(None, traits)])


def _space(game: Game, form: str) -> str:
    space = spaces.learner_space(game, form)
    if isinstance(space, gymnasium.spaces.Dict):
        return f"`Dict` of {len(space)} {'field' if len(space) == 1 else 'fields'}"
    assert isinstance(space, gymnasium.spaces.Box)
    return f"`Box({space.low.min():g}, {space.high.max():g}, {space.shape}, {space.dtype})`"


def _guide(game: Game) -> str:
    """The beginning of the guide for players, up to its first heading."""
    text = game.definition.files.guide.read_text(encoding="utf-8")
    return text.partition("\n## ")[0].strip()


def _actions(game: Game) -> str:
    """A row for each kind of action that has an index in the action space."""
    rows, offset = [], 0
    for group in game.actions.groups:
        if offset < game.actions.policy:
            last = offset + group.count - 1
            texts = [f"`{game.actions.to_text(index)}`" for index in dict.fromkeys((offset, last))]
            numbers = str(offset) if group.count == 1 else f"{offset}-{last}"
            rows.append((numbers, f"`{group.name}`", _meaning(group), " ... ".join(texts)))
        offset += group.count
    head = ("number", "kind", "meaning", "first and last, as text")
    seated = any(group.seated for group in game.actions.groups)
    note = (
        "\n\nTexts are those of the first player: numbers mean actions as the player to move sees the board."
        if seated
        else ""
    )
    return _table(head, rows) + f'{note}\n\n`info["action_mask"]` says which of them are legal.'


def _meaning(group: Group) -> str:
    return " ".join((group.kind.__doc__ or "").split("\n\n")[0].split())


def _rewards(game: Game) -> str:
    """The weights of the standard profile."""
    weights = rewards.Rewards(game, rewards.STANDARD).weights
    low, high = game.definition.returns
    rows = [(f"the return of the learner's seat at the end, {low:g} to {high:g}", f"{weights.returns:g}")]
    rows += [(f"each unit of its tally `{name}`", f"{weight:g}") for name, weight in weights.tally.items() if weight]
    rows.append(("an illegal action, which changes nothing", f"{weights.illegal:g}"))
    lines = [_table(("for", "reward"), [row for row in rows if row[1] != "0"])]
    unused = [f"`{name}`" for name in game.layout.tally if not weights.tally.get(name)]
    if unused:
        lines.append(f"`rewards` may also give weights to {', '.join(unused)}.")
    return "\n\n".join(lines)


def _end(game: Game) -> str:
    return (
        "Terminated when the rules end the game. Truncated when one of its limits does: a game has at most "
        f"{game.layout.max_plies} actions of all players. A learner that ignores the mask can stay in one position for "
        "ever: give `max_episode_steps`."
    )


def _arguments(game: Game, env_id: str, defaults: Defaults) -> str:
    """The arguments of `gymnasium.make` with their defaults; those of the registration come before the library's."""
    given = gymnasium.spec(env_id).kwargs
    own = config.names(game.definition.files.configs / "rewards")
    profiles = list(dict.fromkeys([rewards.STANDARD, *own, *config.names(rewards.SHIPPED)]))
    rows = [("preset", game.definition.files.preset, _names(registry.presets(game.name)))]
    if game.players > 1:
        rows.append(("opponent", defaults.opponent, "an agent as text or as an object, for every other seat"))
        seats = ", ".join(str(seat) for seat in range(game.players))
        rows.append(("seat", str(defaults.seat), f"{seats}, or `alternate`: the learner's seat changes every game"))
    rows += [
        ("rewards", defaults.rewards, f"{_names(profiles)}, or the weights themselves"),
        ("observation", forms.FIELDS, _names(forms.names(game))),
        ("on_illegal", given["on_illegal"], "`raise`, `penalise`"),
        *_first(game, defaults),
        ("random_plies", defaults.random_plies, "at most so many random plies of all players begin an episode"),
        ("render_mode", "None", _names(RENDER_MODES)),
    ]
    quoted = [(f"`{name}`", f"`{value if value == 'None' else repr(value)}`", about) for name, value, about in rows]
    return _table(("argument", "default", "values"), quoted)


def _first(game: Game, defaults: Defaults) -> list[tuple[str, str, str]]:
    about = "the learner's `own` first action, or `uniform`: the environment plays a random one"
    return [("first", defaults.first, about)] if game.players == 1 else []


def _names(names: object) -> str:
    return ", ".join(f"`{name}`" for name in names)  # type: ignore[attr-defined]


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for written in registry.names():
        (FOLDER / f"{written}.md").write_text(page(written), encoding="utf-8")
    if "--animations" in sys.argv:
        for played in [name for name in sys.argv[1:] if name != "--animations"] or registry.names():
            seen = views(played)
            animate(seen, FOLDER / f"{played}.gif")
            draw_still(seen, GAMES / f"{played}.svg")
