"""The shipped puzzles are replayed by the rules, and every answer is proved again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from boardwright.core import puzzle_records, registry
from boardwright.core.errors import ConfigError, FormatError, HistoryError
from boardwright.core.game import Game
from boardwright.core.puzzle_records import LEVELS, PuzzleRecord, position_of
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import LANGUAGES, say
from boardwright.puzzles.checking import faults
from boardwright.puzzles.settings import settings

SETS = {
    "tic_tac_toe": settings(),
    "connect_four": settings(plies=13, nodes=200_000),
    "quoridor": settings(plies=9, nodes=100_000),
    "minesweeper": settings(),
}
"""The numbers that each set was made with, as docs/puzzles.md has them."""


def records_of(name: str) -> list[PuzzleRecord]:
    return puzzle_records.shipped(registry.definition(name))


@pytest.mark.parametrize("name", SETS)
def test_every_answer_is_proved_again(name: str) -> None:
    assert list(faults(records_of(name), SETS[name])) == []


@pytest.mark.parametrize("name", SETS)
def test_every_puzzle_can_be_asked_in_every_language(name: str) -> None:
    records = records_of(name)
    assert len(records) >= 20
    assert [record.level for record in records] == sorted((record.level for record in records), key=LEVELS.index)
    assert len({str(record.history) for record in records}) == len(records)
    for record in records:
        game = registry.load(name, config=record.config)
        position = position_of(record, game)
        legal = {int(action) for action in game.open_actions(position.state)}
        assert {answer.action for answer in record.answers} <= legal
        assert 0 < len(record.right) < len(record.answers)
        words = [record.task.word, *(answer.reason.word for answer in record.answers)]
        assert all(say(word, language) for word in words for language in LANGUAGES)


def test_a_game_without_puzzles_has_none() -> None:
    assert records_of("skirmish") == []
    assert puzzle_records.count(registry.definition("skirmish")) == 0
    assert puzzle_records.count(registry.definition("tic_tac_toe")) == len(records_of("tic_tac_toe"))


def test_a_broken_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    good = records_of("tic_tac_toe")[0].line()
    for bad in ("{", "[]", good.replace('"plies"', '"flies"')):
        path.write_text(f"{good}\n\n{bad}\n")
        with pytest.raises(HistoryError) as refused:
            list(puzzle_records.read(path))
        assert (refused.value.code, refused.value.params["line"]) == ("record_line", 3)
    with pytest.raises(FormatError) as unreadable:
        list(puzzle_records.read(tmp_path / "absent.jsonl"))
    assert unreadable.value.code == "format_unreadable"


def test_a_puzzle_of_another_game_or_without_an_answer_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = records_of("tic_tac_toe")[0]
    (tmp_path / "mixed.jsonl").write_text(record.line() + "\n")
    definition = registry.definition("connect_four")
    monkeypatch.setattr(puzzle_records, "_files", lambda definition: [tmp_path / "mixed.jsonl"])
    with pytest.raises(ConfigError) as refused:
        puzzle_records.shipped(definition)
    assert refused.value.code == "puzzle_foreign"
    game = registry.load("tic_tac_toe")
    wrong = [answer.model_copy(update={"right": False}) for answer in record.answers]
    with pytest.raises(HistoryError) as empty:
        position_of(record.model_copy(update={"answers": wrong}), game)
    assert empty.value.code == "puzzle_empty"
    with pytest.raises(HistoryError) as other:
        position_of(record.model_copy(update={"version": 99}), game)
    assert other.value.code == "history_version"


def test_another_board_by_the_same_number_is_noticed() -> None:
    record = records_of("minesweeper")[0]
    planted = record.model_copy(update={"number": record.number + 3})
    assert [word.code for word in faults([planted], SETS["minesweeper"])] == ["puzzle_wrong_quiz"]


def wins(game: Game, state: Array, player: int, plies: int) -> bool:
    """Whether a player wins by force within some plies: by trying everything, without tables or orders."""
    if state["to_move"][0] == TERMINAL:
        return bool(state["returns"][0, player] > 0)
    if plies == 0:
        return False
    actions = np.flatnonzero(game.legal_mask(state)[0]).tolist()
    after = (wins(game, game.apply(state, action), player, plies - 1) for action in actions)
    return any(after) if state["to_move"][0] == player else all(after)


def test_easy_puzzles_of_quoridor_by_trying_everything() -> None:
    task = "puzzle_task_within"
    records = [record for record in records_of("quoridor") if record.plies == 3 and record.task.code == task]
    assert len(records) >= 3
    for record in sorted(records, key=lambda record: len(record.answers))[:3]:
        game = registry.load("quoridor", config=record.config)
        state = position_of(record, game).state
        player = int(state["to_move"][0])
        for answer in record.answers:
            assert wins(game, game.apply(state, answer.action), player, 2) == answer.right


def test_connect_four_by_its_own_solver() -> None:
    game = registry.load("connect_four")
    solve = game.definition.search.solve
    assert solve is not None
    # Earlier positions take the solver seconds each.
    records = [record for record in records_of("connect_four") if len(record.history) >= 14]
    assert len(records) >= 5
    for record in records:
        state = position_of(record, game).state
        assert solve(game, state) == (0 if record.task.code == "puzzle_task_draw" else 1)
        for answer in record.answers:
            after = game.apply(state, answer.action)
            if after["to_move"][0] == TERMINAL or answer.end is None:
                continue
            assert -solve(game, after) == np.sign(answer.end)
