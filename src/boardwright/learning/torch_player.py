"""A network as an agent, through torch, for evaluation during training. Players use agents/onnx_model.py."""

from __future__ import annotations

import copy
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, get_args

import numpy as np
import torch

from boardwright.agents import puct
from boardwright.core import dice
from boardwright.core.agent import Explanation, Turn
from boardwright.core.game import Mask
from boardwright.core.record import Array
from boardwright.learning.networks import MaskedCategorical, Network

Precision = Literal["fp32", "bf16"]
PRECISIONS: tuple[Precision, ...] = get_args(Precision)

PASSES, MARGIN = 8, 1.1
"""The passes that `pass_seconds` measures, the first in vain; and how much faster bf16 must be to be worth it."""

BY_POLICY, BY_RISK = "policy", "risk"
"""Choose by the policy head, or by the least risk of the auxiliary head among the first plane's actions."""


class NetworkAgent:
    """Plays its network's most probable legal action: deterministic."""

    draws_nothing = True

    def __init__(self, network: Network, *, precision: Precision = "fp32", choose: str = BY_POLICY) -> None:
        self.network, self.precision, self.choose = network, precision, choose

    def act(self, turn: Turn) -> int:
        """The network's most probable legal action."""
        return int(self.act_batch(turn.observation, turn.mask[None], turn.rng)[0])

    def explain(self, turn: Turn) -> Explanation:
        """The choice, with the probability of every legal action."""
        logits, _ = self.outputs(turn.observation)
        shares = torch.softmax(MaskedCategorical(logits, torch.from_numpy(turn.mask[None])).logits, dim=-1)[0]
        scores = {action: float(shares[action]) for action in turn.legal_actions}
        return Explanation(self.act(turn), scores, shares=True)

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """An action per row, [N]."""
        return self.choices(observations, masks)

    def choices(self, observations: Array, masks: Mask) -> Array:
        """The same without a generator: nothing is random."""
        logits, risks = self.outputs(observations)
        if self.choose == BY_RISK:
            logits = torch.full_like(logits, -1e9)
            logits[:, : risks.shape[1]] = -risks
        return MaskedCategorical(logits, torch.from_numpy(np.ascontiguousarray(masks))).best().numpy()

    def outputs(self, observations: Array) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits of actions, [N, A], and of the auxiliary head, [N, cells] or [N, 0], in float32 on the CPU."""
        self.network.eval()
        with torch.inference_mode(), cast(self.network.device, self.precision):
            logits, _, *auxiliary = self.network(
                self.network.inputs(observations), return_auxiliary=self.network.auxiliary
            )
        risks = auxiliary[0].float().cpu().flatten(1) if auxiliary else logits.new_zeros(len(logits), 0).float().cpu()
        return logits.float().cpu(), risks


class SamplingAgent(NetworkAgent):
    """Plays legal actions with its network's probabilities: as an opponent in training it does not repeat its games."""

    draws_nothing = False

    def act_batch(self, observations: Array, masks: Mask, rng: np.random.Generator) -> Array:
        """An action per row, [N], sampled."""
        logits, _ = self.outputs(observations)
        policy = MaskedCategorical(logits, torch.from_numpy(np.ascontiguousarray(masks)))
        return policy.sample(torch.Generator().manual_seed(dice.any_seed(rng))).numpy()


def cast(device: torch.device, precision: Precision) -> AbstractContextManager[object]:
    """A context in which the network computes in bfloat16, if chosen. Never float16: its range needs a scaler."""
    return torch.autocast(device.type, dtype=torch.bfloat16) if precision == "bf16" else nullcontext()


def converted(network: Network, precision: Precision) -> Network:
    """Return a copy of a network for inference, with weights in the number format of its passes.

    It answers as the network itself in that precision, bit for bit; weights are not converted again in every pass.
    """
    return copy.deepcopy(network).to(torch.bfloat16 if precision == "bf16" else torch.float32).eval()


def faster(network: Network, observations: Array) -> Precision:
    """Measure passes of a network in both precisions. Return bf16 where it is faster by a tenth, else fp32."""
    if not torch.amp.is_autocast_available(network.device.type):
        return "fp32"
    seconds = {precision: pass_seconds(network, observations, precision) for precision in PRECISIONS}
    return "bf16" if seconds["bf16"] * MARGIN < seconds["fp32"] else "fp32"


def pass_seconds(network: Network, observations: Array, precision: Precision) -> float:
    """Measure a pass of a network, the fastest of some."""
    fields, copied = network.inputs(observations), converted(network, precision)
    with torch.inference_mode(), cast(network.device, precision):
        return min([_timed(copied, fields) for _ in range(PASSES)][1:])


class TorchPasses:
    """A network, converted to a precision, that answers observations of a search."""

    def __init__(self, network: Network, precision: Precision) -> None:
        self.network, self.precision = network, precision

    def __call__(self, observations: Array) -> tuple[puct.Floats, puct.Floats]:
        """The policy logits [N, A] and the values [N]."""
        with torch.inference_mode(), cast(self.network.device, self.precision):
            logits, values, *_ = self.network(self.network.inputs(observations))
        return logits.float().cpu().numpy(), values.float().cpu().numpy()


def _timed(network: Network, fields: dict[str, torch.Tensor]) -> float:
    began = time.perf_counter()
    network(fields)[1].cpu()  # a device works on while Python goes on: wait for its answer
    return time.perf_counter() - began
