"""`boardwright serve`: matches in the browser, against agents or friends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def command(
    port: Annotated[int | None, typer.Option(help="The port; 0 takes any free one. Default: 8642.")] = None,
    host: Annotated[
        str | None, typer.Option(help="The address to listen on. Default: this machine only (127.0.0.1).")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder of the matches. Default: one in your home.")] = None,
    database: Annotated[
        str | None, typer.Option(help="The URL of a PostgreSQL database for the matches, in place of a folder.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A YAML file of settings.")] = None,
    public_origin: Annotated[
        str | None, typer.Option(help="The address that people use: https://games.example.org.")
    ] = None,
    root_path: Annotated[
        str | None, typer.Option(help="The path under which a proxy serves it and which it passes on: /games.")
    ] = None,
    admin_port: Annotated[
        int | None, typer.Option(help="The port of /health, /ready and /metrics, for this machine. Default: none.")
    ] = None,
    runs: Annotated[
        list[Path] | None,
        typer.Option(help="A folder of tournaments, evaluations or trainings for the arena page; repeatable."),
    ] = None,
    public_runs: Annotated[
        bool | None, typer.Option("--public-runs", help="Show them to everybody, not only on this machine.")
    ] = None,
    log_format: Annotated[str | None, typer.Option(help="`plain`, or `json`: an object a line.")] = None,
    log_level: Annotated[
        str | None, typer.Option(help="`debug`, `info` (with every request), `warning` or `error`.")
    ] = None,
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="Print all settings and where they come from, and end.")
    ] = False,
) -> None:
    """Serve every installed game as a page in the browser.

    Matches are kept in a folder and continue after a restart. Ctrl-C ends the server. Settings come from
    configs/server.yaml, --config, variables such as BOARDWRIGHT_SERVE_PORT, and options: later ones win.

    With --runs, the page's arena shows tournaments, evaluations and trainings (`--out`), also while they run.

    Example: `boardwright serve --port 8000`
    """
    import os

    from boardwright.core.errors import ConfigError
    from boardwright.server import data_folder, main, run_folders, settings

    if data is not None and database is not None:
        raise ConfigError("data_and_database", path="database")
    given = {
        "port": port,
        "host": host,
        "data": None if data is None else str(data),
        "public_origin": public_origin,
        "root_path": root_path,
        "admin_port": admin_port,
        "runs": [str(folder) for folder in runs] if runs else None,
        "public_runs": public_runs,
        "log_format": log_format,
        "log_level": log_level,
    }
    options = {name: value for name, value in given.items() if value is not None}
    chosen, sources = settings.gather(config, os.environ, options)
    if show_settings:
        print(_shown(chosen.model_dump(), sources), end="")
        return
    run_folders.roots(chosen.runs)  # a wrong folder ends the command, not the server
    main.run(Path(chosen.data) if chosen.data else data_folder.usual(), chosen, database)


def _shown(values: dict[str, Any], sources: dict[str, str]) -> str:
    """Settings as YAML, those that were changed with the place that they come from."""
    import yaml

    lines = []
    for name, value in values.items():
        if name in sources:
            lines.append(f"# {sources[name]}\n")
        lines.append(yaml.safe_dump({name: value}, sort_keys=False, allow_unicode=True))
    return "".join(lines)
