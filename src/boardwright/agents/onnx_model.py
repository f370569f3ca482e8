"""An agent that plays by a network in ONNX Runtime: `model:small`, or `model:path/to/file.onnx`. It needs no torch.

The model's inputs name the fields of the observation that it reads. The agent plays the legal action with the highest
policy logit, or with the lowest risk of the auxiliary head; the same observation gives the same action. With a
temperature it samples from the policy.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from boardwright.agents import model_files
from boardwright.agents.onnx_runtime import onnx_runtime
from boardwright.core.agent import Explanation, Turn
from boardwright.core.config import Settings, Weight
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array
from boardwright.core.words import Word

FORMAT = "boardwright-onnx-1"
ENDING = ".onnx"
AUTO = "auto"
"""The model that comes with the game and fits the board."""

OUTPUTS = ("policy", "value", "auxiliary")
"""In this order. They are read by index: models exported earlier have another name for the last."""

OTHER_BOARD = ("model_actions", "model_shape")
"""The errors of a model that was made for another board of the same game."""

_FIRST_BYTE = b"\x08"
"""An ONNX file begins with the field of its format's version; a pickle begins with 0x80 or a letter, a zip with PK."""


class Options(Settings):
    """The options; configs/agents/model.yaml documents each key."""

    file: str
    choose: Literal["policy", "risk"]
    temperature: Weight
    threads: Annotated[int, Field(ge=1)]


class Card(NamedTuple):
    """The facts that a model's file states: what it was exported with, and the shapes of its inputs and outputs.

    A side that may differ between calls is a name rather than a number.
    """

    about: dict[str, str]
    inputs: dict[str, tuple[int | str, ...]]
    outputs: tuple[str, ...]
    actions: int | str


class PolicyAgent:
    """Plays by a network."""

    def __init__(self, game: Game, path: Path, options: Options) -> None:
        self.game, self.path, self.options = game, path, options
        self._session = _session(path, options.threads)
        self.about: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        self._outputs = [node.name for node in self._session.get_outputs()]
        self._fields = [(node.name, _dtype(node.type)) for node in self._session.get_inputs()]

    @property
    def draws_nothing(self) -> bool:
        """Whether nothing is random: without a temperature.

        ONNX Runtime gives a row the same outputs in a batch of any size: tests/arena/test_batch_play.py compares.
        """
        return self.options.temperature == 0

    def act(self, turn: Turn) -> int:
        """The action with the highest policy logit or the lowest risk; with a temperature a sample of the policy."""
        return int(self.act_batch(turn.observation, turn.mask[None], turn.rng)[0])

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """One action a row, [N]; of equals the lowest.

        The largest of the logits with Gumbel noise is a sample of their softmax.
        """
        logits, _, risks = self.outputs(observations)
        if self.options.choose == "risk":
            logits = np.full_like(logits, -np.inf)
            logits[:, : risks[0].size] = -risks.reshape(len(risks), -1)
        elif self.options.temperature:
            logits = logits / self.options.temperature + rng.gumbel(size=logits.shape)
        chosen: Array = np.argmax(np.where(self._taught(masks), np.maximum(logits, -1e30), -np.inf), axis=1)
        return chosen

    def explain(self, turn: Turn) -> Explanation:
        """The choice, with the policy's probability of each legal action of a kind it was trained on."""
        action = self.act(turn)
        logits, _, _ = self.outputs(turn.observation)
        legal = np.flatnonzero(self._taught(turn.mask[None])[0]).tolist()
        shares = np.exp(logits[0, legal] - logits[0, legal].max())
        scores = dict(zip(legal, (shares / shares.sum()).tolist()))
        reason = Word("reason_model", {"percent": f"{100 * scores[action]:.1f}"})
        return Explanation(action, scores, (), reason, shares=True)

    def outputs(self, observations: Array) -> tuple[Array, Array, Array]:
        """The policy logits [N, A], values [N], and auxiliary logits [N, H, W], or [N, 0, 0] without that head."""
        inputs = {name: np.ascontiguousarray(observations[name], dtype) for name, dtype in self._fields}
        policy, value, *auxiliary = self._session.run(self._outputs, inputs)
        return policy, value, auxiliary[0][:, 0] if auxiliary else np.zeros((len(policy), 0, 0), np.float32)

    def risks(self, observations: Array) -> Array:
        """The probability that the auxiliary head gives each cell, [N, H, W]."""
        risks: Array = 1.0 / (1.0 + np.exp(-self.outputs(observations)[2].astype(np.float64)))
        return risks

    def trained(self, actions: int) -> Mask:
        """Whether each action is of a kind in the model's training, [A]."""
        kinds: list[bool] = json.loads(self.about["taught"])
        if all(kinds):
            return np.ones(actions, np.bool_)
        others = int(json.loads(self.about["network"])["other_actions"])
        cells = (actions - others) // (len(kinds) - bool(others))
        return np.repeat(kinds, [cells] * (len(kinds) - bool(others)) + [others] * bool(others))

    def _taught(self, masks: Mask) -> Mask:
        """The legal action mask, limited to kinds in the model's training, [N, A]; unlimited in rows without any.

        A model trained without flags has meaningless logits for them.
        """
        trained = self.trained(masks.shape[1])
        if trained.all():
            return masks
        limited = masks & trained
        return np.where(limited.any(axis=1, keepdims=True), limited, masks)

    @property
    def notes(self) -> dict[str, Any]:
        """The notes that were exported with the model."""
        notes: dict[str, Any] = json.loads(self.about["told"])
        return notes


