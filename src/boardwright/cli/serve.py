"""`boardwright serve`: matches in the browser, against agents or friends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
) -> None:
    """Serve every installed game as a page in the browser.

    Matches are kept in a folder and continue after a restart. Ctrl-C ends the server.
    """
    from boardwright.core.errors import ConfigError

    try:
        from boardwright.server import data_folder, main, settings
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] == "boardwright":
            raise
        raise ConfigError("serve_missing", path="serve", package=error.name) from None

    if data is not None and database is not None:
        raise ConfigError("data_and_database", path="database")
    given = {"port": port, "host": host}
    chosen = settings.read(**{name: value for name, value in given.items() if value is not None})
    main.run(data or data_folder.usual(), chosen, database)
