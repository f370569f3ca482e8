"""`boardwright mcp`: every game as tools for language models, by the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    http: Annotated[
        int | None,
        typer.Option(
            "--http",
            metavar="PORT",
            min=1,
            max=65535,
            help="Serve HTTP at this port of this machine, not stdin and stdout.",
        ),
    ] = None,
) -> None:
    """Offer every game to language models, as tools (MCP).

    An assistant starts it and speaks to it on standard input and output; docs/language-models.md has its settings.

    Example: `boardwright mcp --http 8765`
    """
    from boardwright.agents.preparation import Preparation
    from boardwright.core.words import Word
    from boardwright.mcp import server, table

    if http is not None:
        typer.echo(Word("mcp_address", {"url": f"http://{server.HOST}:{http}/mcp"}), err=True)
    preparation = Preparation()
    try:
        server.run(table.Table(preparation), http)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    finally:
        preparation.close()
