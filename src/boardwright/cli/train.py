"""`boardwright train`: trains an agent for a game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from boardwright.cli.parameters import GameName, Json, On, Preset, Workers


def command(
    game: GameName,
    recipe: Annotated[
        str, typer.Option(help="The recipe of a network: its name or its file. By default one for any game.")
    ] = "",
    preset: Preset = "",
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="A key of the recipe: `--set ppo.updates=200`.")
    ] = None,
    start: Annotated[str, typer.Option(help="The initial model's file, instead of the recipe's.")] = "",
    trainer: Annotated[
        str, typer.Option(help="`ppo` is ours, `sb3` is MaskablePPO of sb3-contrib, unchanged.")
    ] = "ppo",
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0, help="End after so many minutes of CPU time. PPO goes on until then, the rest may end earlier."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the run in the folder.")] = False,
    out: Annotated[
        str,
        typer.Option(help="The folder of the run. Default: runs/RECIPE, runs/GAME; of a ranking GAME.ranking.json."),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="The random seed: the same seed gives the same result.")] = None,
    agent: Annotated[str, typer.Option(help="Train this agent instead of a network: `ranking`, for small games.")] = "",
    rule: Annotated[str | None, typer.Option(help="Of a ranking: the update rule, `negamax` or `running`.")] = None,
    games: Annotated[int | None, typer.Option(help="Of a ranking: the number of training games.")] = None,
    rate: Annotated[float | None, typer.Option(help="Of a ranking: the learning rate of its rule.")] = None,
    capacity: Annotated[
        int | None, typer.Option(help="Of a ranking: the capacity of the table in states; at most half of it is used.")
    ] = None,
    metrics: Annotated[str, typer.Option(help="Of a ranking: a folder for metrics.csv and metrics.jsonl.")] = "",
    workers: Workers = None,
    on: On = "local",
    as_json: Json = False,
) -> None:
    """Train a network by PPO, self-play or Descent, or a ranking.

    It is written to files. Ctrl-C saves what was learned so far (exit status 130).

    Without a recipe a network learns against random play and its own checkpoints, for any game, in minutes. With
    `--recipe self_play` it learns from nothing by tree search against itself, for any game; with `--recipe descent` by
    best-first minimax, for two players without chance and secrets; with `--recipe incremental` a network for
    `alphabeta:model=FILE`, where the game's search names features. With `--agent ranking` a table of values is learned
    from random games (configs/learning/q_learning.yaml); then `boardwright prove GAME ranking:table=FILE` tests whether
    it plays perfectly.

    Example: `boardwright train quoridor --minutes 20 --set network.hidden=64`
    """
    of_ranking = {"rule": rule, "games": games, "rate": rate, "capacity": capacity, "metrics": metrics or None}
    of_network = {"recipe": recipe, "set": changes, "start": start, "minutes": minutes, "resume": resume}
    of_network |= {"trainer": trainer != "ppo", "workers": workers, "on": on != "local"}
    for option, value in (of_network if agent else of_ranking).items():
        if value:
            from boardwright.core.errors import AgentError

            raise AgentError("train_network_only" if agent else "train_ranking_only", option=f"--{option}")
    if recipe == "incremental":
        from boardwright.cli import train_incremental
        from boardwright.core.errors import AgentError

        for option in ("start", "minutes", "trainer"):
            if of_network[option]:
                raise AgentError("train_incremental_option", option=f"--{option}")
        train_incremental.run(
            game,
            Path(out or f"runs/{game}_incremental"),
            changes=[*([f"board={preset}"] if preset else []), *(changes or [])],
            seed=seed,
            workers=workers,
            on=on,
            as_json=as_json,
        )
        return
    if not agent:
        from boardwright.cli import train_recipe

        train_recipe.run(
            game,
            recipe,
            Path(out or f"runs/{Path(recipe).stem or game}"),
            changes=[*([f"board={preset}"] if preset else []), *(changes or [])],
            seed=seed,
            start=start,
            resume=resume,
            trainer=trainer,
            minutes=math.inf if minutes is None else minutes,
            workers=workers,
            on=on,
            as_json=as_json,
        )
        return
    import time

    from rich.console import Console
    from rich.progress import Progress

    from boardwright.cli.output import print_json
    from boardwright.core import config, registry
    from boardwright.core.errors import AgentError
    from boardwright.core.words import Word
    from boardwright.learning import q_learning
    from boardwright.learning.metrics import Metrics

    if agent != "ranking":
        raise AgentError("no_learner", name=agent, known=["ranking"])
    given = {"rule": rule, "games": games, "seed": seed, "capacity": capacity}
    data = config.read(config.SHIPPED / "learning", "q_learning")
    data.update({key: value for key, value in given.items() if value is not None})
    if rate is not None:
        data["rate"] = {**data["rate"], data["rule"]: rate}
    options = config.validate(q_learning.Options, data)
    loaded = registry.load(game, preset or None)
    writer = Metrics(Path(metrics)) if metrics else None
    last: dict[str, Any] = {}
    began = time.process_time()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{game}: {options.rule}", total=options.games)

        def learned(done: float, total: float | None, values: Mapping[str, float]) -> None:
            row = {"games": done, **values}
            last.update(row)
            bar.update(task, completed=done)
            if writer:
                writer.write(row)

        store = q_learning.train(loaded, options, learned)
    path = Path(out or f"{game}.ranking.json")
    store.write(path)
    spent = time.process_time() - began
    report = {
        "game": game,
        **options.model_dump(),
        "rate": options.own_rate,
        **last,
        "cpu_seconds": round(spent, 3),
        "file": str(path),
    }
    if as_json:
        print_json(report)
    else:
        params = {"games": last["games"], "pairs": len(store), "rate": round(last.get("games_per_s", 0)), "path": path}
        print(Word("trained", {**params, "game": game}))
    if last["games"] < options.games:
        typer.echo(Word("stopped_early", {"done": last["games"], "total": options.games}), err=True)
        raise typer.Exit(130)
