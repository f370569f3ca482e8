"""A match is played by the rules and its record replays; a tampered record is refused."""

from __future__ import annotations

import json

import pytest

import boardwright
from boardwright.agents.spec import from_text, named, parse
from boardwright.arena.match import play
from boardwright.arena.match_records import Recorder, lines, read, replay
from boardwright.core.errors import AgentError, BatchError, ConfigError, DeploymentDeadlockError, HistoryError
from saying import refused, told


@pytest.fixture
def pig(toy):
    return toy("pig").as_interpreted()


def line_of(record) -> str:
    return record.model_dump_json()


# -- agents as text


def test_text_is_a_name_with_options():
    assert parse("random") == ("random", {})
    assert parse("alphabeta:depth=4") == ("alphabeta", {"depth": 4})
    assert parse("a:b=1.5,c=true,d=bold,e=/tmp/x.json") == ("a", {"b": 1.5, "c": True, "d": "bold", "e": "/tmp/x.json"})
    assert from_text("alphabeta:depth=3,nodes=50", boardwright.load("tic_tac_toe")).options.depth == 3


@pytest.mark.parametrize(
    "text", ["", ":", "a:", "a:b", "a:b=", "a:=1", "a:b=1,", "a:b=1,b=2", "a b", "a:b=[1]", "a:b={"]
)
def test_text_that_names_nothing_is_told_how_to_write_it(text):
    with refused(AgentError, "agent_text", text=text):
        parse(text)


def test_unknown_agents_and_options_are_the_usual_errors():
    game = boardwright.load("tic_tac_toe")
    with refused(AgentError, "unknown_agent", name="alfabeta") as caught:
        from_text("alfabeta", game)
    assert "alphabeta" in caught.value.params["known"]
    with refused(ConfigError, "config_unknown", path="dept") as caught:
        from_text("alphabeta:dept=4", game)
    assert {"aspiration", "depth"} <= set(caught.value.params["known"])
    with refused(ConfigError, "config_value", path="depth"):
        from_text("alphabeta:depth=deep", game)


def test_an_agent_made_elsewhere_is_known_by_its_class():
    game = boardwright.load("tic_tac_toe")
    agent = boardwright.agent("random", game)
    assert named(agent, game) == ("RandomAgent", agent)
    assert named(named(agent, game), game).agent is agent


# -- matches


def test_a_match_is_the_same_again_and_another_number_is_another_match():
    game = boardwright.load("tic_tac_toe")
    first = play(game, ["random", "alphabeta:depth=2"], seed=5, number=1)
    assert line_of(first) == line_of(play(game, ["random", "alphabeta:depth=2"], seed=5, number=1))
    assert first.history != play(game, ["random", "alphabeta:depth=2"], seed=5, number=2).history
    assert first.agents == ["random", "alphabeta:depth=2"]
    assert first.plies == len(first.history)
    assert replay(first).outcome.returns == tuple(first.returns)


def test_an_agents_chances_are_its_own():
    # The first player's opening must not depend on the opponent.
    game = boardwright.load("tic_tac_toe")
    for number in range(10):
        one = play(game, ["random", "random"], seed=1, number=number)
        other = play(game, ["random", "alphabeta"], seed=1, number=number)
        assert one.history[0] == other.history[0]


