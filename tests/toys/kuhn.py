"""Kuhn poker: a card of three each, dealt by chance; both stake a chip, then pass or bet one more (Kuhn 1950).

To pass is to check before a bet and to fold after one; to bet after a bet is to call. Nothing is drawn at the start of
a game, so the deal is its first action, by player 0. The value for player 0 is -1/18 chips.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core import dice
from boardwright.core.actions import Actions, Group
from boardwright.core.compiled.contract import emit
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout, Private
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Panel, Scene, Text

DEALING, BETTING = 0, 1
DEAL, PASS, BET = 0, 1, 2
NOT_YET, PASSED, STAKED = 0, 1, 2
CARDS, NAMES = 3, "?JQK"


class Reason(IntEnum):
    NOT_NOW = 1


class Event(IntEnum):
    DEALT = 1


class Configuration(Settings):
    """Nothing to choose."""


@dataclass(frozen=True)
class Deal:
    pass


@dataclass(frozen=True)
class Pass:
    pass


@dataclass(frozen=True)
class Bet:
    pass


def layout(config):
    return Layout(
        params={},
        position={"card": ("u1", (2,)), "choice": ("u1", (3,))},
        observation={"card": "u1", "choice": ("u1", (3,))},
        max_plies=4,
        events=2,
        max_states=1 + 9 * CARDS * (CARDS - 1),
    )


def reset(p: Record, s: Record) -> None:
    pass


def check(p: Record, s: Record, action: int) -> int:
    return OK if (action == DEAL) == (s.phase == DEALING) else Reason.NOT_NOW


def chance(p: Record, s: Record, action: int) -> int:
    return CARDS * (CARDS - 1) if action == DEAL else 1


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    if action == DEAL:
        first, rest = dice.die(draw, CARDS)
        s.card[0] = 1 + first
        s.card[1] = 1 + (first + 1 + rest) % CARDS
        for seat in range(2):
            emit(s, Event.DEALT, seat, int(s.card[seat]), 0)
        s.phase = BETTING
        return
    made = 0
    while s.choice[made] != NOT_YET:
        made += 1
    s.choice[made] = PASSED if action == PASS else STAKED
    facing = made > 0 and s.choice[made - 1] == STAKED
    if not facing and (action == BET or made == 0):
        s.to_move = 1 - int(s.to_move)
        return
    # Folding loses the ante alone; the higher card wins otherwise.
    winner = int(s.card[1] > s.card[0])
    if facing and action == PASS:
        winner = 1 - int(s.to_move)
    pot = 2.0 if facing and action == BET else 1.0
    s.returns[winner] = pot
    s.returns[1 - winner] = -pot
    s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    o.card = s.card[player]
    for made in range(3):
        o.choice[made] = s.choice[made]


def resample(p: Record, s: Record, player: int, draw: int) -> bool:
    if s.phase == BETTING:
        own = int(s.card[player]) - 1
        s.card[1 - player] = 1 + (own + 1 + dice.below(draw, CARDS - 1)) % CARDS
    return True


def scene(game, state, player):
    over = state["to_move"][0] == TERMINAL
    texts = [NAMES[state["card"][0][seat]] if over or seat == player else NAMES[0] for seat in range(2)]
    cells = tuple(Cell(row=0, col=seat, text=text) for seat, text in enumerate(texts))
    board = Board(kind="square", rows=1, cols=2, cells=cells)
    row = tuple(str(choice) for choice in state["choice"][0])
    panel = Panel(title=Text(code="kuhn.title"), columns=(Text(code="kuhn.title"),) * 3, rows=(row,))
    return Scene(board=board, panels=(panel,), targets={})


DEFINITION = Definition(
    name="kuhn",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions([Group(kind, {}, public=True) for kind in (Deal, Pass, Bet)]),
    scene=scene,
    phases=("dealing", "betting"),
    events={Event.DEALT: Private("player", "card")},
    perfect_information=False,
    returns=(-2.0, 2.0),
    files=Files(configs=Path("configs") / "kuhn"),
)
