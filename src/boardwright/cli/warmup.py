"""`boardwright warmup`: compiles games before the first move."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer


def command(
    games: Annotated[list[str] | None, typer.Argument(help="Games to compile. Default: all of them.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compile games for this machine and keep the result, so that later starts are quick.

    Worth running once after installing, when building a container image, or before a server starts.
    """
    import time

    import numpy as np
    from rich.console import Console

    from boardwright.agents import make
    from boardwright.cli.output import headings, print_json, print_table
    from boardwright.core import registry
    from boardwright.core.agent import Turn
    from boardwright.core.batch import Batch
    from boardwright.core.compiled.compiler import compilations
    from boardwright.core.errors import AgentError
    from boardwright.core.position import Position
    from boardwright.core.words import Word
    from boardwright.envs.vector import Vector

    rows = []
    with Console(stderr=True).status("") as status:
        for name in games or registry.names():
            status.update(str(Word("warmup_compiling", {"game": name})))
            began, before = time.process_time(), sum(compilations().values())
            game = registry.load(name)
            batch = Batch(game, 2, seed=0)
            batch.play_randomly(1)
            batch.step(np.argmax(batch.mask, axis=1))
            Vector(game, 1, seed=0)
            position = Position(game, seed=0)
            position.push(position.legal_actions[0])
            state = game.new()
            game.key(state), game.canonical(state), game.observe(state), game.candidates(state)
            with suppress(AgentError):  # a game with chance or hidden information: there is no search to compile
                make("alphabeta", game, depth=1).act(Turn(game, state, 0, np.random.default_rng(0)))
            compiled = sum(compilations().values()) - before
            rows.append((name, compiled, round(time.process_time() - began, 2)))
    if as_json:
        keys = ("name", "loops_compiled", "cpu_seconds")
        print_json({"games": [dict(zip(keys, row)) for row in rows]})
    else:
        print_table(Word("warmup_title"), headings("game", "loops_compiled", "cpu_seconds"), rows)
