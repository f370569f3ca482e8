"""Balance: an unfair number is repaired, seats and factions are told apart, and a stopped search goes on the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boardwright
from boardwright.arena.balance import Piece, balance, play_balance_piece
from boardwright.arena.balance_candidates import FOLDER, differences, draw_candidates, playtesters, read_space
from boardwright.arena.balance_report import conclusion, file_line
from boardwright.arena.balance_results import CURRENT, FINAL, SEARCH, Balance
from boardwright.arena.executors import IN_PROCESS
from boardwright.arena.ratings import BalanceDefaults, defaults
from boardwright.core import config, registry
from boardwright.core.errors import AgentError, ConfigError, HistoryError
from boardwright.core.game import Game
from saying import refused

GAME = boardwright.load("skirmish", "small")
ALPHA, SCOUT = "types.alpha.HP_MAX", "types.scout.HP_MAX"
DAMAGE = "types.captain.RNG.DMG"
SPACE = {ALPHA: [6, 8, 60], SCOUT: {"low": 3, "high": 5}}


def schedule(**values: int) -> BalanceDefaults:
    chosen = {"candidates": 5, "changes": 2, "games": 4, "factor": 2, "keep": 1, "final": 12, "piece": 4, **values}
    return config.validate(BalanceDefaults, chosen)


def run(**options: Any) -> Balance:
    return balance(GAME, SPACE, ["greedy"], **{"seed": 3, "schedule": schedule(), **options})


class Decided:
    """An executor that plays no game: a function decides the halves of points of player 1."""

    workers = 1
    share = staticmethod(IN_PROCESS.share)
    begin = staticmethod(IN_PROCESS.begin)

    def __init__(self, decide: Callable[[Piece, int], int], stop: int = 1 << 30) -> None:
        self.decide, self.stop = decide, stop
        self.pieces: list[Piece] = []

    def map(self, function: Callable[[Any], Any], pieces: Iterable[Any]) -> Iterator[Any]:
        assert function is play_balance_piece
        for piece in pieces:
            if len(self.pieces) == self.stop:
                raise KeyboardInterrupt
            self.pieces.append(piece)
            numbers = piece.matches.numbers
            yield (piece.place, tuple(self.decide(piece, n) for n in numbers), tuple(numbers)), 0.0


def alternate(piece: Piece, number: int) -> int:
    return 2 * (number % 2)


def test_an_obviously_unfair_number_is_repaired():
    unfair = boardwright.load("skirmish", config=config.replaced(GAME.config, {DAMAGE: 20}))
    found = balance(unfair, {DAMAGE: [1, 5, 20]}, ["greedy"], seed=1, schedule=schedule(final=40, games=8))
    assert found.candidates[found.measured[0]] == {DAMAGE: 1}
    assert found.distance(FINAL, CURRENT).rate > 0.3 > found.distance(FINAL, found.measured[0]).rate
    assert found.proved


def test_seats_and_factions_are_told_apart():
    always = run(executor=Decided(lambda piece, number: 2)).verdicts(FINAL, CURRENT)[0]
    assert (always.seat.rate, always.faction.rate) == (1.0, 0.5)
    wardens = run(executor=Decided(lambda piece, number: 0 if piece.place[3] else 2)).verdicts(FINAL, CURRENT)[0]
    assert (wardens.seat.rate, wardens.faction.rate) == (0.5, 1.0)
    drawn = run(executor=Decided(lambda piece, number: 1)).verdicts(FINAL, CURRENT)[0]
    assert (drawn.seat.rate, drawn.faction.rate) == (0.5, 0.5)


def test_the_exchanged_scenario_has_the_other_armies():
    units = {unit["id"]: unit for unit in GAME.config["scenario"]["units"]}
    data = GAME.definition.factions.exchanged(GAME.config)
    exchanged = {unit["id"]: unit for unit in data["scenario"]["units"]}
    assert (units["1-01"]["type"], exchanged["1-01"]["type"], exchanged["2-01"]["type"]) == (
        "captain",
        "alpha",
        "captain",
    )
    assert GAME.definition.factions.exchanged(data) == GAME.config


def test_the_worst_playtester_decides():
    """The first playtester is content with every number; the second only with one."""

    def decide(piece: Piece, number: int) -> int:
        fair = piece.matches.game.config["types"]["alpha"]["HP_MAX"] == 6
        return alternate(piece, number) if fair or piece.matches.agents[0] == "random" else 2

    found = balance(GAME, SPACE, ["random", "greedy"], seed=3, schedule=schedule(), executor=Decided(decide))
    assert found.candidates[found.measured[0]][ALPHA] == 6
    assert found.distance(FINAL, CURRENT).rate == 0.5


def test_the_conclusion_claims_no_more_than_the_intervals_show():
    def decide(piece: Piece, number: int) -> int:
        fair = piece.matches.game.config["types"]["alpha"]["HP_MAX"] == 6
        return alternate(piece, number) if fair else 2

    proved = run(executor=Decided(decide))
    assert conclusion(proved).code == "balance_proved"
    assert proved.to_dict()["proved"]
    few = run(executor=Decided(decide), schedule=schedule(final=2))
    assert conclusion(few).code == "balance_open"
    kept = run(executor=Decided(alternate))
    assert conclusion(kept).code == "balance_kept"
    codes = [file_line(found, Path("best.yaml")).code for found in (proved, kept)]
    assert codes == ["balance_file", "balance_file_current"]


def test_a_round_plays_the_same_seeds_for_all_and_the_measurement_fresh_ones():
    executor = Decided(alternate)
    found = run(executor=executor)
    played: dict[tuple[int, int, int], list[int]] = {}
    for piece in executor.pieces:
        phase, candidate, _, exchanged = piece.place
        played.setdefault((phase, piece.matches.seed, candidate), []).extend([] if exchanged else piece.matches.numbers)
    searched, final = ({seed for phase, seed, _ in played if phase == wanted} for wanted in (SEARCH, FINAL))
    assert len(searched) == len(final) == 1
    assert searched != final
    first, second, third = (entry["kept"] for entry in found.rounds)
    assert (len(first), len(second), len(third)) == (3, 2, 1)
    assert [len(played[SEARCH, *searched, number]) for number in (first[2], second[1], third[0])] == [8, 16, 16]
    for numbers in played.values():
        assert numbers == list(range(len(numbers)))
    assert found.done == found.total == sum(len(piece.matches.numbers) for piece in executor.pieces)


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same(two_workers):
    here, there = run(), run(executor=two_workers)
    assert here.to_dict() == there.to_dict()
    assert here.played == here.done
    assert here.seconds > 0


def test_a_stopped_search_goes_on_to_the_same(tmp_path):
    whole = run(executor=Decided(alternate)).to_dict()
    log = tmp_path / "games.jsonl"
    first = Decided(alternate, stop=13)
    stopped = run(executor=first, log=log)
    assert stopped.interrupted
    assert stopped.measured == []
    assert not stopped.to_dict()["complete"]
    second = Decided(alternate)
    assert run(executor=second, log=log).to_dict() == whole
    places = [(piece.place, piece.matches.numbers) for piece in (*first.pieces, *second.pieces)]
    assert len(set(places)) == len(places)
    finished = Decided(alternate)
    assert run(executor=finished, log=log).to_dict() == whole
    assert finished.pieces == []
    with refused(HistoryError, "run_differs", key="seed"):
        run(executor=Decided(alternate), log=log, seed=4)


def test_a_wrong_key_a_wrong_value_and_an_empty_space_are_refused():
    with refused(ConfigError, "config_unknown", path="types.dragon.HP_MAX"):
        balance(GAME, {"types.dragon.HP_MAX": [1, 2]}, ["greedy"])
    with refused(ConfigError, "config_value", path=ALPHA):
        balance(GAME, {ALPHA: [8, 9000]}, ["greedy"])
    with refused(ConfigError, "balance_one_candidate"):
        balance(GAME, {ALPHA: [8]}, ["greedy"])
    with refused(AgentError, "balance_for_two", game="minesweeper"):
        balance(boardwright.load("minesweeper"), {"rows": [8, 9]})
    assert config.replaced({"a": [{"b": 1}]}, {"a.0.b": 2}) == {"a": [{"b": 2}]}


def test_a_small_space_is_tried_as_a_whole():
    found = draw_candidates(GAME, {SCOUT: {"low": 3, "high": 5}, ALPHA: [8, 9]}, 27, 2, 1)
    assert found[0] == {}
    assert sorted((changes[SCOUT], changes[ALPHA]) for changes in found[1:]) == [(3, 9), (4, 8), (4, 9), (5, 8), (5, 9)]


@pytest.mark.parametrize("most", [1, 5])
def test_a_candidate_changes_few_numbers(most):
    drawn = draw_candidates(GAME, read_space(GAME, "small"), 12 * most, most, 1)
    changed = [len(differences(GAME, changes)) for changes in drawn]
    assert changed[0] == 0
    assert min(changed[1:]) == 1
    assert max(changed) == most
    few = draw_candidates(GAME, {SCOUT: {"low": 3, "high": 5}, ALPHA: [8, 9]}, 27, 1, 1)
    assert [len(differences(GAME, changes)) for changes in few] == [0, 1, 1, 1]


@pytest.mark.parametrize("name", registry.names())
def test_the_spaces_of_a_game_fit_its_presets(name):
    folder = registry.definition(name).files.configs / FOLDER
    for preset in config.names(folder) if folder.is_dir() else ():
        game = boardwright.load(name, preset)
        for changes in draw_candidates(game, read_space(game, preset), 15, 2, 1):
            boardwright.load(name, config=config.replaced(game.config, changes))


def test_playtesters_are_the_levels_or_the_opponents_of_a_game():
    assert playtesters(GAME) == ["normal", "hard"]
    search, people = replace(GAME.definition.search, levels=()), replace(GAME.definition.people, opponent="")
    without = Game(replace(GAME.definition, search=search, people=people), [GAME.config])
    assert len(playtesters(without)) == 2
    assert defaults().balance.keep < defaults().balance.candidates
