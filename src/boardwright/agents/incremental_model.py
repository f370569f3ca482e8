"""Files of networks that alpha-beta updates move by move: whole numbers in a NumPy archive, with a card.

Nothing in a file is executed when it is read. `alphabeta:model=NAME` reads `models/NAME.npz` beside the game's presets.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from boardwright.agents import model_files
from boardwright.agents.accumulators import ONE, Accumulators
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.facets import FEATURE_BITS, Features
from boardwright.core.game import Game
from boardwright.core.record import Array

FORMAT = "boardwright-incremental-1"
ENDING = ".npz"
ARRAYS = ("first", "biases", "value", "policy", "offset")
SWAP = "Swap"

Whole = npt.NDArray[np.int16]


class IncrementalModel(NamedTuple):
    """A network as it is played: see `Accumulators`. `first` and `policy` are as player 0 sees them."""

    first: Whole
    biases: Whole
    value: Whole
    policy: Whole
    offset: npt.NDArray[np.int64]
    about: dict[str, Any]
    """The card: format, game, version, configuration, `unit` and `hint`, and notes on the training."""

    def without_policy(self) -> IncrementalModel:
        """The same without logits of actions: moves are ordered as without a model."""
        return self._replace(policy=self.policy[:0], offset=self.offset[:1])


def read(game: Game, name: str) -> IncrementalModel:
    """Read a model that fits the game."""
    path = model_files.path_of(game, name, ENDING)
    try:
        with np.load(path, allow_pickle=False) as archive:
            about = json.loads(str(archive["about"]))
            arrays = {part: archive[part] for part in ARRAYS}
    except (ValueError, KeyError, OSError, BadZipFile):
        raise ConfigError("model_refused", path=str(path)) from None
    if about.get("format") != FORMAT:
        raise ConfigError("model_format", path=str(path), wanted=FORMAT)
    if (about["game"], about["version"]) != (game.name, game.version):
        params = {"path": str(path), "game": game.name, "version": game.version}
        raise AgentError("model_differs", **params, found=about["game"], found_version=about["version"])
    model = IncrementalModel(**arrays, about=about)
    _require_fit(model, game, path)
    return model


def write(path: Path, model: IncrementalModel) -> None:
    """Write a model. The same numbers give the same bytes."""
    with path.open("wb") as file:
        np.savez(file, **model._asdict() | {"about": np.array(json.dumps(model.about, sort_keys=True))})


def loaded(game: Game, model: IncrementalModel, plies: int) -> Accumulators:
    """Return the memory of a search of so many plies with the model's weights for both players."""
    facet = facet_of(game)
    policy = model.policy
    turned = action_places(game, SWAP)[: len(policy)]
    both = np.stack([model.offset[1:], model.offset[1:][turned]])
    units = len(model.biases)
    return Accumulators(
        words=np.zeros((plies, facet.words), np.int64),
        sums=np.zeros((plies, 2, units), np.int16),
        biases=model.biases,
        first=np.stack([model.first, model.first[swapped(game)]]),
        value=model.value,
        policy=np.stack([policy, policy[turned]]),
        scales=np.array([model.about["unit"], model.about["hint"]]),
        offset=np.concatenate([model.offset[:1], both.ravel()]),
    )


def action_places(game: Game, name: str) -> npt.NDArray[np.int64]:
    """The image of each action under a symmetry, by its name; the same action where the game has no such symmetry."""
    found = (symmetry.actions for symmetry in game.symmetries if symmetry.name == name)
    return np.asarray(next(found, np.arange(game.actions.policy)))[: game.actions.policy]


def facet_of(game: Game) -> Features:
    """The game's features. Raises AgentError where it names none, or has no kernel that turns them on."""
    facet = game.definition.search.features
    if facet is None or "features" not in game.definition.kernels():
        raise AgentError("features_missing", game=game.name)
    return facet


def swapped(game: Game) -> Array:
    """The image of each feature where the players change places, the same on all of the game's boards.

    Raises AgentError where the game names none.
    """
    boards = [facet_of(game).symmetries(settings) for settings in game.configs]
    if SWAP not in boards[0]:
        raise AgentError("features_swap", game=game.name, name=SWAP)
    if not all(np.array_equal(images[SWAP], boards[0][SWAP]) for images in boards):
        raise ConfigError("variants_differ", path="features")
    return boards[0][SWAP]


def _require_fit(model: IncrementalModel, game: Game, path: Path) -> None:
    if len(model.policy) not in {0, game.actions.policy}:
        raise AgentError("model_actions", path=str(path), found=len(model.policy), wanted=game.actions.policy)
    units, actions = model.biases.size, len(model.policy)
    shapes = {
        "first": (FEATURE_BITS * facet_of(game).words, units), "biases": (units,), "value": (2, units),
        "policy": (actions, 2, units), "offset": (1 + actions,),
    }  # fmt: skip
    for field, wanted in shapes.items():
        found = getattr(model, field)
        if found.shape != wanted:
            raise AgentError("model_shape", path=str(path), field=field, found=[*found.shape], wanted=[*wanted])
    if {getattr(model, field).dtype for field in ("first", "biases", "value", "policy")} != {np.dtype(np.int16)}:
        raise ConfigError("model_refused", path=str(path))
    # For any combination of features: an overflow would silently change the result.
    first, biases = model.first.astype(np.int64), model.biases.astype(np.int64)
    layer = max((biases + first.clip(min=0).sum(axis=0)).max(), -(biases + first.clip(max=0).sum(axis=0)).min())
    weights = np.abs(np.concatenate([model.value[None], model.policy]).astype(np.int64)).sum(axis=2).max()
    for found, most in ((layer, np.iinfo(np.int16).max), (ONE * weights, np.iinfo(np.int32).max)):
        if found > most:
            raise AgentError("model_overflows", path=str(path), found=int(found), most=most)
