"""`engine`: another program sends commands, and every line of the output belongs to the protocol."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from types import TracebackType

import numpy as np
import pytest
from typer.testing import CliRunner

from boardwright import __version__
from boardwright.cli import app
from boardwright.cli.engine import session
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError
from boardwright.core.position import Position
from boardwright.core.words import codes, say
from boardwright.games.quoridor.qtp_moves import notation_of
from toys import pairs

PROGRAM = "from boardwright.cli import main; main()"


class EngineProcess:
    """An engine in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "BOARDWRIGHT_LANGUAGE": "en"},
        )

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.kill()
        self.process.communicate()

    def __call__(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines = []
        while (answer := self.process.stdout.readline()) not in {"\n", ""}:
            lines.append(answer.rstrip("\n"))
        assert answer == "\n", "the engine has ended"
        return "\n".join(lines)


@pytest.fixture
def engine():
    return session(registry.load("quoridor", "small"), "alphabeta:depth=1", seed=1)


@pytest.mark.parametrize("first", ["black", pytest.param("white", marks=pytest.mark.slow)])
def test_two_engines_play_a_whole_game(first):
    second = "white" if first == "black" else "black"
    # A third engine gets every move in our own notation, and must agree on the result.
    own = session(registry.load("quoridor"), "random", seed=0)
    with (
        EngineProcess("quoridor", "--agent", "alphabeta:depth=1") as one,
        EngineProcess("quoridor", "--agent", "hard") as two,
    ):
        for engine in (one, two):
            assert engine("name").startswith("= Boardwright quoridor ")
            for line in ("boardsize 9", "clear_board", "walls 10"):
                assert engine(line) == "="
        plies = 0
        while one("winner") == "= false":
            mover, other, colour = (one, two, first) if plies % 2 == 0 else (two, one, second)
            move = mover(f"genmove {colour}").removeprefix("= ")
            command = "playwall" if " " in move else "playmove"
            assert other(f"{command} {colour} {move}") == "="
            assert own.answer(f"{command} {colour} {move}") == "="
            plies += 1
            assert plies <= 300
        assert one("winner") == two("winner") == own.answer("winner")
        assert one("winner").split()[1:] in (["true", "black"], ["true", "white"], ["true", "draw"])
        assert one("showboard") == two("showboard")
        assert two("genmove black").startswith("? illegal move: The game is over")
        for engine in (one, two):
            assert engine("quit") == "="
            assert engine.process.wait() == 0


def test_only_the_protocol_is_on_standard_output():
    lines = "7 name\n# a comment\n\n8 nonsense\nversion\nquit\nname\n"
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, "engine", "quoridor", "--agent", "random", "-seed", "3"],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == f"=7 Boardwright quoridor random\n\n?8 unknown command\n\n= {__version__}\n\n=\n\n"


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
    assert engine.answer("undo").startswith("? cannot undo: There is no move to take back")


def test_errors_say_what_the_protocol_calls_them_and_then_why(engine):
    for line, answer in (
        ("play", "? syntax error: play is asked as `play [COLOR] MOVE`."),
        ("playmove black", "? syntax error: playmove is asked as `playmove COLOR MOVE`."),
        ("playmove red c4", "? syntax error: red is not a colour: say black or white."),
        ("genmove red", "? syntax error: red is not a colour: say black or white."),
        ("playmove black zz", "? syntax error: zz cannot be read as a move here."),
        ("play zz", "? syntax error: "),
        ("play c4", "? illegal move: The pawn cannot go to c4: "),
        ("playmove black c2", "? illegal move: c2, which is c4 in our notation. The pawn cannot go to c4: "),
        ("boardsize 12", "? unacceptable size: The key size cannot be 12"),
        ("boardsize x", "? syntax error: boardsize is asked as `boardsize NUMBER`."),
        ("seconds -1", "? syntax error: seconds is asked as `seconds NUMBER`."),
        ("known_command", "? syntax error: known_command is asked as `known_command COMMAND`."),
        ("known_command genmove", "= true"),
        ("known_command pass", "= false"),
        ("play c2", "="),
        ("walls 4", "? unacceptable walls: walls cannot change once a move is made: clear the board first."),
        ("playmove white c2", "="),
        ("playmove white c3", "? illegal move: It is not the turn of white: "),
        ("undo 2", "="),
        ("walls 4", "="),
        ("walls 0", "="),
        ("play a1h", "? illegal move: No wall is left in hand"),
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


def test_any_game_may_offer_a_protocol(toy):
    toy("pairs")
    registry.register(dataclasses.replace(pairs.DEFINITION, protocol=Echo))
    ran = CliRunner().invoke(app, ["engine", "pairs", "--agent", "random", "--seed", "1"], input="?\nmove\nbye\nmove\n")
    assert ran.exit_code == 0, ran.output
    name, action = ran.output.split()
    assert (name, int(action) in range(6)) == ("random", True)


def test_a_game_without_a_protocol_says_so():
    with pytest.raises(AgentError, match="tic_tac_toe has no text protocol") as refused:
        session(registry.load("tic_tac_toe"), "random", seed=1)
    assert (refused.value.code, refused.value.params["known"]) == ("protocol_none", ["quoridor"])
    assert "protocole texte" in say(refused.value.word, "fr")
