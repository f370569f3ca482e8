"""PufferLib's connect four in C, built from its source distribution, and how it scores full boards.

`python benchmarks/puffer_connect4.py [--games 400000] [--opponent shipped|random] [--sdist FILE] [--json]` plays random
legal moves against it, and prints the rewards of games whose board is full without four in a row. pip finds the source
distribution (60 MB), unless a file is given; a C compiler (`cc`) builds its environment without the window. With
`random` the environment's answer, a search, is replaced by a random legal move. Nothing of it is kept.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.bench.ours import choose
from boardwright.core.record import Array

VERSION = "3.0.0"
HEADER = f"pufferlib-{VERSION}/pufferlib/ocean/connect4/connect4.h"
ROWS, COLS = 6, 7
OPPONENTS = ("shipped", "random")
ANSWER = "column = compute_env_move(env);"
FULL = sum(1 << (column * (ROWS + 1) + row) for column in range(COLS) for row in range(ROWS))
"""The bitboard of a full board: a bit for each cell, and an empty bit above each column."""

# By pip's own finder, which knows the reader's index: `pip download` would run the build of the whole library.
FINDER = """
import sys
from pip._internal.commands import create_command
command = create_command("download")
options, _ = command.parse_args(["--no-binary", ":all:", "-q"])
with command.main_context():
    session = command.get_default_session(options)
    finder = command._build_package_finder(options, session)
    links = [found.link for found in finder.find_all_candidates("pufferlib")]
    link = next(link for link in links if link.filename == sys.argv[1])
    answer = session.get(link.url_without_fragment)
    answer.raise_for_status()
    open(sys.argv[2], "wb").write(answer.content)
"""

# The window is never opened: these are the names that the header needs to compile.
WINDOW = """
#include <stdbool.h>
typedef struct { unsigned char r, g, b, a; } Color;
typedef struct { unsigned int id; } Texture2D;
typedef struct { float x, y, width, height; } Rectangle;
typedef struct { float x, y; } Vector2;
#define PURPLE (Color){0}
#define BLACK (Color){0}
#define WHITE (Color){0}
#define KEY_ESCAPE 256
static void InitWindow(int width, int height, const char* title) {}
static void CloseWindow(void) {}
static void SetTargetFPS(int fps) {}
static Texture2D LoadTexture(const char* name) { return (Texture2D){0}; }
static bool IsKeyDown(int key) { return false; }
static void BeginDrawing(void) {}
static void EndDrawing(void) {}
static void ClearBackground(Color color) {}
static void DrawRectangle(int x, int y, int width, int height, Color color) {}
static void DrawCircle(int x, int y, float radius, Color color) {}
static void DrawTexturePro(Texture2D t, Rectangle a, Rectangle b, Vector2 o, float angle, Color color) {}
"""

# A loop over environments, as PufferLib's own binding has it, and the masks that PufferLib does not give.
LOOP = """
#include <stdlib.h>
#include <stdint.h>
#include <stdbool.h>
struct CConnect4;
static int random_answer(struct CConnect4* env);
#include "connect4.h"

static int random_answer(CConnect4* env) {
    uint64_t pieces = env->player_pieces | env->env_pieces;
    int open = 0;
    for (int column = 0; column < 7; column++) open += !invalid_move(column, pieces);
    int nth = rand() % open;
    for (int column = 0; column < 7; column++)
        if (!invalid_move(column, pieces) && nth-- == 0) return column;
    return 0;
}

static void write_mask(CConnect4* env, unsigned char* mask) {
    uint64_t pieces = env->player_pieces | env->env_pieces;
    for (int column = 0; column < 7; column++) mask[column] = !invalid_move(column, pieces);
}

CConnect4* make_all(int n, float* observations, int* actions, float* rewards, unsigned char* terminals,
                    unsigned char* masks, unsigned int seed) {
    CConnect4* envs = (CConnect4*)calloc(n, sizeof(CConnect4));
    srand(seed);
    for (int i = 0; i < n; i++) {
        envs[i].observations = observations + 42 * i;
        envs[i].actions = actions + i;
        envs[i].rewards = rewards + i;
        envs[i].terminals = terminals + i;
        init(envs + i);
        c_reset(envs + i);
        write_mask(envs + i, masks + 7 * i);
    }
    return envs;
}

