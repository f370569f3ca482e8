"""Games as environments of TextArena: whole games in its own loop, refusals by its own mechanism, and no secrets."""

from __future__ import annotations

import copy
import dataclasses
import random
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # theirs
    ta = pytest.importorskip("textarena")
    from boardwright.text_envs.textarena import Env, register, register_all

import numpy as np

from boardwright.core import dice, registry, visibility
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.words import Word
from boardwright.mcp.match import Answer, Match, player_name
from saying import refused

pytestmark = pytest.mark.filterwarnings("default")

PROGRAM = Path(__file__).parents[2] / "examples" / "tools" / "textarena_game.py"
LEGAL = re.compile(r"legal moves?: (.*)")
LINES = ("nonsense", "flag 99 1", "a1 right", "99", "0")


class Reader(ta.Agent):
    """Plays a random move of those that the observation lists, in Minesweeper no flag: flags alone end no game."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, observation: str) -> str:
        moves = [move for move in LEGAL.findall(observation)[-1].split(", ") if "flag" not in move]
        return f"I think about [x], then I play [{self._rng.choice(moves)}]."


def play(env_id: str, seed: int, **settings: Any) -> tuple[Any, dict[int, list[str]]]:
    """A whole game in TextArena's loop: what `close` returns, and the observations of each player."""
    env = ta.make(env_id, **settings)
    players = env.game.players
    env.reset(num_players=players, seed=seed)
    agents, heard, done = {player: Reader(player) for player in range(players)}, {}, False
    while not done:
        player, observation = env.get_observation()
        heard.setdefault(player, []).append(observation)
        done, _ = env.step(action=agents[player](observation))
    return env.close(), heard


@pytest.mark.parametrize("version", ["", "-train"])
@pytest.mark.parametrize("game", registry.names())
def test_every_game_is_played_to_its_end(game: str, version: str) -> None:
    preset = {"preset": "small"} if "small" in registry.presets(game) else {}
    (rewards, about), heard = play(f"boardwright/{game}-v0{version}", 4, **preset)
    players = registry.load(game).players
    assert set(rewards) == set(about) == set(heard) == set(range(players))
    assert not any(of["invalid_move"] for of in about.values())
    assert sum(rewards.values()) == 0 or players == 1
    assert sorted(rewards.values()) in ([-1, 1], [0, 0], [-1.0], [1.0])
    assert all(of["turn_count"] > 0 and of["reason"] for of in about.values())


def test_a_seed_repeats_a_game_and_leaves_the_generator_of_the_process_alone() -> None:
    random.seed(7)
    before = random.getstate()
    assert play("boardwright/royal_ur-v0", 4) == play("boardwright/royal_ur-v0", 4)
    assert random.getstate() == before
    assert play("boardwright/royal_ur-v0", 4) != play("boardwright/royal_ur-v0", 5)


def test_every_installed_game_is_registered_once() -> None:
    assert register_all() == [f"boardwright/{name}-v0" for name in registry.names()]
    assert register("tic_tac_toe") == "boardwright/tic_tac_toe-v0"
    assert isinstance(ta.make("boardwright/tic_tac_toe-v0-raw"), Env)


def begun(**settings: Any) -> Any:
    env = ta.make("boardwright/tic_tac_toe-v0-raw", **settings)
    env.reset(num_players=2, seed=1)
    env.step("[4]")
    return env


def test_a_prompt_says_who_the_player_is_and_how_a_move_is_written() -> None:
    env = begun()
    _, ((sender, prompt, kind), *_) = env.get_observation()
    assert (sender, kind) == (ta.GAME_ID, ta.ObservationType.PROMPT)
    assert prompt.startswith("# Tic-tac-toe")
    assert str(Word("textarena_player", {"player": 1, "index": 1})) in prompt
    assert str(Word("textarena_brackets", {"example": "0"})) in prompt


def test_a_refused_move_is_answered_with_the_reason_and_the_second_one_loses() -> None:
    env = begun()
    env.get_observation()
    before = env._match.position.state.tobytes()
    assert env.step("[4]") == (False, {})
    player, [(_, own, _), (_, admin, kind)] = env.get_observation()
    assert (player, own, kind) == (1, "[4]", ta.ObservationType.GAME_ADMIN)
    assert f"Reason: {Word('tic_tac_toe.taken', {'cell': 4})} Please resubmit" in admin
    assert env._match.position.state.tobytes() == before
    assert env.step("nothing")[0]
    rewards, about = env.close()
    assert rewards == {0: 1, 1: -1}
    assert about[1]["invalid_move"]
    assert about[1]["reason"] == str(Word("textarena_no_move", {"example": "0"}))
    with refused(BoardwrightError, "match_over"):
        env.step("[0]")


def test_a_legal_move_forgets_refusals_and_the_allowance_can_be_set() -> None:
    env = begun()
    for action in ("[4]", "[0]", "[0]", "[1]", "[4]", "[2]"):
        assert not env.step(action)[0]
    patient = begun(error_allowance=3)
    assert [patient.step("[4]")[0] for _ in range(4)] == [False, False, False, True]


def test_a_game_for_one_ends_with_its_return() -> None:
    env = ta.make("boardwright/minesweeper-v0-raw", preset="small", error_allowance=0)
    env.reset(num_players=1, seed=1)
    assert env.step("[reveal 99 99]")[0]
    assert env.close()[0] == {0: -1.0}


