"""The picture of a crosstable shows the results of the tournament, in the reader's language."""

from __future__ import annotations

import pytest

import boardwright
from boardwright.arena.tournament import tournament
from boardwright.core.errors import HistoryError
from boardwright.core.words import Word
from saying import refused

pytest.importorskip("matplotlib")

from boardwright.arena import crosstable
from boardwright.drawing import charts


@pytest.fixture
def played():
    return tournament(boardwright.load("tic_tac_toe"), ["random", "alphabeta", "alphabeta:depth=1"], 10, 0)


def test_every_cell_is_labelled_in_the_readers_language(played, tmp_path, monkeypatch):
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    texts = []
    monkeypatch.setattr(
        Figure, "savefig", lambda self, path, **_: texts.extend(t.get_text() for t in self.findobj(Text))
    )
    crosstable.draw(played, tmp_path / "x.png")
    assert str(Word("crosstable_title", {"game": "tic_tac_toe", "games": 30, "seed": 0})) in texts
    # alphabeta and alphabeta:depth=1 play the same two games.
    copies = {"games": 30, "distinct": played.distinct}
    assert played.distinct <= 22
    notes = [str(Word("crosstable_note", {"percent": "95"})), str(Word("repeated_games", copies))]
    assert "\n".join(notes) in texts  # "crosstable_note_copies"
    for one in played.agents:
        for other in played.agents:
            if one != other:
                tally = played.between(one, other)
                assert f"{tally.wins} · {tally.draws} · {tally.losses}" in texts
                assert f"{100 * tally.points / tally.games:.0f} %" in texts
    assert "alphabeta:\ndepth=1" in texts


def test_a_file_that_cannot_be_written_is_told_beforehand(played, tmp_path):
    for path in (tmp_path / "none" / "x.png", tmp_path / "x.nonsense", tmp_path / "x"):
        with refused(HistoryError, "file_unwritable", path=path):
            charts.require(path)
    charts.require(tmp_path / "x.png")
    (tmp_path / "folder.png").mkdir()
    with refused(HistoryError, "file_unwritable", path=tmp_path / "folder.png"):
        crosstable.draw(played, tmp_path / "folder.png")


def test_a_tournament_of_which_nothing_was_played_can_be_drawn(tmp_path):
    def stop(record):
        raise KeyboardInterrupt

    stopped = tournament(boardwright.load("tic_tac_toe"), ["random", "alphabeta", "perfect"], 10, 0, keep=stop)
    crosstable.draw(stopped, tmp_path / "x.svg")
    assert (tmp_path / "x.svg").read_text().startswith("<?xml")
