"""A match is played by the rules and its record replays; a tampered record is refused."""

from __future__ import annotations

import json

import pytest

import boardwright
from boardwright.agents.spec import from_text, named, parse
from boardwright.arena.match import play
from boardwright.arena.match_records import Recorder, lines, read, replay
from boardwright.core.errors import AgentError, BatchError, ConfigError, DeploymentDeadlockError, HistoryError
from boardwright.core.words import say


@pytest.fixture
def pig(toy):
    return toy("pig")


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
    with pytest.raises(AgentError, match="does not name an agent: write name, or name:option=value") as refused:
        parse(text)
    assert "ne désigne pas un agent : écrivez nom" in say(refused.value.word, "fr")
    assert refused.value.code == "agent_text"


def test_unknown_agents_and_options_are_the_usual_errors():
    game = boardwright.load("tic_tac_toe")
    with pytest.raises(AgentError, match="There is no agent alfabeta: choose one of alphabeta"):
        from_text("alfabeta", game)
    with pytest.raises(ConfigError, match="The key dept is unknown: remove it, or use one of aspiration, depth"):
        from_text("alphabeta:dept=4", game)
    with pytest.raises(ConfigError, match="The key depth cannot be"):
        from_text("alphabeta:depth=deep", game)


def test_an_agent_made_elsewhere_is_known_by_its_class():
    game = boardwright.load("tic_tac_toe")
    agent = boardwright.agent("random", game)
    assert named(agent, game) == ("RandomAgent", agent)
    assert named(named(agent, game), game).agent is agent


# -- matches


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_a_match_is_the_same_again_and_another_number_is_another_match(name):
    game = boardwright.load(name)
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
    sentence = f"Stubborn answered {answer} at ply {ply}, which is not legal there: correct the agent"
    with pytest.raises(AgentError, match=sentence) as refused:
        play(game, [Stubborn(answer), "alphabeta"], seed=0, number=0)
    assert f"Stubborn a répondu {answer} au coup {ply}" in say(refused.value.word, "fr")
    assert refused.value.code == "agent_illegal"


def test_there_is_an_agent_a_seat():
    game = boardwright.load("tic_tac_toe")
    with pytest.raises(AgentError, match="has 2 seats, and 1 agent was given: give one a seat") as refused:
        play(game, ["random"], seed=0, number=0)
    assert "donnez-en un par siège" in say(refused.value.word, "fr")
    assert refused.value.code == "match_seats"
    with pytest.raises(BatchError, match="-1 cannot be a seed"):
        play(game, ["random", "random"], seed=-1, number=0)


def test_dice_are_recorded_and_replay_exactly(pig):
    draws = set()
    for number in range(20):
        record = play(pig, ["random", "random"], seed=3, number=number)
        assert replay(record).outcome.returns == tuple(record.returns)
        draws |= {draw for _, draw in record.history}
    assert len(draws) > 3
    # Draws come from the seed and the number alone, and another number draws others.
    rolls = [play(pig, ["random", "random"], seed=3, number=n).history[0] for n in range(20)]
    assert len({draw for _, draw in rolls}) > 1


@pytest.mark.parametrize("name", ["peek", "pairs"])
def test_secrets_and_second_moves_are_played_and_replayed(toy, name):
    game = toy(name)
    for number in range(10):
        agents = ["random"] * game.players
        record = play(game, agents, seed=8, number=number)
        assert record == play(game, agents, seed=8, number=number)
        assert replay(record).outcome.returns == tuple(record.returns)


def test_a_dead_end_is_the_games_own_error(toy):
    game = toy("deploy")

    def play_many() -> None:
        for number in range(200):
            play(game, ["random"] * game.players, seed=0, number=number)

    with pytest.raises(DeploymentDeadlockError):
        play_many()


# -- files


def test_every_recorded_match_is_replayed_from_its_file(tmp_path, pig):
    path = tmp_path / "matches.jsonl"
    with Recorder(path) as file:
        for game in (pig, boardwright.load("connect_four"), boardwright.load("tic_tac_toe", size=4, in_a_row=4)):
            for number in range(4):
                file.write(play(game, ["random", "random"], seed=7, number=number))
    positions = [replay(read(line, number), line=number) for number, line in lines(path)]
    assert len(positions) == 12
    assert {position.game.name for position in positions} == {"pig", "connect_four", "tic_tac_toe"}
    assert positions[-1].game.config["size"] == 4


