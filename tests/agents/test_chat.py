"""The agent `chat`: a scripted model on this machine errs, obeys or insists."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.agents import spec
from boardwright.agents.chat import read_answer
from boardwright.arena import match_records
from boardwright.arena.match import play
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError
from boardwright.core.words import Word

from .chat_stub import endpoint, first_legal, first_wrong, legal_moves, never_legal


@pytest.fixture
def game():
    return registry.load("tic_tac_toe")


def test_a_model_that_errs_first_and_obeys_the_reason_finishes_its_games(game) -> None:
    with endpoint(first_wrong) as (url, asked):
        agent = spec.named(f"chat:model=stub,url={url}", game)
        for number in range(2):
            record = play(game, [agent, "random"] if number else ["random", agent], seed=1, number=number)
            assert (record.resigned, record.forfeit) == (None, None)
            match_records.replay(record)
    usage = agent.agent.usage
    assert usage.moves == usage.illegal_first == usage.answers // 2 > 0
    assert (usage.illegal_again, usage.forfeits) == (0, 0)
    assert (usage.prompt_tokens, usage.completion_tokens) == (100 * usage.answers, 5 * usage.answers)
    assert usage.to_dict()["seconds"] > 0
    told = asked[1][1]["messages"][-1]["content"]
    example = legal_moves(asked[1][1]["messages"])[0]
    assert told.startswith(str(Word("play_no_move", {"line": "zz99", "example": example})))
    assert str(Word("prose_instead", {"moves": ""})) in told


def test_a_model_that_never_gives_a_legal_move_forfeits_and_the_record_says_why(game, tmp_path) -> None:
    with endpoint(never_legal) as (url, asked):
        text = f"chat:model=stub,url={url},retries=3"
        record = play(game, [text, "random"], seed=1, number=0)
    assert (record.resigned, record.returns, len(asked)) == (0, [-1.0, 1.0], 4)
    assert record.forfeit is not None
    with match_records.Recorder(tmp_path / "games.jsonl") as recorder:
        recorder.write(record)
    ((number, line),) = match_records.lines(tmp_path / "games.jsonl")
    again = match_records.read(line, number)
    assert again == record
    match_records.replay(again)
    assert record.forfeit["code"] == "chat_forfeit"
    assert (record.forfeit["params"]["model"], record.forfeit["params"]["answers"]) == ("stub", 4)


def test_the_reason_of_the_rules_is_in_the_retry(game) -> None:
    def stubborn(messages: list[dict[str, str]]) -> str:
        return "MOVE: 4" if len(messages) == 2 else first_legal(messages)

    with endpoint(stubborn) as (url, asked):
        play(game, [f"chat:model=stub,url={url}"] * 2, seed=1, number=0)
    told = [body["messages"][-1]["content"] for _, body in asked if len(body["messages"]) > 2]
    assert told
    reason = str(Word("tic_tac_toe.taken", {"cell": 4}))
    assert all(text.startswith(reason) for text in told), told[0]


def test_the_key_is_in_a_header_and_nowhere_else(game, monkeypatch, capfd) -> None:
    monkeypatch.setenv("MY_KEY", "s3cret")
    with endpoint(first_legal) as (url, asked):
        record = play(game, [f"chat:model=stub,url={url},key=MY_KEY,legal=true", "random"], seed=1, number=0)
    assert all(headers["Authorization"] == "Bearer s3cret" for headers, _ in asked)
    assert "s3cret" not in record.model_dump_json() + "".join(str(body) for _, body in asked)
    with endpoint(first_legal, status=401) as (url, _), pytest.raises(AgentError) as refused:
        play(game, [f"chat:model=stub,url={url},key=MY_KEY", "random"], seed=1, number=0)
    assert refused.value.code == "chat_status"
    assert "s3cret" not in str(refused.value) + "".join(capfd.readouterr())


def test_without_legal_moves_the_model_is_left_to_the_rules(game) -> None:
    with endpoint(lambda messages: "MOVE: 4") as (url, asked):
        agent = spec.from_text(f"chat:model=stub,url={url},legal=false", game)
        assert agent.act(Turn(game, game.new(), 0, np.random.default_rng(0))) == 4
    messages = asked[0][1]["messages"]
    assert legal_moves(messages) == []
    assert messages[0]["content"].startswith(str(Word("chat_system")) + "\n\n# Tic-tac-toe")
    assert messages[1]["content"].endswith(str(Word("chat_ask", {"example": "0"})))


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("MOVE: 4", 4),
        ("I think.\nMove: `4`.", 4),
        ("4", 4),
        ("thinking: 3\n\n**MOVE: 5**", 5),
        ("move 4?", None),
        ("", None),
    ],
)
def test_a_move_is_read_from_an_answer(game, answer, action) -> None:
    reading, _ = read_answer(Turn(game, game.new(), 0, np.random.default_rng(0)), answer)
    assert reading.action == action


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("chat", "chat_model"),
        ("chat:model=m", "chat_no_url"),
        ("chat:model=m,url=ftp://a", "chat_url"),
        ('chat:model=m,url="http://["', "chat_url"),
        ("chat:model=m,url=http://user:key@host/v1", "chat_secret_url"),
        ("chat:model=m,url=http://127.0.0.1:1/v1", "chat_unreachable"),
    ],
)
def test_an_endpoint_that_cannot_be_used_is_an_error(game, text, code) -> None:
    with pytest.raises(AgentError) as refused:
        play(game, [text, "random"], seed=1, number=0)
    assert refused.value.code == code
    assert "key@" not in str(refused.value)
    assert " :" not in str(refused.value)


def test_an_answer_that_is_no_completion_is_an_error(game, monkeypatch) -> None:
    monkeypatch.setattr("boardwright.agents.chat_endpoint.LARGEST", 10)  # cut off
    with endpoint(first_legal) as (url, _), pytest.raises(AgentError) as refused:
        play(game, [f"chat:model=m,url={url}", "random"], seed=1, number=0)
    assert refused.value.code == "chat_unreadable"
