"""`engine`: another program sends commands, and every line of the output belongs to the protocol."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from boardwright import __version__
from boardwright.cli.engine import session
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError
from boardwright.core.position import Position
from boardwright.core.words import Word, codes
from boardwright.games.quoridor.qtp_moves import notation_of
from saying import refused
from toys import pairs


@pytest.fixture
def engine():
    return session(registry.load("quoridor", "small"), "alphabeta:depth=1", seed=1)


@pytest.mark.parametrize("first", ["black", "white"])
def test_two_engines_play_a_whole_game(first):
    second = "white" if first == "black" else "black"
    small = registry.load("quoridor", "small")
    one, two = session(small, "alphabeta:depth=1", seed=0), session(small, "alphabeta:depth=2", seed=0)
    # A third engine gets every move in our own notation, and must agree on the result.
    own = session(small, "random", seed=0)
    for engine in (one, two):
        for line in ("boardsize 5", "clear_board", "walls 3"):
            assert engine.answer(line) == "="
    plies = 0
    while one.answer("winner") == "= false":
        mover, other, colour = (one, two, first) if plies % 2 == 0 else (two, one, second)
        move = mover.answer(f"genmove {colour}").removeprefix("= ")
        command = "playwall" if " " in move else "playmove"
        assert other.answer(f"{command} {colour} {move}") == "="
        assert own.answer(f"{command} {colour} {move}") == "="
        plies += 1
        assert plies <= 300
    assert one.answer("winner") == two.answer("winner") == own.answer("winner")
    assert one.answer("winner").split()[1:] in (["true", "black"], ["true", "white"], ["true", "draw"])
    assert one.answer("showboard") == two.answer("showboard")
    assert two.answer("genmove black") == f"? illegal move: {Word('game_over')}"


def test_a_process_answers_each_line_at_once_and_prints_nothing_else(started):
    """A test of the process: an answer that waits in a buffer would never come."""
    process = started("engine", "quoridor", "--agent", "random", "-seed", "3")

    def ask(line):
        process.stdin.write(line + "\n")
        process.stdin.flush()

    ask("7 name")
    assert [process.stdout.readline() for _ in range(2)] == ["=7 Boardwright quoridor random\n", "\n"]
    ask("# a comment\n\n8 nonsense")
    assert [process.stdout.readline() for _ in range(2)] == ["?8 unknown command\n", "\n"]
    out, err = process.communicate("version\nquit\nname\n")
    assert process.returncode == 0, err
    assert out == f"= {__version__}\n\n=\n\n"


def test_black_is_at_e9_and_a_wall_has_the_name_of_its_upper_left_square(engine):
    game, position = registry.load("quoridor", "small"), Position(registry.load("quoridor", "small"))
    for line, own in (
        ("playmove black C4", "c2"),
        ("playmove white c2", "c4"),
        ("playwall black b3 horizontal", "b3h"),
        ("playwall WHITE d5 v", "d1v"),
    ):
        assert engine.answer(line) == "="
        position.push_text(own)
        assert game.text_key(engine._position.state) == game.text_key(position.state)


def test_white_first_is_at_e1(engine):
    assert engine.answer("playmove w c2") == "="
    assert engine.answer("playwall b c3 h") == "="
    assert registry.load("quoridor", "small").text_key(engine._position.state) == "c2 c5 3 2 c2h 1"


@pytest.mark.parametrize("far", [True, False])
@pytest.mark.parametrize("preset", ["small", "standard"])
def test_every_action_can_be_written_and_read_in_the_dialect(far, preset):
    game = registry.load("quoridor", preset)
    notation = notation_of(game.configs[0].size, far=far)
    legal = np.flatnonzero(game.legal_mask(game.new())[0])
    written = {notation.write(game.actions.decode(int(action))) for action in legal}
    assert len(written) == len(legal)
    for action in legal:
        semantic = game.actions.decode(int(action))
        assert notation.read(notation.write(semantic)) == semantic


def test_without_a_colour_moves_are_in_our_notation(engine):
    assert engine.answer("play c2") == "="
    assert engine.answer("play b3h") == "="
    assert engine.answer("genmove")[2:] in {"b2", "c1", "d2", "c3"} | {
        f"{c}{r}{w}" for c in "abcd" for r in "1234" for w in "hv"
    }
    assert engine.answer("undo 3") == "="
    assert engine.answer("undo") == f"? cannot undo: {Word('nothing_to_undo')}"


def asked(command, expected):
    return Word("quoridor.qtp_words", {"command": command, "expected": expected})


def test_errors_say_what_the_protocol_calls_them_and_then_why(engine):
    reach = Word("quoridor.out_of_reach", {"square": "c4"})
    twice = Word("quoridor.qtp_refused", {"written": "c2", "own": "c4", "reason": reach})
    red = Word("quoridor.qtp_colour", {"found": "red"})
    for line, answer in (
        ("play", f"? syntax error: {asked('play', '[COLOR] MOVE')}"),
        ("playmove black", f"? syntax error: {asked('playmove', 'COLOR MOVE')}"),
        ("playmove red c4", f"? syntax error: {red}"),
        ("genmove red", f"? syntax error: {red}"),
        ("playmove black zz", f"? syntax error: {Word('quoridor.qtp_move', {'found': 'zz'})}"),
        ("play zz", "? syntax error: "),
        ("play c4", f"? illegal move: {reach}"),
        ("playmove black c2", f"? illegal move: {twice}"),
        ("boardsize 12", "? unacceptable size: "),
        ("boardsize x", f"? syntax error: {asked('boardsize', 'NUMBER')}"),
        ("seconds -1", f"? syntax error: {asked('seconds', 'NUMBER')}"),
        ("known_command", f"? syntax error: {asked('known_command', 'COMMAND')}"),
        ("known_command genmove", "= true"),
        ("known_command pass", "= false"),
        ("play c2", "="),
        ("walls 4", f"? unacceptable walls: {Word('quoridor.qtp_begun', {'path': 'walls'})}"),
        ("playmove white c2", "="),
        ("playmove white c3", f"? illegal move: {Word('quoridor.qtp_turn', {'colour': 'white'})}"),
        ("undo 2", "="),
        ("walls 4", "="),
        ("walls 0", "="),
        ("play a1h", f"? illegal move: {Word('quoridor.no_wall_left')}"),
    ):
        assert engine.answer(line).startswith(answer), line
    expected = {f"quoridor.qtp_{word}" for word in ("colour", "turn", "words", "move", "begun", "refused")}
    assert expected == {code for code in codes("quoridor") if code.startswith("quoridor.qtp_")}


def test_budgets_change_the_search(engine):
    for line in ("nodes 50", "depth 2", "seconds 0.01"):
        assert engine.answer(line) == "="
        assert engine.answer("genmove").startswith("= ")
    random = session(registry.load("quoridor", "small"), "random", seed=1)
    assert random.answer("nodes 50").startswith("? ")
    assert random.answer("genmove").startswith("= ")


def test_the_board_has_no_line_that_would_end_the_answer(engine):
    engine.answer("playmove black c4")
    board = engine.answer("showboard").split("\n")
    assert board[0] == "="
    assert "" not in board
    # Black started at the top, as the protocol defines it.
    assert [line.split()[3] for line in board if line.startswith("4")] in (["[1]"], ["1"])


class Echo:
    """A protocol of two commands: the agent's move, and the end."""

    def __init__(self, game, lent):
        self.game, self.lent, self.ended = game, lent, False

    def answer(self, line):
        self.ended = line.strip() == "bye"
        turn = Turn(self.game, self.game.new(), 0, self.lent.rng)
        return f"{self.lent.agent} {self.lent.make(self.game, {}).act(turn)}" if line.strip() == "move" else None


def test_any_game_may_offer_a_protocol(ran, toy, uncompiled):
    toy("pairs")
    registry.register(dataclasses.replace(pairs.DEFINITION, protocol=Echo))
    done = ran("engine", "pairs", "--agent", "random", "--seed", "1", typed="? / move / bye / move")
    assert done.status == 0, done.err
    name, action = done.out.split()
    assert (name, int(action) in range(6)) == ("random", True)


def test_a_game_without_a_protocol_says_so():
    with refused(AgentError, "protocol_none", known=["quoridor"]):
        session(registry.load("tic_tac_toe"), "random", seed=1)
