"""`boardwright dataset`: positions with exact labels, in shards with checksums."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boardwright.cli.parameters import Changes, GameName, Json, On, Opening, Preset, Workers


def command(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder to write to, or to continue.")],
    positions: Annotated[
        int | None, typer.Option(help="The number of positions; default: configs/learning/dataset.yaml.", min=1)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The random seed: the same seed gives the same bytes.", min=0)
    ] = None,
    shard: Annotated[
        int | None, typer.Option(help="Positions in a shard, which is a piece of work. Default: 16,384.", min=1)
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    opening: Opening = None,
    workers: Workers = None,
    on: On = "local",
    as_json: Json = False,
) -> None:
    """Write positions with exact labels, for learning.

    The labels are computed: the exact chances of hidden cells and the best actions, or by a solver every move that
    keeps the outcome. A manifest has the configuration, the meaning of the labels, and the checksum of each shard.

    The same command continues a folder that is incomplete, whatever stopped it, and gives the same bytes. Ctrl-C keeps
    finished shards (exit status 130).

    Example: `boardwright dataset minesweeper --positions 2000 --out positions`
    """
    from boardwright.cli.file_access import writing_error
    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings
    from boardwright.cli.progress import following
    from boardwright.core import registry
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word
    from boardwright.learning.imitation.production import defaults, produce
    from boardwright.scale.executors import open_executor

    loaded = registry.load(game, preset or None, **settings(changes or []))
    if detail := writing_error(out):
        raise ConfigError("file_unwritable", path=str(out), detail=detail)
    total = defaults().positions if positions is None else positions
    with open_executor(on, workers) as executor, following(game, total, None) as follow:
        made = produce(
            loaded, out, total, seed=seed, shard=shard, opening=opening or 0, executor=executor,
            progress=follow.progress,
        )  # fmt: skip
    if as_json:
        print_json(made.to_dict())
    else:
        count = len(made.data.manifest["shards"])
        about = {"positions": len(made.data), "shards": count, "folder": str(out), "before": made.resumed}
        print(Word("dataset_written", about))
    if not made.complete:
        typer.echo(Word("dataset_stopped", {"done": len(made.data), "total": total}), err=True)
        raise typer.Exit(130)