void step_all(CConnect4* envs, int n, unsigned char* masks) {
    for (int i = 0; i < n; i++) {
        c_step(envs + i);
        write_mask(envs + i, masks + 7 * i);
    }
}
"""


class Puffer:
    """Environments in C. A step is the player's move and the answer; a finished game is begun anew by the next step."""

    def __init__(self, library: Path, n: int, seed: int) -> None:
        self.n = n
        self.observations = np.zeros((n, ROWS * COLS), np.float32)
        self.actions = np.zeros(n, np.int32)
        self.rewards = np.zeros(n, np.float32)
        self.terminals = np.zeros(n, np.uint8)
        self.mask = np.zeros((n, COLS), np.bool_)
        code = ctypes.CDLL(str(library))
        code.make_all.restype = ctypes.c_void_p
        code.step_all.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
        arrays = (self.observations, self.actions, self.rewards, self.terminals, self.mask)
        places = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
        self._envs = code.make_all(ctypes.c_int(n), *places, ctypes.c_uint(seed))
        self._step = code.step_all
        self._masks = self.mask.ctypes.data

    def step(self, actions: Array) -> None:
        """One action a row; the arrays have the answers."""
        self.actions[:] = actions
        self._step(self._envs, self.n, self._masks)


@contextmanager
def source(sdist: Path | None) -> Iterator[Path]:
    """A temporary folder with the header of PufferLib's connect four."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if sdist is None:
            sdist = folder / f"pufferlib-{VERSION}.tar.gz"
            subprocess.run([sys.executable, "-c", FINDER, sdist.name, str(sdist)], check=True)
        with tarfile.open(sdist) as archive:
            member = archive.extractfile(HEADER)
            assert member is not None
            (folder / "connect4.h").write_bytes(member.read())
        yield folder


def build(folder: Path, opponent: str) -> Path:
    """Compile the environment with an opponent, and return the library."""
    place = folder / opponent
    place.mkdir()
    text = (folder / "connect4.h").read_text(encoding="utf-8")
    assert text.count(ANSWER) == 1, "the header is another one"
    if opponent == "random":
        text = text.replace(ANSWER, "column = random_answer(env);")
    (place / "connect4.h").write_text(text, encoding="utf-8")
    (place / "raylib.h").write_text(WINDOW, encoding="utf-8")
    (place / "loop.c").write_text(LOOP, encoding="utf-8")
    library = place / "loop.so"
    # Generous: its functions may be inlined, which plain -fPIC forbids.
    flags = ["-O3", "-march=native", "-w", "-shared", "-fPIC", "-fno-semantic-interposition", "-Wl,-Bsymbolic"]
    subprocess.run(["cc", *flags, f"-I{place}", str(place / "loop.c"), "-o", str(library), "-lm"], check=True)
    return library


def full_boards(library: Path, games: int, seed: int, n: int = 4096) -> dict[str, Any]:
    """Random legal play: how many games had a full board without four in a row, and what the next step paid."""
    env, rng = Puffer(library, min(n, games), seed), np.random.default_rng(seed)
    played = full = 0
    paid: Counter[float] = Counter()
    while played < games:
        over = env.terminals != 0
        filled = (env.observations != 0).all(axis=1) & ~over
        assert not any(has_line(board) for board in env.observations[filled])
        env.step(choose(env.mask, rng))
        played += int(((env.terminals != 0) & ~over).sum())
        full += int(filled.sum())
        paid.update(env.rewards[filled].tolist())
    return {"games": played, "full_boards": full, "rewards": {f"{reward:g}": count for reward, count in paid.items()}}


def has_line(board: Array) -> bool:
    """Whether a side has four in a row, by looking at every line."""
    cells = board.reshape(COLS, ROWS)
    for col in range(COLS):
        for row in range(ROWS):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                places = [(col + right * step, row + up * step) for step in range(4)]
                if places[-1][0] < COLS and 0 <= places[-1][1] < ROWS and abs(sum(cells[at] for at in places)) == 4:
                    return True
    return False


def main() -> None:
    """Print the rewards of full boards, and the constant for a full board."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--opponent", choices=OPPONENTS, default="shipped")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sdist", type=Path)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with source(chosen.sdist) as folder:
        text = (folder / "connect4.h").read_text(encoding="utf-8")
        constant = re.search(r"mask == (\d+)", text)
        found = full_boards(build(folder, chosen.opponent), chosen.games, chosen.seed)
    found |= {"version": VERSION, "opponent": chosen.opponent, "full_board": FULL}
    found["constant_for_a_full_board"] = int(constant[1]) if constant else None
    if chosen.json:
        print(json.dumps(found, indent=2))
        return
    print(f"PufferLib {VERSION}, connect four, opponent {chosen.opponent}: {found['games']:,} games")
    print(f"full boards without four in a row: {found['full_boards']:,}; rewards of the next step: {found['rewards']}")
    print(f"constant for a full board: {found['constant_for_a_full_board']}; a full board is {FULL}")


if __name__ == "__main__":
    main()