TAMPERED = [
    (
        {"returns": [0.0, 0.0]},
        "for returns, and the rules give",
        "pour returns, et les règles donnent",
        "record_differs",
    ),
    (
        {"digest": "0" * 16},
        "The record has 0000000000000000 for digest",
        "a 0000000000000000 pour digest",
        "record_differs",
    ),
    (
        {"truncated": True},
        "has True for truncated, and the rules give False",
        "a True pour truncated",
        "record_differs",
    ),
    ({"plies": 99}, "has 99 for plies", "a 99 pour plies", "record_differs"),
    (
        {"history": [[0, 0], [0, 0]]},
        "action 0 at ply 1 is refused",
        "l'action 0 au coup 1 est refusée",
        "history_broken",
    ),
    (
        {"history": [[0, 0]]},
        "not over after 1 ply: record",
        "pas finie après 1 coup : enregistrez",
        "record_unfinished",
    ),
    ({"version": 99}, "recorded by tic_tac_toe 99", "enregistré par tic_tac_toe 99", "history_version"),
    ({"game": "tic_tac_to"}, "There is no game tic_tac_to", "Il n'y a pas de jeu tic_tac_to", "unknown_game"),
    ({"config": {"size": 3}}, "The key in_a_row is missing", "La clé in_a_row manque", "config_missing"),
    ({"extra": 1}, "The key extra is unknown", "La clé extra est inconnue", "config_unknown"),
    ({"seed": "x"}, "The key seed cannot be 'x'", "La clé seed ne peut pas valoir 'x'", "config_value"),
]


@pytest.mark.parametrize(("change", "english", "french", "code"), TAMPERED)
def test_a_changed_record_is_found_with_its_line(change, english, french, code):
    record = play(boardwright.load("tic_tac_toe"), ["alphabeta", "random"], seed=0, number=0)
    changed = json.dumps({**record.model_dump(), **change})
    with pytest.raises(HistoryError) as refused:
        replay(read(changed, 17), line=17)
    assert say(refused.value.word, "en").startswith("Line 17: ")
    assert english in say(refused.value.word, "en")
    assert say(refused.value.word, "fr").startswith("Ligne 17 : ")
    assert french in say(refused.value.word, "fr")
    assert refused.value.code == "record_line"
    assert refused.value.params["problem"].code == code


def test_any_other_action_or_draw_is_found(pig):
    record = play(pig, ["random", "random"], seed=0, number=0)
    for ply, (action, draw) in enumerate(record.history):
        if draw:
            changed = record.model_dump()
            changed["history"][ply] = [action, draw - 1]
            with pytest.raises(HistoryError, match="Line 1: "):
                replay(read(json.dumps(changed), 1))


@pytest.mark.parametrize("line", ["{", "[]", "1", "nonsense"])
def test_a_line_that_is_no_record_is_told(line):
    with pytest.raises(HistoryError, match="Line 3: This is not a JSON object: record the match again") as refused:
        read(line, 3)
    assert "Ligne 3 : Ceci n'est pas un objet JSON" in say(refused.value.word, "fr")
    assert refused.value.params["problem"].code == "record_not_json"


def test_files_that_cannot_be_used_are_told(tmp_path):
    with pytest.raises(HistoryError, match=r"cannot be written .*: choose another file") as refused:
        Recorder(tmp_path / "none" / "x.jsonl")
    assert "ne peut pas être écrit" in say(refused.value.word, "fr")
    assert refused.value.code == "file_unwritable"
    with pytest.raises(HistoryError, match=r"There is no file .*none\.jsonl: give one that --record wrote") as refused:
        lines(tmp_path / "none.jsonl")
    assert "donnez-en un écrit par --record" in say(refused.value.word, "fr")
    assert refused.value.code == "record_absent"
    with pytest.raises(HistoryError, match="cannot be read as text: give a file that --record wrote") as refused:
        lines(tmp_path)
    assert "donnez un fichier écrit par --record" in say(refused.value.word, "fr")
    assert refused.value.code == "record_unreadable"