def names(game: Game) -> list[str]:
    """The models that come with a game."""
    return model_files.names(game, ENDING)


def path_of(game: Game, name: str) -> Path:
    """The path of a model: one that comes with the game, or a file."""
    return model_files.path_of(game, name, ENDING)


def for_search(file: str) -> Options:
    """The options of a network that a search asks."""
    return Options(file=file, choose="policy", temperature=0.0, threads=1)


def make(game: Game, options: Options) -> PolicyAgent:
    """Return the agent with its network."""
    return PolicyAgent(game, fitting(game, options), options)


def fitting(game: Game, options: Options) -> Path:
    """The file of the model to play with, which fits the game by its card.

    For `auto` it is the shipped model whose configuration is the game's, else the first that fits. A network that was
    made for one board is taken for that board alone: another may have the same shapes and a different meaning.
    """
    if options.file != AUTO:
        path = path_of(game, options.file)
        require_fit(path, game, options)
        return path
    fits = []
    for path in (path_of(game, name) for name in names(game)):
        try:
            require_fit(path, game, options)
        except AgentError as error:
            if error.code not in OTHER_BOARD:
                raise
        else:
            about = card_of(path).about
            if not json.loads(about["network"]).get("actions") or json.loads(about["config"]) == game.config:
                fits.append(path)
    if not fits:
        raise AgentError("model_unknown", name=AUTO, game=game.name, known=names(game))
    return next((path for path in fits if json.loads(card_of(path).about["config"]) == game.config), fits[0])


def require_fit(path: Path, game: Game, options: Options) -> None:
    """Raise an error if a model is of another game, other rules, other fields or another board."""
    card = card_of(path)
    if card.about.get("format") != FORMAT:
        raise ConfigError("model_format", path=str(path), wanted=FORMAT)
    played = (card.about["game"], int(card.about["version"]))
    observed = game.observation_dtype
    if played != (game.name, game.version) or any(name not in game.layout.observation for name in card.inputs):
        params = {"path": str(path), "game": game.name, "version": game.version}
        raise AgentError("model_differs", **params, found=played[0], found_version=played[1])
    if options.choose == "risk" and len(card.outputs) < len(OUTPUTS):
        raise ConfigError("config_value", path="choose", value="risk", expected="policy")
    if options.choose == "risk" and options.temperature:
        raise ConfigError("config_value", path="temperature", value=options.temperature, expected="0")
    if isinstance(card.actions, int) and card.actions != game.actions.policy:
        raise AgentError("model_actions", path=str(path), found=card.actions, wanted=game.actions.policy)
    for name, sides in card.inputs.items():
        shape = observed[name].shape
        if len(shape) != len(sides) or any(isinstance(side, int) and side != n for side, n in zip(sides, shape)):
            params = {"path": str(path), "field": name, "found": list(sides), "wanted": list(shape)}
            raise AgentError("model_shape", **params)


def card_of(path: Path) -> Card:
    """The card of a model, read once from its file."""
    return _card(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _card(path: Path, changed: int) -> Card:
    session = _session(path, 1)
    inputs = {node.name: tuple(node.shape[1:]) for node in session.get_inputs()}
    outputs = session.get_outputs()
    about: dict[str, str] = session.get_modelmeta().custom_metadata_map
    return Card(about, inputs, tuple(node.name for node in outputs), outputs[0].shape[1])


def _session(path: Path, threads: int) -> Any:
    with path.open("rb") as file:
        first = file.read(9)
    if first[8:9] == b"{":
        raise ConfigError("model_export", path=str(path))
    if first[:1] != _FIRST_BYTE:
        raise ConfigError("model_refused", path=str(path))
    runtime = onnx_runtime()
    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = threads
    settings.log_severity_level = 3
    try:
        return runtime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    except Exception:  # its errors have no common public class
        raise ConfigError("model_refused", path=str(path)) from None


def _dtype(text: str) -> np.dtype[Any]:
    """The NumPy dtype of an ONNX type such as `tensor(uint8)`."""
    name = text.removeprefix("tensor(").removesuffix(")")
    return np.dtype({"float": "float32", "double": "float64"}.get(name, name))
