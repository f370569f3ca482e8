"""PPO of RLlib on our Gymnasium environment, by an RLModule that masks its logits.

python examples/tools/ppo_rllib.py connect_four
"""

from __future__ import annotations

from typing import Any

import ray
import torch
from ray import tune
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from shared import Network, arguments, load, masked, run
from torch import Tensor

from boardwright.envs.gymnasium import Env

ROWS, LENGTH = 16, 256


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """The shared network. RLlib passes the dictionary of an observation through as it is."""

    def setup(self) -> None:
        """Build the network for the spaces of the environment."""
        self.network = Network(self.observation_space["observation"].shape, int(self.action_space.n))

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Tensor]:
        seen = batch[Columns.OBS]
        logits, _ = self.network(seen["observation"].float())
        return {Columns.ACTION_DIST_INPUTS: masked(logits, seen["action_mask"])}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """Values [N]."""
        return self.network(batch[Columns.OBS]["observation"].float())[1]


def main() -> None:
    """Train on a game and print its win rate before and after."""
    given = arguments(__doc__, 60_000)
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    # One worker, at loopback's address: a namespace without a network has no other.
    ray.init(num_cpus=1, include_dashboard=False, _node_ip_address="127.0.0.1")
    tune.register_env("boardwright", lambda _: Env(load(given.game), observation="planes", mask_in_observation=True))
    updates = given.steps // (ROWS * LENGTH)
    config = (
        PPOConfig()
        .environment("boardwright")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=ROWS, rollout_fragment_length=LENGTH)
        .learners(num_learners=0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
        .training(
            train_batch_size_per_learner=ROWS * LENGTH,
            minibatch_size=512,
            num_epochs=4,
            lr=[[0, 1e-3], [updates * ROWS * LENGTH, 1e-5]],
            gamma=0.99,
            lambda_=0.95,
            clip_param=0.2,
            use_kl_loss=False,
            entropy_coeff=0.01,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
        )
        .debugging(seed=given.seed, log_level="ERROR")
    )
    algorithm = config.build_algo()

    def train() -> int:
        for _ in range(updates):
            algorithm.train()
        return updates * ROWS * LENGTH

    def logits(planes: Tensor) -> Tensor:
        return algorithm.get_module().network(planes)[0]

    run(load(given.game), logits, train)


if __name__ == "__main__":
    main()