class Stubborn:
    """Always gives the same answer."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, turn):
        return self.answer


@pytest.mark.parametrize(("answer", "ply"), [(0, 2), (9, 0), (-1, 0), (None, 0), (1.0, 0)])
def test_an_illegal_answer_names_the_agent(answer, ply):
    game = boardwright.load("tic_tac_toe")
    with refused(AgentError, "agent_illegal", agent="Stubborn", action=str(answer), ply=ply):
        play(game, [Stubborn(answer), "alphabeta"], seed=0, number=0)


def test_there_is_an_agent_a_seat():
    game = boardwright.load("tic_tac_toe")
    with refused(AgentError, "match_seats", game="tic_tac_toe", players=2, found=1):
        play(game, ["random"], seed=0, number=0)
    with refused(BatchError, "seed", found=-1):
        play(game, ["random", "random"], seed=-1, number=0)


def test_dice_are_recorded_and_replay_exactly(pig):
    draws = set()
    for number in range(8):
        record = play(pig, ["random", "random"], seed=3, number=number)
        assert replay(record).outcome.returns == tuple(record.returns)
        draws |= {draw for _, draw in record.history}
    assert len(draws) > 3
    # Draws come from the seed and the number alone, and another number draws others.
    rolls = [play(pig, ["random", "random"], seed=3, number=n).history[0] for n in range(8)]
    assert len({draw for _, draw in rolls}) > 1


@pytest.mark.parametrize("name", ["peek", "pairs"])
def test_secrets_and_second_moves_are_played_and_replayed(toy, name):
    game = toy(name).as_interpreted()
    for number in range(4):
        agents = ["random"] * game.players
        record = play(game, agents, seed=8, number=number)
        assert record == play(game, agents, seed=8, number=number)
        assert replay(record).outcome.returns == tuple(record.returns)


def test_a_dead_end_is_the_games_own_error(toy):
    game = toy("deploy").as_interpreted()

    def play_many() -> None:
        for number in range(200):
            play(game, ["random"] * game.players, seed=0, number=number)

    with pytest.raises(DeploymentDeadlockError):
        play_many()


# -- files


def test_every_recorded_match_is_replayed_from_its_file(tmp_path, pig):
    path = tmp_path / "matches.jsonl"
    larger = boardwright.load("tic_tac_toe", size=4, in_a_row=4)
    games = {game.name: game.as_interpreted() for game in (pig, boardwright.load("connect_four"), larger)}
    with Recorder(path) as file:
        for game in games.values():
            for number in range(4):
                file.write(play(game, ["random", "random"], seed=7, number=number))
    records = [read(line, number) for number, line in lines(path)]
    positions = [replay(record, line=17, game=games[record.game]) for record in records]
    assert len(positions) == 12
    assert {position.game.name for position in positions} == {"pig", "connect_four", "tic_tac_toe"}
    assert positions[-1].game.config["size"] == 4


TAMPERED = [
    ({"returns": [0.0, 0.0]}, "record_differs", {"field": "returns"}),
    ({"digest": "0" * 16}, "record_differs", {"field": "digest", "recorded": "0" * 16}),
    ({"truncated": True}, "record_differs", {"field": "truncated", "recorded": "True", "played": "False"}),
    ({"plies": 99}, "record_differs", {"field": "plies", "recorded": "99"}),
    ({"history": [[0, 0], [0, 0]]}, "history_broken", {"action": 0, "ply": 1}),
    ({"history": [[0, 0]]}, "record_unfinished", {"plies": 1}),
    ({"version": 99}, "history_version", {"found": "tic_tac_toe 99"}),
    ({"game": "tic_tac_to"}, "unknown_game", {"name": "tic_tac_to"}),
    ({"config": {"size": 3}}, "config_missing", {"path": "in_a_row"}),
    ({"extra": 1}, "config_unknown", {"path": "extra"}),
    ({"seed": "x"}, "config_value", {"path": "seed"}),
]


@pytest.fixture(scope="module")
def decided():
    return play(boardwright.load("tic_tac_toe"), ["alphabeta", "random"], seed=0, number=0)


@pytest.mark.parametrize(("change", "code", "params"), TAMPERED)
def test_a_changed_record_is_found_with_its_line(decided, change, code, params):
    changed = json.dumps({**decided.model_dump(), **change})
    with refused(HistoryError, "record_line", line=17) as caught:
        replay(read(changed, 17), line=17)
    told(caught.value.params["problem"], code, **params)


def test_any_other_action_or_draw_is_found(pig):
    record = play(pig, ["random", "random"], seed=0, number=0)
    for ply, (action, draw) in enumerate(record.history):
        if draw:
            changed = record.model_dump()
            changed["history"][ply] = [action, draw - 1]
            with refused(HistoryError, "record_line", line=1):
                replay(read(json.dumps(changed), 1))


@pytest.mark.parametrize("line", ["{", "[]", "1", "nonsense"])
def test_a_line_that_is_no_record_is_told(line):
    with refused(HistoryError, "record_line", line=3) as caught:
        read(line, 3)
    told(caught.value.params["problem"], "record_not_json")


def test_files_that_cannot_be_used_are_told(tmp_path):
    with refused(HistoryError, "file_unwritable", path=tmp_path / "none" / "x.jsonl"):
        Recorder(tmp_path / "none" / "x.jsonl")
    with refused(HistoryError, "record_absent", path=tmp_path / "none.jsonl"):
        lines(tmp_path / "none.jsonl")
    with refused(HistoryError, "record_unreadable", path=tmp_path):
        lines(tmp_path)
