"""`boardwright levels`: finds levels of difficulty for a game, and proves each stronger than the one below."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Changes, Json, Preset, game_argument

if TYPE_CHECKING:
    from boardwright.arena.level_search import LevelSearch
    from boardwright.core.game import Game


def command(
    game: Annotated[str, game_argument("A game for two, as `boardwright games` lists it.")],
    minutes: Annotated[
        float | None, typer.Option(help="CPU minutes to spend, compiling included. Default: 30.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="CPU seconds that a level may think about a move. Default: 1.")
    ] = None,
    tried: Annotated[
        list[str] | None,
        typer.Option(
            "--try", help="An agent to try besides the usual ones, such as `mcts:rollouts=nobody`; repeatable."
        ),
    ] = None,
    step: Annotated[int | None, typer.Option(help="Elo points between levels, at least. Default: 200.")] = None,
    games: Annotated[int | None, typer.Option(help="The maximum of games of two levels. Default: 400.")] = None,
    opening: Annotated[
        int | None, typer.Option(help="Random plies at the start. Default: up to 6, none in a game with chance.")
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    seed: Annotated[int | None, typer.Option(help="The random seed of openings, draws and agents.")] = None,
    profile: Annotated[str, typer.Option(help="The name of the profile.")] = "standard",
    out: Annotated[
        Path | None, typer.Option(help="The file to write. Default: levels/PROFILE.yaml beside the game's presets.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    as_json: Json = False,
) -> None:
    """Find levels of difficulty for a game, and write them.

    They are named from `easy` up.

    Agents that can play the game, by its facts, are tried from weak to strong: `random`, `mcts` with few to many
    iterations, the game's own agents, `alphabeta` or `expectimax` of growing depth, `perfect`. One that beats the
    strongest so far in a sequential test (stronger by 70 Elo points, or equal?) joins the chain, and so does one
    that is proved between two that are far apart; the others are dropped. Games are played in pairs, with seats
    swapped and the same opening or the same draws. From the chain, levels are chosen that are some way apart, the
    weakest and the strongest included; each is proved stronger than the one below, and rated.

    The same seed gives the same games; the machine decides how many fit into the time. Ctrl-C ends it early, and
    writes the levels that are proved by then (exit status 130).

    The game then declares `Search(levels=("standard",))`, and titles as the words `<game>.level.easy` ...;
    docs/agents.md has the form of the file. `boardwright ladder GAME` repeats the proof.

    Example: `boardwright levels quoridor --minutes 10 --out levels.yaml`
    """
    from boardwright.arena.level_candidates import require_all, settings
    from boardwright.arena.level_search import find_levels
    from boardwright.arena.ratings import defaults
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings as settings_of
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.errors import AgentError
    from boardwright.core.words import Word

    loaded = registry.load(game, preset or None, **settings_of(changes or []))
    given = {"minutes": minutes, "seconds": seconds, "step": step, "games": games}
    chosen = settings(tried or [], **{key: value for key, value in given.items() if value is not None})
    require_all(loaded, tried or [])
    target = _target(loaded, profile, out, force)
    used = defaults().seed if seed is None else seed
    with following(game, int(60 * chosen.minutes), None) as follow:
        found = find_levels(loaded, chosen, seed=used, opening=opening, progress=follow.progress)
    if len(found.levels()) < 2:
        raise AgentError("levels_few", game=game, agent=found.chain[0] if found.chain else "-", minutes=chosen.minutes)
    options = {**given, "opening": opening, "seed": used}
    line = [f"--{key} {value:g}" for key, value in options.items() if value is not None]
    line += [f"--preset {shlex.quote(preset)}"] if preset else []
    line += [f"--set {shlex.quote(change)}" for change in changes or []]
    line += [f"--try {shlex.quote(text)}" for text in tried or []]
    write(found, target, f"boardwright levels {game} {' '.join(line)}")
    if as_json:
        print_json({**found.to_dict(), "file": str(target)})
    else:
        _show(found)
        codes = [f"{game}.level.{name}" for name in found.profile()["levels"]]
        print(Word("levels_written", {"path": str(target), "profile": profile, "codes": codes}))
    if found.interrupted:
        raise typer.Exit(130)


def write(found: LevelSearch, path: Path, command: str) -> None:
    """Write the file of a profile, a level a line."""
    import yaml

    def flow(value: Any) -> str:
        return str(yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=1000)).strip()

    data = found.profile()
    lines = [
        f"# Made by `{command}`.",
        "# Each level was proved stronger than the one below, by pairs of games with seats swapped.",
        "# `rating`: Elo points above the weakest level, with a 95 % interval.",
        f"ladder: {flow(data['ladder'])}",
        "levels:",
        *(f"  {name}: {flow(level)}" for name, level in data["levels"].items()),
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _target(game: Game, profile: str, out: Path | None, force: bool) -> Path:
    """The file to write. Whether it can be written is asked now, and not after half an hour."""
    from boardwright.cli.file_access import exists, writing_error
    from boardwright.core.errors import ConfigError

    path = out or game.definition.files.configs / "levels" / f"{profile}.yaml"
    if exists(path) and not force:
        raise ConfigError("levels_exist", path=str(path))
    if detail := writing_error(path.parent):
        raise ConfigError("levels_unwritable", path=str(path), detail=detail)
    return path


def _show(found: LevelSearch) -> None:
    from boardwright.arena.ratings import defaults
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    heads: list[Word | str] = ["#", *headings("agent", "against", "results", "seconds_a_move", "verdict")]
    rows: list[tuple[Any, ...]] = []
    # By number: two names of agents do not fit a line of 80 characters.
    numbers = {trial.agent: f"#{number}" for number, trial in enumerate(found.trials, 1)}
    for number, trial in enumerate(found.trials, 1):
        tally = found.tally(trial)
        results = "-" if tally is None else f"{tally.wins}-{tally.draws}-{tally.losses}"
        verdict = Word(f"levels_{trial.verdict}")
        against = numbers.get(trial.against, "-")
        rows.append((number, trial.agent, against, results, f"{trial.seconds:.2g}" if trial.seconds else "-", verdict))
    title = {"game": found.game.name, "seed": found.seed}
    print_table(Word("levels_candidates", title), heads, rows, whole=(0, 1, 2))
    percent = f"{100 * defaults().confidence:g}"
    heads = [*headings("level", "agent", "elo"), Word("heading_interval", {"percent": percent})]
    levels = found.levels()
    rows = [
        (name, text, f"{rating.elo:+.0f}", interval(f"{rating.low:+.0f}", f"{rating.high:+.0f}"))
        for name, text, rating in zip(found.settings.names, levels, found.ratings(levels))
    ]
    print_table(Word("levels_title", title), heads, rows, whole=(0, 1))
