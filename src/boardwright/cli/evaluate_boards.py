"""`boardwright evaluate` on several boards, or with several values of a key: one table, a row each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from boardwright.cli.output import headings, interval, print_json, print_table
from boardwright.cli.positions import settings
from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.arena.evaluation import Evaluation


def varied(given: Sequence[str]) -> dict[str, list[Any]]:
    """Parse keys with several values: `mine_count=8,10,13`."""
    values: dict[str, list[Any]] = {}
    for text in given:
        key, equals, listed = text.partition("=")
        if not equals or not key or not listed:
            raise ConfigError("config_value", path="--vary", value=text, expected="KEY=VALUE,VALUE,...")
        values |= settings([f"{key}=[{listed}]"])
    return values


def run(
    game: str, agent: str, opponent: str, presets: Sequence[str], vary: Sequence[str], changed: Mapping[str, Any],
    *, games: int, seed: int | None, options: Mapping[str, Any], as_json: bool,
) -> None:  # fmt: skip
    """Evaluate on every board in turn. Ctrl-C prints the boards that are finished, and ends with 130."""
    from boardwright.arena.evaluation import evaluate
    from boardwright.arena.varied_boards import each_board
    from boardwright.cli.progress import following

    standard = registry.definition(game).files.preset
    boards = [board for name in presets for board in each_board(game, name or standard, varied(vary), changed)]
    results: list[tuple[str, Evaluation]] = []
    stopped = False
    for label, loaded in boards:
        # The board itself is there again as its own value of each key.
        if vary and "." not in label:
            continue
        with following(label, games, None) as follow:
            result = evaluate(loaded, agent, opponent or None, games, seed, **options, progress=follow.progress)
        if not result.complete:
            stopped = True
            break
        results.append((label, result))
    if as_json:
        print_json({"boards": [{"board": label, **_figures(result)} for label, result in results]})
    elif results:
        _show(results)
    if stopped:
        typer.echo(Word("stopped_early", {"done": len(results), "total": len(boards)}), err=True)
        raise typer.Exit(130)


def _figures(result: Evaluation) -> dict[str, Any]:
    return {**result.to_dict(), **({"shares": result.components()["shares"]} if result.tally else {})}


def _show(results: Sequence[tuple[str, Evaluation]]) -> None:
    first = results[0][1]
    shares = list(first.game.layout.totals) if first.tally else []
    heads = [
        *headings("board", "games", "won"),
        Word("heading_interval", {"percent": f"{100 * first.confidence:g}"}),
        *(Word("curves_share", {"counter": name}) for name in shares),
    ]
    rows = []
    for label, result in results:
        data = _figures(result)
        low, high = data["intervals"]["wins"]
        bounds = interval(f"{low:.2%}", f"{high:.2%}")
        found = [f"{data['shares'][name]:.2%}" for name in shares]
        rows.append([label, data["games"], f"{data['wins'] / max(data['games'], 1):.2%}", bounds, *found])
    title: dict[str, Any] = {"agent": first.agent, "game": first.game.name, "seed": first.seed}
    if first.opponent is None:
        print_table(Word("evaluate_title_alone", title), heads, rows)
    else:
        print_table(Word("evaluate_title", {**title, "opponent": first.opponent}), heads, rows)
