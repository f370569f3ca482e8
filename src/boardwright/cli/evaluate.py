"""`boardwright evaluate`: how well does an agent do against another?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from boardwright.arena.evaluation import Evaluation


def command(
    game: Annotated[str, typer.Argument(help="The game's name, as `boardwright games` lists it.")],
    agent: Annotated[str, typer.Argument(help="An agent: `name` or `name:option=value,...` (`alphabeta:depth=4`).")],
    opponent: Annotated[str, typer.Argument(help="Another, unless the game is for one.")] = "",
    games: Annotated[int | None, typer.Option(help="How many games; configs/arena.yaml unless told.")] = None,
    seed: Annotated[int | None, typer.Option(help="Where chance comes from: the same seed, the same results.")] = None,
    preset: Annotated[
        str, typer.Option("--preset", "--board", help="Which of the game's presets; its standard one unless told.")
    ] = "",
    start: Annotated[
        str, typer.Option(help="How games begin, where a game knows several ways: `safe3x3` or `safe` in minesweeper.")
    ] = "",
    first: Annotated[
        str, typer.Option(help="The first action: the agent's `own`, or in a game for one `uniform`, the same for all.")
    ] = "own",
    record: Annotated[Path | None, typer.Option(help="Write every match to this file, for `replay`.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play a fixed number of games, each seed from every seat, and give shares with 95 % intervals.

    Ctrl-C prints what is played so far (exit status 130).
    """
    import time

    from boardwright.arena.evaluation import evaluate
    from boardwright.arena.ratings import defaults
    from boardwright.cli.output import print_json
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word

    if first not in {"own", "uniform"}:
        raise ConfigError("config_value", path="first", value=first, expected="own, uniform")
    loaded = registry.load(game, preset or None, **_start(game, start))
    total = defaults().games if games is None else games
    title = f"{agent} v {opponent}" if opponent else agent
    if as_json and loaded.players == 1:
        evaluate(loaded, agent, None, 1, seed)  # what is compiled is no part of a game's cost
    began = time.process_time()
    with following(title, total, record) as follow:
        callbacks: Any = follow._asdict()
        found = evaluate(loaded, agent, opponent or None, total, seed, any_first=first == "uniform", **callbacks)
    seconds = time.process_time() - began
    if as_json:
        print_json({**found.to_dict(), **(_alone(found, seconds) if loaded.players == 1 else {})})
    else:
        _show(found)
    if found.repetitive:
        typer.echo(Word("same_games", {"distinct": found.distinct}), err=True)
    if not found.complete:
        typer.echo(Word("stopped_early", {"done": found.total.games, "total": total}), err=True)
        raise typer.Exit(130)


def _start(game: str, start: str) -> dict[str, Any]:
    """The configuration that a way to begin stands for."""
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError

    if not start:
        return {}
    known = registry.definition(game).starts
    if start not in known:
        raise ConfigError("evaluate_start", path="start", game=game, start=start, known=list(known))
    return dict(known[start])


def _alone(found: Evaluation, seconds: float) -> dict[str, Any]:
    """Of a game for one: how often it was won, in percent, and what a game cost."""
    data = found.to_dict()
    low, high = data["intervals"]["wins"]
    games = max(data["games"], 1)
    return {
        "win_rate": round(100 * data["wins"] / games, 3),
        "low": round(100 * low, 3),
        "high": round(100 * high, 3),
        "cpu_ms_per_game": round(1000 * seconds / games, 4),
        **(found.components() if found.tally else {}),
    }


def _show(found: Evaluation) -> None:
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    data = found.to_dict()
    heads = [
        *headings("result", "games", "share"),
        Word("heading_interval", {"percent": f"{100 * found.confidence:g}"}),
    ]
    alone = len(found.seats) == 1
    if not alone:
        heads += [Word("heading_seat", {"seat": seat}) for seat in range(len(found.seats))]
    rows: list[list[Any]] = []
    for name in ("wins", "draws", "losses"):
        low, high = data["intervals"][name]
        share = data[name] / max(data["games"], 1)
        seats = [] if alone else [seat[name] for seat in data["seats"]]
        bounds = interval(f"{low:.2%}", f"{high:.2%}")
        rows.append([Word(f"evaluate_{name}"), data[name], f"{share:.2%}", bounds, *seats])
    title = {"agent": found.agent, "game": data["game"], "seed": found.seed}
    if found.opponent is None:
        print_table(Word("evaluate_title_alone", title), heads, rows)
    else:
        print_table(Word("evaluate_title", {**title, "opponent": found.opponent}), heads, rows)
    params = {"games": data["games"], "distinct": data["distinct"]}
    means = {"plies": round(data["mean_plies"], 1), "mean": round(data["mean_return"], 3)}
    print(Word("evaluate_summary", {**params, **means}))
    if not found.tally:
        return
    told = found.components()
    for name, word in (("wins", "evaluate_to_win"), ("losses", "evaluate_to_loss")):
        if told["plies_to"][name] is not None:
            print(Word(word, {"plies": round(told["plies_to"][name], 1)}))
    for name, share in told["shares"].items():
        print(Word(f"{data['game']}.share.{name}", {"percent": f"{100 * share:.2f}"}))
