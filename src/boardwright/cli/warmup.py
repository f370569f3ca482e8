"""`boardwright warmup`: compiles games before the first move, for this machine or for others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boardwright.cli.parameters import Json, Preset, game_argument

if TYPE_CHECKING:
    from rich.status import Status

    from boardwright.core.definition import Definition


def command(
    games: Annotated[list[str] | None, game_argument("Games to compile. Default: all of them.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Compile every agent that can play, also those that nobody meets by default.")
    ] = False,
    preset: Preset = "",
    target: Annotated[
        str,
        typer.Option(
            help="Compile for other machines, too: x86-64-v3 runs on nearly every PC and server since 2015. With --out."
        ),
    ] = "",
    out: Annotated[Path | None, typer.Option(help="The folder for code that travels.")] = None,
    as_json: Json = False,
) -> None:
    """Compile games for this machine, so that starts are quick.

    The result is kept.

    Worth running once after installing, when building a container image, or before a server starts. It makes all
    that `play`, its `hint`, `top` and `analyse`, a batch and an environment use. Games that cannot be used are named
    at the end, with the cause (exit status 1); the others are compiled.

    Example: `boardwright warmup quoridor`
    """
    from rich.console import Console

    from boardwright.cli.output import headings, print_broken, print_json, print_table
    from boardwright.core.errors import ConfigError
    from boardwright.core.words import Word

    if bool(target) != bool(out):
        raise ConfigError("warmup_pair", path="--out" if target else "--target")
    if target and out is not None:
        report: dict[str, Any] = _travelling(games or [], everything, preset, target, out)
    else:
        with Console(stderr=True).status("") as status:
            report = _compiled(games or [], everything, preset, status)
    if as_json:
        print_json(report)
    else:
        keys = ("name", "loops_compiled", "cpu_seconds")
        rows = [[game[key] for key in keys] for game in report["games"]]
        print_table(Word("warmup_title"), headings("game", "loops_compiled", "cpu_seconds"), rows)
        if target:
            typer.echo(Word("warmup_travels", report))
        print_broken(report["broken"], err=True)
    if report["broken"]:
        raise typer.Exit(1)


def _compiled(names: list[str], everything: bool, preset: str, status: Status) -> dict[str, Any]:
    import os
    import time

    from numba.core import event

    from boardwright.cli.warmup_plan import steps
    from boardwright.core import registry
    from boardwright.core.compiled import folders
    from boardwright.core.compiled.compiler import INTERPRETED, compilations, hide_progress
    from boardwright.core.compiled.progress import CompileProgress, ProgressListener
    from boardwright.core.words import Word

    os.environ[folders.SHIPPED] = folders.NONE  # this machine's own code is faster, or was asked for
    name = ""

    def tell(progress: CompileProgress) -> None:
        done, total, _ = progress
        status.update(str(Word("warmup_compiling", {"game": name, "done": done, "total": total})))

    def compiled(definition: Definition) -> dict[str, Any]:
        nonlocal name
        name = definition.name
        status.update(str(Word("warmup_looking", {"game": name})))
        listener.begin()
        began, before = time.process_time(), sum(compilations().values())
        for _ in steps(registry.load(name, preset or None), everything=everything):
            pass
        loops = sum(compilations().values()) - before
        return {"name": name, "loops_compiled": loops, "cpu_seconds": round(time.process_time() - began, 2)}

    listener = ProgressListener(tell)
    hide_progress()
    if not INTERPRETED:
        event.register("numba:compile", listener)
    # A game that was asked for by name must be there; of all of them, those that cannot be used are left out.
    named = [compiled(registry.definition(wanted)) for wanted in names]
    rows, broken = (named, []) if names else registry.for_each(compiled)
    if not INTERPRETED:
        event.unregister("numba:compile", listener)
    return {"games": rows, "broken": [game.to_dict() for game in broken]}


def _travelling(names: list[str], everything: bool, preset: str, target: str, out: Path) -> dict[str, Any]:
    # Numba chooses its target when it is imported: another process compiles.
    import json
    import os
    import subprocess
    import sys
    import tempfile

    from boardwright.core.compiled import cache, folders, targets

    chosen = targets.portable(target)
    folders.write_card(out, chosen)
    with tempfile.TemporaryDirectory(dir=out) as made:
        environment = {
            **os.environ,
            "NUMBA_CPU_NAME": target,
            "NUMBA_CPU_FEATURES": "",
            "NUMBA_CACHE_DIR": made,
            folders.SHIPPED: folders.NONE,
        }
        arguments = [*names, "--json", *(["--all"] if everything else []), *(["--preset", preset] if preset else [])]
        command = [sys.executable, "-m", "boardwright", "warmup", *arguments]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
        report = json.loads(done.stdout) if done.returncode in (0, 1) and done.stdout else {}
        if "games" not in report:
            raise typer.Exit(done.returncode or 1)
        entries = cache.entries(Path(made) / "boardwright")
        size = sum(entry.path.stat().st_size for entry in entries)
        for entry in entries:
            entry.path.replace(out / entry.path.name)
    return {**report, "target": target, "out": str(out), "entries": len(entries), "bytes": size}
