"""`boardwright evaluate`: the results of an agent against another, or alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import (
    AgentText,
    Changes,
    GameName,
    Json,
    On,
    Opening,
    Preset,
    Report,
    Workers,
    agent_argument,
)

if TYPE_CHECKING:
    from boardwright.arena.evaluation import Evaluation


def command(
    game: GameName,
    agent: AgentText,
    opponent: Annotated[str, agent_argument("Its opponent, unless the game is for one player.")] = "",
    games: Annotated[int | None, typer.Option(help="The number of games; default: configs/arena.yaml.")] = None,
    seed: Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same results.")] = None,
    preset: Preset = "",
    changes: Changes = None,
    boards: Annotated[str, typer.Option(help="Several presets, apart by commas: a row of one table each.")] = "",
    vary: Annotated[
        list[str] | None,
        typer.Option(help="Values of a key, a row of the table each: `--vary mine_count=8,10,13`; repeatable."),
    ] = None,
    start: Annotated[
        str, typer.Option(help="The kind of start, in a game with several: `safe3x3` or `safe` in minesweeper.")
    ] = "",
    first: Annotated[
        str,
        typer.Option(help="The first action: the agent's `own`, or in a game for one player `uniform`, a random one."),
    ] = "own",
    opening: Opening = None,
    workers: Workers = None,
    on: On = "local",
    record: Annotated[Path | None, typer.Option(help="Write every match to this file, for `replay`.")] = None,
    out: Report = None,
    as_json: Json = False,
) -> None:
    """Play an agent against another, or alone; print its results.

    Plays a fixed number of games, each seed from every seat, and prints shares with 95 % intervals: of wins, draws and
    losses. With more than two players it prints shares of ranks, the share of first ranks and its chance level. With
    `--boards` or `--vary` it does so on each board, and prints one table.

    Ctrl-C prints the results so far (exit status 130).

    Example: `boardwright evaluate quoridor hard normal --games 100 --opening 4`
    """
    import time

    from boardwright.arena.evaluation import evaluate, fitting
    from boardwright.arena.executors import IN_PROCESS
    from boardwright.arena.ratings import defaults
    from boardwright.arena.run_status import reporting
    from boardwright.cli.output import print_json, warn_of_copies
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word
    from boardwright.scale.executors import open_executor

    if first not in {"own", "uniform"}:
        raise ConfigError("config_value", path="first", value=first, expected="own, uniform")
    total = fitting(defaults().games, registry.definition(game).players) if games is None else games
    if vary or boards:
        from boardwright.cli import evaluate_boards

        unfit = {"--record": record, "--out": out, "--preset": preset if boards else ""}
        for option, value in unfit.items():
            if value:
                raise ConfigError("evaluate_one_board", path=option, option=option)
        with open_executor(on, workers) as executor:
            options: Any = {"any_first": first == "uniform", "opening": opening or 0, "executor": executor}
            changed = {**_start(game, start), **settings(changes or [])}
            evaluate_boards.run(
                game, agent, opponent, (boards or preset).split(","), vary or [], changed,
                games=total, seed=seed, options=options, as_json=as_json,
            )  # fmt: skip
        return
    loaded = registry.load(game, preset or None, **_start(game, start), **settings(changes or []))
    title = f"{agent} v {opponent}" if opponent else agent
    if as_json and loaded.players == 1:
        evaluate(loaded, agent, None, 1, seed)  # compiling is not part of a game's cost
    began = time.process_time()
    with (
        open_executor(on, workers) as executor,
        following(title, total, record) as follow,
        reporting(out, "evaluation", loaded.name, title, total) as report,
    ):
        callbacks: Any = {**follow._asdict(), "report": report}
        options = {"any_first": first == "uniform", "opening": opening or 0, "executor": executor}
        result = evaluate(loaded, agent, opponent or None, total, seed, **options, **callbacks)
        # The time of other processes is not known here.
        spent = time.process_time() - began if executor is IN_PROCESS else None
    if as_json:
        print_json({**result.to_dict(), **(_alone(result, spent) if loaded.players == 1 else {})})
    else:
        _show(result)
    warn_of_copies(result.total.games, result.distinct, nothing_new=result.repetitive)
    if not result.complete:
        typer.echo(Word("stopped_early", {"done": result.total.games, "total": total}), err=True)
        raise typer.Exit(130)


def _start(game: str, start: str) -> dict[str, Any]:
    """The configuration of a kind of start."""
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError

    if not start:
        return {}
    known = registry.definition(game).starts
    if start not in known:
        raise ConfigError("evaluate_start", path="start", game=game, start=start, known=list(known))
    return dict(known[start])


def _alone(result: Evaluation, seconds: float | None) -> dict[str, Any]:
    """The win rate in percent and the CPU time of a game, if known, for a game with one player."""
    data = result.to_dict()
    low, high = data["intervals"]["wins"]
    games = max(data["games"], 1)
    return {
        "win_rate": round(100 * data["wins"] / games, 3),
        "low": round(100 * low, 3),
        "high": round(100 * high, 3),
        "cpu_ms_per_game": None if seconds is None else round(1000 * seconds / games, 4),
        **(result.components() if result.tally else {}),
    }


def _show(result: Evaluation) -> None:
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    data = result.to_dict()
    heads = [
        *headings("result", "games", "share"),
        Word("heading_interval", {"percent": f"{100 * result.confidence:g}"}),
    ]
    alone = len(result.seats) == 1
    if not alone:
        heads += [Word("heading_seat", {"seat": seat}) for seat in range(len(result.seats))]
    rows: list[list[Any]] = []
    for name in () if len(result.seats) > 2 else ("wins", "draws", "losses"):
        low, high = data["intervals"][name]
        share = data[name] / max(data["games"], 1)
        seats = [] if alone else [seat[name] for seat in data["seats"]]
        bounds = interval(f"{low:.2%}", f"{high:.2%}")
        rows.append([Word(f"evaluate_{name}"), data[name], f"{share:.2%}", bounds, *seats])
    title = {"agent": result.agent, "game": data["game"], "seed": result.seed}
    if len(result.seats) > 2:
        _show_ranks(result, title)
    elif result.opponent is None:
        print_table(Word("evaluate_title_alone", title), heads, rows)
    else:
        print_table(Word("evaluate_title", {**title, "opponent": result.opponent}), heads, rows)
    params = {"games": data["games"], "distinct": data["distinct"]}
    means = {"plies": round(data["mean_plies"], 1), "mean": round(data["mean_return"], 3)}
    print(Word("evaluate_summary", {**params, **means}))
    if not result.tally:
        return
    components = result.components()
    for name, word in (("wins", "evaluate_to_win"), ("losses", "evaluate_to_loss")):
        if components["plies_to"][name] is not None:
            print(Word(word, {"plies": round(components["plies_to"][name], 1)}))
    for name, share in components["shares"].items():
        print(Word(f"{data['game']}.share.{name}", {"percent": f"{100 * share:.2f}"}))


def _show_ranks(result: Evaluation, title: dict[str, Any]) -> None:
    """Print how often the agent took each rank, then its share of first ranks and the chance level."""
    from boardwright.arena.ratings import win_rate
    from boardwright.cli.output import headings, interval, print_table
    from boardwright.core.words import Word

    heads = [*headings("rank", "games", "share"), Word("heading_interval", {"percent": f"{100 * result.confidence:g}"})]
    rows: list[list[Any]] = []
    for number, count in enumerate(result.ranks, 1):
        share, low, high = win_rate(count, result.total.games, result.confidence, distinct=result.distinct)
        rows.append([number, count, f"{share:.2%}", interval(f"{low:.2%}", f"{high:.2%}")])
    print_table(Word("evaluate_title", {**title, "opponent": result.opponent}), heads, rows)
    shown = (*result.first_rate, 1 / len(result.seats))
    names = ("percent", "low", "high", "chance")
    print(Word("evaluate_firsts", {name: f"{100 * value:.2f}" for name, value in zip(names, shown)}))
