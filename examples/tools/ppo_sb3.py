"""MaskablePPO of sb3-contrib, unchanged, on our VecEnv.

python examples/tools/ppo_sb3.py connect_four
"""

from __future__ import annotations

import torch
from sb3_contrib import MaskablePPO
from shared import FEATURES, Body, arguments, load, run
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor

from boardwright.envs.sb3 import Games


class Extractor(BaseFeaturesExtractor):
    """The shared body as SB3's features extractor."""

    def __init__(self, observation_space) -> None:
        super().__init__(observation_space, FEATURES)
        self.body = Body(observation_space.shape)

    def forward(self, planes: Tensor) -> Tensor:
        """Features [N, 128]."""
        return self.body(planes)


def main() -> None:
    """Train on a game and print its win rate before and after."""
    given = arguments(__doc__, 300_000)
    torch.set_num_threads(1)
    game = load(given.game)
    opponent = "random" if game.players > 1 else None
    env = Games(game, 64, seed=given.seed, opponent=opponent, observation="planes")
    model = MaskablePPO(
        "MlpPolicy",
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
