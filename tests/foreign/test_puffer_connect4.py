"""The script that counts full boards in PufferLib's connect four, on a small stand-in for its header."""

from __future__ import annotations

import importlib
import io
import shutil
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

HEADER = """
#include "raylib.h"
typedef struct CConnect4 CConnect4;
struct CConnect4 {
    float* observations; int* actions; float* rewards; unsigned char* terminals;
    uint64_t player_pieces, env_pieces; int tick;
};
bool draw(uint64_t mask) { return mask == 42; }
bool invalid_move(int column, uint64_t mask) { return mask != 0; }
int compute_env_move(CConnect4* env) { return 0; }
void init(CConnect4* env) { env->tick = 0; }
void c_reset(CConnect4* env) {
    env->terminals[0] = 0; env->player_pieces = 0; env->tick = 0;
    for (int i = 0; i < 42; i++) env->observations[i] = 0;
}
void c_step(CConnect4* env) {
    int column = 0;
    env->rewards[0] = 0;
    if (env->terminals[0]) { c_reset(env); return; }
    if (env->tick++ == 1) { env->rewards[0] = PAID; env->terminals[0] = 1; return; }
    column = compute_env_move(env);
    env->player_pieces = 1 + column;
    for (int i = 0; i < 42; i++) env->observations[i] = (i / 6 + 2 * (i % 2)) % 4 < 2 ? 1 : -1;
}
"""
"""A game whose board is full after the first step, without a line; the second step pays."""


@pytest.fixture
def puffer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module("puffer_connect4")
    sys.modules.pop("puffer_connect4", None)


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize("paid", [-1, 0])
def test_full_boards_are_counted_with_what_they_pay(puffer: Any, tmp_path: Path, paid: int) -> None:
    sdist, text = tmp_path / "sdist.tar.gz", HEADER.replace("PAID", str(paid)).encode()
    with tarfile.open(sdist, "w:gz") as archive:
        member = tarfile.TarInfo(puffer.HEADER)
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
    with puffer.source(sdist) as folder:
        for opponent in puffer.OPPONENTS:
            found = puffer.full_boards(puffer.build(folder, opponent), 50, 1, n=8)
            assert found["games"] == found["full_boards"] >= 50
            assert found["rewards"] == {str(paid): found["full_boards"]}
    assert not folder.exists()


def test_lines_of_four_are_seen_in_every_direction(puffer: Any) -> None:
    cells = np.arange(42)
    board = np.where((cells // 6 + 2 * (cells % 2)) % 4 < 2, 1.0, -1.0)
    assert not puffer.has_line(board)
    for line in ([0, 1, 2, 3], [2, 8, 14, 20], [0, 7, 14, 21], [3, 8, 13, 18], [38, 39, 40, 41]):
        for side in (1.0, -1.0):
            planted = board.copy()
            planted[line] = side
            assert puffer.has_line(planted), line


def test_a_full_board_has_a_bit_for_each_cell(puffer: Any) -> None:
    assert puffer.FULL.bit_count() == 42
    assert puffer.FULL == 279258638311359
