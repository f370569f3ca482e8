"""`boardwright replay`: do recorded matches still end as they were recorded?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def command(
    file: Annotated[Path, typer.Argument(help="What `--record`, `import` or `play --json` wrote.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play every recorded match again by the rules, and compare its end to the last byte.

    Exit status 1 if one disagrees; each such line is told with what is wrong. Ctrl-C stops early (exit status 130).
    """
    from rich.console import Console
    from rich.progress import track

    from boardwright.arena import recording
    from boardwright.cli.output import print_json
    from boardwright.core.errors import HistoryError
    from boardwright.core.words import Word

    console = Console(stderr=True)
    matches = list(recording.lines(file))
    wrong: list[HistoryError] = []
    done = 0
    try:
        for number, line in track(matches, str(file), console=console, transient=True, disable=not console.is_terminal):
            try:
                recording.replay(recording.read(line, number), line=number)
            except HistoryError as problem:
                wrong.append(problem)
            done += 1
    except KeyboardInterrupt:
        pass
    stopped = done < len(matches)
    if as_json:
        errors: list[dict[str, Any]] = [{**error.word.to_dict(), "message": str(error)} for error in wrong]
        agree = done - len(wrong)
        print_json(
            {"matches": len(matches), "replayed": done, "agree": agree, "complete": not stopped, "errors": errors}
        )
    else:
        for error in wrong:
            typer.secho(str(error), fg="red")
        typer.echo(Word("replay_agrees", {"agree": done - len(wrong), "matches": done}))
    if stopped:
        typer.echo(Word("stopped_early", {"done": done, "total": len(matches)}), err=True)
        raise typer.Exit(130)
    if wrong:
        raise typer.Exit(1)
