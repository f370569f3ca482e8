"""The crosstable of a tournament as a picture."""

from __future__ import annotations

from pathlib import Path

from boardwright.arena.ratings import Rating, defaults
from boardwright.arena.standings import Standing
from boardwright.arena.tournament import Tournament
from boardwright.core.words import Word
from boardwright.drawing import charts


def draw(result: Tournament, path: Path) -> None:
    """Draw the crosstable, the strongest first, and write it to a file in the format of its suffix."""
    standings = result.standings()
    entrants = [
        charts.Entrant(row.agent, _rating(row.rating), _against(result, row.agent, standings)) for row in standings
    ]
    title = Word("crosstable_title", {"game": result.game.name, "games": result.played, "seed": result.seed})
    charts.crosstable(entrants, path, title, note(result))


def note(result: Tournament) -> Word:
    """The note below the table, with a warning where games repeat."""
    percent = {"percent": f"{100 * defaults().confidence:g}"}
    if result.distinct == result.played:
        return Word("crosstable_note", percent)
    copies = Word("repeated_games", {"games": result.played, "distinct": result.distinct})
    return Word("crosstable_note_copies", {"note": Word("crosstable_note", percent), "copies": copies})


def _against(result: Tournament, agent: str, standings: list[Standing]) -> dict[int, tuple[float, int, int, int]]:
    """An agent's results by the opponent's place, without opponents that it did not play."""
    tallies = {place: result.between(agent, row.agent) for place, row in enumerate(standings) if row.agent != agent}
    return {
        place: (tally.points / tally.games, tally.wins, tally.draws, tally.losses)
        for place, tally in tallies.items()
        if tally.games
    }


def _rating(rating: Rating) -> str:
    # A minus sign as wide as the plus; a hyphen is hard to see beside it.
    return f"{rating.elo:+.0f} ± {(rating.high - rating.low) / 2:.0f}".replace("-", "\N{MINUS SIGN}")
