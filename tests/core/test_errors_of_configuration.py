"""Every configuration, game and agent that cannot be used is refused in words, in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardwright import Game, agent, load, register
from boardwright.core import config, registry
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.record import plain_record
from boardwright.core.symmetry import Symmetry
from boardwright.games.tic_tac_toe import DEFINITION
from boardwright.games.tic_tac_toe.config import layout

from . import burrow
from .provocations import Case, assert_said

STANDARD = {"size": 3, "in_a_row": 3}


def read(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    config.read(folder, next(iter(files)))


def laid_out(**changed: Any) -> Game:
    """Tic-tac-toe with a changed layout."""
    return Game(replace(DEFINITION, layout=lambda settings: replace(layout(settings), **changed)), [STANDARD])


def mirrored(actions: Any) -> Game:
    """Tic-tac-toe with one symmetry, which has these images of actions."""
    return Game(replace(DEFINITION, symmetries=lambda settings: (Symmetry("Mirror", actions=actions),)), [STANDARD])


def race() -> Game:
    register(burrow.DEFINITION)
    return load("burrow")


CASES = [
    Case(
        "config_missing",
        ConfigError,
        lambda _: load("tic_tac_toe", config={"size": 3}),
        "The key in_a_row is missing: add it.",
        "La clé in_a_row manque : ajoutez-la.",
    ),
    Case(
        "config_missing",
        ConfigError,
        lambda _: race().weights("empty"),
        "The key weights.empty.lead is missing: add it.",
        "La clé weights.empty.lead manque : ajoutez-la.",
    ),
    Case(
        "config_unknown",
        ConfigError,
        lambda _: load("tic_tac_toe", sise=4),
        "The key sise is unknown: remove it, or use one of in_a_row, size.",
        "La clé sise est inconnue : retirez-la, ou utilisez l'une de in_a_row, size.",
    ),
    Case(
        "config_unknown",
        ConfigError,
        lambda _: race().weights("excessive"),
        "The key weights.excessive.lag is unknown: remove it, or use one of lead.",
        "La clé weights.excessive.lag est inconnue : retirez-la, ou utilisez l'une de lead.",
    ),
    Case(
        "config_unknown",
        ConfigError,
        lambda _: agent("perfect", load("tic_tac_toe"), depth=3),
        "The key depth is unknown: remove it, or use one of any_size, states.",
        "La clé depth est inconnue : retirez-la, ou utilisez l'une de any_size, states.",
    ),
    Case(
        "config_value",
        ConfigError,
        lambda _: load("tic_tac_toe", size=7),
        "The key size cannot be 7: expected <= 6.",
        "La clé size ne peut pas valoir 7 : attendu <= 6.",
    ),
    Case(
        "config_absent",
        ConfigError,
        lambda _: load("tic_tac_toe", "giant"),
        "There is no configuration giant: choose one of standard.",
        "Il n'y a pas de configuration giant : choisissez l'une de standard.",
    ),
    Case(
        "config_circle",
        ConfigError,
        lambda folder: read(folder, small="extends: large", large="extends: small"),
        "Configurations extend each other in a circle (small, large, small): remove one `extends`.",
        "Des configurations s'étendent en cercle (small, large, small) : retirez un `extends`.",
    ),
    Case(
        "unknown_game",
        ConfigError,
        lambda _: load("tic_tac_tow"),
        "There is no game tic_tac_tow: did you mean tic_tac_toe? `boardwright games` lists them all.",
        "Il n'y a pas de jeu tic_tac_tow : vouliez-vous dire tic_tac_toe ? `boardwright games` les liste tous.",
    ),
    Case(
        "no_such_variant",
        ConfigError,
        lambda _: load("tic_tac_toe").new(variant=1),
        "There is no variant 1: this game was loaded with variants 0 to 0.",
        "Il n'y a pas de variant 1 : ce jeu a été chargé avec les variantes 0 à 0.",
    ),
    Case(
        "config_no_keys",
        ConfigError,
        lambda _: agent("random", load("tic_tac_toe"), luck=3),
        "The key luck is unknown: remove it, there is nothing to choose here.",
        "La clé luck est inconnue : retirez-la, il n'y a rien à choisir ici.",
    ),
    Case(
        "field_name",
        ConfigError,
        lambda _: plain_record("tag", {"flags": "u1"}),
        "A field cannot be called flags, which records already have as a name of their own: rename it (flags).",
        "Un champ ne peut pas s'appeler flags, nom que les enregistrements ont déjà : renommez-le (flags).",
    ),
    Case(
        "field_taken",
        ConfigError,
        lambda _: laid_out(position={"cells": ("u1", (9,)), "ply": "u1"}),
        "A game cannot declare the field ply, which Boardwright lays out itself or which stands twice: "
        "rename yours (ply).",
        "Un jeu ne peut pas déclarer le champ ply, que Boardwright dispose lui-même ou qui est présent deux fois : "
        "renommez le vôtre (ply).",
    ),
    Case(
        "field_taken",
        ConfigError,
        lambda _: laid_out(trace={"cells": "u1"}),
        "A game cannot declare the field cells, which Boardwright lays out itself or which stands twice: "
        "rename yours (cells).",
        "Un jeu ne peut pas déclarer le champ cells, que Boardwright dispose lui-même ou qui est présent deux fois : "
        "renommez le vôtre (cells).",
    ),
    Case(
        "field_type",
        ConfigError,
        lambda _: laid_out(params={"lines": np.ones(9, np.bool_)}),
        "The field lines has the type bool, and records hold integers and floats: write yes and no as 1 and 0, "
        "such as `int(yes)` or `table.astype(np.uint8)` (lines).",
        "Le champ lines a le type bool, et les enregistrements contiennent des entiers et des flottants : écrivez oui "
        "et non 1 et 0, par exemple `int(yes)` ou `table.astype(np.uint8)` (lines).",
    ),
    Case(
        "symmetry_actions",
        ConfigError,
        lambda _: mirrored(np.arange(8)),
        "The symmetry Mirror of tic_tac_toe gives 8 actions an image, and the game has 9, people's own included: "
        "name each of 0 to 8 once (symmetries.Mirror.actions).",
        "La symétrie Mirror de tic_tac_toe donne une image à 8 actions, et le jeu en a 9, celles des personnes "
        "comprises : nommez une fois chacune de 0 à 8 (symmetries.Mirror.actions).",
    ),
    Case(
        "variants_differ",
        ConfigError,
        lambda _: registry.mix(load("tic_tac_toe", size=4), load("tic_tac_toe", size=4, in_a_row=4)),
        "Configurations in one batch must have the same shape, and lines differs: batch them apart.",
        "Les configurations d'un même lot doivent avoir la même forme, et lines diffère : faites des lots séparés.",
    ),
    Case(
        "too_many_plies",
        ConfigError,
        lambda _: laid_out(max_plies=70_000),
        "max_plies is 70000, and a game has at most 65,535 plies: set a lower limit.",
        "max_plies vaut 70000, et une partie a au plus 65\u202f535 coups : fixez une limite plus basse.",
    ),
    Case(
        "unknown_agent",
        AgentError,
        lambda _: agent("perfekt", load("tic_tac_toe")),
        "There is no agent perfekt: choose one of alphabeta, expectimax, mcts, perfect, random, ranking, "
        "easy, normal, hard, expert, chat, descent, model, openspiel.",
        "Il n'y a pas d'agent perfekt : choisissez l'un de alphabeta, expectimax, mcts, perfect, random, ranking, "
        "easy, normal, hard, expert, chat, descent, model, openspiel.",
    ),
    Case(
        "agent_needs_no_chance",
        AgentError,
        lambda _: agent("alphabeta", race()),
        "alphabeta cannot play burrow, which has dice: choose mcts, or expectimax where nothing is hidden.",
        "alphabeta ne peut pas jouer à burrow, qui a des dés : choisissez mcts, ou expectimax si rien n'est caché.",
    ),
    Case(
        "agent_needs_everything",
        AgentError,
        lambda _: agent("perfect", Game(replace(DEFINITION, perfect_information=False), [STANDARD])),
        "perfect cannot play tic_tac_toe, which hides a part of the position: choose mcts.",
        "perfect ne peut pas jouer à tic_tac_toe, qui cache une partie de la position : choisissez mcts.",
    ),
    Case(
        "agent_needs_two",
        AgentError,
        lambda _: agent("perfect", Game(replace(DEFINITION, zero_sum=False), [STANDARD])),
        "perfect plays two-player zero-sum games, and tic_tac_toe is not one: choose mcts.",
        "perfect joue aux jeux à deux à somme nulle, et tic_tac_toe n'en est pas un : choisissez mcts.",
    ),
    Case(
        "agent_needs_one_or_two",
        AgentError,
        lambda _: agent("expectimax", Game(replace(DEFINITION, zero_sum=False), [STANDARD])),
        "expectimax plays single-player games and two-player zero-sum games; tic_tac_toe is neither: choose mcts.",
        "expectimax joue aux jeux en solitaire et aux jeux à deux à somme nulle ; "
        "tic_tac_toe n'est ni l'un ni l'autre : choisissez mcts.",
    ),
    Case(
        "agent_depth",
        AgentError,
        lambda _: agent("alphabeta", load("tic_tac_toe"), depth=3).search(load("tic_tac_toe").new(), 4),
        "This alphabeta was made for at most 3 plies, and 4 were asked for: make one with depth=4.",
        "Cet alphabeta est fait pour au plus 3 coups, et 4 sont demandés : créez-en un avec depth=4.",
    ),
    Case(
        "agent_too_large",
        AgentError,
        lambda _: agent("perfect", load("tic_tac_toe"), states=10),
        "The number of states of tic_tac_toe may reach 6046, and perfect takes at most 10: "
        "raise its option `states`, or choose alphabeta.",
        "Le nombre d'états de tic_tac_toe peut atteindre 6046, et perfect en accepte au plus 10 : "
        "augmentez son option `states`, ou choisissez alphabeta.",
    ),
    Case(
        "agent_size_unknown",
        AgentError,
        lambda _: agent("perfect", laid_out(max_states=None)),
        "tic_tac_toe declares no number of states, so perfect cannot tell whether it is small enough: "
        "declare `max_states` in its Layout, or choose alphabeta.",
        "tic_tac_toe ne déclare pas de nombre d'états, et perfect ne peut pas savoir s'il est assez petit : "
        "déclarez `max_states` dans son Layout, ou choisissez alphabeta.",
    ),
    Case(
        "position_too_large",
        AgentError,
        lambda _: agent("perfect", load("tic_tac_toe"), states=10, any_size=True).value(load("tic_tac_toe").new()),
        "This position of tic_tac_toe leads to more than 10 states, too many for perfect: "
        "raise its option `states`, or choose alphabeta.",
        "Cette position de tic_tac_toe mène à plus de 10 états, trop pour perfect : "
        "augmentez son option `states`, ou choisissez alphabeta.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_what_cannot_be_used_is_refused_in_words(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_said(case, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("text", "code", "en", "fr"),
    [
        (
            "size: 3\nin_a_row: [3",
            "config_yaml",
            "{path} is not YAML near line 2: mend that line.",
            "{path} n'est pas du YAML vers la ligne 2 : corrigez cette ligne.",
        ),
        (
            "- 3\n- 3\n",
            "config_not_mapping",
            "{path} must hold keys with values: write one `key: value` a line.",
            "{path} doit contenir des clés avec des valeurs : écrivez une `clé: valeur` par ligne.",
        ),
    ],
    ids=["config_yaml", "config_not_mapping"],
)
def test_a_file_that_cannot_be_read_is_named(
    text: str, code: str, en: str, fr: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "mine.yaml")
    case = Case(code, ConfigError, lambda folder: read(folder, mine=text), en.format(path=path), fr.format(path=path))
    assert_said(case, tmp_path, monkeypatch)
