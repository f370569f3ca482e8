"""Adapters to other Quoridor programs, each in its own process, with moves in our notation.

The programs are not included: the path of a local copy is an argument.
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

ACTIONS = [f"{col}{row}" for row in range(1, 10) for col in "abcdefghi"] + [
    f"{col}{row}{way}" for way in "hv" for row in range(1, 9) for col in "abcdefgh"
]


class OpponentError(Exception):
    """The program refused a move, sent an unreadable line, or ended."""


class Opponent:
    """A program that receives and chooses moves. `seconds` is the CPU time of its choices, over all threads."""

    def __init__(self, *command: str | Path) -> None:
        self._process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.seconds, self.moves = 0.0, 0

    def begin(self, seed: int) -> None:
        raise NotImplementedError

    def play(self, move: str) -> None:
        raise NotImplementedError

    def choose(self) -> str:
        """The program's move. It is not made yet: `play` makes every move, of either side."""
        before = self._clock()
        move = self._choose()
        self.seconds += self._clock() - before
        self.moves += 1
        return move

    def legal(self) -> set[str] | None:
        """The program's legal moves, if it can list them."""
        return None

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _choose(self) -> str:
        raise NotImplementedError

    def _clock(self) -> float:
        # Linux: the CPU clock of another process, to the nanosecond; /proc has hundredths of a second.
        if self._process.poll() is not None:
            raise OpponentError("it has ended")
        return time.clock_gettime((~self._process.pid << 3) | 2)

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
        except BrokenPipeError:
            raise OpponentError("it has ended") from None

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise OpponentError("it has ended")
        return line.strip()


class Gorisanson(Opponent):
    """gorisanson/quoridor-ai: Monte Carlo tree search in JavaScript, by playouts. The path is its folder."""

    def __init__(self, path: Path, playouts: int, seconds: float) -> None:
        super().__init__(
            "node", "--single-threaded", Path(__file__).with_name("gorisanson_driver.mjs"), path, str(playouts)
        )

    def begin(self, seed: int) -> None:
        self._ask(f"new {seed}")

    def play(self, move: str) -> None:
        self._ask(f"play {move}")

    def legal(self) -> set[str]:
        return set(self._ask("legal").split())

    def _choose(self) -> str:
        return self._ask("go")

    def _ask(self, line: str) -> str:
        self._send(line)
        reply = self._line()
        if reply.startswith("error"):
            raise OpponentError(reply)
        return reply


class Titanium(Opponent):
    """titaniummachine1/titanium-quoridor: alpha-beta in Rust, by the clock. The path is its session's executable."""

    def __init__(self, path: Path, playouts: int, seconds: float) -> None:
        # `titanium` itself, or the loop of its session alone, which builds without the crates of its other commands.
        whole = ["session", "--engine", "titanium-v16", "--threads", "1"]
        super().__init__(path, *(whole if path.stem == "titanium" else ["titanium-v16"]))
        self._limit = seconds
        self._played: list[str] = []

    def begin(self, seed: int) -> None:
        self._send("reset")
        self._until("ready")
        self._played = []

    def play(self, move: str) -> None:
        # It accepts every move: a disagreement on the rules cannot be detected.
        self._played.append(move)

    def _choose(self) -> str:
        self._send("position " + " ".join(self._played))
        self._until("ready")
        self._send(f"go {self._limit}")
        return self._until("bestmove").split()[1]

    def _until(self, word: str) -> str:
        while not (line := self._line()).startswith(word):
            if line.startswith("error"):
                raise OpponentError(line)
        return line


class Zquoridor(Opponent):
    """gitzambrano/zquoridor: alpha-beta with a network in C++, by QTP and the clock. The path is its folder, built."""

    def __init__(self, path: Path, playouts: int, seconds: float) -> None:
        weights = path / "data" / "nnue" / "nnue_weights_int8.bin"
        super().__init__(path / "bin" / "qtp_engine", weights, "40", str(round(1000 * seconds)))
        self._ply = 0

    def begin(self, seed: int) -> None:
        self._ask("clear_board")
        self._ply = 0

    def play(self, move: str) -> None:
        self._ask(f"{'playwall' if len(move) == 3 else 'playmove'} {self._colour} {_upside_down(move)}")
        self._ply += 1

    def legal(self) -> set[str]:
        # It does not list them, but it refuses illegal ones.
        moves = set()
        for move in ACTIONS:
            try:
                self.play(move)
            except OpponentError:
                continue
            self._ask("undo")
            self._ply -= 1
            moves.add(move)
        return moves

    @property
    def _colour(self) -> str:
        return ("black", "white")[self._ply % 2]

    def _choose(self) -> str:
        move = self._ask(f"genmove {self._colour}")
        self._ask("undo")
        return _upside_down(move)

    def _ask(self, line: str) -> str:
        self._send(line)
        reply = self._line()
        while not reply:
            reply = self._line()
        if not reply.startswith("="):
            raise OpponentError(f"{line}: {reply}")
        return reply[1:].strip()


def _upside_down(move: str) -> str:
    """The move on a board where the first player starts at e9."""
    return f"{move[0]}{(9 if len(move) == 3 else 10) - int(move[1])}{move[2:]}"


OPPONENTS = {"gorisanson": Gorisanson, "titanium": Titanium, "zquoridor": Zquoridor}
