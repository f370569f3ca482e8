"""MaskablePPO of sb3-contrib, unchanged, on our VecEnv.

python examples/tools/ppo_sb3.py connect_four
"""

from __future__ import annotations

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from shared import CHANNELS, Body, arguments, load, policy_head, run, value_head
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor

from boardwright.envs.sb3 import Games


class Extractor(BaseFeaturesExtractor):
    """The shared body as SB3's features extractor."""

    def __init__(self, observation_space) -> None:
        _, rows, cols = observation_space.shape
        super().__init__(observation_space, CHANNELS * rows * cols)
        self.body = Body(observation_space.shape)

    def forward(self, planes: Tensor) -> Tensor:
        """Features [N, 32 * H * W]."""
        return self.body(planes)


class Policy(MaskableActorCriticPolicy):
    """SB3's policy with the shared heads in place of its linear ones."""

    def _build(self, lr_schedule) -> None:
        super()._build(lr_schedule)
        shape = self.observation_space.shape
        self.action_net, self.value_net = policy_head(shape, int(self.action_space.n)), value_head(shape)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def main() -> None:
    """Train on a game and print its win rate before and after."""
    given = arguments(__doc__, 60_000)
    torch.set_num_threads(1)
    game = load(given.game)
    opponent = "random" if game.players > 1 else None
    env = Games(game, 64, seed=given.seed, opponent=opponent, observation="planes")
    model = MaskablePPO(
        Policy,
        env,
        # Planes are scaled already, which SB3 would otherwise ask of images.
        policy_kwargs={"features_extractor_class": Extractor, "net_arch": [], "normalize_images": False},
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        learning_rate=lambda left: 1e-3 * left,
        ent_coef=0.01,
        seed=given.seed,
        device="cpu",
    )
    policy = model.policy

    def logits(planes: Tensor) -> Tensor:
        return policy.action_net(policy.extract_features(planes, policy.pi_features_extractor))

    def train() -> int:
        model.learn(given.steps)
        return model.num_timesteps

    run(game, logits, train)


if __name__ == "__main__":
    main()
