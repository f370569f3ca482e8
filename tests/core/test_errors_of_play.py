"""Every mistake that a player or a caller can make in play is refused in words, in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from boardwright import Batch, Game, Position, load, register
from boardwright.core.actions import Actions, Group
from boardwright.core.agent import Turn
from boardwright.core.errors import (
    AgentError,
    BatchError,
    DeploymentDeadlockError,
    HiddenInformation,
    HistoryError,
    IllegalAction,
    MalformedAction,
    RuleFault,
)
from boardwright.games.tic_tac_toe import DEFINITION
from boardwright.games.tic_tac_toe.actions import Mark

from . import burrow
from .provocations import Case, assert_said

MOST_THREADS = numba.config.NUMBA_NUM_THREADS


def played(*actions: int) -> Position:
    position = Position(load("tic_tac_toe"))
    for action in actions:
        position.push(action)
    return position


def race(seed: int | None = None) -> Position:
    register(burrow.DEFINITION)
    return Position(load("burrow"), seed=seed)


def read(data: Any) -> Any:
    return load("tic_tac_toe").actions.from_dict(data)


def recorded(**changed: Any) -> Position:
    return Position.from_dict({**played(4, 0).to_dict(), **changed})


def unchecked(_: Path) -> None:
    """A game whose group has no check of the parts, for an action without an index."""
    definition = replace(DEFINITION, actions=lambda config: Actions([Group(Mark, {"cell": 9})]))
    Position(Game(definition, [{"size": 3, "in_a_row": 3}])).push(Mark(12))


def rows(n: int = 2) -> Any:
    return load("tic_tac_toe").new(n)


def frozen() -> Any:
    states = rows()
    states.flags.writeable = False
    return states


def sunk(_: Path) -> None:
    """A dead end of the second mole, for which the game defines no error."""
    position = race()
    for action, draw in ((0, 0), (0, 0), (2, 0), (6, 0)):
        position.push(action, draw)


def collapsed(_: Path) -> None:
    position = race()
    for action, draw in ((0, 0), (2, 0), (6, 0)):
        position.push(action, draw)


CASES = [
    Case(
        "no_such_action",
        MalformedAction,
        lambda _: played().push(9),
        "There is no action 9: give an index from 0 to 8.",
        "Il n'y a pas d'action 9 : donnez un indice de 0 à 8.",
    ),
    Case(
        "tic_tac_toe.taken",
        IllegalAction,
        lambda _: played(4).push(4),
        "Cell 4 is already marked: choose an empty one.",
        "La case 4 est déjà marquée : choisissez-en une vide.",
    ),
    Case(
        "tic_tac_toe.off_board",
        IllegalAction,
        lambda _: played().push(Mark(12)),
        "There is no cell 12: choose one on the board.",
        "Il n'y a pas de case 12 : choisissez-en une sur le plateau.",
    ),
    Case(
        "game_over",
        IllegalAction,
        lambda _: played(0, 3, 1, 4, 2).push(5),
        "The game is over: start a new one or take a move back.",
        "La partie est terminée : commencez-en une autre ou reprenez un coup.",
    ),
    Case(
        "unknown_action",
        MalformedAction,
        lambda _: race().push_text("fly 4"),
        "fly is not an action of this game: use one of roll, hide, flag, collapse, resign.",
        "fly n'est pas une action de ce jeu : utilisez l'une de roll, hide, flag, collapse, resign.",
    ),
    Case(
        "unknown_action",
        MalformedAction,
        lambda _: played().push(4.0),
        "float is not an action of this game: use one of mark.",
        "float n'est pas une action de ce jeu : utilisez l'une de mark.",
    ),
    Case(
        "action_not_object",
        MalformedAction,
        lambda _: read([4]),
        'An action is an object with its kind and its fields, such as {"kind": "mark", "cell": 4}.',
        'Une action est un objet avec son genre (kind) et ses champs, comme {"kind": "mark", "cell": 4}.',
    ),
    Case(
        "action_field_missing",
        MalformedAction,
        lambda _: read({"kind": "mark"}),
        "The action mark lacks its field cell: add it.",
        "Il manque le champ cell à l'action mark : ajoutez-le.",
    ),
    Case(
        "action_field_unknown",
        MalformedAction,
        lambda _: read({"kind": "mark", "cell": 4, "col": 1}),
        "The action mark has no field col: its fields are cell.",
        "L'action mark n'a pas de champ col : ses champs sont cell.",
    ),
    Case(
        "action_field_type",
        MalformedAction,
        lambda _: played().push_text("centre"),
        "The field cell of mark cannot be centre: give a value of type int.",
        "Le champ cell de mark ne peut pas valoir centre : donnez une valeur de type int.",
    ),
    Case(
        "action_empty",
        MalformedAction,
        lambda _: played().push_text("  "),
        "No action was given: type one of mark.",
        "Aucune action n'a été donnée : tapez l'une de mark.",
    ),
    Case(
        "action_words",
        MalformedAction,
        lambda _: race().push_text("flag 1"),
        "flag takes row, col, and 1 value was given: type one value for each.",
        "flag attend row, col, et 1 valeur a été donnée : tapez une valeur pour chacun.",
    ),
    Case(
        "action_without_index",
        MalformedAction,
        unchecked,
        "Mark(cell=12) is outside the game's action table: check its fields.",
        "Mark(cell=12) est hors de la table des actions du jeu : vérifiez ses champs.",
    ),
    Case(
        "draw_missing",
        MalformedAction,
        lambda _: race().push_text("roll"),
        "Action 0 needs a draw: give one, or give the position a seed.",
        "L'action 0 demande un tirage : donnez-en un, ou donnez une graine (seed) à la position.",
    ),
    Case(
        "one_a_row",
        MalformedAction,
        lambda _: load("tic_tac_toe").step(rows(2), [0, 1, 2]),
        "The values have the shape 3, and there are 2 rows: give one value a row.",
        "Les valeurs ont la forme 3, et il y a 2 lignes : donnez une valeur par ligne.",
    ),
    Case(
        "nothing_to_undo",
        HistoryError,
        lambda _: played().pop(),
        "There is no move to take back: this is the start of the game.",
        "Il n'y a pas de coup à reprendre : c'est le début de la partie.",
    ),
    Case(
        "history_version",
        HistoryError,
        lambda _: recorded(version=2),
        "This was recorded by tic_tac_toe 2, and the rules here are tic_tac_toe 1: "
        "replay it with the version that recorded it.",
        "Ceci a été enregistré par tic_tac_toe 2, et les règles ici sont tic_tac_toe 1 : "
        "rejouez-le avec la version d'origine.",
    ),
    Case(
        "history_broken",
        HistoryError,
        lambda _: recorded(history=[[4, 0], [4, 0]]),
        "The history cannot be replayed: action 4 at ply 1 is refused. The record or the rules have changed.",
        "L'historique ne peut pas être rejoué : l'action 4 au coup 1 est refusée. "
        "L'enregistrement ou les règles ont changé.",
    ),
    Case(
        "history_key",
        HistoryError,
        lambda _: Position.from_dict({"game": "tic_tac_toe"}),
        "The record of the game lacks its key version: write records with Position.to_dict.",
        "Il manque la clé version à l'enregistrement de la partie : écrivez-le avec Position.to_dict.",
    ),
    Case(
        "batch_not_rows",
        BatchError,
        lambda _: load("tic_tac_toe").legal_mask(rows(4).reshape(2, 2)),
        "The states must be a one-dimensional array of records: make them with Game.new.",
        "Les états doivent être un tableau d'enregistrements à une dimension : créez-les avec Game.new.",
    ),
    Case(
        "batch_dtype",
        BatchError,
        lambda _: load("tic_tac_toe", size=4).legal_mask(rows()),
        "The states belong to another game, size or version of the rules: make them with this game.",
        "Les états viennent d'un autre jeu, d'une autre taille ou d'une autre version des règles : "
        "créez-les avec ce jeu.",
    ),
    Case(
        "batch_not_contiguous",
        BatchError,
        lambda _: load("tic_tac_toe").legal_mask(rows(4)[::2]),
        "The states are a slice with gaps: pass a copy of them.",
        "Les états sont une tranche avec des trous : passez-en une copie.",
    ),
    Case(
        "batch_read_only",
        BatchError,
        lambda _: load("tic_tac_toe").step(frozen(), [0, 0]),
        "The states are read-only and would be written to: pass a copy of them.",
        "Les états sont en lecture seule et seraient modifiés : passez-en une copie.",
    ),
    Case(
        "seed",
        BatchError,
        lambda _: Batch(load("tic_tac_toe"), 3, seed=1 << 63),
        "9223372036854775808 cannot be a seed: give a whole number from 0 to 2**63 - 1.",
        "9223372036854775808 ne peut pas être une graine : donnez un entier de 0 à 2**63 - 1.",
    ),
    Case(
        "not_integers",
        MalformedAction,
        lambda _: Batch(load("tic_tac_toe"), 2, seed=0).step([1.5, 2]),
        "1.5 is not a whole number that fits: give integers.",
        "1.5 n'est pas un nombre entier qui convient : donnez des entiers.",
    ),
    Case(
        "bad_draw",
        MalformedAction,
        lambda _: race(1).push(0, 99),
        "99 is not a draw that action 0 can be carried out with: give one that Game.chance allows.",
        "99 n'est pas un tirage possible pour l'action 0 : donnez-en un que Game.chance permet.",
    ),
    Case(
        "no_such_player",
        MalformedAction,
        lambda _: load("tic_tac_toe").view(rows(1), 2),
        "There is no such player: give a number from 0 to 1.",
        "Ce joueur n'existe pas : donnez un nombre de 0 à 1.",
    ),
    Case(
        "no_such_symmetry",
        MalformedAction,
        lambda _: load("tic_tac_toe").transform(rows(1), 8),
        "tic_tac_toe has no such symmetry: give an index into its list "
        "(Identity, Rot90, Rot180, Rot270, FlipH, FlipV, Diagonal, AntiDiagonal).",
        "tic_tac_toe n'a pas cette symétrie : donnez un indice dans sa liste "
        "(Identity, Rot90, Rot180, Rot270, FlipH, FlipV, Diagonal, AntiDiagonal).",
    ),
    Case(
        "turn_over",
        AgentError,
        lambda _: Turn(load("tic_tac_toe"), played(0, 3, 1, 4, 2).state, 0, np.random.default_rng(0)),
        "The game is over and nobody is to move: ask for a turn before the end.",
        "La partie est terminée et personne n'a le trait : demandez un tour avant la fin.",
    ),
    Case(
        "threads",
        BatchError,
        lambda _: Batch(load("tic_tac_toe"), 3, seed=0, threads=0),
        f"The number of threads cannot be 0: choose 1 to {MOST_THREADS}.",
        f"Le nombre de fils d'exécution ne peut pas être 0 : choisissez de 1 à {MOST_THREADS}.",
    ),
    Case(
        "rule_fault",
        RuleFault,
        sunk,
        "burrow: the rules reached a dead end (fault 2); the position before the move is untouched. Take another move.",
        "burrow : les règles sont dans une impasse (faute 2) ; la position d'avant le coup est intacte. "
        "Jouez un autre coup.",
    ),
    Case(
        "rule_fault",
        DeploymentDeadlockError,
        collapsed,
        "burrow: the rules reached a dead end (fault 1); the position before the move is untouched. Take another move.",
        "burrow : les règles sont dans une impasse (faute 1) ; la position d'avant le coup est intacte. "
        "Jouez un autre coup.",
    ),
    Case(
        "hidden_information",
        HiddenInformation,
        lambda _: Turn(race().game, race().state, 0, np.random.default_rng(0)).position,
        "burrow hides a part of its position from each player: use turn.imagined instead of turn.position.",
        "burrow cache une partie de sa position à chaque joueur : utilisez turn.imagined au lieu de turn.position.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_mistake_in_play_is_refused_in_words(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_said(case, tmp_path, monkeypatch)
