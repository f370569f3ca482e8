"""PPO of Tianshou on our Gymnasium environments; the actor masks its own logits.

python examples/tools/ppo_tianshou.py connect_four
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from shared import Network, arguments, load, masked, run
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from torch import Tensor, nn

from boardwright.core.game import Game
from boardwright.envs.gymnasium import Env

ROWS, LENGTH = 64, 64
EPOCHS, BATCH = 4, 512


class Actor(nn.Module):
    """Masked logits. Tianshou gives a network the whole observation, and no mask to PPO otherwise."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.body, self.head = network.body, network.policy

    def forward(self, seen: Any, state: Any = None, info: Any = None) -> tuple[Tensor, Any]:
        """Logits [N, A] and no state."""
        logits = self.head(self.body(torch.as_tensor(seen.observation)))
        return masked(logits, torch.as_tensor(seen.action_mask)), state


class Critic(nn.Module):
    """Values."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.body, self.head = network.body, network.value

    def forward(self, seen: Any) -> Tensor:
        """Values [N, 1]."""
        return self.head(self.body(torch.as_tensor(seen.observation)))


def train(game: Game, network: Network, steps: int, seed: int) -> int:
    """Train with Tianshou's collector and trainer, on one environment a row."""
    rows = DummyVectorEnv([lambda: Env(game, observation="planes", mask_in_observation=True)] * ROWS)
    rows.seed(seed)
    policy = DiscreteActorPolicy(actor=Actor(network), action_space=rows.action_space[0])
    algorithm: PPO = PPO(
        policy=policy,
        critic=Critic(network),
        optim=AdamOptimizerFactory(lr=1e-3, eps=1e-5),
        eps_clip=0.2,
        vf_coef=0.25,  # Tianshou's value loss is the whole mean square
        ent_coef=0.01,
        max_grad_norm=0.5,
        max_batchsize=ROWS * LENGTH,
    )
    collector = Collector(algorithm, rows, VectorReplayBuffer(ROWS * LENGTH, ROWS))
    updates = steps // (ROWS * LENGTH)
    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=updates * ROWS * LENGTH,
            collection_step_num_env_steps=ROWS * LENGTH,
            update_step_num_repetitions=EPOCHS,
            batch_size=BATCH,
            verbose=False,
            show_progress=False,
        )
    )
    return updates * ROWS * LENGTH


def main() -> None:
    """Train on a game and print its win rate before and after."""
    given = arguments(__doc__, 60_000)
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)
    torch.set_num_threads(1)
    game = load(given.game)
    network = Network(Env(game, observation="planes").observation_space.shape, game.actions.policy)
    run(game, lambda planes: network(planes)[0], lambda: train(game, network, given.steps, given.seed))


if __name__ == "__main__":
    main()
