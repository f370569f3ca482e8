"""Memory of a match on the server: `python benchmarks/match_memory.py [--matches 200] [--json]`.

Matches of random moves, as the server folds them from its log, and the bytes they hold by tracemalloc. Games, their
configurations and machine code are shared by all matches and are not counted.
"""

from __future__ import annotations

import argparse
import json
import random
import tracemalloc

from boardwright.core import registry
from boardwright.server import commands, schemas
from boardwright.server.log import Event, Heading, Seat
from boardwright.server.matches import LiveMatch

GAMES = ("tic_tac_toe", "connect_four", "quoridor", "royal_ur", "minesweeper", "skirmish", "battleship")


def logged(game, seed: int) -> tuple[Heading, list[Event]]:
    """A match of random moves, as it is in the log."""
    rng = random.Random(seed)
    seats = (Seat("person", token="0" * 64),) * game.players  # one person may make every move
    heading = Heading(f"match {seed}", game.name, game.version, "standard", game.config, seats, 0)
    match, events = LiveMatch(heading, game, b"key"), []
    while not match.finished:
        player = match.now.to_move
        action = int(rng.choice(game.open_actions(match.now.state).tolist()))
        request = schemas.Move(kind="move", seq=match.seq + 1, key=f"{seed} {match.seq}", action=action)
        folded = match.fold(commands.ask(match, player, request))
        match.take(folded)
        events.append(folded[0].event)
    return heading, events


def measure(name: str, count: int) -> dict[str, object]:
    """The events and the bytes of a match, on average."""
    game = registry.load(name)
    rows = [logged(game, seed) for seed in range(count)]
    # As they come from the database: every string and number is a new object.
    texts = [
        (heading, [Event(**json.loads(_text(event)), state_digest=event.state_digest) for event in events])
        for heading, events in rows
    ]
    tracemalloc.start()
    matches = []
    for heading, events in texts:
        match = LiveMatch(heading, game, b"key")
        match.refold(events)
        matches.append(match)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    events = sum(match.seq for match in matches)
    return {"game": name, "events": round(events / count), "bytes": round(held / count)}


def _text(event: Event) -> str:
    return json.dumps({name: getattr(event, name) for name in Event.__dataclass_fields__ if name != "state_digest"})


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [measure(name, given.matches) for name in GAMES]
    if given.json:
        print(json.dumps(rows))
        return
    for row in rows:
        print(f"{row['game']:<14} {row['events']:>5} events {row['bytes']:>8,} bytes a match")


if __name__ == "__main__":
    main()