def three(toy: Callable[[str], Any], **settings: Any) -> Env:
    """A game that begins among three players."""
    toy("pairs")
    env = Env("pairs", **settings)
    env.game = Game(dataclasses.replace(env.game.definition, players=3), [{"places": 6}], interpreted=True)
    env.reset(num_players=3, seed=1)
    return env


def test_more_than_two_players_get_the_returns_of_the_game(toy: Callable[[str], Any]) -> None:
    env, agent, done = three(toy), Reader(1), False
    while not done:
        _, messages = env.get_observation()
        done, _ = env.step(agent(messages[-1][1]))
    assert env.close()[0] == dict(enumerate(env._match.position.outcome.returns))
    assert any(text.startswith(player_name(0)) for _, text, _ in env.state.observations[2])


def test_among_more_than_two_a_move_too_many_is_the_lowest_return(toy: Callable[[str], Any]) -> None:
    env = three(toy, error_allowance=0)
    assert env.step("[nonsense]")[0]
    rewards, about = env.close()
    assert rewards == dict(enumerate(env.game.resigned(0)))
    assert [about[player]["invalid_move"] for player in range(3)] == [True, False, False]


def test_the_number_of_players_is_the_game_s() -> None:
    with refused(BoardwrightError, "config_value", path="num_players", value="3", expected="2"):
        ta.make("boardwright/tic_tac_toe-v0").reset(num_players=3)


def test_a_player_is_told_of_the_own_move_and_of_those_of_others() -> None:
    env = begun()
    env.step("[0]")
    player, messages = env.get_observation()
    told = [text for _, text, kind in messages if kind == ta.ObservationType.GAME_ACTION_DESCRIPTION]
    moves = [Word("prose_played", {"move": "4"}), Word("play_moved", {"player": player_name(1), "move": "0"})]
    assert (player, told) == (0, [str(move) for move in moves])
    assert not env.step("[]")[0]
    assert str(Word("play_no_move", {"line": "", "example": "1"})) in env.get_observation()[1][-1][1]


def test_legal_moves_can_be_left_out() -> None:
    _, messages = begun(legal=False).get_observation()
    assert not any(LEGAL.search(text) for _, text, _ in messages[1:])


def test_a_copy_goes_on_alone() -> None:
    env = ta.make("boardwright/tic_tac_toe-v0")
    copy.deepcopy(env)
    env.reset(num_players=2, seed=1)
    other = copy.deepcopy(env)
    other.step("[4]")
    assert (env._match.position.ply, other._match.position.ply) == (0, 1)
    assert other.get_board_str().startswith(str(Word("prose_your_turn", {"you": 1, "ply": 1})))
    assert env.get_board_str().startswith(str(Word("prose_your_turn", {"you": 0, "ply": 0})))


def twin_of(env: Env, reader: int, rng: np.random.Generator) -> Env:
    """The same game for a reader: what that player cannot see is redrawn."""
    other = copy.deepcopy(env)
    other._match.position.state = env.game.resample(env._match.position.state, reader, dice.raw_bits(rng))
    return other


def messages(env: Env, reader: int) -> list[Any]:
    """What the player to move hears without changing anything."""
    env.state.observations[reader] = []
    env._next()
    env._match.seat = reader
    for line in [line for line in LINES if not env._match.why(line).data.get("legal")]:
        env.step(f"[{line}]")
    return [*env.state.observations[reader], env.get_board_str()]


def compare(game: str, preset: str | None, pairs: int) -> tuple[int, int]:
    """The pairs of games that differ only in what the mover cannot see, and those that the mover can tell apart."""
    rng, compared, differ = np.random.default_rng(3), 0, 0
    while compared < pairs:
        env = Env(game, preset, error_allowance=9)
        env.reset(num_players=env.game.players, seed=int(rng.integers(1 << 40)))
        for _ in range(int(rng.integers(1, 14))):
            if not env.state.done:
                env._match.seat = env.state.current_player_id
                env.step(f"[{rng.choice([choice.text for choice in env._match.view.choices])}]")
        mover = env.state.current_player_id
        twin = twin_of(env, mover, rng)
        if env.state.done or twin._match.position.state.tobytes() == env._match.position.state.tobytes():
            continue
        compared += 1
        differ += messages(env, mover) != messages(twin, mover)
    return compared, differ


def test_twins_get_the_same_messages(secret: tuple[str, str | None]) -> None:
    assert compare(*secret, 6) == (6, 0)


def test_a_planted_leak_is_caught(secret: tuple[str, str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Match.look

    def leaky(self: Match, told: tuple[str, ...] = ()) -> Answer:
        text, data = honest(self, told)
        return Answer(f"{text} {self.game.to_dict(self.position.state)}", data)

    monkeypatch.setattr(Match, "look", leaky)
    assert compare(*secret, 2) == (2, 2)


def placing(last: int) -> list[Any]:
    """The messages of battleship's first player while ships are placed; the other takes the first or last places."""
    env = Env("battleship", "small")
    env.reset(num_players=2, seed=1)
    while env._match.position.state["phase"][0] == 0:
        player = env._match.seat = env.state.current_player_id
        env.step(f"[{env._match.view.choices[last if player else 0].text}]")
    return [message for message in env.state.observations[0] if message[2] != ta.ObservationType.GAME_BOARD]


def test_secret_moves_of_others_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert placing(0) == placing(-1)
    unseen = str(Word("play_moved_unseen", {"player": player_name(1)}))
    assert any(unseen in text for _, text, _ in placing(0))
    monkeypatch.setattr(visibility, "sees_action", lambda *given: True)  # the planted fault
    assert placing(0) != placing(-1)


def test_the_program_of_the_page_plays() -> None:
    done = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("{")
